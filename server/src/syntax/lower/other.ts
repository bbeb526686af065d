import type {
  CommentOn,
  Describe,
  Expression,
  ForeignStatement,
  Name,
  QualifiedName,
  RowReference,
  SecurityLabel,
  Select,
  ShellCommand,
  Transaction,
  TransactionCondition,
} from '../ast.ts';
import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { fold } from '../names.ts';
import { rowReferenceOf } from '../row-references.ts';
import { type SyntaxTree, endTokenOf, firstTokenOf } from '../tree.ts';
import { expressionOfToken, expressionsIn } from './expressions.ts';
import { functionNameOf, nameIn, nameOfToken, namesIn, qualifiedIn, unqualified } from './names.ts';
import { NONE, between, childOf, firstChildOf, firstTypeOf, nextOf, spanOf, tokenAt, tokenText } from './nodes.ts';
import { subjectOf } from './relations.ts';
import { selectOf } from './select.ts';
import { writeOf } from './writes.ts';

/** Reads a `transaction` that `statement` encloses. */
export function transactionOf(tree: SyntaxTree, statement: number, node: number): Transaction {
  const lets: { name: Name; select: Select; span: Span }[] = [];
  for (
    let child = childOf(tree, node, R.letStatement);
    child !== NONE;
    child = nextOf(tree, node, child, R.letStatement)
  ) {
    const name = nameIn(tree, child, R.ident);
    const select = childOf(tree, child, R.selectStatement);
    if (name !== undefined && select !== NONE)
      lets.push({ name, select: selectOf(tree, select), span: spanOf(tree, child) });
  }
  const writes: NonNullable<ReturnType<typeof writeOf>>[] = [];
  let child = childOf(tree, node, R.transactionWrite);
  for (; child !== NONE; child = nextOf(tree, node, child, R.transactionWrite)) {
    const write = writeOf(tree, firstChildOf(tree, child));
    if (write !== undefined) writes.push(write);
  }
  const resultNode = childOf(tree, node, R.transactionSelect);
  const result = resultNode === NONE ? undefined : selectOf(tree, resultNode);
  const conditions = conditionsIn(tree, node);
  return {
    kind: 'transaction',
    lets,
    result,
    conditions,
    references: [
      ...returnedBy(result),
      ...conditions.map(({ reference }) => reference),
      ...writes.flatMap(valuesOf).flatMap((value) => rowReferenceOf(value) ?? []),
    ],
    writes,
    span: spanOf(tree, statement),
  };
}

/** A result without FROM gives parts of rows read before. */
const returnedBy = (result: Select | undefined): readonly RowReference[] =>
  result === undefined || result.from !== undefined
    ? []
    : result.selectors.flatMap(({ expression }) => rowReferenceOf(expression) ?? []);

/** Values that may be parts of rows read before. */
function valuesOf(write: Transaction['writes'][number]): readonly Expression[] {
  if (write.kind === 'insert') return write.values.kind === 'values' ? write.values.values : [];
  if (write.kind !== 'update') return [];
  return write.assignments.flatMap((assignment) => ('value' in assignment ? [assignment.value] : []));
}

/** The conditions of IF; those that compare nothing that was read are broken, and left out. */
function conditionsIn(tree: SyntaxTree, node: number): readonly TransactionCondition[] {
  const conditions: TransactionCondition[] = [];
  let child = childOf(tree, node, R.transactionCondition);
  for (; child !== NONE; child = nextOf(tree, node, child, R.transactionCondition)) {
    const span = spanOf(tree, child);
    const [left, right] = expressionsIn(tree, child);
    const asked = childOf(tree, childOf(tree, child, R.relation), R.relationLeft);
    const subject = asked === NONE ? left : subjectOf(tree, asked);
    if (subject === undefined) continue;
    const read = rowReferenceOf(subject);
    const reference = read ?? (right && rowReferenceOf(right));
    if (reference === undefined) continue;
    const value = read === undefined ? subject : right;
    conditions.push({ reference, ...(value !== undefined && { value }), span });
  }
  return conditions;
}

/** Reads a `describeStatement`. */
export function describeOf(tree: SyntaxTree, node: number): Describe {
  const target = childOf(tree, node, R.describeTarget);
  const named =
    target === NONE
      ? undefined
      : (qualifiedIn(tree, target, R.tableName) ?? functionNameOf(tree, childOf(tree, target, R.functionName)));
  const keyspace = target === NONE ? undefined : nameIn(tree, target, R.ident);
  return {
    kind: 'describe',
    what: describedBy(tree, target),
    name: named ?? (keyspace === undefined ? undefined : unqualified(keyspace)),
    span: spanOf(tree, node),
  };
}

