import { accessPath } from '../../analysis/access-path.ts';
import type { Table } from '../../catalog/index.ts';
import { printName, printQualified } from '../../catalog/names.ts';
import { growthOf } from '../../modeling/design/growth.ts';
import { declaredOf } from '../../modeling/evidence/annotations.ts';
import type { Use } from '../../modeling/evidence/surroundings.ts';
import { ruleOf } from '../../rules/index.ts';
import { readsAndWritesIn } from '../../rules/named-tables.ts';
import type { RuleContext, Severity } from '../../rules/rule.ts';
import { allUsesOf } from '../../service/table-uses.ts';
import type { LocatedFinding, WorkspaceFile } from '../../workspace/file.ts';
import { fixesOfFinding, placeOf, rangeIn, type FileReport, type PlaceInFile, type Report } from './report.ts';
import { statementText } from './statement-text.ts';
import { contains } from '../../text/span.ts';

/** What a person should know of a project, by table, what matters most first. */
export interface Review {
  readonly tables: readonly ReviewedTable[];
  /** Findings of no table that is known. */
  readonly others: readonly ReviewedFinding[];
}

export interface ReviewedTable {
  /** `keyspace.table`, as CQL writes it. */
  readonly table: string;
  readonly declared: PlaceInFile | undefined;
  readonly findings: readonly ReviewedFinding[];
  readonly statements: readonly ReviewedStatement[];
  readonly undeclared: readonly Undeclared[];
}

export interface ReviewedFinding extends PlaceInFile {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The server's own sentence, where it would refuse. */
  readonly server: string | undefined;
  /** The statement as it is written. */
  readonly cql: string;
  readonly evidence: readonly Evidence[];
  readonly cures: readonly Cure[];
}

export interface Evidence extends Partial<PlaceInFile> {
  readonly message: string;
}

/** A way out: what it does, why, and what it costs. */
export interface Cure {
  readonly title: string;
  readonly price: string | undefined;
  readonly why: string | undefined;
}

export interface ReviewedStatement extends PlaceInFile {
  readonly kind: string;
  readonly cql: string;
  readonly partitions: 'one' | 'many' | 'all' | undefined;
  /** That finds the rows, on every node that has some. */
  readonly index?: string;
}

/** A number that nobody has declared and that would decide something. */
export interface Undeclared {
  /** The comment to write before CREATE TABLE, with a number in place of `N`. */
  readonly annotation: string;
  readonly decides: string;
}

/** The review of the files of a report. */
export function reviewOf(report: Report): Review {
  const { workspace } = report.project;
  const chosen = new Set(report.files.map(({ file }) => file.uri));
  const byTable = new Map<string, { table: Table; findings: ReviewedFinding[] }>();
  const others: ReviewedFinding[] = [];
  for (const { tables } of workspace.project.final.keyspaces()) {
    for (const table of tables.values()) {
      const { location } = table;
      if (!table.system && location !== undefined && chosen.has(location.uri))
        byTable.set(keyOf(table), { table, findings: [] });
    }
  }
  for (const file of report.files) {
    for (const located of file.findings) {
      const table = tableOf(workspace.contexts(file.file.uri, located.segment)[0], located);
      const finding = reviewedFinding(report, file, located);
      if (table === undefined || table.system) {
        others.push(finding);
        continue;
      }
      const entry = byTable.get(keyOf(table)) ?? { table, findings: [] };
      byTable.set(keyOf(table), entry);
      entry.findings.push(finding);
    }
  }
  const tables = [...byTable.values()].map(({ table, findings }): ReviewedTable => {
    const statements = allUsesOf(workspace.surroundings, table).flatMap(({ use }) =>
      reviewedStatement(report, table, use),
    );
    return {
      table: keyOf(table),
      declared: table.location && placeOf(report, table.location),
      findings: findings.toSorted(byWeight),
      statements,
      undeclared: undeclaredOf(report, table, statements),
    };
  });
  return { tables: tables.toSorted(byWorst), others: others.toSorted(byWeight) };
}

/** The table that a finding is about; of a batch that of the statement in which it stands, or of all of them where it is one. */
function tableOf(context: RuleContext | undefined, { finding: { span } }: LocatedFinding): Table | undefined {
  if (context?.statement.kind !== 'batch') return context?.table;
  const inner = readsAndWritesIn(context);
  const own = inner.find(({ statement }) => contains(statement.span, span));
  const [first, ...others] = inner;
  return (own ?? (others.every(({ table }) => table === first?.table) ? first : undefined))?.table;
}

