import type { Embedded } from './extract.ts';
import { lineEnd } from './hosts/beside.ts';
import { remembered } from './programs/remembered.ts';
import { functionName, functionsIn, type Functions, type Stretch } from './hosts/functions.ts';

/** A place where a statement of a program is run, as far as its text tells. */
export interface Run {
  /** Where it stands, or the name of its text does. */
  readonly at: number;
  /** The function around it; the whole program where there is none. */
  readonly around: Stretch;
  /** The nearest function around it that has a name. */
  readonly named: NamedFunction | undefined;
}

/** A function with what it says beside its statements. */
export interface NamedFunction {
  readonly name: string;
  readonly body: string;
  readonly words: ReadonlySet<string>;
}

/** Tells where statements of a program are run: where they stand, or in the functions that name them where they stand in none. */
export function runsIn(text: string, statements: readonly Embedded[]): (statement: Embedded) => readonly Run[] {
  const program: Program = { text, functions: functionsIn(text), statements };
  return ({ chain, start }) => {
    const own = runAt(program, start);
    if (chain.name === undefined || !isWhole(own.around, text)) return [own];
    const runs = placesOf(chain.name, text)
      .map((at) => runAt(program, at))
      .filter(({ around }) => !isWhole(around, text));
    return runs.length > 0 ? runs : [own];
  };
}

/**
 * What a function of a program runs behind the query right before it, as far as the text tells: queries that a loop runs which stands in
 * one function with that query, and INSERTs.
 */
export function runBehindQueries(text: string, statements: readonly Embedded[]): readonly Embedded[] {
  const pairs = statements.flatMap((second, at) => {
    const first = statements[at - 1];
    return first !== undefined && QUERY.test(first.text) && QUERY_OR_INSERT.test(second.text)
      ? [{ first, second }]
      : [];
  });
  if (pairs.length === 0) return [];
  const functions = functionsIn(text);
  const nameOf = remembered((one: Embedded): string | undefined =>
    isWhole(functions.around(one.start), text) ? one.chain.name : preparedAs(text, one.start),
  );
  const named = new Set(pairs.flatMap(({ first, second }) => [nameOf(first) ?? '', nameOf(second) ?? '']));
  let places: ReadonlyMap<string, readonly Stretch[]> | undefined;
  const runsOf = remembered((one: Embedded): readonly Stretch[] => {
    const name = nameOf(one);
    if (name === undefined) return [one];
    places ??= placesOfAll(named, text);
    const all = places.get(name) ?? [];
    const around = functions.around(one.start);
    const isUsedThere = !isWhole(around, text) && all.some(({ start }) => start > one.end && start < around.end);
    return isUsedThere
      ? [one]
      : all.filter(({ start }) => isWhole(around, text) || start < around.start || start >= around.end);
  });
  const isLooped = (before: Stretch, run: Stretch): boolean => {
    const loop = functions.loopAround(run.start);
    if (loop === undefined) return false;
    const around = functions.around(loop);
    if (functions.around(before.start).start !== around.start) return false;
    // Where a text has its name it is not run.
    if (isWhole(around, text) && !statements.some(({ start }) => start === before.start)) return false;
    // What is looped over may be read on the line of the loop.
    const end = lineEnd(text, loop);
    return before.end <= loop || (before.start > loop && before.end <= end && run.start > end);
  };
  const isBelow = (before: Stretch, run: Stretch): boolean => {
    const around = functions.around(run.start);
    return !isWhole(around, text) && before.end <= run.start && functions.around(before.start).start === around.start;
  };
  return pairs
    .filter(({ first, second }) => {
      const isBehind = QUERY.test(second.text) ? isLooped : isBelow;
      return runsOf(second).some((run) => runsOf(first).some((before) => isBehind(before, run)));
    })
    .map(({ second }) => second);
}

/** The name that keeps a statement which is prepared: `insert` of `self.insert = session.prepare("…"`. */
export function preparedAs(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - LONGEST_PREPARING), start);
  return PREPARING.test(before) ? PREPARED.exec(before)?.[1] : undefined;
}

const PREPARING = /prepare\w*\s*\(\s*[\w@$#]*["'`]*$/i;

const PREPARED = /([\w$]+)\s*(?::[\w<>. ]+)?:?=\s*(?:await\s+)?[\w$.!?()>\s-]*\bprepare\w*\s*\(\s*[\w@$#]*["'`]*$/i;
const LONGEST_PREPARING = 200;

/** Where some names stand. */
export function placesOfAll(names: ReadonlySet<string>, text: string): ReadonlyMap<string, readonly Stretch[]> {
  const places = new Map<string, Stretch[]>();
  for (const { 0: word, index } of text.matchAll(/[\w$]+/g)) {
    const name = names.has(word) ? word : word.replace(/^\$/, '');
    if (!names.has(name)) continue;
    const known = places.get(name);
    const place = { start: index, end: index + word.length };
    if (known === undefined) places.set(name, [place]);
    else known.push(place);
  }
  return places;
}

const QUERY = /^\s*select\b/i;
const QUERY_OR_INSERT = /^\s*(?:select|insert)\b/i;

interface Program {
  readonly text: string;
  readonly functions: Functions;
  readonly statements: readonly Embedded[];
}

function runAt({ text, functions, statements }: Program, at: number): Run {
  const around = functions.around(at);
  for (let one = around; !isWhole(one, text); one = functions.around(one.start)) {
    const name = functionName(text, one);
    if (name === undefined) continue;
    const head = text.indexOf('\n', one.start);
    const from = head < 0 || head >= one.end ? one.start : head;
    const body = withoutStatements(text, { start: from, end: one.end }, statements);
    return { at, around, named: { name, body, words: new Set(body.match(/[\w$]+/g)) } };
  }
  return { at, around, named: undefined };
}

export const isWhole = ({ start, end }: Stretch, text: string): boolean => start === 0 && end === text.length;

const placesOf = (name: string, text: string): readonly number[] =>
  [...text.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))].map(({ index }) => index);

/** A part of a program in which its statements are blank. */
function withoutStatements(text: string, { start, end }: Stretch, statements: readonly Embedded[]): string {
  let out = '';
  let at = start;
  for (const one of statements) {
    if (one.end <= start || one.start >= end) continue;
    out += `${text.slice(at, Math.max(at, one.start))} `;
    at = Math.max(at, one.end);
  }
  return out + text.slice(at, end);
}