/** Reads a `commentStatement` or a `securityLabelStatement`. */
export function labelOf(
  tree: SyntaxTree,
  node: number,
  kind: 'comment-on' | 'security-label',
): CommentOn | SecurityLabel {
  const target = childOf(tree, node, R.labelled);
  const literal = childOf(tree, node, R.literal);
  const text = literal === NONE ? undefined : expressionOfToken(tree, firstTokenOf(tree, literal));
  return {
    kind,
    ...labelledBy(tree, target),
    ...(kind === 'security-label' && { provider: nameIn(tree, node, R.ident) }),
    text: text?.kind === 'literal' ? text : undefined,
    span: spanOf(tree, node),
  };
}

/** Reads a `shellCommand`. */
export function shellOf(tree: SyntaxTree, node: number): ShellCommand {
  const first = tokenAt(tree, node, 0);
  const command = first === NONE ? '' : fold(tokenText(tree, first));
  const span = spanOf(tree, node);
  switch (command) {
    case 'source': {
      const at = tokenAt(tree, node, 1);
      const file = at === NONE ? undefined : expressionOfToken(tree, at);
      return file?.kind === 'literal' && file.type === 'string'
        ? { kind: 'shell', command, file, span }
        : { kind: 'shell', command, span };
    }
    case 'copy':
      return { kind: 'shell', command, table: tableAt(tree, node, 1), span };
    default:
      return { kind: 'shell', command, span };
  }
}

/** Reads a `foreignStatement`, or a statement about what Cassandra does not have. */
export const foreignOf = (tree: SyntaxTree, node: number, feature: string): ForeignStatement => ({
  kind: 'foreign',
  feature,
  span: spanOf(tree, node),
});

/** Reads a statement about an index of DSE Search: `CREATE SEARCH INDEX ON t …`. */
export function searchIndexOf(tree: SyntaxTree, node: number): ForeignStatement {
  let at = 0;
  let token = tokenAt(tree, node, at);
  while (token !== NONE && tree.tokens.types[token] !== T.ON) token = tokenAt(tree, node, (at += 1));
  return { ...foreignOf(tree, node, 'search-index'), table: tableAt(tree, node, at + 1) };
}

function describedBy(tree: SyntaxTree, target: number): string {
  const inner = target === NONE ? NONE : firstChildOf(tree, target);
  const end = target === NONE ? 0 : inner === NONE ? endTokenOf(tree, target) : firstTokenOf(tree, inner);
  const words: string[] = [];
  for (let token = target === NONE ? 0 : firstTokenOf(tree, target); token < end && words.length < 2; token++) {
    if (!DESCRIBED.has(tree.tokens.types[token]!)) break;
    words.push(tokenText(tree, token).toLowerCase());
  }
  return words.length === 0 ? 'element' : words.join(' ');
}

function labelledBy(tree: SyntaxTree, target: number): Pick<CommentOn, 'what' | 'name' | 'member'> {
  if (target === NONE) return { what: 'table' };
  const what = LABELLED[firstTypeOf(tree, target)] ?? 'table';
  const names = namesIn(tree, target, R.ident);
  // The element a comment is about: the table of a column, the type of a field.
  const isMember = what === 'column' || what === 'field';
  const path = isMember ? names.slice(0, -1) : names;
  const last = path.at(-1);
  if (last === undefined) return { what };
  const keyspace = path.length > 1 ? path[0]! : undefined;
  const name: QualifiedName =
    keyspace === undefined ? unqualified(last) : { keyspace, name: last, span: between(keyspace.span, last.span) };
  return { what, name, member: isMember ? names.at(-1) : undefined };
}

/** `name` or `keyspace.name` in plain tokens. */
function tableAt(tree: SyntaxTree, node: number, index: number): QualifiedName | undefined {
  const first = tokenAt(tree, node, index);
  if (first === NONE) return undefined;
  const name = nameOfToken(tree, first);
  const dot = tokenAt(tree, node, index + 1);
  const second = tokenAt(tree, node, index + 2);
  if (dot === NONE || second === NONE || tree.tokens.types[dot] !== T.DOT) return unqualified(name);
  const table = nameOfToken(tree, second);
  return { keyspace: name, name: table, span: between(name.span, table.span) };
}

const DESCRIBED: ReadonlySet<number> = new Set([
  T.CLUSTER,
  T.FULL,
  T.SCHEMA,
  T.KEYSPACES,
  T.ONLY,
  T.KEYSPACE,
  T.TABLES,
  T.TABLE,
  T.COLUMNFAMILY,
  T.INDEX,
  T.MATERIALIZED,
  T.VIEW,
  T.TYPES,
  T.TYPE,
  T.FUNCTIONS,
  T.FUNCTION,
  T.AGGREGATES,
  T.AGGREGATE,
]);

const LABELLED: Readonly<Record<number, CommentOn['what']>> = {
  [T.KEYSPACE]: 'keyspace',
  [T.TABLE]: 'table',
  [T.COLUMNFAMILY]: 'table',
  [T.COLUMN]: 'column',
  [T.TYPE]: 'type',
  [T.FIELD]: 'field',
};
