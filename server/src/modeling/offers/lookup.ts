import { hasCounters } from '../../catalog/table-columns.ts';
import { printName } from '../../catalog/names.ts';
import { backfillOf } from '../writes/backfill.ts';
import { designOf } from '../design/design.ts';
import { offer } from '../proposal/offer.ts';
import { insertAfter } from '../question/placement.ts';
import type { Plan } from '../question/plan.ts';
import { bindOf, markersOf } from '../proposal/pieces.ts';
import type { BindSource, Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { renderTable } from '../design/render.ts';
import { afterSchemaChange, tryQuery } from '../proposal/sandbox.ts';
import { writtenName } from '../proposal/source.ts';
import { words } from '../proposal/style.ts';
import { copyOf } from '../writes/copy.ts';
import { writeEdits } from '../writes/edits.ts';
import { inStepWith } from '../writes/index.ts';
import { copyOfSource, sourceOf } from '../writes/source.ts';
import { syncOf } from '../writes/sync.ts';
import { columnsOf, tableText } from './new-table.ts';
import { priceOfCopy } from './price.ts';
import { growthNotes, orderNotes, uniqueness } from './table-notes.ts';

/** A table of keys alone: a first read finds them, a second one the rows. Less to keep in step, twice as much to read. */
export function lookupTable(plan: Plan, question: Question): Proposal | undefined {
  const { pattern, table, session, style, sandbox, surroundings, statement, text } = question;
  const { select } = pattern;
  if (plan.shape !== 'plain' || plan.bucket !== undefined || plan.filtering.length > 0) return undefined;
  if (
    plan.relations.size > 0 ||
    plan.splits.length > 0 ||
    pattern.aggregates ||
    pattern.order.length > 0 ||
    select.json ||
    select.distinct
  )
    return undefined;
  // A copy that needs nothing else is a look-up table already; write times are asked of the rows themselves.
  const keys = [...plan.partition, ...plan.clustering.map(({ part }) => part)];
  const held = new Set([
    ...keys.flatMap((part) => (part.kind === 'base' ? [part.column.name] : [])),
    ...plan.unkeyed.map(({ name }) => name),
  ]);
  if (
    (!pattern.readsCells && pattern.selected.every(({ name }) => held.has(name))) ||
    select.limit !== undefined ||
    select.perPartitionLimit !== undefined
  )
    return undefined;
  // No batch counts and writes keys.
  if (hasCounters(table)) return undefined;
  const design = designOf(plan, table, new Set(plan.unkeyed.map(({ name }) => name)), session);
  if ('why' in design) return undefined;
  const name = lookupName(design.name);
  if (session.catalog.table(table.keyspace, name) !== undefined) return undefined;
  const prefix = design.written.slice(0, design.written.lastIndexOf('.') + 1);
  const called = tableText(design);
  const written = called.startsWith('"') ? printName(name) : lookupName(called);
  const lookup = { ...design, name, written: `${prefix}${written}`, statics: [] };
  const ddl = renderTable(lookup, style);
  const after = afterSchemaChange(sandbox, ddl);
  if (after === undefined) return undefined;
  const word = (part: string): string => words(part, style);
  const baseKey = [...table.partitionKey, ...table.clustering];
  const where =
    statement.where === undefined ? '' : ` ${text.slice(statement.where.span.start, statement.where.span.end)}`;
  const from = statement.from!;
  const space = from.keyspace === undefined ? '' : `${from.keyspace.text}.`;
  const first = `${word('SELECT')} ${baseKey.map(writtenName).join(', ')} ${word('FROM')} ${space}${tableText(lookup)}${where}`;
  const list = text.slice(select.selectors[0]!.span.start, select.selectors.at(-1)!.span.end);
  const rows = baseKey.map((column) => `${writtenName(column)} = ?`).join(` ${word('AND')} `);
  const second = `${word('SELECT')} ${list} ${word('FROM')} ${text.slice(from.span.start, from.span.end)} ${word('WHERE')} ${rows}`;
  const fine = [first, second].every((query) => {
    const tried = tryQuery(after, query);
    return tried !== undefined && tried.path.partitions.kind !== 'all' && !tried.path.filters;
  });
  if (!fine) return undefined;
  const markers = markersOf(statement);
  const firstBinds: readonly BindSource[] = markers
    .filter(
      ({ span }) =>
        statement.where !== undefined &&
        span.start >= statement.where.span.start &&
        span.end <= statement.where.span.end,
    )
    .map((marker) => bindOf(marker, markers));
  const result = after.session.catalog.table(table.keyspace, name);
  const source = sourceOf(question);
  if (source === undefined) return undefined;
  const copy = copyOfSource(copyOf(lookup, plan, pattern, question.declared), source);
  const inStep = inStepWith(copy, { surroundings, ...source }, after, syncOf, () => syncOf);
  return offer({
    kind: 'new-table',
    title: `Create table \`${tableText(lookup)}\` of keys only, and read the rows by them`,
    why: 'Only a change of the key has to be kept in step, but each answer takes a second read, one for each row.',
    price: priceOfCopy(copy, question, { keysOnly: true }),
    table: lookup.written,
    ddl: [ddl],
    undo: [`DROP TABLE ${lookup.written}`],
    queries: [first, second],
    binds: [firstBinds, baseKey.map((column) => ({ row: column.name, query: 0 }))],
    ...inStep,
    backfill: backfillOf(copy),
    notes: [...growthNotes(result, question), ...uniqueness(plan), ...orderNotes(lookup.clustering, false, question)],
    result,
    edits: (withWrites) => [
      ...insertAfter(table, columnsOf(lookup), [ddl], style, surroundings, 'the new table'),
      {
        at: { ...question.at, span: statement.span },
        text: `${first};\n${second}`,
        label: 'the query reads keys, then rows',
      },
      ...(withWrites ? writeEdits(inStep.sync().changes, surroundings) : []),
    ],
  });
}

const lookupName = (name: string): string => `${name.slice(0, 41).replace(/_+$/, '')}_lookup`;
