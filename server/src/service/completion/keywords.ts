import { lacksWords } from '../../analysis/dialects/lacks.ts';
import type { Table } from '../../catalog/index.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Statement } from '../../syntax/ast.ts';
import { isOffered } from '../../syntax/features.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { isName } from '../../syntax/token-classes.ts';
import { existsIn } from '../../text/release.ts';
import type { Draft } from './entry.ts';
import { aboutKeyword } from './keyword-register.ts';
import { isIndexedBy } from './columns.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { leadsToResource } from './resources.ts';
import { leftInBrackets, type TokensBefore } from './tokens-before.ts';

/** The keywords that the grammar has at the caret and the server that is aimed at takes. */
export function keywordsAt(place: Place): readonly Draft[] {
  const { keywords, features } = place.caret.expected;
  const written = inCase(place, 'upper');
  return keywords
    .toSorted((one, other) => rankOf(place, one) - rankOf(place, other))
    .filter((keyword) => {
      const feature = features.get(keyword);
      const isKnown = feature === undefined || isOffered(feature, place.session.target, place.release);
      return isKnown && !isLacking(place, keyword) && isTaken(place, keyword) && leadsToResource(place, keyword);
    })
    .map((keyword) => {
      const about = aboutKeyword(keyword, place.tokens);
      return {
        label: written(keyword),
        kind: 'keyword',
        // A blank behind a word ends it, though more words follow in the suggestion.
        ...(keyword.includes(' ') && { filter: written(keyword.replaceAll(' ', '')) }),
        ...(about !== undefined && { about: () => about }),
      };
    });
}

/** What is meant most, of those beside which it stands, is first; behind the others what is seldom meant, and the end of a batch. */
const rankOf = ({ statement }: Place, keyword: string): number =>
  // Without its class an index is the kind that is seldom meant; a custom one must have it.
  keyword === 'USING' && statement?.kind === 'create-index' ? 0 : (RANKS.get(keyword) ?? 1);

const RANKS: ReadonlyMap<string, number> = new Map([
  ['TABLE', 0],
  ['BATCH', 0],
  ['TRUE', 0],
  ['PER PARTITION LIMIT', 2],
  ['USING', 2],
  ['APPLY BATCH', 3],
]);

/** A statement or a clause of it that the server is known to lack. */
function isLacking({ session: { target }, statement, tokens }: Place, keyword: string): boolean {
  if (target.kind !== 'dialect') return false;
  const before = Array.from({ length: tokens.count < LONGEST_OPENING ? tokens.count : 0 }, (_, at) =>
    tokens.text(at).toUpperCase(),
  );
  return (
    (statement?.kind === 'select' && lacksWords(keyword, target.dialect)) ||
    lacksWords([...before, keyword].join(' '), target.dialect)
  );
}

/** How many words tell what a statement is, the one at the caret among them. */
const LONGEST_OPENING = 3;

