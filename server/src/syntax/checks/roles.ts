import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenSpan, tokenText } from '../lower/nodes.ts';
import { endTokenOf, firstTokenOf } from '../tree.ts';
import { type Report, feature, problem, shown } from './report.ts';
import { checkRoleMap } from './schema.ts';
import { checkTypeWord } from './types.ts';
import { NATIVE_WORDS, isUnreservedToken, keywordSince, wordOf } from './words.ts';

/** Checks a `roleOption`. */
export function checkRoleOption(report: Report, node: number): void {
  const { tree } = report;
  const braces = childOf(tree, node, R.braceLiteral);
  switch (firstTypeOf(tree, node)) {
    case T.HASHED:
    case T.PASSWORD:
      checkPassword(report, node);
      return;
    case T.OPTIONS:
      if (braces !== NONE) checkRoleMap(report, braces);
      return;
    case T.ACCESS:
      if (ownTokenOf(tree, node, T.TO) !== NONE) feature(report, 'access-to-datacenters', spanOf(tree, node));
      else feature(report, 'access-from-cidrs', spanOf(tree, node));
      if (braces !== NONE) checkStrings(report, braces);
  }
}

/** Checks a password of `CREATE ROLE` or `CREATE USER`. */
export function checkPassword(report: Report, node: number): void {
  const { tree } = report;
  if (firstTypeOf(tree, node) === T.HASHED) feature(report, 'hashed-password', spanOf(tree, node));
  checkString(report, childOf(tree, node, R.literal), 'A password');
}

/** Checks that a literal is a string. */
export function checkString(report: Report, literal: number, what: string): void {
  if (literal === NONE || STRINGS.has(firstTypeOf(report.tree, literal))) return;
  problem(
    report,
    spanOf(report.tree, literal),
    `${what} is a string in single quotes, not ${shown(report.tree, literal)}.`,
  );
}

/** Checks names of users and identities, where words of CQL had to be quoted before 6.0. */
export function checkUserNames(report: Report, node: number): void {
  const { tree } = report;
  let name = childOf(tree, node, R.roleName);
  for (; name !== NONE; name = nextOf(tree, node, name, R.roleName)) checkUserName(report, name);
}

function checkUserName(report: Report, name: number): void {
  const { tree } = report;
  const token = firstTokenOf(tree, name);
  if (token >= endTokenOf(tree, name)) return;
  const type = tree.tokens.types[token]!;
  const since = keywordSince(tree, token);
  if (since === '3.11' && !isUnreservedToken(type) && !NATIVE_WORDS.has(wordOf(tree, token) ?? '')) return;
  // A word that became a keyword in 6.0 never was refused.
  if (since === '6.0') return;
  feature(report, since === '3.11' ? 'word-as-user' : `word-as-user-until-${since}`, spanOf(tree, name));
}

/** Checks `permissions`, or the permissions that a `listStatement` holds. */
export function checkPermissions(report: Report, node: number): void {
  const { tree } = report;
  const right = childOf(tree, node, R.rightToGrant);
  if (right !== NONE) feature(report, 'right-to-grant', spanOf(tree, right));
  const first = childOf(tree, node, R.permission);
  if (first === NONE) return;
  if (nextOf(tree, node, first, R.permission) !== NONE) {
    feature(report, 'permission-list', {
      start: spanOf(tree, first).start,
      end: endOfPermissions(report, node, first),
    });
  }
  for (let each = first; each !== NONE; each = nextOf(tree, node, each, R.permission)) {
    const type = firstTypeOf(tree, each);
    if (type === T.UNMASK || type === T.SELECT_MASKED) feature(report, 'unmask-permission', spanOf(tree, each));
  }
}

function endOfPermissions(report: Report, node: number, first: number): number {
  let last = first;
  for (let each = first; each !== NONE; each = nextOf(report.tree, node, each, R.permission)) last = each;
  return spanOf(report.tree, last).end;
}

