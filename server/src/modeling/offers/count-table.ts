import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { isMultiCell, writeType } from '../../catalog/types.ts';
import { freeName } from '../design/design.ts';
import { admissible } from '../design/key.ts';
import { entityOf, freeColumnName, stemOf } from '../proposal/names.ts';
import { offer } from '../proposal/offer.ts';
import { everything } from './list-table.ts';
import { hasFewValues } from '../evidence/few-values.ts';
import { hashColumn } from '../design/hash-bucket.ts';
import type { Use } from '../evidence/surroundings.ts';
import { expires } from '../evidence/ttl.ts';
import { insertAfter } from '../question/placement.ts';
import type { DerivedColumn, Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { createOf, writtenName, writtenType } from '../proposal/source.ts';
import { afterSchemaChange, tryQuery } from '../proposal/sandbox.ts';
import { words } from '../proposal/style.ts';

/** A table of counters for a query that only counts or adds up: one row for each combination of values, read instead of all. */
export function countTable(question: Question): Proposal | undefined {
  const { pattern, table, session, style, surroundings, statement, text, sandbox, at, declared } = question;
  const { equal, group, select, relations, textOf } = pattern;
  const counts = select.selectors.filter(({ expression }) => expression.kind === 'call');
  const [count] = counts;
  if (count === undefined || counts.length > 1) return undefined;
  const added = addedBy(textOf(count.expression), table);
  if (added === undefined && !COUNT.test(textOf(count.expression))) return undefined;
  const others = select.selectors.filter((selector) => selector !== count);
  const named = (column: Column): boolean => [...equal.map((one) => one.column), ...group].includes(column);
  const plain = others.every(
    ({ expression }) =>
      expression.kind === 'column' && pattern.selected.some((one) => one.name === expression.column.name),
  );
  if (
    !plain ||
    !pattern.selected.every((column) => named(column) || column === added) ||
    equal.length < relations.length
  )
    return undefined;
  if (select.orderBy.length > 0 || select.limit !== undefined || select.perPartitionLimit !== undefined)
    return undefined;
  if (select.distinct || select.json || equal.some(({ value }) => value.kind === 'null')) return undefined;
  const partition = equal.map(({ column }) => column);
  const clustering = group.filter((column) => !partition.includes(column));
  // All groups lie in one partition where the query asks for all of them.
  const all = partition.length === 0;
  if (all && clustering.length === 0) return undefined;
  // Nobody takes away what ends by itself.
  if (expires(table) || question.uses().some(writesTtl)) return undefined;
  const few = clustering.every((column) => hasFewValues(column, declared));
  const bucket = few
    ? everything(table)
    : hashColumn({ ...table, partitionKey: clustering, clustering: [] }, [], undefined, surroundings.shardColumn);
  if (![...partition, ...clustering].every(({ type }) => admissible(type, session.catalog))) return undefined;
  const counter = freeColumnName(
    { columns: new Map([...partition, ...clustering].map((one) => [one.name, one])) },
    added === undefined ? ['count', 'row_count'] : [`${added.name}_sum`, `sum_of_${added.name}`],
  );
  const source = createOf(table)?.statement.name;
  const base = source === undefined || source.name.quoted ? table.name : source.name.text;
  const { written } = freeName(
    {
      base: added === undefined ? base : `${entityOf(base)}_${added.name}`,
      partition: [...partition, ...clustering].map(({ name }) => name),
      others: [],
      samePartition: false,
      form: added === undefined ? 'count' : 'by',
      columnStems: stemOf,
      signature: [...partition, ...clustering].map(({ name }) => name).join(' '),
    },
    table,
    session.catalog,
  );
  const word = (part: string): string => words(part, style);
  const typeOf = (column: Column): string =>
    isMultiCell(column.type) ? `frozen<${writtenType(column, table)}>` : writtenType(column, table);
  const { newline, indent, margin } = style;
  const first = all ? [bucket.column] : partition.map(writtenName);
  const lines = [
    ...(all ? [`${bucket.column} ${writeType(bucket.type)}`] : []),
    ...[...partition, ...clustering].map((column) => `${writtenName(column)} ${typeOf(column)}`),
    `${counter} counter`,
    `${word('PRIMARY KEY')} (${[`(${first.join(', ')})`, ...clustering.map(writtenName)].join(', ')})`,
  ];
  const exists = style.ifNotExists ? 'IF NOT EXISTS ' : '';
  const ddl = `${word(`CREATE TABLE ${exists}`)}${written} (${newline}${lines.map((line) => `${indent}${line}`).join(`,${newline}`)}${newline}${margin})`;
  const list = select.selectors
    .map((selector) =>
      selector === count
        ? `${counter}${count.alias === undefined ? '' : ` ${word('AS')} ${count.alias.text}`}`
        : textOf(selector),
    )
    .join(', ');
  const inAll = few ? `${bucket.column} = 'all'` : `${bucket.column} = ?`;
  const where =
    statement.where === undefined
      ? `${word('WHERE')} ${inAll}`
      : text.slice(statement.where.span.start, statement.where.span.end);
  const bare = written.slice(written.lastIndexOf('.') + 1);
  const space = statement.from?.keyspace;
  const from = space === undefined ? bare : `${space.text}.${bare}`;
  const query = `${word('SELECT')} ${list} ${word('FROM')} ${from} ${where}`;
  const after = afterSchemaChange(sandbox, ddl);
  const tried = after === undefined ? undefined : tryQuery(after, query);
  if (tried === undefined || tried.path.partitions.kind === 'all' || tried.path.filters) return undefined;
  const absent = clustering.flatMap(({ kind, name }) =>
    (kind === 'regular' || kind === 'static') && !declared.notNull.has(name) ? [`\`${name}\``] : [],
  );
  const derived: DerivedColumn = {
    column: counter,
    type: { kind: 'native', name: 'counter' },
    from: added === undefined ? [...partition, ...clustering].map(({ name }) => name) : [added.name],
    function: added === undefined ? 'count' : 'sum',
  };
  const place = [
    ...(all ? [inAll] : []),
    ...[...partition, ...clustering].map((column) => `${writtenName(column)} = ?`),
  ];
  const add = `UPDATE ${from} SET ${counter} = ${counter} + ${added === undefined ? '1' : '?'} WHERE ${place.join(' AND ')}`;
  return offer({
    kind: 'new-table',
    title: `Keep the ${added === undefined ? 'count' : 'sum'} in \`${bare}\` (counters: fast to read, not exact)`,
    why: `One row${group.length > 0 ? ' a group' : ''} is read instead of all that are ${added === undefined ? 'counted' : 'added up'}; each write of the table then ${added === undefined ? 'counts' : 'adds'}, too.`,
    price: 'each write also counts, outside of its batch; a write that is tried again counts twice',
    table: written,
    ddl: [ddl],
    undo: [`DROP TABLE ${written}`],
    queries: [query],
    binds: all && !few ? [[{ derived: bucket.column }]] : undefined,
    derived: all ? [bucket, derived] : [derived],
    notes: [
      added === undefined
        ? `Each new row adds one, \`${add}\`, and each deleted one takes one away: no batch does it together with the row, and a write that is tried again counts twice.`
        : `Each new row adds its \`${printName(added.name)}\`, \`${add}\`, a change the difference, and each deleted one takes it away: no batch does it together with the row, and a write that is tried again adds twice.`,
      `An INSERT that overwrites a row must not ${added === undefined ? 'count, nor an UPDATE, unless it moves' : 'add as a new one does; an UPDATE moves the sum where it moves'} the row to another ${[...partition, ...clustering].map(({ name }) => `\`${name}\``).join(', ')}.`,
      'Fill it while nothing writes the table: what is added twice counts twice.',
      ...(all && !few
        ? [
            `\`${bucket.column}\` is a hash of ${clustering.map(({ name }) => `\`${name}\``).join(', ')}, from 0 to ${bucket.count! - 1}: ask once for each of its values.`,
          ]
        : []),
      ...(absent.length > 0 ? [`Rows without ${absent.join(', ')} are in no group.`] : []),
      ...(group.length > 0 ? [] : ['Without rows the answer is none instead of 0.']),
      ...(all ? ['A group whose last row goes keeps a count of 0.'] : []),
    ],
    result: tried.table,
    edits: () => [
      ...insertAfter(table, [...partition, ...clustering], [ddl], style, surroundings, 'the counters'),
      { at: { ...at, span: statement.span }, text: query, label: 'the query reads the count' },
    ],
  });
}

const writesTtl = ({ statement }: Use): boolean =>
  (statement.kind === 'insert' || statement.kind === 'update') && statement.using?.ttl !== undefined;

/** The column of whole numbers that is added up. */
function addedBy(text: string, { columns }: Table): Column | undefined {
  const name = /^sum\s*\(\s*("(?:[^"]|"")+"|\w+)\s*\)$/i.exec(text)?.[1];
  if (name === undefined) return undefined;
  const column = columns.get(name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase());
  return column !== undefined && column.kind === 'regular' && WHOLE.has(writeType(column.type)) ? column : undefined;
}

/** What a counter can add up. */
const WHOLE: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'int', 'bigint']);

const COUNT = /^count\s*\(\s*(?:\*|1)\s*\)$/i;
