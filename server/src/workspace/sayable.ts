import { searchIn } from '../analysis/dialects/evidence.ts';
import { isDeclaration, type ProjectCatalog, type Table } from '../catalog/index.ts';
import { hostOf, type Embedded } from '../embedded/index.ts';
import { ruleOf } from '../rules/index.ts';
import type { Finding } from '../rules/rule.ts';
import type { Configuration } from '../config/settings.ts';
import type { QualifiedName } from '../syntax/ast.ts';
import { isPlainName } from '../syntax/names.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { DEFAULT_TARGET } from '../text/release.ts';
import type { Said } from './analyses.ts';
import type { SegmentAnalysis, Shown, WorkspaceFile } from './file.ts';
import { isMadeOtherwise, type Makings, wholeName, wholeNamesMadeIn } from './made-tables.ts';
import { embeddedAt, type ProgramCode } from './programs.ts';

/** What decides about that beside the program. */
interface SayableBy extends Pick<Configuration, 'target' | 'embedded.schema'> {
  /** The tables that programs make, where that is no part of the schema; else those that several make, each in its own way. */
  readonly made: Makings;
  /** What programs declare is the schema. */
  readonly declare: boolean;
  readonly project: Pick<ProjectCatalog, 'resolveTable'>;
}

/**
 * What can be said of the statements in a program. Where a value is put in nothing is said about it, where more than values is, nothing
 * about what is missing. What a program declares it declares when it runs, which nobody knows.
 */
export function sayable(
  { uri, document }: WorkspaceFile,
  code: ProgramCode,
  analyses: Said,
  { target, 'embedded.schema': isSchema, made, declare, project }: SayableBy,
): Said {
  let owned: ReadonlySet<string> | undefined;
  const own = (): ReadonlySet<string> => (owned ??= wholeNamesMadeIn(document.segments));
  const said = new Map<number, { readonly analysis: SegmentAnalysis; readonly shown: readonly Shown[] }>();
  for (const index of analyses.speaking()) {
    const analysis = analyses.at(index)!;
    const segment = document.segments[index]!;
    const embedded = embeddedAt(code, document.startOf(index) + segment.begin);
    const statement = segment.statement();
    const tables = statement === undefined ? [] : tableNamesOf(statement);
    // A table that programs make may be there, though no schema file says so.
    const isMade = !declare && tables.some(({ name }) => made.has(name.name));
    // Of a table that is made in several ways, nobody knows which is meant.
    const isContested = tables.some((table) =>
      declare
        ? made.has(wholeName(table)) && !own().has(wholeName(table))
        : made.has(table.name.name) && isOtherwiseIn(made, table, { uri, index }, project),
    );
    const isOnPage = declare && !isSchema && tables.some((table) => isOfAnotherPage(table, { uri, index }, project));
    const isElsewhere = tables.some((table) => isOfAnotherKeyspace(table, embedded?.session, { uri, index }, project));
    const isSearch = statement !== undefined && searchIn(statement) !== undefined;
    const declares = !isSchema && statement !== undefined && isDeclaration(statement);
    const isSayable = (finding: Finding): boolean =>
      embedded !== undefined &&
      !embedded.draft &&
      isKnownEnough(finding, embedded) &&
      !(declares && ruleOf(finding.code)?.tags.includes('text') === false) &&
      !isContested &&
      !isElsewhere &&
      !isOnPage &&
      !(finding.server !== undefined && isNumbered(finding.span.start + document.startOf(index), embedded, document)) &&
      !(isMade && ruleOf(finding.code)?.tags.includes('names') === true) &&
      // Where no target is set, ScyllaDB takes what Cassandra does not, and a search index finds what Cassandra cannot.
      !(code.scylla && target === DEFAULT_TARGET && isOfCassandra(finding)) &&
      !(isSearch && target === DEFAULT_TARGET);
    said.set(index, {
      analysis: { ...analysis, findings: analysis.findings.filter(isSayable) },
      shown: analyses.shown(index).filter(({ finding }) => isSayable(finding)),
    });
  }
  return {
    at: (index) => said.get(index)?.analysis ?? analyses.at(index),
    shown: (index) => said.get(index)?.shown ?? analyses.shown(index),
    speaking: () => analyses.speaking(),
    alone: () => undefined,
    repeats: () => 0,
    numberOf: analyses.numberOf,
  };
}

/** Whether programs make a table in another way than the schema files do. */
const isOtherwiseIn = (
  made: Makings,
  name: QualifiedName,
  { uri, index }: { readonly uri: string; readonly index: number },
  { resolveTable }: SayableBy['project'],
): boolean =>
  resolveTable(name, { uri, segment: index })?.tables.some((table) => isMadeOtherwise(made, table)) === true;

/** Whether only pages show how a table is made, and none of them is where it is named: they are for readers, and may be behind. */
function isOfAnotherPage(
  name: QualifiedName,
  { uri, index }: { readonly uri: string; readonly index: number },
  { resolveTable }: SayableBy['project'],
): boolean {
  const places = (resolveTable(name, { uri, segment: index })?.tables ?? []).flatMap(
    ({ location }) => location?.uri ?? [],
  );
  return places.length > 0 && places.every((place) => place !== uri && hostOf(place)?.fences === true);
}

/** Whether a refusal is for a marker such as `?0`: there are frameworks that put the value's text in its place. */
const isNumbered = (at: number, { pieces }: Embedded, document: WorkspaceFile['document']): boolean =>
  pieces.some(
    (piece) => piece.kind === 'marker' && piece.start === at && /^\?\d/.test(document.text().slice(at, piece.end)),
  );

/** Whether the only tables of a name are in other keyspaces than the session that reads it there. */
function isOfAnotherKeyspace(
  name: QualifiedName,
  session: string | undefined,
  { uri, index }: { readonly uri: string; readonly index: number },
  { resolveTable }: SayableBy['project'],
): boolean {
  if (session === undefined || name.keyspace !== undefined) return false;
  const found = resolveTable(name, { uri, segment: index })?.tables ?? [];
  // A table may be declared without a keyspace, or in one that a tool puts in.
  const isElsewhere = ({ keyspace }: Table): boolean =>
    isPlainName(keyspace) && keyspace.toLowerCase() !== session.toLowerCase();
  return found.length > 0 && found.every(isElsewhere);
}

const isOfCassandra = ({ code, ofModel }: Finding): boolean =>
  ruleOf(code)?.isOfCassandra === true && ofModel === undefined;

function isKnownEnough({ code, ofModel }: Finding, { known }: Embedded): boolean {
  if (ofModel) return known !== 'in part';
  switch (ruleOf(code)?.inPrograms) {
    case 'never':
      return false;
    case 'of parts':
      return true;
    case 'whatever the values':
      return known !== 'in part';
    case undefined:
      return known === 'whole';
  }
}
