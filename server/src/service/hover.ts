import type { AccessPath } from '../analysis/access/model.ts';
import {
  printFunction,
  printName,
  printQualified,
  printType,
  type Column,
  type Keyspace,
  type Table,
  type UserType,
} from '../catalog/index.ts';
import { printOption } from '../catalog/project/same-table.ts';
import { NATIVE_TYPES, TYPE_FORMS } from '../syntax/built-in-types.ts';
import { tableNameOf } from '../syntax/table-names.ts';
import { touches } from '../text/span.ts';
import type { Meaning } from '../names/meaning.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { tableSize } from '../modeling/design/table-size.ts';
import { nameAt, type StatementAt, statementAt, tablesOf } from './at.ts';
import { knownMarkers } from './markers.ts';
import { codeBlock, codeSpan, sentenceMarkdown } from './markdown.ts';
import { commentAt } from './comment-hover.ts';
import { docOfColumn, docOfTable } from './doc-comments.ts';
import type { Subject } from './subject.ts';
import { tableText } from './table-text.ts';
import { usesMarkdown } from './table-uses.ts';
import { inReleases, keywordAt, wordAt, type WordMeaning } from './word-hover.ts';

/** Markdown for the range of a document. */
export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

/** What there is to say about an offset: the thing named there, what the word means, else how the query around it finds its rows. */
export function hoverAt(subject: Subject, offset: number): Hover | undefined {
  const comment = inComment(subject, offset);
  if (comment !== undefined) return comment;
  const at = statementAt(subject, offset);
  if (at === undefined) return undefined;
  const context = subject.contexts(at.index)[0];
  const name = nameAt(subject, offset);
  const meaning = name?.meanings[0];
  if (name !== undefined && meaning !== undefined) {
    const about =
      meaning.kind !== 'table' || context === undefined
        ? ''
        : describeSize(meaning.table, context.surroundings) +
          (context.path === undefined ? '' : `\n\n---\n\n${pathMarkdown(context.path)}`) +
          usesMarkdown(subject, context.surroundings, meaning.table);
    return { start: name.start, end: name.end, markdown: describe(meaning) + about };
  }
  if (name?.occurrence.kind === 'role' || name?.occurrence.kind === 'user')
    return { start: name.start, end: name.end, markdown: `**role** ${codeSpan(printName(name.occurrence.name))}` };
  const placed = ({ start, end, markdown }: WordMeaning): Hover => ({
    start: at.from + start,
    end: at.from + end,
    markdown,
  });
  const segment = subject.document.segments[at.index]!;
  const { target } = subject.session(at.index);
  const word = wordAt(segment, at.statement, offset - at.from, target) ?? markerAt(subject, at, offset - at.from);
  if (word !== undefined) return placed(word);
  if (context?.path !== undefined) return placed({ ...at.statement.span, markdown: pathMarkdown(context.path) });
  // A name may be a word of the language, too.
  const keyword =
    name === undefined || at.statement.kind === 'shell'
      ? keywordAt(segment, at.statement, offset - at.from)
      : undefined;
  return keyword && placed(keyword);
}

function inComment({ document }: Subject, offset: number): Hover | undefined {
  const index = document.segmentAt(offset);
  const segment = document.segments[index];
  const from = segment === undefined ? 0 : document.startOf(index);
  const told = segment && commentAt(segment, offset - from);
  return told && { start: from + told.start, end: from + told.end, markdown: told.markdown };
}

/** What a bind marker stands for. */
function markerAt(subject: Subject, { index, statement }: StatementAt, offset: number): WordMeaning | undefined {
  for (const one of statement.kind === 'batch' ? statement.statements : [statement]) {
    const name = tableNameOf(one);
    const table = name && tablesOf(subject, index, name)[0];
    const known = table && knownMarkers(one, table).find(({ marker }) => touches(marker.span, offset));
    if (known !== undefined)
      return { ...known.marker.span, markdown: `${codeBlock(`${known.name} ${known.type}`)}\n\nbind marker` };
  }
  return undefined;
}

/** What declared numbers say of the table's size: of a partition, of all, and of buckets where rows come at a rate. */
export function describeSize(table: Table, surroundings: Surroundings): string {
  const size = tableSize(table, surroundings);
  if (size === undefined) return '';
  const { partition, bucket, buckets, total, from } = size;
  const lines =
    partition !== undefined
      ? [
          `A partition${bucket === undefined ? '' : `, one ${codeSpan(printName(bucket))},`} has up to ${counted(partition.rows, 'row')}, ${counted(partition.cells, 'cell')}, ${bytesText(partition.bytes)} (${codeSpan(from)}).`,
        ]
      : buckets.length > 0
        ? [`A partition grows for ever (${codeSpan(from)}).`]
        : [];
  if (total !== undefined) lines.push(`All rows are ${bytesText(total)} on each replica, before compression.`);
  if (buckets.length > 0) {
    const rows = buckets.map(({ unit, rows: some, bytes }) => `| ${unit} | ${count(some)} | ${bytesText(bytes)} |`);
    lines.push(['| bucket | rows | size |', '|---|---|---|', ...rows].join('\n'));
  }
  return `\n\n---\n\n${lines.join('\n\n')}`;
}

const count = (value: number): string => value.toLocaleString('en-US');
const counted = (value: number, what: string): string => `${count(value)} ${what}${value === 1 ? '' : 's'}`;

function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  const value = bytes / Number(size);
  return `about ${value < 10 ? value.toFixed(1) : count(Math.round(value))} ${unit}`;
}

