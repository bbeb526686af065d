import * as T from '../generated/token-types.ts';
import { type Broken, textAt } from './broken.ts';
import { type Fix, likeCase } from './candidate.ts';

/** What is written for a habit of which more than its own words changes; `start` is the first token of these. */
export type Rewrite = (broken: Broken, start: number) => Fix | undefined;

/** `SELECT TOP 5 a FROM t` → `SELECT a FROM t LIMIT 5`. */
export const topAsLimit: Rewrite = (broken, start) => {
  const { tokens, end } = broken;
  const types = tokens.types.subarray(0, end);
  if (types.includes(T.LIMIT)) return undefined;
  const allow = types.lastIndexOf(T.ALLOW);
  const last = tokens.ends[(allow < 0 ? end : allow) - 1]!;
  const limit = `${likeCase('LIMIT', textAt(broken, 0))} ${textAt(broken, start + 1)}`;
  return {
    title: `Write \`${limit}\``,
    edits: [
      { span: { start: tokens.starts[start]!, end: tokens.starts[start + 2] ?? tokens.ends[start + 1]! }, text: '' },
      { span: { start: last, end: last }, text: ` ${limit}` },
    ],
  };
};

/** `a++` → `a = a + 1`. */
export const countUp: Rewrite = (broken, start) => {
  const name = textAt(broken, start);
  const text = `${name} = ${name} + 1`;
  const span = { start: broken.tokens.starts[start]!, end: broken.tokens.ends[start + 2]! };
  return { title: `Write \`${text}\``, edits: [{ span, text }] };
};

/** `INSERT INTO t SET a = 1, b = 2` → `INSERT INTO t (a, b) VALUES (1, 2)`; `start` is the first token of the statement. */
export const setAsValues: Rewrite = (broken) => {
  const { text, tokens, end } = broken;
  const set = tokens.types.subarray(0, end).indexOf(T.SET);
  const columns: string[] = [];
  const values: string[] = [];
  for (let token = set + 1; token < end;) {
    if (tokens.types[token + 1] !== T.EQ) return undefined;
    const from = token + 2;
    const to = endOfValue(broken, from);
    if (to <= from) return undefined;
    columns.push(textAt(broken, token));
    values.push(text.slice(tokens.starts[from], tokens.ends[to - 1]));
    token = to + 1;
  }
  if (columns.length === 0) return undefined;
  const span = { start: tokens.starts[set]!, end: tokens.ends[end - 1]! };
  const word = likeCase('VALUES', textAt(broken, 0));
  const written = `(${columns.join(', ')}) ${word} (${values.join(', ')})`;
  return { title: 'Write the names of the columns, and VALUES', edits: [{ span, text: written }] };
};

/** Index of the comma behind a value, or the end; 0 where words of the statement go on. */
function endOfValue({ tokens: { types }, end }: Broken, from: number): number {
  let depth = 0;
  for (let token = from; token < end; token++) {
    const type = types[token]!;
    if (OPENING.has(type)) depth++;
    else if (CLOSING.has(type)) depth--;
    else if (type === T.COMMA && depth === 0) return token;
    else if (type === T.USING || type === T.IF || type === T.WHERE) return 0;
  }
  return end;
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE]);
const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE]);

/**
 * `DROP TABLE a, b` → `DROP TABLE a; DROP TABLE b`: what stands before the first name stands before each. A person chooses it: nothing was
 * dropped or emptied before.
 */
export const oneNameEach: Rewrite = (broken) => {
  const { text, tokens, end } = broken;
  const commas = [...tokens.types.subarray(0, end).keys()].filter((token) => tokens.types[token] === T.COMMA);
  let name = commas[0]! - 1;
  while (tokens.types[name - 1] === T.DOT) name -= 2;
  const head = text.slice(tokens.starts[0], tokens.starts[name]);
  const edits = commas.map((comma) => ({
    span: { start: tokens.starts[comma]!, end: tokens.starts[comma + 1] ?? tokens.ends[comma]! },
    text: `;\n${head}`,
  }));
  return commas.at(-1) === end - 1 ? undefined : { title: 'Write a statement for each', edits, isChoice: true };
};
