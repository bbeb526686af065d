import type { Embedded } from './extract.ts';
import { lineEnd } from './hosts/beside.ts';
import { functionsIn, type Functions, type Stretch } from './hosts/functions.ts';
import { isWhole, placesOfAll, preparedAs } from './runs.ts';

/**
 * The INSERTs that a loop of a program puts into a logged batch which is begun before the loop, as far as its text tells: nothing else
 * is put into that batch.
 */
export function batchedInLoops(text: string, statements: readonly Embedded[]): readonly Embedded[] {
  if (!BATCH.test(text)) return [];
  const inserts = statements.filter((one) => INSERT.test(one.text));
  if (inserts.length === 0) return [];
  const functions = functionsIn(text);
  const nameOf = ({ start, chain }: Embedded): string | undefined =>
    (isWhole(functions.around(start), text) ? chain.name : undefined) ?? preparedAs(text, start);
  const places = placesOfAll(new Set(inserts.flatMap((one) => nameOf(one) ?? [])), text);
  return inserts.filter((one) => {
    const name = nameOf(one);
    const runs: readonly Stretch[] = [one, ...(name === undefined ? [] : (places.get(name) ?? []))];
    return runs.some(({ start }) => isBatchedAt(start, text, functions));
  });
}

/** What stands at an offset is handed to a batch in a loop. */
function isBatchedAt(at: number, text: string, functions: Functions): boolean {
  const name = ADDED.exec(text.slice(Math.max(0, at - NEAR), at))?.[1];
  if (name === undefined) return false;
  const loop = functions.loopAround(at);
  if (loop === undefined) return false;
  const { start, end } = functions.around(loop);
  const own = text.slice(start, end);
  const batch = name.replaceAll('$', '\\$');
  if (NOT_LOGGED.test(own)) return false;
  if ([...own.matchAll(new RegExp(`(?<![\\w$.])${batch}\\.${ADDING}\\s*\\(`, 'g'))].length !== 1) return false;
  const before = text.slice(start, loop);
  const begun = new RegExp(`(?<![\\w$.])${batch}\\b[^=\\n;]{0,60}:?=(?!=)`, 'g');
  const [beginning, ...others] = [...own.matchAll(begun)].filter(({ index }) => index < before.length);
  if (beginning === undefined || others.length > 0) return false;
  const line = own.slice(beginning.index, lineEnd(own, beginning.index));
  return (
    BATCH.test(line.slice(beginning[0].length)) ||
    new RegExp(`\\.batch\\(\\s*${batch}\\b`).test(text.slice(lineEnd(text, loop), end))
  );
}

const INSERT = /^\s*insert\b/i;
const BATCH = /batch/i;

const ADDING = '(?:add|Add|add_?[sS]tatement|AddStatement|append_statement|Query|push)';

/** What the call takes may be made by one of its own: `batch.add(insert.bind(…))`, `b.add(SimpleStatement("…`, `queries.push({ query: …`. */
const ADDED = new RegExp(`(?<![\\w$.])([\\w$]+)\\.${ADDING}\\s*\\(\\s*(?:[^;(){}]*[({])?[^;(){}]*$`);

const NOT_LOGGED = /unlogged|counter|logged\s*[:=]\s*false/i;

const NEAR = 200;
