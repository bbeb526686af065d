import { fold, isPlainName, quoteName } from '../names.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NAME_RULES, isKeyword, isReserved } from '../parsing/vocabulary.ts';
import { type Broken, nameFitsAt, spanAt, textAt } from './broken.ts';
import { type Candidate, rewrite, shown } from './candidate.ts';

/** Names that must be quoted, and strings that stand where a name must. */
export function* names(broken: Broken): Generator<Candidate> {
  const { at, end } = broken;
  for (let token = at; token >= Math.max(0, at - BACK); token--) {
    if (token >= end || !nameFitsAt(broken, token)) continue;
    yield* reservedWord(broken, token);
    yield* oddName(broken, token);
    yield* stringAsName(broken, token);
  }
}

function* reservedWord(broken: Broken, token: number): Generator<Candidate> {
  if (!isReserved(broken.tokens.types[token]!)) return;
  const written = textAt(broken, token);
  const span = spanAt(broken, token);
  yield {
    repair: { at: token, removed: 1, inserted: [T.QUOTED] },
    weight: 30,
    message: `${shown(written)} is a reserved word; quote it to use it as a name.`,
    span,
    fix: rewrite(`Change to \`${quoteName(fold(written))}\``, span, quoteName(fold(written))),
    sure: true,
  };
}

/** `my-table`, `2fa`, `a$b`: several tokens without a blank between them, meant as one name. */
function* oddName(broken: Broken, token: number): Generator<Candidate> {
  const { starts, ends, types } = broken.tokens;
  if (types[token] === T.UNKNOWN || types[token] === T.MINUS) return;
  let behind = token;
  while (
    behind < broken.end &&
    PARTS.has(classOf(types[behind]!)) &&
    (behind === token || starts[behind] === ends[behind - 1])
  )
    behind++;
  if (behind - token < 2 && (behind === token || classOf(types[token]!) !== T.INTEGER)) return;
  const span = { start: starts[token]!, end: ends[behind - 1]! };
  const written = broken.text.slice(span.start, span.end);
  if (/^-?\d+$/.test(written)) return;
  if (DATE.test(written)) {
    yield {
      repair: { at: token, removed: behind - token, inserted: [T.STRING] },
      weight: 33,
      message: `A date stands in single quotes: ${shown(`'${written}'`)}.`,
      span,
      fix: rewrite(`Change to ${shown(`'${written}'`)}`, span, `'${written}'`),
    };
  }
  const quotable = /^\w+$/.test(written) || isFreelyNamed(broken, token);
  const rule = 'A bare name begins with a letter and holds letters, digits and _ only';
  yield {
    repair: { at: token, removed: behind - token, inserted: [T.QUOTED] },
    weight: 31,
    message: quotable ? `${rule}; quote ${shown(written)} to use it.` : `${rule}: ${shown(written)} does not.`,
    span,
    fix: quotable ? rewrite(`Change to \`${quoteName(written)}\``, span, quoteName(written)) : undefined,
  };
}

/** Columns, fields and aliases may have any name in quotes; keyspaces, tables, types and indexes only letters, digits and _. */
function isFreelyNamed(broken: Broken, token: number): boolean {
  const { network } = broken;
  return (broken.front(token) ?? []).every((arc) => {
    const rules = network.rulesOf(arc);
    return (
      !NAME_RULES.has(rules[0]!) || rules[0] === R.columnName || FREE.has(rules.find((rule) => !NAME_RULES.has(rule))!)
    );
  });
}

function* stringAsName(broken: Broken, token: number): Generator<Candidate> {
  if (broken.tokens.types[token] !== T.STRING) return;
  const written = textAt(broken, token);
  if (written.startsWith('$')) return;
  const inner = written.slice(1, -1).replaceAll("''", "'");
  const name = isPlainName(inner) && inner === inner.toLowerCase() ? inner : quoteName(inner);
  const span = spanAt(broken, token);
  const possible = isFreelyNamed(broken, token) || /^\w+$/.test(inner);
  yield {
    repair: { at: token, removed: 1, inserted: [T.QUOTED] },
    weight: 30,
    message: `${shown(written)} is a string; a name takes double quotes or none.`,
    span,
    fix: possible ? rewrite(`Change to \`${name}\``, span, name) : undefined,
  };
}

const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** Keywords and names count as names; literals that begin with a digit as numbers. */
function classOf(type: number): number {
  if (isKeyword(type) || type === T.BAD_NAME) return T.IDENT;
  return type === T.DURATION || type === T.FLOAT || type === T.HEX || type === T.UUID ? T.INTEGER : type;
}

const FREE: ReadonlySet<number> = new Set([
  R.columnDefinition,
  R.fieldDefinition,
  R.selector,
  R.partitionKey,
  R.primaryKey,
]);

const PARTS: ReadonlySet<number> = new Set([T.IDENT, T.INTEGER, T.MINUS, T.UNKNOWN]);

/** `my-table` fails at its `-`. */
const BACK = 2;
