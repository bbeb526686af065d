import { type NameKind, expectationOf } from '../parsing/expectation.ts';
import * as T from '../generated/token-types.ts';
import { type Broken, joiningTypesAt, placeBefore, textAt } from './broken.ts';
import { type Candidate, shown } from './candidate.ts';

/** Names and values that are left out. */
export function* missingParts(broken: Broken): Generator<Candidate> {
  const { at, network } = broken;
  const front = broken.front(at);
  const parts = partsAt(broken);
  if (front === undefined || parts.length === 0 || at === 0) return;
  for (const type of [T.QUOTED, T.INTEGER, T.STAR]) {
    if (network.fits(front, type)) {
      yield {
        repair: { at, removed: 0, inserted: [type] },
        weight: 10,
        message: missingAfter(broken, parts),
        span: placeBefore(broken, at),
      };
    }
  }
}

/** A statement that ends where only a name or a value could go on. */
export function* missingLast(broken: Broken): Generator<Candidate> {
  const { at, end } = broken;
  if (at !== end || at === 0 || [...joiningTypesAt(broken, at)].some((type) => type !== T.GT)) return;
  const parts = partsAt(broken);
  if (parts.length === 0) return;
  yield {
    repair: { at, removed: 0, inserted: [T.QUOTED] },
    weight: 10,
    message: missingAfter(broken, parts),
    span: placeBefore(broken, at),
  };
}

/** The names and values that fit at the token that does not, in words. */
export function partsAt({ at, front, network, vocabulary, tokens }: Broken): readonly string[] {
  const here = front(at);
  if (here === undefined) return [];
  const { names, newName, values } = expectationOf(network, vocabulary, here, tokens.types.subarray(0, at));
  const parts: string[] = [];
  if (newName) parts.push('a name');
  else if (names.includes('column')) parts.push('a column');
  // A keyspace only leads to what is in it, a function to its value.
  else if (names.length > 0 && !(values && names.includes('function'))) parts.push(NAMED[names[0]!]);
  if (network.fits(here, T.STAR) && tokens.types[at - 1] === T.SELECT) parts.push(shown('*'));
  else if (values) parts.push('a value');
  return parts;
}

export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)!}`;
}

function missingAfter(broken: Broken, parts: readonly string[]): string {
  const what = listed(parts);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} is missing after ${shown(textAt(broken, broken.at - 1))}.`;
}

const NAMED: Readonly<Record<NameKind, string>> = {
  keyspace: 'a keyspace',
  table: 'a table',
  view: 'a view',
  column: 'a column',
  field: 'a field',
  type: 'a type',
  function: 'a function',
  aggregate: 'an aggregate',
  index: 'an index',
  trigger: 'a trigger',
  role: 'a role',
  option: 'an option',
};