/** Words that the grammar reads and that are refused at their place, or offered in a better form. */
function isTaken(place: Place, keyword: string): boolean {
  const { caret, statement, tokens, clause, clauseAt, table, release, typed } = place;
  const last = tokens.types[tokens.count - 1] ?? 0;
  const before = tokens.types[tokens.count - 2] ?? 0;
  // Behind brackets that are compared nothing but an operator stands, behind CONTAINS KEY nothing but a value.
  if (clause === T.WHERE && (leftInBrackets(tokens) !== undefined || (last === T.KEY && before === T.CONTAINS)))
    return false;
  // Counters take neither times nor conditions.
  if (table !== undefined && CHANGES.has(statement?.kind) && COUNTERLESS.has(keyword) && isCounterTable(table))
    return false;
  const ordered = clause === T.ORDER && isName(last) ? table?.columns.get(tokens.name(tokens.count - 1)) : undefined;
  if (ordered?.type.kind === 'vector') return keyword === 'ANN OF';
  switch (keyword) {
    case 'NULL':
    case 'TRUE':
    case 'FALSE':
    case 'NAN':
    case 'INFINITY':
      // As values they come with the others.
      return !caret.expected.values;
    case 'FROZEN':
    case 'LIST':
    case 'MAP':
    case 'TUPLE':
    case 'VECTOR':
      // A cast in brackets: hardly ever meant where a value may stand.
      return !caret.expected.values;
    case 'CROSS':
    case 'INNER':
    case 'LEFT':
    case 'OUTER':
    case 'RIGHT':
    case 'JOIN':
    case 'REFERENCES':
    case 'ALL SELECT':
      // SQL, which is read where it is written already.
      return false;
    case 'TOKEN':
      return false;
    case 'SET':
      // The type, which is offered with its parameters.
      return statement?.kind === 'update' || statement?.kind === 'foreign';
    case 'COMPACT STORAGE':
      // Every server takes it, and only old tables have it.
      return statement?.kind === 'alter-table' ? table?.compactStorage === true : release === '3.11' || typed !== '';
    case 'CLUSTERING ORDER BY':
      return !isGiven(tokens, T.CLUSTERING);
    case 'IS NOT NULL':
      return statement?.kind === 'create-view' || caret.beginning?.kind === 'transaction';
    case 'LIKE':
      // Behind a column, the operators know it.
      return clause !== T.WHERE && clause !== T.IF;
    case 'AS':
      // Within brackets only a cast has it.
      if (tokens.open.length > 0) return tokens.types[tokens.open.at(-1)! - 1] === T.CAST;
      return !SELECTION_WORDS.has(last);
    case 'FROM':
      // Columns have these names, too.
      return !SELECTION_WORDS.has(last) || typed !== '';
    case 'ANN OF':
      return ordered === undefined;
    case 'ASC':
    case 'DESC':
      // The short form of DESCRIBE is for who begins to write it; of the likest rows the likest come first.
      return tokens.count === 0 ? typed !== '' : clause !== T.ORDER || !tokens.types.includes(T.ANN, clauseAt);
    case 'ALTER':
      // No server changes types of fields and columns any more.
      return statement?.kind === 'alter-type' ? false : statement?.kind !== 'alter-table' || hasMasks(place);
    case 'TTL':
    case 'TIMESTAMP':
      if (clause !== T.USING) return true;
      // Each once; only what is written has a time to live.
      return !behindClause(keyword, tokens, clauseAt) && (keyword === 'TIMESTAMP' || !isTimeOnly(statement));
    case 'AND':
      if (clause === T.USING) return !isTimeOnly(statement);
      // A name in brackets is no relation yet.
      return clause !== T.WHERE || !(isName(last) && before === T.LPAREN);
    case 'WHERE':
      // A name alone is no value.
      return clause !== T.SET || !(isName(last) && before === T.EQ);
    case 'IN':
    case 'CONTAINS':
    case 'NOT':
      // A part of a value is compared as what it is.
      if (clause === T.IF && last === T.EXISTS && before === T.IF && !table?.columns.has('exists')) return false;
      if (clause === T.IF) return keyword === 'IN' || (last !== T.RBRACKET && before !== T.DOT);
      return clause !== T.WHERE || last !== T.RBRACKET;
    case 'JSON':
      return statement?.kind !== 'insert' || table === undefined || !isCounterTable(table);
    case 'INSERT INTO':
      // Counters are only added to.
      return caret.beginning?.kind !== 'batch' || caret.beginning.type !== 'counter';
    case 'HASHED PASSWORD':
    case 'GENERATED PASSWORD':
    case 'PASSWORD':
      return !isGiven(tokens, T.PASSWORD);
    case 'LOGIN':
      return !isGiven(tokens, T.LOGIN);
    case 'SUPERUSER':
      return !isGiven(tokens, T.SUPERUSER);
    case 'OPTIONS':
      return !isGiven(tokens, T.OPTIONS);
    case 'STATIC':
      // Without clustering columns a partition is a row.
      if (statement?.kind === 'create-table' && statement.columns.some(({ primaryKey }) => primaryKey)) return false;
      if (statement?.kind === 'alter-table' && table?.clustering.length === 0) return false;
      return !ofColumn(tokens).some((type) => type === T.MASKED || type === T.STATIC);
    case 'MASKED WITH':
      return hasMasks(place) && !ofColumn(tokens).includes(T.MASKED);
    case 'KEY':
      return last !== T.CONTAINS || isMapBefore(tokens, table);
    case 'TYPE':
      return statement?.kind !== 'alter-table';
    case 'DROP':
      // Of a column a mask is dropped, or a check.
      return !isBehindAltered(place) || hasMasks(place);
    case 'NOT NULL':
      return !isBehindAltered(place) || last === T.CHECK;
    case 'KEYS':
    case 'VALUES':
    case 'ENTRIES':
    case 'FULL':
      return statement?.kind !== 'create-index' || table === undefined || takesIndexOf(table, keyword);
    case 'PRIMARY KEY':
      if (statement?.kind === 'alter-table') return false;
      return statement?.kind !== 'create-table' || tokens.open.length === 0 || !hasKey(statement);
    default:
      return true;
  }
}

