import type { Segment } from '../../syntax/segment.ts';
import type { Dialect, Target } from '../../text/release.ts';

/** The errors of a segment's text that are errors for the target: other servers take some texts that the grammar does not read. */
export function errorsFor(segment: Segment, target: Target): Segment['errors'] {
  if (target.kind !== 'dialect' || segment.errors.length === 0) return segment.errors;
  const { dialect } = target;
  return isUnread(segment, dialect) ? [] : segment.errors.filter(({ takenBy }) => takenBy?.includes(dialect) !== true);
}

/** Whether a statement has a form that the grammar does not read and the dialect takes: nothing is known of its syntax. */
function isUnread({ text, tokens: { starts } }: Segment, dialect: Dialect): boolean {
  const statement = text.slice(starts[0] ?? 0);
  return UNREAD[dialect].some((form) => form.test(statement));
}

// docs.datastax.com, "CQL for DSE" 6.8 and 6.9 (GRANT, REVOKE, LIST PERMISSIONS, RESTRICT: PROXY.LOGIN, SEARCH.CREATE, authentication
// schemes, remote calls and the like; ALTER TABLE with labels of graphs; EXECUTE AS and DESCRIBE SEARCH INDEX of its cqlsh), read
// 2026-11-26.
const PERMISSIONS = /^(?:grant|revoke|list|restrict|unrestrict)\s/i;
const EXECUTE_AS = /^execute\s+as\b/i;
const GRAPH_LABEL = /^(?:create|alter)\s+table\b[^;]*\b(?:vertex|edge)\s+label\b/i;
const SEARCH_INDEX = /^desc(?:ribe)?\s+(?:\w+\s+){0,2}search\s+index\b/i;

// github.com/datastax/cassandra, src/antlr/Parser.g at 08aef9d, which HCD and Astra DB are made of, read 2026-11-26.
const OFFSET = /^select\b[^;]*\blimit\s+\S+\s+offset\s/i;
const GEO_DISTANCE = /^select\b[^;]*\bgeo_distance\s*\(/i;
const DROPPED_COLUMN = /^create\s+table\b[^;]*\bdropped\s+column\s+record\b/i;
/** Later than that grammar; a word of no other meaning. */
const SCORE = /^select\b[^;]*\bbm25\s+of\b/i;

const OF_DATASTAX = [EXECUTE_AS, GRAPH_LABEL, OFFSET, GEO_DISTANCE, DROPPED_COLUMN, SCORE];

// cql3/Cql.g of scylladb/scylladb at f4a4091; docs/dev/describe_schema.md at scylla-6.2, whose DESCRIBE gives roles with their hashes; read
// 2026-11-27.
const SEARCH_PERMISSION = /^(?:grant|revoke|list)\s+(?:vector|text)_search_indexing\b/i;
const SALTED_HASH = /^create\s+role\b[^;]*\bsalted\s+hash\s*=/i;
/** What is selected from no table is a value; all clauses may stand behind it. */
const NO_TABLE = /^select\s+(?:json\s+)?(?:[\d'?:-]|[\w.]+\s*\(|"system\$dummy")(?![^;]*\sfrom\s)/i;
const PASSWORDS = /^desc(?:ribe)?\s[^;]*\bwith\s+internals\s+and\s+passwords\b/i;

const UNREAD: Readonly<Record<Dialect, readonly RegExp[]>> = {
  scylla: [SEARCH_PERMISSION, SALTED_HASH, NO_TABLE, PASSWORDS],
  dse: [PERMISSIONS, EXECUTE_AS, GRAPH_LABEL, SEARCH_INDEX],
  hcd: OF_DATASTAX,
  astra: OF_DATASTAX,
  // docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "Restore a table from backup to a specified point in time", read 2026-11-26;
  // "Add tags to a table", "Add tags to a keyspace", read 2026-11-27.
  keyspaces: [/^restore\s+table\b/i, /^alter\s+(?:keyspace|table)\b[^;]*\b(?:add|drop)\s+tags\s*\{/i],
};
