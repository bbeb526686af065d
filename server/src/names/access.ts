import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOf } from '../syntax/lower/names.ts';
import { NONE, childOf, firstTypeOf, ownTokenOf } from '../syntax/lower/nodes.ts';
import { ruleOf } from '../syntax/tree.ts';
import type { NameKind, Written } from './occurrence.ts';
import { optionValueNames } from './schema.ts';
import {
  add,
  addQualified,
  addSubject,
  childrenOf,
  isName,
  keyspaceOwner,
  namesAre,
  namesIn,
  tableOwner,
  visit,
  type Visitors,
  type Walk,
} from './walk.ts';

/** Names in statements about roles and permissions, and in descriptions, comments and labels. */
export const ACCESS: Visitors = {
  [R.createRole]: namesAre('role', 'declaration'),
  [R.createGeneratedRole]: namesAre('role', 'declaration'),
  [R.alterRole]: namesAre('role', 'reference'),
  [R.createUser]: namesAre('user', 'declaration'),
  [R.alterUser]: namesAre('user', 'reference'),
  [R.roleOption](walk, node, around) {
    for (const child of childrenOf(walk.tree, node))
      if (ruleOf(walk.tree, child) === R.serviceLevelOption) visit(walk, child, around);
      else optionValueNames(walk, child);
  },
  [R.addIdentityStatement](walk, node) {
    const [identity = NONE, role = NONE] = namesIn(walk.tree, node);
    add(walk, identity, 'identity', 'declaration');
    add(walk, role, 'role', 'reference');
  },
  [R.dropIdentity]: namesAre('identity', 'reference'),
  [R.grantStatement]: namesAre('role', 'reference'),
  [R.revokeStatement]: namesAre('role', 'reference'),
  [R.listStatement]: namesAre('role', 'reference'),
  [R.resource](walk, node) {
    const { tree } = walk;
    const isRole = firstTypeOf(tree, node) === T.ROLE;
    for (const child of childrenOf(tree, node)) {
      const rule = ruleOf(tree, child);
      if (isName(rule)) add(walk, child, isRole ? 'role' : 'keyspace', 'reference');
      else if (rule === R.functionName) addSubject(walk, child, 'function', 'reference');
      else if (rule === R.tableName) addSubject(walk, child, 'table', 'reference');
      else visit(walk, child, {});
    }
  },
  [R.rowsResource]: (walk, node) => void addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'reference'),
  [R.alterSearchIndex]: namesAre('word', 'reference'),
  [R.searchedTable]: (walk, node) => void addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'reference'),

  [R.createServiceLevel]: namesAre('service-level', 'declaration'),
  [R.alterServiceLevel]: namesAre('service-level', 'reference'),
  [R.dropServiceLevel]: namesAre('service-level', 'reference'),
  [R.serviceLevelItem]: namesAre('service-level', 'reference'),
  [R.listServiceLevels](walk, node) {
    for (const name of namesIn(walk.tree, node))
      add(walk, name, ruleOf(walk.tree, name) === R.roleName ? 'role' : 'service-level', 'reference');
  },
  [R.pruneView]: foreignNames,
  [R.restrictRows]: foreignNames,
  [R.restrictPermissions]: foreignNames,
  [R.giveServiceLevel]: foreignNames,

  [R.describeStatement]: namesAre('word', 'reference'),
  [R.describeTarget](walk, node) {
    const kind = DESCRIBED[firstTypeOf(walk.tree, node)] ?? 'object';
    for (const child of childrenOf(walk.tree, node)) {
      if (isName(ruleOf(walk.tree, child))) add(walk, child, 'keyspace', 'reference');
      else addQualified(walk, child, kind, 'reference');
    }
  },
  [R.securityLabelStatement]: namesAre('provider', 'reference'),
  [R.labelled]: labelledNames,
};

/** Names of a statement that only other servers have. */
function foreignNames(walk: Walk, node: number): void {
  const { tree } = walk;
  const isView = ownTokenOf(tree, node, T.VIEW) !== NONE;
  const table = addSubject(walk, childOf(tree, node, R.tableName), isView ? 'view' : 'table', 'reference');
  for (const name of namesIn(tree, node)) {
    if (ruleOf(tree, name) === R.roleName) add(walk, name, 'role', 'reference');
    else if (childOf(tree, node, R.serviceLevelWord) !== NONE) add(walk, name, 'service-level', 'reference');
    else add(walk, name, 'column', 'reference', tableOwner(table));
  }
  for (const child of childrenOf(tree, node))
    if (ruleOf(tree, child) !== R.tableName && !isName(ruleOf(tree, child))) visit(walk, child, { table });
}

/** `keyspace`, `[keyspace.]table`, or `[keyspace.]table.column`, and the same of types and fields. */
function labelledNames(walk: Walk, node: number): void {
  const { tree } = walk;
  const names = namesIn(tree, node);
  const what = ownTokenOf(tree, node, T.KEYSPACE) !== NONE ? 'keyspace' : whatIn(walk, node);
  if (what === 'keyspace') return names.forEach((name) => add(walk, name, 'keyspace', 'reference'));
  const isMember = what === 'column' || what === 'field';
  const path = isMember ? names.slice(0, -1) : names;
  const holder = what === 'type' || what === 'field' ? 'type' : 'table';
  const [name = NONE, keyspace = NONE] = path.toReversed();
  const written: Written = {
    name: nameOf(tree, name)?.name ?? '',
    ...(keyspace !== NONE && { keyspace: nameOf(tree, keyspace)?.name ?? '' }),
  };
  add(walk, keyspace, 'keyspace', 'reference');
  add(walk, name, holder, 'reference', keyspaceOwner(written));
  if (isMember) add(walk, names.at(-1) ?? NONE, what, 'reference', { kind: holder, ...written });
}

function whatIn({ tree }: Walk, node: number): 'table' | 'column' | 'type' | 'field' {
  if (ownTokenOf(tree, node, T.COLUMN) !== NONE) return 'column';
  if (ownTokenOf(tree, node, T.FIELD) !== NONE) return 'field';
  return ownTokenOf(tree, node, T.TYPE) !== NONE ? 'type' : 'table';
}

const DESCRIBED: Readonly<Record<number, NameKind>> = {
  [T.TABLE]: 'table',
  [T.COLUMNFAMILY]: 'table',
  [T.INDEX]: 'index',
  [T.MATERIALIZED]: 'view',
  [T.TYPE]: 'type',
  [T.FUNCTION]: 'function',
  [T.AGGREGATE]: 'aggregate',
};
