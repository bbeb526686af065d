import { lacksWords } from '../../analysis/dialects/lacks.ts';
import { type Column, printName, type Table } from '../../catalog/index.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { type Draft, field, plain } from './entry.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { commasSince, openingOf } from './tokens-before.ts';

/** Whole statements to fill in, where one may begin. */
export function statementsAt(place: Place): readonly Draft[] {
  if (place.tokens.count > 0) return [];
  const written = inCase(place, 'upper');
  const { target } = place.session;
  return STATEMENTS.filter(([label]) => target.kind === 'cassandra' || !lacksWords(label, target.dialect)).map(
    ([label, about, snippet]) => ({
      label: `${written(label)} …`,
      kind: 'statement',
      filter: written(label.replaceAll(' ', '')),
      text: written(`${label} `),
      // Only what stands outside of the places to fill in is the language's.
      snippet: snippet.replaceAll(/\$\{[^}]*\}|'[^']*'|\b[A-Z]+\b/g, (part) =>
        /^[A-Z]/.test(part) ? written(part) : part,
      ),
      about: () =>
        `${about}\n\n\`\`\`cql\n${snippet.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll(/\$\d/g, '')}\n\`\`\``,
    }),
  );
}

const STATEMENTS: readonly (readonly [label: string, about: string, snippet: string])[] = [
  ['CREATE TABLE', 'A table.', 'CREATE TABLE ${1:name} (\n  ${2:id} ${3:uuid},\n  PRIMARY KEY (${2:id})\n);$0'],
  [
    'CREATE KEYSPACE',
    'A keyspace with replicas in one data center.',
    "CREATE KEYSPACE ${1:name} WITH replication = {'class': 'NetworkTopologyStrategy', '${2:datacenter1}': ${3:3}\\};$0",
  ],
  ['CREATE TYPE', 'A user-defined type.', 'CREATE TYPE ${1:name} (\n  ${2:field} ${3:text}\n);$0'],
  ['CREATE INDEX', 'An index on a column.', 'CREATE INDEX ${1:name} ON ${2:table} (${3:column});$0'],
  ['BEGIN BATCH', 'Writes that are all done in the end.', 'BEGIN BATCH\n  $1\nAPPLY BATCH;$0'],
];

/** Behind `INSERT INTO table`: the columns and a place for each value; all of them, and the key alone. Behind `VALUES` those places. */
export function insertionsAt(place: Place): readonly Draft[] {
  const { statement, table, tokens, caret } = place;
  const isBeforeBrackets =
    statement?.kind === 'insert' &&
    place.clause === T.INTO &&
    caret.expected.signs.includes('(') &&
    tokens.open.length === 0;
  if (!isBeforeBrackets || place.typed !== '') return [];
  const columns = tokens.types.indexOf(T.RPAREN, place.clauseAt);
  if (columns >= 0) return [valuesFor(commasSince({ ...tokens, count: columns }, openingOf(tokens, columns)) + 1)];
  if (table === undefined || hasCounters(table)) return [];
  const keys = [...table.partitionKey, ...table.clustering];
  const rest = [...table.columns.values()].filter(({ kind }) => kind === 'static' || kind === 'regular');
  const written = inCase(place, 'upper');
  return [[...keys, ...rest], ...(rest.length === 0 ? [] : [keys])].map((columns, index) =>
    insertion(columns, table, written('VALUES'), index === 0 ? 'all columns' : 'the key'),
  );
}

/** A place for the value of each column that is named. */
function valuesFor(count: number): Draft {
  const places = Array.from({ length: count }, (_, index) => index + 1);
  return {
    label: `(${places.map(() => '?').join(', ')})`,
    kind: 'value',
    snippet: `(${places.map((place) => field(place, '?')).join(', ')})`,
    about: () => 'A value for each of the columns.',
  };
}

function insertion(columns: readonly Column[], table: Table, values: string, detail: string): Draft {
  const names = columns.map(({ name }) => printName(name)).join(', ');
  return {
    label: `(${names})`,
    kind: 'statement',
    detail,
    text: `(${names}) ${values} (${columns.map(() => '?').join(', ')})`,
    snippet: `(${plain(names)}) ${values} (${columns.map((_, index) => field(index + 1, '?')).join(', ')})`,
    about: () => `A row of \`${table.name}\`.`,
  };
}
