import { accessPath } from '../analysis/access-path.ts';
import { templateIn, unfilledIn, withPlaceholders } from '../analysis/judging/placeholders.ts';
import { verdict } from '../analysis/verdict.ts';
import type { Session, Verdict } from '../analysis/judging/verdict-model.ts';
import type { Target } from '../text/release.ts';
import {
  inForceIn,
  isDeclaration,
  saysKeyspaces,
  tableNamed,
  type Catalog,
  type ProjectCatalog,
  type SchemaView,
  type Table,
  type JudgeStep,
} from '../catalog/index.ts';
import { watchedCatalog } from '../catalog/watched.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { isOfTests } from '../config/production.ts';
import { unfilledText } from '../rules/bare-server.ts';
import { checkRules, checkText, findingsOf, findingsOfBareServer } from '../rules/index.ts';
import type { BareRefusal, Finding, RuleContext } from '../rules/rule.ts';
import { directivesOf } from '../rules/suppression.ts';
import type { CreateTable, Statement } from '../syntax/ast.ts';
import { CREATE } from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNameOf, tableNamesOf } from '../syntax/table-names.ts';
import type { Bases } from './basis.ts';
import type { JudgedView, SegmentAnalysis } from './file.ts';
import { notingNeeds, watchedSurroundings } from './watched.ts';

/** What judging needs beside the statement. */
export interface Judge {
  readonly project: ProjectCatalog;
  readonly surroundings: Surroundings;
  /** The path of a file, relative to the project's folder. */
  readonly pathOf: (uri: string) => string;
  readonly isForProduction: (path: string) => boolean;
  readonly target: Target;
  /** What would be the target but for texts that look like another server's. */
  readonly unlessGuessed: Target | undefined;
  readonly complete: boolean;
  readonly configuration: ReadonlyMap<string, unknown> | undefined;
  /** What one segment says for the whole project. */
  readonly ofProject: { readonly segment: Segment; readonly finding: Finding } | undefined;
  /** That is all that is said. */
  readonly isUnjudged: boolean;
}

/** A segment at its place. */
export interface PlacedSegment {
  readonly uri: string;
  readonly index: number;
  readonly segment: Segment;
}

/** All findings of one segment, and what they depend on; given what was found before where something of that has changed. */
export function analyse(
  judge: Judge,
  placed: PlacedSegment,
  bases: Bases,
  before: SegmentAnalysis | undefined,
): SegmentAnalysis {
  const { ofProject, isUnjudged } = judge;
  const judged = ofSegment(judge, placed, bases, before);
  // A comment that would silence something silences nothing then, and is left in peace.
  const own = isUnjudged ? { ...judged, findings: NONE, directives: NONE } : judged;
  return ofProject?.segment === placed.segment ? { ...own, findings: [ofProject.finding, ...own.findings] } : own;
}

function ofSegment(
  judge: Judge,
  placed: PlacedSegment,
  bases: Bases,
  before: SegmentAnalysis | undefined,
): SegmentAnalysis {
  const { segment, uri, index } = placed;
  const directives = segment.comments.length === 0 ? NONE : directivesOf(segment);
  const statement = segment.statement();
  if (statement === undefined || segment.errors.length > 0) {
    const said = checkText(segment, judge.target);
    const isWhole = said.length > 0 || !judge.complete || judge.surroundings.isProgram(uri);
    return bases.analysis(bases.notes([]), { findings: isWhole ? said : unfilledText(segment), directives });
  }
  const last = before && bases.judged(before);
  const notes =
    last === undefined ? bases.notes(needsOf(statement, uri)) : bases.notes(before!.basis.keys, before!.basis);
  const surroundings = watchedSurroundings(judge.surroundings, notes);
  const watch = (catalog: Catalog): Catalog => watchedCatalog(catalog, notingNeeds(notes.keys));
  const views = judge.project
    .views({ uri, segment: index })
    .map(({ catalog, keyspace }) => ({ catalog: watch(catalog), keyspace }));
  const ofText = checkText(segment, judge.target);
  const judging = { ...judge, surroundings };
  const perView = views.map((view, at) => {
    const context = contextOf(judging, placed, statement, view, last?.[at], watch);
    const checks = checkRules(context, () => notes.asked, last?.[at]?.checks);
    const { table, verdict, path } = context;
    return { context, findings: findingsOf(context, checks), judged: { table, verdict, path, checks } };
  });
  const inAll = agreed(
    perView.map(({ findings }) => findings),
    isDeclaration(statement),
  );
  const [best] = perView;
  const ofSchema =
    best === undefined ? inAll : [...inAll, ...findingsOfBareServer(best.context, [...ofText, ...inAll])];
  // What the server cannot read it does not refuse for what it means.
  const told = ofText.length === 0 ? ofSchema : [...ofText, ...ofSchema.filter(({ server }) => server === undefined)];
  const findings = best !== undefined && isForGuessed(judge, segment, told, best.context) ? told.map(asWarning) : told;
  return bases.analysis(
    notes,
    { findings, directives },
    perView.map(({ judged }) => judged),
  );
}

