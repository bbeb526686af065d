import type { CheckId } from '../analysis/judging/checks.ts';
import type { AccessPath, RestrictedColumn } from '../analysis/access/model.ts';
import type { Table } from '../catalog/model.ts';
import { printName } from '../catalog/names.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { type Growth, growthOf } from '../modeling/design/growth.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { serverName } from '../text/release.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { keyText, listNames } from './scan.ts';

const CODE = 'partition-filtering';

/** The partition is given, or an index answers, and another column would only filter what is found. */
export const partitionFiltering: Rule = {
  code: CODE,
  summary: 'Within what a query finds it filters by a column that finds nothing itself.',
  severities: ['error', 'information', 'hint'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'some proposals',
  check(context) {
    const { statement, table, path } = context;
    if (statement.kind !== 'select' || statement.template || table === undefined || path === undefined) return [];
    if (table.system || table.partial || table.kind === 'virtual') return [];
    if (path.partitions.kind === 'all' && path.index === undefined) return [];
    const filtering = filteredIn(path)[0];
    if (filtering === undefined) return [];
    const span = filtering.span;
    return [...refusedBy(context, path).map((finding) => ({ ...finding, span })), ...readOf(context, path)];
  },
  fixes: proposalFixes,
};

const FILTERING: ReadonlySet<CheckId> = new Set(['needs-filtering', 'contains-needs-filtering']);

function refusedBy({ verdict, table, session }: RuleContext, path: AccessPath): readonly Omit<Finding, 'span'>[] {
  if (verdict.kind !== 'refused' || !FILTERING.has(verdict.check)) return [];
  const server = serverName(session);
  return [
    {
      code: CODE,
      severity: 'error',
      message: path.index === undefined ? inPartition(path, server) : behindIndex(path, path.index.index.name, server),
      server: { kind: verdict.error, message: verdict.message },
      related:
        table?.location === undefined ? [] : [{ at: table.location, message: `\`${table.name}\` declared here` }],
    },
  ];
}

function inPartition(path: AccessPath, server: string): string {
  const columns = filteredIn(path).map(({ column }) => column);
  const names = listNames(columns.map(({ name }) => name));
  const regular = columns.every(({ kind }) => kind === 'regular' || kind === 'static');
  const why = regular
    ? `${names} ${columns.length === 1 ? 'is' : 'are'} not part of the key of \`${path.table.name}\``
    : `${names} cannot be looked up in the key of \`${path.table.name}\` in this way`;
  return `${why}: ${server} would read all rows of the partition and throw away those that do not match.`;
}

function behindIndex(path: AccessPath, index: string, server: string): string {
  const found = listNames(path.index!.columns.map(({ name }) => name));
  const left = filteredIn(path).map(({ column }) => column.name);
  return `${listNames(left)} ${left.length === 1 ? 'is' : 'are'} left to filter: the index \`${index}\` finds ${found}, and ${server} would read all those rows and throw away what does not match.`;
}

/** ALLOW FILTERING within a partition that grows for ever reads more with every row; of any other it has to be known that it is small. */
function readOf({ statement, verdict, surroundings }: RuleContext, path: AccessPath): readonly Finding[] {
  if (statement.kind !== 'select' || verdict.kind !== 'accepted' || statement.allowFiltering === undefined) return [];
  if (path.index !== undefined || path.rows === 'row' || path.rows === 'rows') return [];
  const growth = growthOf(path.table, surroundings);
  const grows = growth !== undefined;
  if (!grows && (path.rows !== 'partition' || isBounded(path.table, surroundings))) return [];
  const kept = `keeps only the rows that match ${listNames(filteredIn(path).map(({ column }) => column.name))}`;
  const key = keyText(path.table.partitionKey);
  return [
    {
      code: CODE,
      severity: grows ? 'information' : 'hint',
      ...(!grows && { profile: 'strict' as const }),
      span: statement.allowFiltering,
      message: grows
        ? `Reads ${path.rows === 'slice' ? 'a slice of' : 'the whole'} partition of ${key}, which ${growthText(growth)}, and ${kept}.`
        : `Reads the whole partition of ${key} and ${kept}: fine where partitions are small, as \`@rows-per-partition\` may say.`,
      related: [],
    },
  ];
}

const growthText = ({ bucket, kept }: Growth): string =>
  bucket === undefined
    ? `grows ${kept === undefined ? 'for ever' : `for ${kept}`}`
    : `holds too many rows of one \`${printName(bucket.column.name)}\``;

function isBounded(table: Table, surroundings: Surroundings): boolean {
  const { bounded, rowsPerPartition } = declaredOf(table, surroundings);
  return (bounded ?? rowsPerPartition) !== undefined;
}

/** What is filtered by, once each; behind an index that is also what the key would find within a partition. */
function filteredIn({ restricted, index }: AccessPath): readonly RestrictedColumn[] {
  const filters = restricted.filter(({ use, column }) => use === 'filter' && index?.columns.includes(column) !== true);
  const found =
    filters.length > 0 || index === undefined
      ? filters
      : restricted.filter(({ use, column }) => use === 'rows' && !index.columns.includes(column));
  return found.filter(({ column }, at) => found.findIndex((one) => one.column === column) === at);
}
