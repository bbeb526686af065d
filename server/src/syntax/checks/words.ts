import { NATIVE_TYPE_NAMES } from '../built-in-types.ts';
import type { CassandraRelease } from '../../text/release.ts';
import * as T from '../generated/token-types.ts';
import { fold } from '../names.ts';
import { tokenSpan } from '../lower/nodes.ts';
import type { SyntaxTree } from '../tree.ts';
import { type Report, feature, replace } from './report.ts';

/** A word that Cassandra's own grammar knows and that is not reserved; the words of other dialects are plain names to it. */
export const isUnreservedToken = (type: number): boolean => type >= T.ACCESS && type <= T.VECTOR;

/** The release whose grammar made a word of the token; `3.11` for the older ones. A plain name before. */
export function keywordSince(tree: SyntaxTree, token: number): CassandraRelease {
  // No token of its own: it has no syntax but that of a function.
  if (wordOf(tree, token) === 'maxwritetime') return '5.0';
  return SINCE.get(tree.tokens.types[token]!) ?? '3.11';
}

const SINCE: ReadonlyMap<number, CassandraRelease> = new Map<number, CassandraRelease>([
  ...since('4.0', [T.ACCESS, T.AGGREGATES, T.CLUSTER, T.DATACENTERS, T.INTERNALS, T.ONLY, T.TABLES, T.TYPES]),
  ...since('4.1', [T.HASHED]),
  ...since('5.0', [T.ANN, T.CIDRS, T.IDENTITY, T.MASKED, T.SELECT_MASKED, T.UNMASK, T.VECTOR]),
  ...since('6.0', [T.BETWEEN, T.CHECK, T.COLUMN, T.COMMENT, T.COMMENTS, T.COMMIT, T.END, T.FIELD, T.FOR, T.GENERATED]),
  ...since('6.0', [T.INDEXES, T.LABEL, T.LABELS, T.LET, T.SECURITY, T.SUPERUSERS, T.THEN, T.TRANSACTION]),
]);

function since(release: CassandraRelease, types: readonly number[]): readonly (readonly [number, CassandraRelease])[] {
  return types.map((type) => [type, release] as const);
}

/** Whether the token could be a bare name, a quoted one, a placeholder, or what is written for one by mistake. */
export const isNameToken = (type: number): boolean =>
  (type >= T.ACCESS && type <= T.VERTEX) || (type >= T.IDENT && type <= T.BACKTICKED) || type === T.TYPOGRAPHIC_QUOTED;

/** What a bare name folds to; `undefined` for anything in quotes and for placeholders. */
export function wordOf(tree: SyntaxTree, token: number): string | undefined {
  const type = tree.tokens.types[token]!;
  if (type !== T.IDENT && !(type >= T.ACCESS && type <= T.VERTEX)) return undefined;
  return fold(tree.text.slice(tree.tokens.starts[token]!, tree.tokens.ends[token]!));
}

/** Cassandra's CQL3Type.Native: these words are types and nothing else where a type may stand. */
export const NATIVE_TYPES: ReadonlySet<string> = new Set(NATIVE_TYPE_NAMES);

/** Words of the server's grammar that are plain names to ours. */
export const NATIVE_WORDS: ReadonlySet<string> = new Set([
  ...NATIVE_TYPE_NAMES.filter((name) => name !== 'counter' && name !== 'timestamp'),
  'writetime',
  'maxwritetime',
]);

/** Words with a syntax of their own: neither functions nor types can be called so without quotes. */
export const OWN_SYNTAX: ReadonlySet<string> = new Set(['ttl', 'writetime', 'cast', 'json', 'distinct']);

/** Notes the name of a function or type that became a word with a syntax of its own. */
export function laterWord(report: Report, token: number): void {
  if (wordOf(report.tree, token) !== 'maxwritetime') return;
  const span = tokenSpan(report.tree, token);
  feature(report, 'maxwritetime-as-name', span, replace('Quote it', span, '"maxwritetime"'));
}
