import type { Column } from '../../catalog/model.ts';
import { isMultiCell } from '../../catalog/types.ts';
import { freeName } from '../design.ts';
import { admissible } from '../key.ts';
import { freeColumnName, stemOf } from '../names.ts';
import { offer } from '../offer.ts';
import { insertAfter } from '../placement.ts';
import type { DerivedColumn, Proposal } from '../proposal.ts';
import type { Question } from '../question.ts';
import { createOf, writtenName, writtenType } from '../source.ts';
import { afterSchemaChange, tryQuery } from '../sandbox.ts';
import { words } from '../style.ts';
import { writtenTable } from './existing-table.ts';

/** A table of counters for a query that only counts: one row for each combination of values, read instead of counted. */
export function countTable(question: Question): Proposal | undefined {
  const { pattern, table, session, style, surroundings, statement, text, sandbox, at } = question;
  const { equal, group, select, relations, textOf } = pattern;
  const counts = select.selectors.filter(({ expression }) => expression.kind === 'call');
  const [count] = counts;
  if (count === undefined || counts.length > 1 || !COUNT.test(textOf(count.expression))) return undefined;
  const others = select.selectors.filter((selector) => selector !== count);
  const named = (column: Column): boolean => [...equal.map((one) => one.column), ...group].includes(column);
  const plain = others.every(
    ({ expression }) =>
      expression.kind === 'column' && pattern.selected.some((one) => one.name === expression.column.name),
  );
  if (!plain || !pattern.selected.every(named) || equal.length === 0 || equal.length < relations.length)
    return undefined;
  if (select.orderBy.length > 0 || select.limit !== undefined || select.perPartitionLimit !== undefined)
    return undefined;
  if (select.distinct || select.json || equal.some(({ value }) => value.kind === 'null')) return undefined;
  const partition = equal.map(({ column }) => column);
  const clustering = group.filter((column) => !partition.includes(column));
  if (![...partition, ...clustering].every(({ type }) => admissible(type, session.catalog))) return undefined;
  const counter = freeColumnName({ columns: new Map([...partition, ...clustering].map((one) => [one.name, one])) }, [
    'count',
    'row_count',
  ]);
  const source = createOf(table)?.statement.name;
  const { written } = freeName(
    {
      base: source === undefined || source.name.quoted ? table.name : source.name.text,
      partition: [...partition, ...clustering].map(({ name }) => name),
      others: [],
      samePartition: false,
      form: 'count',
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
  const lines = [
    ...[...partition, ...clustering].map((column) => `${writtenName(column)} ${typeOf(column)}`),
    `${counter} counter`,
    `${word('PRIMARY KEY')} (${[`(${partition.map(writtenName).join(', ')})`, ...clustering.map(writtenName)].join(', ')})`,
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
  const where = text.slice(statement.where!.span.start, statement.where!.span.end);
  const from = writtenTable(table, question).includes('.') ? written : written.slice(written.lastIndexOf('.') + 1);
  const query = `${word('SELECT')} ${list} ${word('FROM')} ${from} ${where}`;
  const after = afterSchemaChange(sandbox, ddl);
  const tried = after === undefined ? undefined : tryQuery(after, query);
  if (tried === undefined || tried.path.partitions.kind === 'all' || tried.path.filters) return undefined;
  const derived: DerivedColumn = {
    column: counter,
    type: { kind: 'native', name: 'counter' },
    from: [...partition, ...clustering].map(({ name }) => name),
    function: 'count',
  };
  const add = `UPDATE ${written} SET ${counter} = ${counter} + 1 WHERE ${[...partition, ...clustering].map((column) => `${writtenName(column)} = ?`).join(' AND ')}`;
  return offer({
    kind: 'new-table',
    title: `Keep the count in \`${from}\` (counters: fast to read, not exact)`,
    why: 'One row is read instead of all that are counted; each write of the table then counts, too.',
    table: written,
    ddl: [ddl],
    undo: [`DROP TABLE ${written}`],
    queries: [query],
    derived: [derived],
    notes: [
      `Each new row adds one, \`${add}\`, and each deleted one takes one away: no batch does it together with the row, and a write that is tried again counts twice.`,
      `An INSERT that overwrites a row must not count, nor an UPDATE, unless it moves the row to another ${partition.map(({ name }) => `\`${name}\``).join(', ')}.`,
      'Without rows the answer is none instead of 0.',
    ],
    result: tried.table,
    edits: () => [
      ...insertAfter(table, [...partition, ...clustering], [ddl], style, surroundings, 'the counters'),
      { at: { ...at, span: statement.span }, text: query, label: 'the query reads the count' },
    ],
  });
}

const COUNT = /^count\s*\(\s*(?:\*|1)\s*\)$/i;
