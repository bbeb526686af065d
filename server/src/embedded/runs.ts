import type { Embedded } from './extract.ts';
import { functionName, functionsIn, type Functions, type Stretch } from './functions.ts';

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

/** Queries that a loop runs which stands in one function with the query right before, and behind that; as far as the text tells. */
export function loopedQueries(text: string, statements: readonly Embedded[]): readonly Embedded[] {
  let functions: Functions | undefined;
  return statements.filter((second, at) => {
    const first = statements[at - 1];
    if (first === undefined || !QUERY.test(first.text) || !QUERY.test(second.text)) return false;
    functions ??= functionsIn(text);
    const loop = functions.loopAround(second.start);
    if (loop === undefined || functions.around(first.start).start !== functions.around(loop).start) return false;
    // What is looped over may be read on the line of the loop.
    const end = text.indexOf('\n', loop);
    return (
      first.end <= loop || (first.start > loop && first.end <= (end < 0 ? text.length : end) && second.start > end)
    );
  });
}

const QUERY = /^\s*select\b/i;

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

const isWhole = ({ start, end }: Stretch, text: string): boolean => start === 0 && end === text.length;

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
