import * as T from '../../syntax/generated/token-types.ts';
import { fold, unquote } from '../../syntax/names.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import { wordsOf } from '../hosts/expressions.ts';
import { type Chain, FORMATTERS } from '../programs/chains.ts';
import type { Seen } from '../programs/program.ts';
import type { Read } from './chain-readings.ts';
import type { Piece } from './mask.ts';

/** A placeholder of a statement that stands for a table by a name which the program gives it. */
export interface Stand {
  /** In the program. */
  readonly start: number;
  /** As the program writes it: perhaps with a keyspace. */
  readonly name: string;
  /** Where it writes it. */
  readonly written: Span;
}

/** The tables of which only the names are put into a statement: those that a schema file declares, where one declares any. */
export function standsIn(program: Seen, chain: Chain, { masked, document, pieces }: Read): readonly Stand[] {
  const holes = pieces.filter(({ kind }) => kind === 'hole');
  if (holes.length === 0) return [];
  let expressions: readonly (string | undefined)[] | undefined;
  return document.segments.flatMap((segment, index) =>
    placeholdersOfTables(segment).flatMap((offset) => {
      const start = masked.start + document.startOf(index) + offset;
      const hole = holes.findIndex((one) => one.start <= start && start < one.end);
      if (hole < 0 || isPartOfName(program.text, pieces, holes[hole]!)) return [];
      expressions ??= expressionsOf(program, chain, holes);
      const expression = expressions[hole];
      const constant = expression === undefined ? undefined : program.constants()(expression);
      const { isTable, declaresTables } = program.neighbourhood;
      if (constant === undefined || !(declaresTables() || isTable(nameOf(constant.text)))) return [];
      return [{ start, name: constant.text, written: { start: constant.start, end: constant.end } }];
    }),
  );
}

/** Whether a name goes on beside what is put in: `" + table + "_by_day`. */
function isPartOfName(text: string, pieces: readonly Piece[], hole: Piece): boolean {
  const at = pieces.indexOf(hole);
  const [before, behind] = [pieces[at - 1], pieces[at + 1]];
  return (
    (before?.kind === 'text' && /\w$/.test(text.slice(before.start, before.end))) ||
    (behind?.kind === 'text' && /^\w/.test(text.slice(behind.start, behind.end))) ||
    behind?.kind === 'hole'
  );
}

/** The last part of a name, as Cassandra reads it. */
function nameOf(table: string): string {
  const last = /(?:"\w+"|\w+)$/.exec(table)![0];
  return last.startsWith('"') ? unquote(last.slice(1, -1), '"') : fold(last);
}

/** Where placeholders begin that are the name of a table which is read, written or declared. */
function placeholdersOfTables({ tokens: { types, starts } }: Segment): readonly number[] {
  const found: number[] = [];
  for (let token = 1; token < types.length; token += 1) {
    if (types[token] !== T.TEMPLATE || types[token + 1] === T.DOT) continue;
    const first = types[token - 1] === T.DOT ? token - 2 : token;
    if (LEADING.has(types[first - 1] ?? 0)) found.push(starts[token]!);
  }
  return found;
}

const LEADING: ReadonlySet<number> = new Set([T.FROM, T.INTO, T.UPDATE, T.TRUNCATE, T.TABLE, T.EXISTS, T.ON]);

/** What is put into each of some holes, as the program writes it. */
function expressionsOf(
  { text, host, reading }: Seen,
  chain: Chain,
  holes: readonly Piece[],
): readonly (string | undefined)[] {
  const inline = new Set(
    chain.parts.flatMap((part) => (part.kind === 'text' ? part.literal.marks.map(({ start }) => start) : [])),
  );
  let given: readonly string[] | undefined;
  let signs = 0;
  return holes.map(({ start, end }) => {
    const joined = chain.parts.find((part) => part.kind === 'hole' && part.start >= start && part.end <= end);
    if (joined?.kind === 'hole') return text.slice(joined.start, joined.end).replace(/^\s*(?:\+|<>|\.)\s*/, '');
    const sign = text.slice(start, end);
    if (inline.has(start)) return /^(?:[$#]?\{+\s*([^{}]*?)\s*\}+|(\$\w+))$/.exec(sign)?.slice(1).find(Boolean);
    if (!chain.formatted) return undefined;
    given ??= argumentsOf(text, wordsOf(text, reading.tokens), reading.tokens, chain);
    const { ordinal, place, name } =
      /^(?:%\[?(?<ordinal>\d+)[\]$]|\{(?:(?<place>\d+)|(?<name>[A-Za-z_]\w*))?\}$)/.exec(sign)?.groups ?? {};
    if (name !== undefined)
      return (
        given.find((one) => new RegExp(`^${name}\\s*=(?!=)`).test(one))?.replace(/^\w+\s*=\s*/, '') ??
        (host.name === 'rust' ? name : undefined)
      );
    if (ordinal !== undefined) return given[Number(ordinal) - 1];
    return given[place === undefined ? signs++ : Number(place)];
  });
}

/** What a formatter puts into a text: `Sprintf("…", a, b)`, `"…".format(a, b)`, `"…" % (a, b)`. */
function argumentsOf(
  text: string,
  { is, word }: ReturnType<typeof wordsOf>,
  tokens: Seen['reading']['tokens'],
  { last }: Chain,
): readonly string[] {
  const listed = (from: number): readonly string[] => {
    const depth = tokens.depth(from);
    const all: string[] = [];
    let first = from;
    for (let at = from; at <= tokens.count; at += 1) {
      const isEnd = at === tokens.count || tokens.depth(at) < depth;
      if (!isEnd && !(tokens.depth(at) === depth && is(at, ','))) continue;
      if (at > first) all.push(text.slice(tokens.start(first), tokens.end(at - 1)));
      first = at + 1;
      if (isEnd) break;
    }
    return all;
  };
  if (is(last + 1, ',')) return listed(last + 2);
  let at = last + 1;
  while (is(at, ')')) at += 1;
  if (is(at, '.') && FORMATTERS.has(word(at + 1)) && is(at + 2, '(')) return listed(at + 3);
  if (!is(at, '%')) return [];
  return is(at + 1, '(') ? listed(at + 2) : [word(at + 1)];
}