/** Whether what is an error is one only to the server that the files look to be for; where they are all there is, that is no error yet. */
function isForGuessed(
  { unlessGuessed: target, complete }: Judge,
  segment: Segment,
  findings: readonly Finding[],
  { session }: RuleContext,
): boolean {
  if (target === undefined || !complete || findings.every(({ severity }) => severity !== 'error')) return false;
  return verdictOf(segment, { ...session, target }).kind === 'accepted';
}

const asWarning = (finding: Finding): Finding =>
  finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding;

function needsOf(statement: Statement, uri: string): readonly string[] {
  const tables = tableNamesOf(statement).map(({ name }) => tableNamed(name.name));
  return saysKeyspaces(statement) ? tables : [...tables, inForceIn(uri)];
}

const verdictOf = (segment: Segment, session: Session): Verdict =>
  withPlaceholders(segment, (one) => verdict(one.statement()!, session, one.features));

/** What the server makes of a statement that changes the schema, for the fold: what it refuses does nothing. */
export const judgeOfSteps =
  ({
    target,
    unlessGuessed,
    configuration,
    complete,
  }: Pick<Judge, 'target' | 'unlessGuessed' | 'configuration' | 'complete'>): JudgeStep =>
  ({ segment, keyspace }, { catalog, alone }) => {
    if (segment.statement() === undefined) return 'refused';
    let additionsMatter = false;
    const session: Session = {
      catalog,
      keyspace: keyspace ?? '',
      target,
      configuration,
      complete: complete && alone,
      get stock() {
        additionsMatter = true;
        return false;
      },
    };
    const isRefused = (asked: Session): boolean => {
      const given = verdictOf(segment, asked);
      return given.kind === 'refused' && given.check !== 'option-not-in-dialect';
    };
    // Where the target is a guess, what one of two servers makes counts as made, and what one of them keeps stays.
    const isRefusedThere = complete && unlessGuessed !== undefined && isRefused({ ...session, target: unlessGuessed });
    if (isRefused(session)) return !complete || unlessGuessed === undefined || isRefusedThere ? 'refused' : 'taken';
    if (isRefusedThere) return segment.firstType === CREATE ? 'unsure' : 'refused';
    if (complete && unfilledIn(segment) !== undefined) return 'unsure';
    return additionsMatter && isRefused({ ...session, stock: true }) ? 'unsure' : 'taken';
  };

/** The contexts in which a segment is judged: one for each schema that it may see, best guess first. */
export function contextsOf(judge: Judge, placed: PlacedSegment): readonly RuleContext[] {
  const statement = placed.segment.statement();
  if (statement === undefined) return [];
  return judge.project
    .views({ uri: placed.uri, segment: placed.index })
    .map((view) => contextOf(judge, placed, statement, view));
}

const NONE: readonly never[] = [];

function contextOf(
  judge: Judge,
  { uri, segment, index }: PlacedSegment,
  statement: Statement,
  view: SchemaView,
  judged?: JudgedView,
  watch: (catalog: Catalog) => Catalog = (catalog) => catalog,
): RuleContext {
  const session: Session = {
    catalog: view.catalog,
    keyspace: view.keyspace,
    target: judge.target,
    complete: judge.complete,
    configuration: judge.configuration,
  };
  const { table, verdict, path } = judged ?? judgedIn(session, judge, segment, statement, view);
  const file = judge.pathOf(uri);
  const forProduction = judge.isForProduction(file);
  return {
    uri,
    file,
    forProduction,
    forTests: !forProduction && isOfTests(file),
    segment,
    statement,
    session,
    verdict,
    table,
    path,
    bareRefusal: () => bareRefusalOf(judge, { uri, segment, index }, verdict, session, watch),
    surroundings: judge.surroundings,
  };
}

