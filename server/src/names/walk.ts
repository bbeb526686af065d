import type { Name } from '../syntax/ast.ts';
import * as R from '../syntax/generated/rules.ts';
import { NONE } from '../syntax/lower/nodes.ts';
import { keyspacePutIn, nameOf } from '../syntax/lower/names.ts';
import { type SyntaxTree, ruleOf, subtreeEndOf } from '../syntax/tree.ts';
import type { NameKind, NameRole, Occurrence, Owner, Value, Written } from './occurrence.ts';

/** The walk through the tree of one statement. */
export interface Walk {
  readonly tree: SyntaxTree;
  readonly found: Occurrence[];
  readonly visitors: Visitors;
  /** The rows that LET has read so far, with the tables that they are of. */
  readonly variables: Map<string, Written | undefined>;
  /** The tables that SQL gives other names. */
  readonly aliases: Map<string, Written | undefined>;
  /** Where the types and functions are that the statement names without a keyspace; absent for the one in force. */
  keyspace: string | undefined;
}

/** What surrounds a node. */
export interface Around {
  /** Whose columns the bare names are. */
  readonly table?: Written | undefined;
  /** What an expression is a value of. */
  readonly value?: Value | undefined;
  /** Whose fields the bare names are. */
  readonly type?: Written | undefined;
}

export type Visitor = (walk: Walk, node: number, around: Around) => void;

/** By rule; what stands below a node of another rule is visited in its place. */
export type Visitors = Readonly<Record<number, Visitor>>;

/** Finds the names in a node. */
export function visit(walk: Walk, node: number, around: Around): void {
  const rule = ruleOf(walk.tree, node);
  const visitor = walk.visitors[rule];
  if (visitor !== undefined) visitor(walk, node, around);
  else if (isName(rule)) add(walk, node, 'word', 'reference');
  else visitChildren(walk, node, around);
}

export function visitChildren(walk: Walk, node: number, around: Around): void {
  for (const child of childrenOf(walk.tree, node)) visit(walk, child, around);
}

/** Visits the children of a node but those of a rule. */
export function visitOthers(walk: Walk, node: number, rule: number, around: Around): void {
  for (const child of childrenOf(walk.tree, node)) if (ruleOf(walk.tree, child) !== rule) visit(walk, child, around);
}

export function childrenOf(tree: SyntaxTree, node: number): readonly number[] {
  const children: number[] = [];
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) children.push(child);
  return children;
}

/** The children that stand for names; bind markers in their place are among them. */
export const namesIn = (tree: SyntaxTree, node: number): readonly number[] =>
  childrenOf(tree, node).filter((child) => isName(ruleOf(tree, child)) || ruleOf(tree, child) === R.marker);

/** Children that are names are all of one kind; the others are visited. */
export const namesAre =
  (kind: NameKind, role: NameRole, ownerOf?: (around: Around) => Owner | undefined): Visitor =>
  (walk, node, around) => {
    for (const child of childrenOf(walk.tree, node)) {
      if (isName(ruleOf(walk.tree, child))) add(walk, child, kind, role, ownerOf?.(around));
      else visit(walk, child, around);
    }
  };

/** Adds the name that a node stands for; of a bind marker its own one. */
export function add(walk: Walk, node: number, kind: NameKind, role: NameRole, owner?: Owner): void {
  if (node !== NONE) addRead(walk, node, nameOf(walk.tree, node), kind, role, owner);
}

/** The same of a node whose name was read. */
function addRead(
  walk: Walk,
  node: number,
  name: Name | undefined,
  kind: NameKind,
  role: NameRole,
  owner?: Owner,
): void {
  if (ruleOf(walk.tree, node) === R.marker) visit(walk, node, {});
  else if (name !== undefined) addName(walk, name, kind, role, owner);
}

export function addName(walk: Walk, name: Name, kind: NameKind, role: NameRole, owner?: Owner): void {
  const {
    span: { start, end },
    name: text,
    quoted,
    template,
    putIn,
  } = name;
  const found = { start, end, kind, role, name: text, quoted };
  // Most have an owner, and are no templates.
  if (template === undefined && putIn === undefined && owner !== undefined) walk.found.push({ ...found, owner });
  else walk.found.push({ ...found, ...(template && { template }), ...(putIn && { putIn }), ...(owner && { owner }) });
}

/** Adds `name` or `keyspace.name`; gives what it names. Without a keyspace it is in that of the statement. */
export function addQualified(walk: Walk, node: number, kind: NameKind, role: NameRole): Written | undefined {
  const { tree } = walk;
  const [first, second] = node === NONE ? [] : namesIn(tree, node);
  if (first === undefined) return undefined;
  const [one, other] = [nameOf(tree, first), second === undefined ? undefined : nameOf(tree, second)];
  const own = writtenAs(tree, one, other);
  const written =
    own === undefined || own.keyspace !== undefined || walk.keyspace === undefined
      ? own
      : { keyspace: walk.keyspace, name: own.name };
  const owner = keyspaceOwner(written);
  if (second === undefined) addRead(walk, first, one, kind, role, owner);
  else {
    addRead(walk, first, one, 'keyspace', 'reference');
    addRead(walk, second, other, kind, role, owner);
  }
  return written;
}

/** Adds what a statement is about; what else it names without a keyspace is in the same one. */
export function addSubject(walk: Walk, node: number, kind: NameKind, role: NameRole): Written | undefined {
  walk.keyspace = undefined;
  const written = addQualified(walk, node, kind, role);
  walk.keyspace = written?.keyspace;
  return written;
}

/** What a `name` or `keyspace.name` names; templates are read as they stand. */
export function writtenIn(tree: SyntaxTree, node: number): Written | undefined {
  const [first = NONE, second = NONE] = node === NONE ? [] : namesIn(tree, node);
  return writtenAs(tree, nameOf(tree, first), nameOf(tree, second));
}

function writtenAs(tree: SyntaxTree, first: Name | undefined, second: Name | undefined): Written | undefined {
  if (first === undefined) return undefined;
  if (second !== undefined) return { keyspace: first.name, name: second.name };
  const keyspace = keyspacePutIn(tree, first)?.name;
  return { ...(keyspace !== undefined && { keyspace }), name: first.name };
}

export const tableOwner = (table: Written | undefined): Owner | undefined =>
  table === undefined ? undefined : { kind: 'table', ...table };

/** The keyspace in which something is, or that of what it belongs to. */
export const keyspaceOwner = (of: Pick<Written, 'keyspace'> | undefined): Owner => ({
  kind: 'keyspace',
  ...(of?.keyspace !== undefined && { name: of.keyspace }),
});

export const columnOwner = ({ table }: Around): Owner | undefined => tableOwner(table);

/** Whether a rule stands for one name. */
export const isName = (rule: number): boolean => NAMES.has(rule);

const NAMES: ReadonlySet<number> = new Set([
  R.ident,
  R.columnName,
  R.roleName,
  R.serviceLevelName,
  R.functionWord,
  R.hintedName,
  R.sqlImplicitAlias,
]);