/** The access path in words, a sentence each: how many partitions, how rows are found, in which order they come. */
export function describePath(path: AccessPath): readonly string[] {
  const head = headline(path);
  const why = sentence(path.why);
  const lines = why.startsWith(head) ? [why] : [head, why];
  if (path.index !== undefined) {
    const { name, family } = path.index.index;
    const kind = family === 'legacy' ? 'secondary index' : family.toUpperCase();
    const columns = path.index.columns.map((column) => `\`${column.name}\``);
    lines.push(
      columns.length > 1
        ? `Indexes on ${columns.join(', ')} (${kind})${columns.length > 2 ? ': two are intersected, the rest is filtered' : ''}.`
        : `Index: \`${name}\` (${kind}).`,
    );
  }
  if (path.access === 'read' && path.order.length > 0 && path.partitions.kind !== 'all') {
    const order = path.order.map(({ column, direction }) => `\`${column.name}\` ${direction}`).join(', ');
    lines.push(`Rows come by ${order}${path.reversed ? ' (read backwards)' : ''}.`);
  }
  if (path.filters && !path.why.includes('keeps only'))
    lines.push('Part of the restrictions only filters what is read.');
  return lines;
}

/** What comes before the first colon stands out. */
function pathMarkdown(path: AccessPath): string {
  const [first = '', ...others] = describePath(path).map(sentenceMarkdown);
  return [first.replace(/^[^:]+/, '**$&**'), ...others].join('\n\n');
}

function headline({ partitions, access, index }: AccessPath): string {
  const verb = access === 'read' ? 'Reads' : 'Writes';
  if (partitions.kind === 'one') return `${verb} one partition`;
  if (partitions.kind === 'many') return `${verb} ${partitions.count ?? 'several'} partitions`;
  return index === undefined ? `${verb} every partition` : `${verb} through an index, on every token range`;
}

const sentence = (why: string): string =>
  `${why.slice(0, 1).toUpperCase()}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`;

function describe(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'keyspace':
      return describeKeyspace(meaning.keyspace);
    case 'table':
      return describeTable(meaning.table);
    case 'column':
      return describeColumn(meaning.table, meaning.column);
    case 'type':
      return codeBlock(describeType(meaning.type));
    case 'field': {
      const { type, field, fieldType } = meaning;
      return `${codeBlock(`${printName(field)} ${printType(fieldType)}`)}\n\nfield of ${codeSpan(printQualified(type.keyspace, type.name))}`;
    }
    case 'built-in':
      return [
        codeBlock(meaning.functions.map(printFunction).join('\n')),
        ...new Set(meaning.functions.map(({ doc }) => doc)),
      ].join('\n\n');
    case 'native-type':
      return [codeBlock(meaning.name), ...docOfType(meaning.name)].join('\n\n');
    case 'function':
      return meaning.functions
        .map(({ keyspace, name, parameters, parameterNames, returns }) =>
          codeBlock(
            `${printQualified(keyspace, name)}(${parameters.map((one, index) => [parameterNames[index] ?? '', printType(one)].join(' ').trim()).join(', ')}) → ${printType(returns)}`,
          ),
        )
        .join('\n\n');
    case 'index': {
      const { index, table } = meaning;
      return `**index** ${codeSpan(printName(index.name))} on ${codeSpan(printQualified(table.keyspace, table.name))} (${index.targets.map(({ column }) => codeSpan(column)).join(', ')})`;
    }
  }
}

function docOfType(name: string): readonly string[] {
  const form = TYPE_FORMS.find((one) => one.name === name);
  return form === undefined
    ? Object.entries(NATIVE_TYPES).flatMap(([native, doc]) => (native === name ? [doc] : []))
    : [form.doc, ...inReleases(form.lifetime)];
}

const ROLES: Readonly<Record<Column['kind'], string>> = {
  partition: 'partition key',
  clustering: 'clustering column',
  static: 'static column',
  regular: 'column',
};

function describeColumn(table: Table, column: Column): string {
  const role =
    column.kind === 'clustering' ? `clustering column ${column.position + 1}, ${column.order}` : ROLES[column.kind];
  const indexes = table.indexes.filter(({ targets }) => targets.some((target) => target.column === column.name));
  return [
    codeBlock(`${printName(column.name)} ${printType(column.type)}`),
    `${role} of ${codeSpan(printQualified(table.keyspace, table.name))}`,
    ...indexes.map(({ name }) => `**index** ${codeSpan(printName(name))}`),
    ...docOfColumn(column.location ?? table.location, column.name),
  ].join('\n\n');
}

/** How it is replicated, and what stands in it. */
function describeKeyspace({ name, options, tables, types, functions, system }: Keyspace): string {
  const replication = options.get('replication');
  const views = [...tables.values()].filter(({ kind }) => kind === 'view').length;
  const parts = [
    [tables.size - views, 'table'],
    [views, 'view'],
    [types.size, 'type'],
    [functions.size, 'function'],
  ] as const;
  return [
    codeBlock(
      `KEYSPACE ${printName(name)}${replication === undefined || system ? '' : ` WITH replication = ${printOption(replication)}`}`,
    ),
    parts.flatMap(([size, what]) => (size === 0 ? [] : [counted(size, what)])).join(', ') || 'nothing in it',
  ].join('\n\n');
}

export const describeTable = (table: Table): string => [codeBlock(tableText(table)), ...docOfTable(table)].join('\n\n');

const describeType = ({ keyspace, name, fields }: UserType): string =>
  `TYPE ${printQualified(keyspace, name)} (\n${[...fields].map(([field, type]) => `  ${printName(field)} ${printType(type)}`).join(',\n')}\n)`;