/** The findings that a reader should see before all others. */
export const firstOf = ({ tables, others }: Review): readonly (ReviewedFinding & { readonly table?: string })[] =>
  [
    ...tables.flatMap(({ table, findings }) => findings.map((finding) => ({ ...finding, table }))),
    ...others.map((finding) => ({ ...finding })),
  ]
    .filter(({ severity }) => severity !== 'hint')
    .toSorted(byWeight)
    .slice(0, MOST_FIRST);

const MOST_FIRST = 10;

/** What stands in their place where there are none. */
export const wordsForNoneFirst = ({ tables, others }: Review): string =>
  others.length === 0 && tables.every(({ findings }) => findings.length === 0)
    ? 'Nothing was found.'
    : 'Nothing but hints was found.';

const keyOf = ({ keyspace, name }: Table): string => printQualified(keyspace, name);

function reviewedFinding(report: Report, file: FileReport, located: LocatedFinding): ReviewedFinding {
  const { finding, severity, start, end, segment } = located;
  const { begin, end: last } = file.file.document.segments[segment]!;
  return {
    ...rangeIn(file.file, start, end),
    rule: finding.code,
    severity,
    message: finding.message,
    server: finding.server?.message,
    cql: cqlOf(file.file, segment, begin, last),
    evidence: finding.related.map(({ at, message }) => ({ ...placeOf(report, at), message })),
    cures: curesOf(report, file.file, located),
  };
}

const curesOf = (report: Report, file: WorkspaceFile, located: LocatedFinding): readonly Cure[] =>
  fixesOfFinding(report, file, located)
    // The same again, in more of the text.
    .filter(({ fix }, index, all) => !all.slice(0, index).some((before) => fix.id.startsWith(`${before.fix.id}-`)))
    .slice(0, MOST_CURES)
    .map(({ fix }) => {
      const { price } = fix;
      const why = fix.about?.().find((line) => price === undefined || !line.includes(price));
      return { title: fix.title, price, why };
    });

const MOST_CURES = 4;

function reviewedStatement(report: Report, table: Table, use: Use): readonly ReviewedStatement[] {
  const place = placeOf(report, use.at);
  const { workspace } = report.project;
  if (!READS_AND_WRITES.has(use.statement.kind)) return [];
  const file = workspace.file(use.uri);
  const index = file?.document.indexOf(use.segment) ?? -1;
  if (file === undefined || place === undefined || index < 0) return [];
  const { start, end } = use.at.span;
  const path = accessPath(use.statement, table, workspace.session(use.uri, index));
  return [
    {
      ...place,
      kind: use.statement.kind,
      cql: cqlOf(file, index, start, end),
      partitions: path?.partitions.kind,
      ...(path?.index?.within === false && { index: path.index.index.name }),
    },
  ];
}

/** In one line, where a program holds it: its lines are those of a string. */
function cqlOf(file: WorkspaceFile, segment: number, start: number, end: number): string {
  const from = file.document.startOf(segment);
  const text = statementText(file, from + start, from + end);
  return file.code === undefined ? text : text.replaceAll(/\s+/g, ' ');
}

const READS_AND_WRITES: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'truncate']);

/** Where the advice hangs on how much there is, and nothing says it. */
function undeclaredOf(
  { project: { workspace } }: Report,
  table: Table,
  statements: readonly ReviewedStatement[],
): readonly Undeclared[] {
  if (table.kind !== 'table') return [];
  const { surroundings } = workspace;
  const declared = declaredOf(table, surroundings);
  const partition = table.partitionKey.map(({ name }) => printName(name)).join(', ');
  const growth = growthOf(table, surroundings);
  const undeclared: Undeclared[] = [];
  if (growth !== undefined && growth.rows === undefined)
    undeclared.push({
      annotation: `-- @rate N/day per ${partition}`,
      decides: 'when a partition has too many rows, and how long a bucket may be',
    });
  const isReadWhole = statements.some(({ kind, partitions }) => kind === 'select' && partitions === 'all');
  if (declared.rows === undefined && isReadWhole)
    undeclared.push({ annotation: '-- @rows N', decides: 'whether the table is small enough to be read whole' });
  return undeclared;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Heavier first: what is more severe, then what loses data. */
function byWeight(one: ReviewedFinding, other: ReviewedFinding): number {
  const weight = ({ severity, rule }: ReviewedFinding): number =>
    SEVERITIES.indexOf(severity) * 2 + (ruleOf(rule)?.tags.includes('data') === true ? 0 : 1);
  return weight(one) - weight(other);
}

/** The table with the heaviest finding first, then the one with more of them. */
function byWorst(one: ReviewedTable, other: ReviewedTable): number {
  const [first] = one.findings;
  const [second] = other.findings;
  if (first === undefined || second === undefined) return other.findings.length - one.findings.length;
  return byWeight(first, second) || other.findings.length - one.findings.length;
}
