import type { Span } from '../../text/span.ts';
import * as T from '../generated/token-types.ts';
import { NONE, tokenSpan } from '../lower/nodes.ts';
import type { SyntaxTree } from '../tree.ts';

/**
 * Where a tool puts a statement together from pieces, in a loop or on a condition: `{% for c in columns %}`, `{{range .Columns}}`,
 * `{{#each columns}}`, `<% if wide %>`, `<#if wide>`, `#if($wide)`; or fills places that are marked in a way of its own, `%[a name]%`, `[a name]`, `##NAME##`,
 * `__NAME__`, `{name}`. What comes out of it cannot be told from the pieces. Nothing where none does.
 */
export function weavingIn(tree: SyntaxTree): Span | undefined {
  const found = tree.tokens.types.findIndex((_, token) => isWoven(tree, token));
  return found < 0 ? undefined : tokenSpan(tree, found);
}

/** Told by the text: the types of tokens are those that a broken statement was probably meant to have. */
function isWoven({ text, tokens }: SyntaxTree, token: number): boolean {
  const { types, starts } = tokens;
  const start = starts[token]!;
  const before = types[token - 1] ?? NONE;
  const begins = (pattern: RegExp): boolean => pattern.test(text.slice(start, start + MARK_LENGTH));
  switch (text.charAt(start)) {
    case '{':
      return types[token] === T.TEMPLATE ? begins(TAG) : begins(/^\{%/) || isInBraces(text, tokens, token);
    case '<':
      return begins(TAG) || begins(FREEMARKER);
    case '%':
      return begins(/^%(?:\[|[A-Z][A-Z0-9_]*%)/);
    case '[':
      // Behind a name it would be the key of an element.
      return (
        before !== T.IDENT &&
        begins(NAMING.has(before) ? /^\[[A-Za-z][\w -]*\]/ : /^\[[A-Za-z]\w*(?:[ -][A-Za-z]\w*)+\]/)
      );
    case '#':
      return begins(/^(##?)[A-Za-z]\w*\1(?!#)/) || begins(VELOCITY);
    case '$':
      return begins(/^\$!\{?[A-Za-z]/) || (types[token] === T.TEMPLATE && begins(TAG));
    case '_':
      return begins(/^__[A-Za-z]\w*__/);
    default:
      return types[token] === T.TEMPLATE && begins(TAG);
  }
}

/**
 * Whether a tool fills `{name}` in. One name in braces is a set with a text that lacks its quotes as well, so there must be more: it
 * stands where a set cannot, as a name or a number or what a column is compared with, it is named as a column, or it is not the only one.
 */
function isInBraces(text: string, { types, starts }: SyntaxTree['tokens'], token: number): boolean {
  const start = starts[token]!;
  const [written] = /^\{\w*\}/.exec(text.slice(start, start + MARK_LENGTH)) ?? [];
  if (written === undefined) return false;
  const before = types[token - 1] ?? NONE;
  const isPartOfName = /\w/.test(text.charAt(start - 1)) || /^(?:\w|\.[\w{"])/.test(text.slice(start + written.length));
  if (isPartOfName || NAMING.has(before)) return true;
  if (!NAMED.test(written)) return false;
  const where = types.indexOf(T.WHERE);
  return (
    (COMPARING.has(before) && where >= 0 && where < token) ||
    isNamedAgain(text, written.slice(1, -1), start) ||
    starts.some((at) => at !== start && NAMED.test(text.slice(at, at + MARK_LENGTH)))
  );
}

/** A place has the name of the column that it is the value of, as in `(id, kind) VALUES ({id}, 'a')`. */
const isNamedAgain = (text: string, name: string, start: number): boolean =>
  [...text.matchAll(/\w+/g)].some(
    ({ 0: word, index }) => word.toLowerCase() === name.toLowerCase() && index !== start + 1,
  );

const NAMED = /^\{[A-Za-z_]\w*\}/;

/** Behind them, in WHERE, stands what a column is compared with. */
const COMPARING: ReadonlySet<number> = new Set([T.EQ, T.LT, T.LE, T.GT, T.GE]);

/** The words behind which a name stands, or a number. */
const NAMING: ReadonlySet<number> = new Set([
  T.EXISTS,
  T.FROM,
  T.INTO,
  T.KEYSPACE,
  T.LIMIT,
  T.ON,
  T.TABLE,
  T.TIMESTAMP,
  T.TRUNCATE,
  T.TTL,
  T.TYPE,
  T.UPDATE,
  T.USE,
  T.VIEW,
]);

const TAG = /\{\{[-~]?\s*(?:[#/^]|(?:range|if|else|end|with|for|each|unless|block|define|template)\b)|<%(?![=-])/;
const FREEMARKER =
  /^<(?:\/?#(?:if|elseif|else|list|items|sep|switch|case|default|assign|local|global|macro|function|include|import|compress|noparse)\b|#--|\/?@[A-Za-z])/;
const VELOCITY =
  /^#(?:(?:if|elseif|foreach|set|macro|parse|include|define)[ \t]*\(|(?:else|end|stop|break)[ \t]*(?:#|;|\r?\n|$))/;
const MARK_LENGTH = 200;
