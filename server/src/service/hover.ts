import type { AccessPath } from '../analysis/access/model.ts';
import {
  printFunction,
  printName,
  printQualified,
  printType,
  type Column,
  type Table,
  type UserType,
} from '../catalog/index.ts';
import { NATIVE_TYPES, TYPE_FORMS } from '../syntax/built-in-types.ts';
import type { Meaning } from '../names/meaning.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { tableSize } from '../modeling/design/table-size.ts';
import { nameAt, statementAt } from './at.ts';
import type { Subject } from './subject.ts';

/** Markdown for the range of a document. */
export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

/** What there is to say about an offset: the thing named there, else how the query around it finds its rows. */
export function hoverAt(subject: Subject, offset: number): Hover | undefined {
  const name = nameAt(subject, offset);
  const meaning = name?.meanings[0];
  const at = statementAt(subject, offset);
  const path = at === undefined ? undefined : subject.contexts(at.index)[0]?.path;
  if (name !== undefined && meaning !== undefined) {
    const surroundings = subject.contexts(at!.index)[0]?.surroundings;
    const size =
      meaning.kind === 'table' && surroundings !== undefined ? describeSize(meaning.table, surroundings) : '';
    const access = meaning.kind === 'table' && path !== undefined ? `\n\n---\n\n${describePath(path)}` : '';
    return { start: name.start, end: name.end, markdown: describe(meaning) + size + access };
  }
  if (at === undefined || path === undefined) return undefined;
  const { span } = at.statement;
  return { start: at.from + span.start, end: at.from + span.end, markdown: describePath(path) };
}

/** What declared numbers say of the table's size: of a partition, of all, and of buckets where rows come at a rate. */
export function describeSize(table: Table, surroundings: Surroundings): string {
  const size = tableSize(table, surroundings);
  if (size === undefined) return '';
  const { partition, bucket, buckets, total, from } = size;
  const lines =
    partition !== undefined
      ? [
          `A partition${bucket === undefined ? '' : `, one \`${printName(bucket)}\`,`} has up to ${counted(partition.rows, 'row')}, ${counted(partition.cells, 'cell')}, ${bytesText(partition.bytes)} (\`${from}\`).`,
        ]
      : buckets.length > 0
        ? [`A partition grows for ever (\`${from}\`).`]
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

/** The access path in words: how many partitions, how rows are found, in which order they come. */
export function describePath(path: AccessPath): string {
  const lines = [`**${headline(path)}**`, '', sentence(path.why)];
  if (path.index !== undefined) {
    lines.push(
      '',
      `Index: \`${path.index.index.name}\` (${path.index.index.family === 'legacy' ? 'secondary index' : path.index.index.family.toUpperCase()}).`,
    );
  }
  if (path.access === 'read' && path.order.length > 0 && path.partitions.kind !== 'all') {
    const order = path.order.map(({ column, direction }) => `\`${column.name}\` ${direction}`).join(', ');
    lines.push('', `Rows come by ${order}${path.reversed ? ' (read backwards)' : ''}.`);
  }
  if (path.filters) lines.push('', 'Rows are read and thrown away: part of the restrictions only filters.');
  return lines.join('\n');
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
      return `**keyspace** \`${printName(meaning.keyspace.name)}\``;
    case 'table':
      return describeTable(meaning.table);
    case 'column':
      return describeColumn(meaning.table, meaning.column);
    case 'type':
      return cql(describeType(meaning.type));
    case 'field': {
      const { type, field, fieldType } = meaning;
      return `${cql(`${printName(field)} ${printType(fieldType)}`)}\n\nfield of \`${printQualified(type.keyspace, type.name)}\``;
    }
    case 'built-in':
      return [
        cql(meaning.functions.map(printFunction).join('\n')),
        ...new Set(meaning.functions.map(({ doc }) => doc)),
      ].join('\n\n');
    case 'native-type':
      return [cql(meaning.name), ...docOfType(meaning.name)].join('\n\n');
    case 'function':
      return meaning.functions
        .map(({ keyspace, name, parameters, returns }) =>
          cql(
            `${printQualified(keyspace, name)}(${parameters.map((one) => printType(one)).join(', ')}) → ${printType(returns)}`,
          ),
        )
        .join('\n\n');
    case 'index': {
      const { index, table } = meaning;
      return `**index** \`${printName(index.name)}\` on \`${printQualified(table.keyspace, table.name)}\` (${index.targets.map(({ column }) => column).join(', ')})`;
    }
  }
}

function docOfType(name: string): readonly string[] {
  const form = TYPE_FORMS.find((one) => one.name === name);
  return form === undefined
    ? Object.entries(NATIVE_TYPES).flatMap(([native, doc]) => (native === name ? [doc] : []))
    : [form.doc];
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
  return `${cql(`${printName(column.name)} ${printType(column.type)}`)}\n\n${role} of \`${printQualified(table.keyspace, table.name)}\``;
}

function describeTable(table: Table): string {
  const columns = [...table.columns.values()].map(
    ({ name, type, kind }) => `  ${printName(name)} ${printType(type)}${kind === 'static' ? ' static' : ''}`,
  );
  const partition = table.partitionKey.map(({ name }) => printName(name)).join(', ');
  const clustering = table.clustering.map(({ name }) => `, ${printName(name)}`).join('');
  const order = table.clustering.some(({ order: direction }) => direction === 'DESC')
    ? ` WITH CLUSTERING ORDER BY (${table.clustering.map(({ name, order: direction }) => `${printName(name)} ${direction}`).join(', ')})`
    : '';
  const what = table.kind === 'view' ? 'MATERIALIZED VIEW' : 'TABLE';
  const indexes = table.indexes.map(
    ({ name, targets }) => `-- index ${name} (${targets.map(({ column }) => column).join(', ')})`,
  );
  return cql(
    [
      `${what} ${printQualified(table.keyspace, table.name)} (`,
      `${[...columns, `  PRIMARY KEY ((${partition})${clustering})`].join(',\n')}`,
      `)${order}`,
      ...indexes,
    ].join('\n'),
  );
}

const describeType = ({ keyspace, name, fields }: UserType): string =>
  `TYPE ${printQualified(keyspace, name)} (\n${[...fields].map(([field, type]) => `  ${printName(field)} ${printType(type)}`).join(',\n')}\n)`;

const cql = (code: string): string => `\`\`\`cql\n${code}\n\`\`\``;
