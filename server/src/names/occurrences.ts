import type { SyntaxTree } from '../syntax/tree.ts';
import { ACCESS } from './access.ts';
import { COMMANDS } from './commands.ts';
import { EXPRESSIONS } from './expressions.ts';
import type { Occurrence } from './occurrence.ts';
import { QUERIES } from './queries.ts';
import { RELATIONS } from './relations.ts';
import { SCHEMA } from './schema.ts';
import { TYPES } from './type-names.ts';
import { visit, type Visitors, type Walk } from './walk.ts';
import { WRITES } from './writes.ts';

/** Every identifier in a statement, in the order of the text, with what it is the name of. */
export function occurrencesOf(tree: SyntaxTree): readonly Occurrence[] {
  if (tree.nodes.length === 0) return [];
  const walk: Walk = {
    tree,
    found: [],
    visitors: VISITORS,
    variables: new Map(),
    aliases: new Map(),
    keyspace: undefined,
  };
  visit(walk, 0, {});
  return walk.found.toSorted((a, b) => a.start - b.start);
}

const VISITORS: Visitors = {
  ...EXPRESSIONS,
  ...RELATIONS,
  ...TYPES,
  ...QUERIES,
  ...SCHEMA,
  ...WRITES,
  ...ACCESS,
  ...COMMANDS,
};