/** Other servers are not known to have them. */
const hasMasks = ({ session: { target }, release }: Place): boolean =>
  target.kind === 'cassandra' && existsIn(release, { since: '5.0' });

/** Behind a column that is altered, whatever is done with it. */
const isBehindAltered = ({ statement, clause, clauseAt, tokens }: Place): boolean =>
  statement?.kind === 'alter-table' &&
  (clause === T.ALTER || clause === T.DROP) &&
  tokens.types.includes(T.ALTER, 1) &&
  clauseAt > 1;

const CHANGES: ReadonlySet<Statement['kind'] | undefined> = new Set(['update', 'delete']);

const COUNTERLESS: ReadonlySet<string> = new Set(['USING', 'TTL', 'TIMESTAMP', 'IF']);

const isTimeOnly = (statement: Statement | undefined): boolean =>
  statement?.kind === 'batch' || statement?.kind === 'delete';

/** The tokens of the column that is declared at the caret. */
function ofColumn({ types, count, open }: TokensBefore): Uint8Array {
  const bracket = open.at(-1) ?? -1;
  let depth = 0;
  let from = bracket + 1;
  for (let index = bracket + 1; index < count; index++) {
    if (types[index] === T.LPAREN) depth += 1;
    else if (types[index] === T.RPAREN) depth -= 1;
    else if (depth === 0 && types[index] === T.COMMA) from = index + 1;
  }
  return types.subarray(from, count);
}

const behindClause = (keyword: string, { types, count, text }: TokensBefore, clauseAt: number): boolean =>
  types.subarray(clauseAt, count).some((_, index) => text(clauseAt + index).toUpperCase() === keyword);

/** An option that stands once behind WITH. */
const isGiven = ({ types }: TokensBefore, option: number): boolean => types.includes(option, types.indexOf(T.WITH) + 1);

/** The column before `CONTAINS` is a map, or not known. */
function isMapBefore({ count, name }: TokensBefore, table: Table | undefined): boolean {
  const type = table?.columns.get(name(count - 2))?.type;
  return type === undefined || type.kind === 'map';
}

/** Words behind which a selection begins. */
const SELECTION_WORDS: ReadonlySet<number> = new Set([T.DISTINCT, T.JSON]);

/** Some column of the table has such parts to index. */
const takesIndexOf = (table: Table, of: string): boolean =>
  [...table.columns.values()].some(({ type }) => isIndexedBy(of.toLowerCase(), type));

/** A table has one key, and it is written already. */
const hasKey = (statement: Statement | undefined): boolean =>
  statement?.kind === 'create-table' &&
  (statement.primaryKeys.length > 0 || statement.columns.some(({ primaryKey }) => primaryKey));
