import { accessPath } from '../../analysis/access-path.ts';
import { since } from '../../text/release.ts';
import type { Column } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import { insertAfter } from '../question/placement.ts';
import type { Edit, Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { afterSchemaChange, failsToFilter, isAccepted, type Sandbox } from '../proposal/sandbox.ts';
import { words } from '../proposal/style.ts';
import { writtenTable } from './existing-table.ts';
import { writtenName } from '../proposal/source.ts';

/** Indexes that answer the query as it stands: storage-attached from 5.0, of the old kind for one equality before. */
export function indexes(question: Question): readonly Proposal[] {
  const { pattern, session, table, path } = question;
  const { target } = session;
  if (target.kind !== 'cassandra' || table.kind !== 'table' || pattern.select.orderBy.length > 0) return [];
  const columns = toIndex(question);
  if (columns.length === 0 || columns.length > 4) return [];
  const sai = since(target.release, '5.0');
  if (!sai && (columns.length > 1 || pattern.ranges.length + pattern.slices.length > 0)) return [];
  const proposal = indexed(columns, sai, path.partitions.kind !== 'all', question);
  return proposal === undefined ? [] : [proposal];
}

/** What the key does not find: each such column needs an index. */
interface IndexTarget {
  readonly column: Column;
  readonly of: 'values' | 'keys' | 'entries' | 'simple';
}

function toIndex({ pattern, path, table }: Question): readonly IndexTarget[] {
  const found = new Set(
    path.restricted.filter(({ use }) => use === 'partition' || use === 'rows').map(({ column }) => column.name),
  );
  const keyed = path.partitions.kind !== 'all';
  const columns = [
    ...pattern.equal.map(({ column }) => ({ column, of: 'simple' as const })),
    ...pattern.several.flatMap(({ columns: many }) => many.map((column) => ({ column, of: 'simple' as const }))),
    ...pattern.ranges.map(({ column }) => ({ column, of: 'simple' as const })),
    ...pattern.elements.map(({ column, kind }) => ({
      column,
      of: kind === 'entry' ? ('entries' as const) : kind === 'key' ? ('keys' as const) : ('values' as const),
    })),
  ].filter(
    ({ column }) =>
      !(keyed && found.has(column.name)) && !(column.kind === 'partition' && table.partitionKey.length === 1),
  );
  return columns.filter(({ column }, index) => columns.findIndex((other) => other.column === column) === index);
}

function indexed(
  targets: readonly IndexTarget[],
  sai: boolean,
  within: boolean,
  question: Question,
): Proposal | undefined {
  const { table, style, surroundings } = question;
  const base = writtenTable(table, question);
  const word = (part: string): string => words(part, style);
  let sandbox = question.sandbox;
  const ddl: string[] = [];
  const names: string[] = [];
  const prefix = base.includes('.') ? base.slice(0, base.lastIndexOf('.') + 1) : '';
  for (const target of targets) {
    const has = table.indexes.some(
      (index) =>
        index.family === (sai ? 'sai' : 'legacy') &&
        index.targets.some(({ column, of }) => column === target.column.name && of === target.of),
    );
    if (has) continue;
    const name = indexName(table.name, target.column.name, sai, question, names);
    const column =
      target.of === 'simple'
        ? writtenName(target.column)
        : `${word(target.of.toUpperCase())}(${writtenName(target.column)})`;
    const statement = `${word('CREATE INDEX')} ${name} ${word('ON')} ${base} (${column})${sai ? ` ${word('USING')} 'sai'` : ''}`;
    const after = afterSchemaChange(sandbox, statement);
    if (after === undefined) return undefined;
    sandbox = after;
    ddl.push(statement);
    names.push(name);
  }
  if (ddl.length === 0) return undefined;
  // The query stays, but for ALLOW FILTERING, which it no longer needs.
  const query = withoutFiltering(question);
  if (!isAnswered(sandbox, question)) return undefined;
  const list = targets.map(({ column }) => `\`${printName(column.name)}\``).join(' and ');
  const kind = sai ? 'an SAI index' : 'a secondary index';
  return offer({
    kind: 'index',
    preferred: true,
    title: `Add ${kind} on ${list}`,
    why: within
      ? 'The index is asked within the partition.'
      : 'The rows stay where they are; without the partition key each query asks nodes all around the ring, so this is for rare queries.',
    table: names[0],
    ddl,
    undo: names.map((name) => `DROP INDEX ${prefix}${name}`),
    queries: [query],
    notes: within ? [] : ['Every read asks as many nodes as cover all token ranges, however few rows it finds.'],
    result: sandbox.session.catalog.table(table.keyspace, table.name),
    edits: () => [
      ...insertAfter(
        table,
        targets.map(({ column }) => column),
        ddl,
        style,
        surroundings,
        'the index',
      ),
      ...filteringEdits(question),
    ],
  });
}

/** The index answers, and nothing is left to filter. */
function isAnswered(sandbox: Sandbox, { statement, table, at }: Question): boolean {
  const { allowFiltering: _, ...select } = statement;
  const after = sandbox.session.catalog.table(table.keyspace, table.name);
  if (after === undefined || !isAccepted(sandbox, select, at.segment.features)) return false;
  const path = accessPath(select, after, sandbox.session);
  return path?.index !== undefined && !failsToFilter(path);
}

function filteringEdits({ pattern, text, at }: Question): readonly Edit[] {
  const words = pattern.select.allowFiltering;
  if (words === undefined) return [];
  const span = { start: text.slice(0, words.start).trimEnd().length, end: words.end };
  return [{ at: { ...at, span }, text: '', label: 'the query no longer filters' }];
}

function withoutFiltering({ pattern, text }: Question): string {
  const { span, allowFiltering } = pattern.select;
  return allowFiltering === undefined
    ? text.slice(span.start, span.end)
    : text.slice(span.start, allowFiltering.start).trimEnd();
}

function indexName(
  table: string,
  column: string,
  sai: boolean,
  { session, table: { keyspace } }: Question,
  taken: readonly string[],
): string {
  const indexes = session.catalog.keyspace(keyspace)?.indexes;
  const name = `${table}_${column}`.replaceAll(/\W+/g, '_').toLowerCase() + (sai ? '_sai' : '_idx');
  const isFree = (candidate: string): boolean => !taken.includes(candidate) && indexes?.has(candidate) !== true;
  if (isFree(name)) return printName(name);
  for (let number = 2; ; number++) if (isFree(`${name}_${number}`)) return printName(`${name}_${number}`);
}
