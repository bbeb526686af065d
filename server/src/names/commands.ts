import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import { isName } from '../syntax/token-classes.ts';
import { endTokenOf, firstTokenOf } from '../syntax/tree.ts';
import type { NameKind, Written } from './occurrence.ts';
import { addName, keyspaceOwner, tableOwner, type Visitors, type Walk } from './walk.ts';

/** Names in commands of cqlsh, and in what is read as nothing more than words. */
export const COMMANDS: Visitors = {
  [R.shellCommand](walk, node) {
    const first = firstTokenOf(walk.tree, node);
    const end = endTokenOf(walk.tree, node);
    const { types } = walk.tree.tokens;
    if (!isName(types[first]!)) return wordsBetween(walk, first, end, 'word');
    const command = addToken(walk, first, 'command');
    switch (command) {
      case 'copy':
        return copyNames(walk, first + 1, end);
      default:
        return wordsBetween(walk, first + 1, end, 'option-value');
    }
  },
  [R.rest]: (walk, node) => wordsBetween(walk, firstTokenOf(walk.tree, node), endTokenOf(walk.tree, node), 'word'),
};

/** `COPY [keyspace.]table [(column, …)] FROM | TO file [WITH option = value [AND …]]` */
function copyNames(walk: Walk, first: number, end: number): void {
  const { types } = walk.tree.tokens;
  const isQualified = types[first + 1] === T.DOT && first + 2 < end;
  const name = isQualified ? first + 2 : first;
  if (name >= end || !isName(types[name]!)) return wordsBetween(walk, first, end, 'word');
  const table: Written = {
    name: nameOfToken(walk.tree, name).name,
    ...(isQualified && { keyspace: nameOfToken(walk.tree, first).name }),
  };
  if (isQualified) addToken(walk, first, 'keyspace');
  let writes = false;
  let at = name + 1;
  for (; at < end && types[at] !== T.WITH; at += 1) writes ||= types[at] === T.FROM;
  const role = writes ? 'write' : 'read';
  addName(walk, nameOfToken(walk.tree, name), 'table', role, keyspaceOwner(table));
  for (let token = name + 1; token < at; token += 1)
    if (isName(types[token]!)) addName(walk, nameOfToken(walk.tree, token), 'column', role, tableOwner(table));
  for (let token = at; token < end; token += 1)
    if (isName(types[token]!)) addToken(walk, token, types[token - 1] === T.EQ ? 'option-value' : 'option');
}

function wordsBetween(walk: Walk, first: number, end: number, kind: NameKind): void {
  for (let token = first; token < end; token += 1)
    if (isName(walk.tree.tokens.types[token]!)) addToken(walk, token, kind);
}

function addToken(walk: Walk, token: number, kind: NameKind): string {
  const name = nameOfToken(walk.tree, token);
  addName(walk, name, kind, 'reference');
  return name.name;
}