function judgedIn(
  session: Session,
  judge: Judge,
  segment: Segment,
  statement: Statement,
  view: SchemaView,
): Omit<JudgedView, 'checks'> {
  const table =
    statement.kind === 'create-table' ? createdTable(judge, segment, statement, view) : tableOf(statement, view);
  return {
    table,
    verdict: verdictOf(segment, session),
    path: table === undefined ? undefined : accessPath(statement, table, session),
  };
}

/** Reads and writes, of which a server as released takes what any other does. */
const OF_DATA: ReadonlySet<Statement['kind']> = new Set(['select', 'insert', 'update', 'delete', 'batch', 'truncate']);

/**
 * Where files run in no order nobody knows what is there by then: only that the server is as it is released counts. A target that is set
 * and no Cassandra has no bare server; in the place of one that is guessed stands Cassandra, with all that it refuses.
 */
function bareRefusalOf(
  { project, surroundings, target: aimed, unlessGuessed, configuration }: Judge,
  { uri, segment, index }: PlacedSegment,
  given: Verdict,
  session: Session,
  watch: (catalog: Catalog) => Catalog,
): BareRefusal | undefined {
  const statement = segment.statement();
  const target = unlessGuessed ?? aimed;
  if (statement === undefined || !session.complete || target.kind !== 'cassandra' || surroundings.isProgram(uri))
    return undefined;
  const unfilled = unfilledIn(segment) ?? templateIn(segment);
  if (unfilled !== undefined) return { refusal: unfilled, because: 'unfilled' };
  const isOfData = OF_DATA.has(statement.kind);
  const view = project.bareView({ uri, segment: index });
  const own = target === aimed ? given : verdictOf(segment, { ...session, target });
  if (target !== aimed && own.kind === 'refused') {
    const others = project.views({ uri, segment: index }).slice(1);
    const isRefusedIn = ({ catalog, keyspace }: SchemaView): boolean =>
      verdictOf(segment, { ...session, catalog: watch(catalog), keyspace, target }).kind === 'refused';
    if (others.every(isRefusedIn)) return { refusal: own, because: 'guessed' };
  }
  if (view === undefined && (isOfData || own.kind === 'refused')) return undefined;
  // Most are the same there.
  if (own.kind === 'accepted' && isOfData && view?.unsure === false && view.keyspace !== undefined) return undefined;
  const bare: Session =
    view === undefined
      ? { ...session, target }
      : { catalog: watch(view.catalog), keyspace: view.keyspace, target, configuration, complete: true };
  const refusal = view === undefined ? own : verdictOf(segment, bare);
  if (refusal.kind === 'refused') return { refusal, because: target === aimed ? 'above' : 'guessed' };
  const asReleased = verdict(statement, { ...bare, stock: true }, segment.features);
  return asReleased.kind === 'refused' ? { refusal: asReleased, because: 'as released' } : undefined;
}

/** The table as its CREATE and what changes it later make it; the schema before the statement does not have it yet. */
const createdTable = (
  { project }: Judge,
  segment: Segment,
  { name }: CreateTable,
  view: SchemaView,
): Table | undefined =>
  name === undefined
    ? undefined
    : project
        .alternatives(name.keyspace?.name ?? view.keyspace ?? '', name.name.name)
        .find(({ location }) => location?.segment === segment);

function tableOf(statement: Statement, view: SchemaView): Table | undefined {
  const name = tableNameOf(statement);
  if (name === undefined) return undefined;
  const keyspace = name.keyspace?.name ?? view.keyspace;
  return keyspace === undefined ? undefined : view.catalog.table(keyspace, name.name.name);
}

/**
 * What every schema gives: several declarations of a table do not fight. A change of the schema that each refuses is refused, whatever
 * the words.
 */
function agreed(perView: readonly (readonly Finding[])[], declares: boolean): readonly Finding[] {
  const [first = [], ...others] = perView;
  if (others.length === 0) return first;
  const isSame = (a: Finding, b: Finding): boolean =>
    (a.code === b.code && a.span.start === b.span.start && a.span.end === b.span.end) ||
    (declares && a.server !== undefined && b.server !== undefined);
  return first.filter((finding) => others.every((findings) => findings.some((other) => isSame(finding, other))));
}
