import type { Statement } from '../../syntax/ast.ts';
import { knowsFeature } from '../../syntax/features.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { isName } from '../../syntax/token-classes.ts';
import type { Draft } from './entry.ts';
import { aboutKeyword } from './keyword-register.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { openingOf, type TokensBefore } from './tokens-before.ts';

/** The keywords that the grammar has at the caret and the server that is aimed at takes. */
export function keywordsAt(place: Place): readonly Draft[] {
  const { keywords, features } = place.caret.expected;
  const written = inCase(place, 'upper');
  return keywords
    .filter((keyword) => {
      const feature = features.get(keyword);
      return (feature === undefined || knowsFeature(feature, place.session.target)) && isTaken(place, keyword);
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

/** Words that the grammar reads and that are refused at their place, or offered in a better form. */
function isTaken({ caret, statement, tokens, clause, table, release, typed }: Place, keyword: string): boolean {
  const left = clause === T.WHERE ? leftInBrackets(tokens) : undefined;
  if (left !== undefined) return keyword === 'BETWEEN' || (left === 'tuple' && keyword === 'IN');
  switch (keyword) {
    case 'NULL':
    case 'TRUE':
    case 'FALSE':
    case 'NAN':
    case 'INFINITY':
      // As values they come with the others.
      return !caret.expected.values;
    case 'FROZEN':
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
      return statement?.kind === 'update';
    case 'COMPACT STORAGE':
      // Every server takes it, and only old tables have it.
      return statement?.kind === 'alter-table' ? table?.compactStorage === true : release === '3.11' || typed !== '';
    case 'IS NOT NULL':
      return statement?.kind === 'create-view' || caret.beginning?.kind === 'transaction';
    case 'LIKE':
      // Behind a column, the operators know it.
      return clause !== T.WHERE && clause !== T.IF;
    case 'AS':
      // Within brackets only a cast has it.
      if (tokens.open.length > 0) return tokens.types[tokens.open.at(-1)! - 1] === T.CAST;
      return tokens.types[tokens.count - 1] !== T.DISTINCT && tokens.types[tokens.count - 1] !== T.JSON;
    case 'DESC':
      // The short form of DESCRIBE, for who begins to write it.
      return tokens.count > 0 || typed !== '';
    case 'PRIMARY KEY':
      if (statement?.kind === 'alter-table') return false;
      return statement?.kind !== 'create-table' || tokens.open.length === 0 || !hasKey(statement);
    default:
      return true;
  }
}

/** The left side of a relation in brackets that the caret stands behind; `undefined` behind anything else. */
function leftInBrackets(tokens: TokensBefore): 'token' | 'tuple' | undefined {
  const { types, count } = tokens;
  if (types[count - 1] !== T.RPAREN) return undefined;
  const open = openingOf(tokens, count - 1);
  const before = types[open - 1] ?? 0;
  if (before === T.TOKEN) return LEFT_OF_RELATION.has(types[open - 2] ?? 0) ? 'token' : undefined;
  // Brackets around a whole relation have a sign in them.
  const isTuple = types.subarray(open + 1, count - 1).every((type) => type === T.COMMA || isName(type));
  return LEFT_OF_RELATION.has(before) && isTuple ? 'tuple' : undefined;
}

const LEFT_OF_RELATION: ReadonlySet<number> = new Set([T.WHERE, T.AND]);

/** A table has one key, and it is written already. */
const hasKey = (statement: Statement | undefined): boolean =>
  statement?.kind === 'create-table' &&
  (statement.primaryKeys.length > 0 || statement.columns.some(({ primaryKey }) => primaryKey));
