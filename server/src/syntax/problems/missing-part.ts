import { type NameKind, expectationOf } from '../expectation.ts';
import * as T from '../generated/token-types.ts';
import { type Broken, placeBefore, textAt } from './broken.ts';
import { type Candidate, shown } from './candidate.ts';

/** Names and values that are left out. */
export function* missingParts(broken: Broken): Generator<Candidate> {
  const { at, network, vocabulary, tokens } = broken;
  const front = broken.front(at);
  if (front === undefined) return;
  const expected = expectationOf(network, vocabulary, front, tokens.types.subarray(0, at));
  const parts = partsOf(expected.names, expected.newName, expected.values);
  if (parts.length === 0) return;
  const place = placeBefore(broken, at);
  const message =
    at === 0
      ? `${capital(listed(parts))} is missing.`
      : `${capital(listed(parts))} is missing after ${shown(textAt(broken, at - 1))}.`;
  for (const type of [T.QUOTED, T.INTEGER, T.STAR]) {
    if (network.fits(front, type))
      yield { repair: { at, removed: 0, inserted: [type] }, weight: 10, message, span: place };
  }
}

/** What may stand at a place, in words; empty where only keywords and signs may. */
export function partsOf(names: readonly NameKind[], newName: boolean, values: boolean): readonly string[] {
  const parts: string[] = [];
  if (names.includes('column')) parts.push('a column');
  // A keyspace only leads to what is in it, a function to its value.
  else if (names.length > 0 && !(values && names.includes('function'))) parts.push(NAMED[names[0]!]);
  else if (newName) parts.push('a name');
  if (values) parts.push('a value');
  return parts;
}

export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)!}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
