import type { Column } from '../../catalog/model.ts';
import { insertAfter } from '../question/placement.ts';
import { freeColumnName, entityOf, singular } from '../proposal/names.ts';
import { offer } from '../proposal/offer.ts';
import { applyChanges, type Change } from '../proposal/pieces.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { afterSchemaChange, tryQuery } from '../proposal/sandbox.ts';
import { secondReadOf } from '../evidence/second-read.ts';
import { writtenName, writtenType } from '../proposal/source.ts';
import { styleOf, words } from '../proposal/style.ts';
import { printName } from '../../catalog/names.ts';
import { writtenTable } from './existing-table.ts';

/** The table that finds the keys gets what is read by them: one query instead of two. */
export function widenedFirst(question: Question): Proposal | undefined {
  const { table, at, session, surroundings, statement, sandbox } = question;
  const found = secondReadOf({ statement, table, at, session, surroundings });
  if (found === undefined || !found.onlyKeys) return undefined;
  const { first, links, wanted } = found;
  const style = styleOf(first.table);
  const once =
    first.table.clustering.length > 0 && links.every(({ from }) => from.kind === 'partition') ? ' static' : '';
  const taken = new Map(first.table.columns);
  const added = wanted.map((column) => {
    const name = nameIn(column, taken, table.name);
    taken.set(name, column);
    const written = name === column.name ? writtenName(column) : printName(name);
    return { column, written, ddl: `${written} ${writtenType(column, table)}${once}` };
  });
  const name = writtenTable(first.table, { statement: first.select });
  const list = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(', ')})`);
  const ddl = `${words('ALTER TABLE', style)} ${name} ${words('ADD', style)} ${list(added.map((one) => one.ddl))}`;
  const after = afterSchemaChange(sandbox, ddl);
  if (after === undefined) return undefined;
  const { end } = first.select.selectors.at(-1)!.span;
  const change: Change = {
    span: { start: end, end },
    text: added.map(({ written }) => `, ${written}`).join(''),
    binds: [],
  };
  const query = applyChanges(first.select, first.at.segment.text, [change]);
  const tried = tryQuery(after, query.text);
  if (tried === undefined) return undefined;
  const names = added.map(({ written }) => `\`${written}\``).join(', ');
  const entity = singular(entityOf(table.name));
  const inProgram = surroundings.isProgram(at.uri);
  const renamed = added.filter(({ column, written }) => written !== writtenName(column));
  return offer({
    kind: 'alter-table',
    preferred: true,
    title: `Add ${names} to table \`${first.table.name}\` and read once`,
    why:
      `The query before only finds keys of \`${table.name}\`, and this one reads a partition for each of them; ` +
      `with ${names} beside the keys, one query answers.`,
    table: name,
    ddl: [ddl],
    undo: [
      `${words('ALTER TABLE', style)} ${name} ${words('DROP', style)} ${list(added.map(({ written }) => written))}`,
    ],
    queries: [query.text],
    notes: [
      `Rows that are there need their ${names} filled in.`,
      `A change in \`${table.name}\` then goes to every row of \`${first.table.name}\` that names the ${entity}: leave the second read where that happens more often than this query.`,
      ...(inProgram
        ? [
            `The query of the loop stays: take it out once the first one has all that is needed. Where a row is taken by the places of its columns, as \`Scan\` does, take ${names} there at once.`,
          ]
        : []),
      ...renamed.map(({ column, written }) => `\`${written}\` is \`${column.name}\` of \`${table.name}\`.`),
    ],
    result: tried.table,
    edits: () => [
      ...insertAfter(
        first.table,
        [...first.table.columns.values()],
        [ddl],
        style,
        surroundings,
        'the columns that the query needs',
      ),
      { at: { ...first.at, span: change.span }, text: change.text, label: 'the query reads them' },
      ...(inProgram ? [] : [{ at: { ...at, span: wholeOf(question) }, text: '', label: 'no second query' }]),
    ],
  });
}

/** A column's own name; with the entity before it where the table has another of that name. */
function nameIn(column: Column, columns: ReadonlyMap<string, Column>, table: string): string {
  return columns.has(column.name)
    ? freeColumnName({ columns }, [`${singular(entityOf(table))}_${column.name}`])
    : column.name;
}

/** The statement with its `;` and the empty lines before it. */
function wholeOf({ at: { segment } }: Question): { start: number; end: number } {
  const { text, begin, end } = segment;
  const semicolon = text.indexOf(';', end);
  const gap = /(?:\r?\n[ \t]*)*$/.exec(text.slice(0, begin))![0].length;
  return { start: begin - gap, end: semicolon < 0 ? end : semicolon + 1 };
}
