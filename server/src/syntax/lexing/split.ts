import * as T from '../generated/token-types.ts';
import type { TokenTable } from '../token-table.ts';
import {
  type LinePlace,
  STARTERS,
  hasLineBreak,
  isShellLine,
  isShellShape,
  lacksOperand,
  startsStatement,
} from './statement-start.ts';
import { mayEnd } from '../token-classes.ts';

/**
 * How a statement ends: with its `;`; at the end of a line, as commands of cqlsh do; before the next statement although the `;` is
 * missing; in the same way, but where a placeholder may hold the `;`, or a tool cuts its files; or with the text.
 */
export type Ending = 'semicolon' | 'line' | 'missing' | 'outside' | 'end';

export interface Cut {
  /** Index behind the statement's last token, its `;` included. */
  readonly end: number;
  readonly ending: Ending;
  /** Index behind the last token that was looked at: what stands there or later does not matter to this cut. */
  readonly seen: number;
}

/** Where the statement that begins with token `from` ends. Only tokens decide, never the text of strings or comments. */
export function cutStatement(text: string, tokens: TokenTable, from: number): Cut {
  const place: LinePlace = { text, tokens, from, depth: 0, seen: from + 1 };
  const second = tokens.types[from + 1];
  switch (tokens.types[from]) {
    case T.SEMI:
      return { end: from + 1, ending: 'semicolon', seen: from + 1 };
    case T.DESC:
    case T.DESCRIBE:
      return cutDescription(place);
    case T.BEGIN:
      if (from + 1 < tokens.count && second === T.TRANSACTION) return cutBlock(place, T.COMMIT, T.TRANSACTION);
      if (from + 1 < tokens.count && (second === T.BATCH || second === T.UNLOGGED || second === T.COUNTER)) {
        return cutBlock(place, T.APPLY, T.BATCH);
      }
      // `BEGIN BACH INSERT …` and `BEGIN INSERT …` are batches where an APPLY says so.
      if ((second === T.IDENT || INSIDE_BLOCKS.includes(second!)) && closesSoon(place, from + 1, T.APPLY)) {
        return cutBlock(place, T.APPLY, T.BATCH);
      }
      return cutPlain(place, from + 1);
    default:
      return isShellLine(text, tokens, from) ? cutLine(place) : cutPlain(place, from + 1);
  }
}

/** Up to the `;`, or to a word that must begin another statement. */
function cutPlain(place: LinePlace, from: number): Cut {
  const { tokens } = place;
  const { types, count } = tokens;
  for (let i = from; i < count; i += 1) {
    switch (ROLES[types[i]!]) {
      case OPENS:
        place.depth += 1;
        break;
      case CLOSES:
        if (place.depth > 0) place.depth -= 1;
        break;
      case ENDS:
        return { end: i + 1, ending: 'semicolon', seen: Math.max(place.seen, i + 1) };
      case STARTS:
        if (startsStatement(place, i)) return missing(place, i);
        break;
      case WORD:
        if (place.depth === 0 && (mayEnd(types[i - 1]!) || lacksOperand(place, i)) && isShellShape(place, i))
          return missing(place, i);
        break;
    }
  }
  return { end: count, ending: 'end', seen: count + 1 };
}

function missing(place: LinePlace, at: number): Cut {
  const { text, tokens } = place;
  const isOutside =
    tokens.types[at - 1] === T.TEMPLATE || CUT_LINE.test(text.slice(tokens.ends[at - 1]!, tokens.starts[at]!));
  return {
    end: at,
    ending: isOutside ? 'outside' : 'missing',
    seen: Math.max(place.seen, at + 1),
  };
}

