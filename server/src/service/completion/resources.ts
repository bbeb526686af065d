import { permissionsOn } from '../../analysis/ddl/permissions.ts';
import type { Resource } from '../../syntax/ast.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Place } from './place.ts';

/** Whether words behind ON lead to a thing on which the permissions before it can be had; as all words do elsewhere. */
export function leadsToResource(place: Place, words: string): boolean {
  const { tokens } = place;
  const [word = ''] = words.split(' ');
  const last = tokens.types[tokens.count - 1] ?? 0;
  const all = last === T.ALL && tokens.types[tokens.count - 2] === T.ON;
  const kinds = all ? OF_ALL.get(word) : last === T.ON ? KINDS.get(word) : undefined;
  return kinds === undefined || canBeHadOn(place, kinds);
}

/** Whether a table may be named at the caret, by its name alone or with its keyspace. */
export const takesTableAlone = (place: Place): boolean =>
  place.tokens.types[place.tokens.count - 1] !== T.ON || canBeHadOn(place, ['table']);

/** Whether one of the permissions that GRANT or REVOKE names can be had on a kind of thing. */
function canBeHadOn({ tokens, release }: Place, kinds: readonly Resource['kind'][]): boolean {
  if (tokens.types[0] !== T.GRANT && tokens.types[0] !== T.REVOKE) return true;
  const named = Array.from({ length: tokens.types.indexOf(T.ON) }, (_, at) => tokens.text(at).toUpperCase());
  return (
    named.includes('ALL') ||
    kinds.some((kind) => permissionsOn({ kind }, { release }).some((permission) => named.includes(permission)))
  );
}

const KINDS: ReadonlyMap<string, readonly Resource['kind'][]> = new Map([
  ['TABLE', ['table']],
  ['KEYSPACE', ['keyspace']],
  ['ROLE', ['role']],
  ['FUNCTION', ['function']],
  ['MBEAN', ['mbean']],
  ['MBEANS', ['mbeans']],
]);

const OF_ALL: ReadonlyMap<string, readonly Resource['kind'][]> = new Map([
  ['KEYSPACES', ['keyspaces']],
  ['TABLES', ['tables']],
  ['ROLES', ['roles']],
  ['FUNCTIONS', ['functions']],
  ['MBEANS', ['mbeans']],
]);