/** Checks a `resource` of GRANT, REVOKE and LIST. */
export function checkResource(report: Report, node: number): void {
  const { tree } = report;
  if (ownTokenOf(tree, node, T.TABLES) !== NONE) feature(report, 'all-tables', spanOf(tree, node));
  if (childOf(tree, node, R.rowsResource) !== NONE) feature(report, 'restrict-rows', spanOf(tree, node));
}

/** Checks how many names stand behind COMMENT ON and SECURITY LABEL ON, and that their text is a string. */
export function checkLabel(report: Report, node: number): void {
  const { tree } = report;
  checkString(report, childOf(tree, node, R.literal), 'The text');
  const target = childOf(tree, node, R.labelled);
  if (target === NONE) return;
  const names: number[] = [];
  for (let name = childOf(tree, target, R.ident); name !== NONE; name = nextOf(tree, target, name, R.ident))
    names.push(name);
  const type = firstTypeOf(tree, target);
  const [least, most] = type === T.KEYSPACE ? [1, 1] : type === T.COLUMN || type === T.FIELD ? [2, 3] : [1, 2];
  if (names.length >= least && names.length <= most) {
    const named = type === T.TYPE ? names.at(-1) : type === T.FIELD ? names.at(-2) : undefined;
    if (named !== undefined) checkTypeWord(report, firstTokenOf(tree, named), spanOf(tree, named));
    return;
  }
  const whole = type === T.COLUMN ? 'table.column' : type === T.FIELD ? 'type.field' : 'a name';
  problem(
    report,
    spanOf(tree, target),
    `${shown(tree, target)} does not name one thing: write ${whole}, with its keyspace if need be.`,
  );
}

/** Checks a `describeStatement`. */
export function checkDescribe(report: Report, node: number): void {
  const { tree } = report;
  feature(report, 'describe', spanOf(tree, node));
  const and = ownTokenOf(tree, node, T.AND);
  if (and !== NONE) problem(report, tokenSpan(tree, and), 'Nothing but INTERNALS stands behind WITH.');
  const name = childOf(tree, childOf(tree, node, R.describeTarget), R.tableName);
  if (name !== NONE && tree.tokens.types[firstTokenOf(tree, name) - 1] === T.TYPE)
    checkTypeWord(report, endTokenOf(tree, name) - 1, spanOf(tree, name));
  // `TABLES.x` alone; behind a word that says what is described any name may stand.
  if (name === NONE || firstTokenOf(tree, name) > firstTokenOf(tree, childOf(tree, node, R.describeTarget))) return;
  const dot = ownTokenOf(tree, name, T.DOT);
  if (dot === NONE || !DESCRIBED_ALONE.has(firstTypeOf(tree, name))) return;
  problem(report, tokenSpan(tree, dot), `${tokenText(tree, dot - 1)} stands alone here: quote it to name a keyspace.`);
}

/** `{'a', 'b'}`, which may not be empty. */
function checkStrings(report: Report, node: number): void {
  const { tree } = report;
  const first = childOf(tree, node, R.braceEntry);
  if (first === NONE) {
    problem(report, spanOf(tree, node), 'At least one name, in single quotes, must stand in `{ }`.');
    return;
  }
  for (let entry = first; entry !== NONE; entry = nextOf(tree, node, entry, R.braceEntry)) {
    const type = firstTypeOf(tree, entry);
    const alone = endTokenOf(tree, entry) - firstTokenOf(tree, entry) === 1;
    if ((alone && STRINGS.has(type)) || PLACEHOLDERS.has(type)) continue;
    problem(report, spanOf(tree, entry), `Names stand in single quotes here; ${shown(tree, entry)} does not.`);
    return;
  }
}

const DESCRIBED_ALONE: ReadonlySet<number> = new Set([
  T.AGGREGATES,
  T.CLUSTER,
  T.FUNCTIONS,
  T.KEYSPACES,
  T.TABLES,
  T.TYPES,
]);
const STRINGS: ReadonlySet<number> = new Set([T.STRING, T.UNTERMINATED_STRING, T.TYPOGRAPHIC_STRING]);
const PLACEHOLDERS: ReadonlySet<number> = new Set([T.TEMPLATE, T.LT, T.PERCENT]);