/** The line at which migration tools cut their files into statements, `---` or `-- #`; it is a comment to cqlsh. */
const CUT_LINE = /^--(?:-| ?#)[ \t]*$/m;

/** A command of cqlsh: to the end of its line, or to a `;` in it. */
function cutLine(place: LinePlace): Cut {
  const { text, tokens, from } = place;
  const { types, starts, ends, count } = tokens;
  for (let i = from; i < count; i += 1) {
    if (i > from && hasLineBreak(text, ends[i - 1]!, starts[i]!)) return { end: i, ending: 'line', seen: i + 1 };
    if (types[i] === T.SEMI) return { end: i + 1, ending: 'semicolon', seen: i + 1 };
  }
  return { end: count, ending: 'end', seen: count + 1 };
}

/** DESCRIBE is one of cqlsh's commands, but the server takes it too, over several lines. */
function cutDescription(place: LinePlace): Cut {
  const { text, tokens, from } = place;
  const { types, starts, ends, count } = tokens;
  for (let i = from + 1; i < count; i += 1) {
    const type = types[i]!;
    if (type === T.SEMI) return { end: i + 1, ending: 'semicolon', seen: i + 1 };
    const awaited = i === from + 1 || !mayEnd(types[i - 1]!) || (i === from + 2 && NAMED.includes(types[i - 1]!));
    // A command of cqlsh behind DESCRIBE KEYSPACE is no name of one.
    const goesOn =
      awaited && !startsStatement(place, i) && !(types[i - 1] === T.KEYSPACE && isShellLine(text, tokens, i));
    if (
      !goesOn &&
      type !== T.DOT &&
      type !== T.WITH &&
      type !== T.AND &&
      hasLineBreak(text, ends[i - 1]!, starts[i]!)
    ) {
      return { end: i, ending: 'line', seen: Math.max(place.seen, i + 1) };
    }
  }
  return { end: count, ending: 'end', seen: count + 1 };
}

/** Words that a name follows in DESCRIBE, though they may be names themselves. */
const NAMED: readonly number[] = [T.AGGREGATE, T.FUNCTION, T.ONLY, T.TYPE];

/** BATCH and TRANSACTION hold statements with their `;`, up to `close word`. */
function cutBlock(place: LinePlace, close: number, word: number): Cut {
  const { tokens, from } = place;
  const { types, count } = tokens;
  // A transaction reads once, behind its LETs.
  let mayRead = word === T.TRANSACTION;
  let first = from + 2;
  for (let i = from + 2; i < count; i += 1) {
    const type = types[i]!;
    const role = ROLES[type];
    if (i === first && mayRead) {
      mayRead = type === T.LET;
      if (type === T.SELECT) continue;
    }
    if (type === close && i + 1 < count && types[i + 1] === word) {
      place.depth = 0;
      return cutPlain(place, i + 2);
    }
    if (role === OPENS) place.depth += 1;
    else if (role === CLOSES && place.depth > 0) place.depth -= 1;
    else if (role === ENDS) {
      place.depth = 0;
      first = i + 1;
    } else if (role === STARTS && !INSIDE_BLOCKS.includes(type)) {
      // `COMMIT` for `APPLY BATCH`.
      if (type === T.COMMIT && close === T.APPLY && types[i + 1] !== T.SEARCH && !closesSoon(place, i, close)) {
        return cutPlain(place, i + 1);
      }
      const behindStatement = types[i - 1] === T.SEMI;
      if ((behindStatement || startsStatement(place, i)) && !closesSoon(place, i, close)) {
        const seen = Math.max(place.seen, i + 1);
        return { end: i, ending: behindStatement ? 'semicolon' : 'missing', seen };
      }
    }
  }
  return { end: count, ending: 'end', seen: count + 1 };
}

/** Whether a statement that does not belong into a block stands in one all the same, for its end follows. */
function closesSoon(place: LinePlace, from: number, close: number): boolean {
  const { types, count } = place.tokens;
  const end = Math.min(count, from + LOOK_AHEAD);
  for (let i = from; i < end; i += 1) {
    const type = types[i];
    if (type === close || type === T.BEGIN) {
      place.seen = Math.max(place.seen, i + 1);
      return type === close;
    }
  }
  place.seen = Math.max(place.seen, from + LOOK_AHEAD);
  return false;
}

const LOOK_AHEAD = 120;

const INSIDE_BLOCKS: readonly number[] = [T.INSERT, T.UPDATE, T.DELETE];

const OPENS = 1;
const CLOSES = 2;
const ENDS = 3;
const STARTS = 4;
const WORD = 5;

const ROLES: Uint8Array = rolesOfTypes();

function rolesOfTypes(): Uint8Array {
  const roles = new Uint8Array(256);
  for (const type of [T.LPAREN, T.LBRACKET, T.LBRACE, T.EXPR_OPEN]) roles[type] = OPENS;
  for (const type of [T.RPAREN, T.RBRACKET, T.RBRACE]) roles[type] = CLOSES;
  roles[T.SEMI] = ENDS;
  roles[T.IDENT] = roles[T.LOGIN] = WORD;
  for (const type of STARTERS) roles[type] = STARTS;
  return roles;
}
