import type { SCHEMA_CHECKS } from './schema-checks.ts';
import type { VALUE_CHECKS } from './value-checks.ts';

/**
 * The checks that refuse reads and writes, by the id that `Refused.check` holds, each with the sentence that the server says
 * (`%s` where names and values stand; the wording of the latest release where releases differ).
 *
 * Rules tell refusals apart by these ids, so they stay.
 */
export const CHECKS = {
  'unknown-syntax': 'line %s: no viable alternative at input %s',
  /** In our words, of servers beside Cassandra. */
  'not-in-dialect': '%s has no %s',
  /** Likewise, of an option: what it is an option of is meant to be there. */
  'option-not-in-dialect': '%s is no %s',
  'float-beyond-double': 'Failed parsing statement: [%s] reason: NumberFormatException %s',
  'json-value': 'Error decoding JSON value for %s: %s',

  'no-keyspace': 'No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename',
  'keyspace-not-found': 'keyspace %s does not exist',
  'use-prohibited': 'USE statements prohibited. (see use_statements_enabled in cassandra.yaml)',
  'table-not-found': 'table %s does not exist',
  'undefined-column': 'Undefined column name %s in table %s',

  // WHERE: single relations
  'unsupported-not-equal': "Unsupported '!=' relation: %s",
  'unsupported-not-null': 'Unsupported restriction: %s IS NOT NULL',
  'operator-in-write': 'Cannot use %s with %s',
  'like-needs-index': 'LIKE restriction is only supported on properly indexed columns. %s is not valid.',
  'like-on-map-entry': "LIKE can't be used with collections.",
  'empty-like': "LIKE value can't be empty.",
  'in-on-regular-column': 'IN predicates on non-primary-key columns (%s) is not yet supported',
  'contains-on-other-type': 'Cannot use CONTAINS on non-collection column %s',
  'element-relation': 'Indexes on list entries (%s[index] = value) are not currently supported.',
  'frozen-map-entry': 'Map-entry predicates on frozen map column %s are not supported',
  'unfrozen-type-relation': "Non-frozen UDT column '%s' (%s) cannot be restricted by any relation",
  'collection-relation': "Collection column '%s' (%s) cannot be restricted by a '%s' relation",
  'slice-on-duration': 'Slice restrictions are not supported on duration columns',
  'tuple-relation-column': 'Multi-column relations can only be applied to clustering columns but was applied to: %s',
  'tuple-relation-order': 'Clustering columns must appear in the PRIMARY KEY order in multi-column relations: %s',
  'tuple-size': 'Expected %s elements in value tuple, but got %s: %s',
  'token-columns': 'The token function arguments must be in the partition key order: %s',
  'token-operator': '%s cannot be used with the token function',
  'token-in-write': 'The token function cannot be used in WHERE clauses for %s statements',
  'custom-expression': 'Index %s does not support custom expressions',

  // WHERE: several relations of one column
  'more-than-one-relation': '%s cannot be restricted by more than one relation if it includes an Equal',
  'contains-with-other-relation':
    'Collection column %s can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality',
  'equality-and-inequality': 'Column "%s" cannot be restricted by both an equality and an inequality relation',
  'inequalities-apart': 'Column "%s" cannot be restricted by two inequalities not starting with the same column',
  'bound-twice': 'More than one restriction was found for the start bound on %s',

  // WHERE: all relations together
  'partition-key-missing': 'Some partition key parts are missing: %s',
  'partition-key-inequality':
    'Only EQ and IN relation are supported on the partition key (unless you use the token() function) for %s statements',
  'partition-in-with-filtering': 'IN restrictions are not supported when the query involves filtering',
  'clustering-gap': 'PRIMARY KEY column "%s" cannot be restricted as preceding column "%s" is not restricted',
  'clustering-after-slice':
    'Clustering column "%s" cannot be restricted (preceding column "%s" is restricted by a non-EQ relation)',
  'clustering-slice-in-write': 'Slice restrictions are not supported on the clustering columns in %s statements',
  'clustering-key-missing': 'Some clustering keys are missing: %s',
  'clustering-with-only-statics': 'Cannot restrict clustering columns when selecting only static columns',
  'contains-needs-filtering':
    'Clustering columns can only be restricted with CONTAINS with a secondary index or filtering',
  'in-with-collection': 'Cannot restrict clustering columns by IN relations when a collection is selected by the query',
  'regular-column-in-write': 'Non PRIMARY KEY columns found in where clause: %s ',
  'index-with-partition-in': 'Select on indexed columns and with IN clause for the PRIMARY KEY are not supported',
  'needs-filtering':
    'Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to ' +
    'execute this query despite the performance unpredictability, use ALLOW FILTERING',
  'unsupported-filter': 'Multi-column slice restrictions cannot be used for filtering.',

  // Vectors
  'vector-without-ann': 'Vector indexes only support ANN queries',
  'ann-without-float-vector': 'ANN ordering is only supported on float vector indexes',
  'ann-without-index': 'ANN ordering by vector requires the column to be indexed',
  'ann-ordering': 'ANN ordering does not support any other ordering',
  'ann-query': 'Top-K queries must have a limit specified and the limit must be less than the query page size',

  // The rest of SELECT
  'distinct-restriction':
    'SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.',
  'distinct-column': 'SELECT DISTINCT queries must only request partition key columns and/or static columns (not %s)',
  'per-partition-limit-with-distinct': 'PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries',
  'per-partition-limit-with-aggregate': 'PER PARTITION LIMIT is not allowed with aggregate queries.',
  'group-by-column': 'Group by is currently only supported on the columns of the PRIMARY KEY, got %s',
  'group-by-function': 'Group by functions are only supported on clustering columns, got %s',
  'group-by-not-monotonic': 'Only monotonic functions are supported in the GROUP BY clause. Got: %s',
  'group-by-order':
    'Group by currently only support groups of columns following their declared order in the PRIMARY KEY',
  'group-by-partial-partition-key': 'Group by is not supported on only a part of the partition key',
  'group-by-with-distinct': 'Grouping on clustering columns is not allowed for SELECT DISTINCT queries',
  'order-by-column': 'Order by is currently only supported on the clustered columns of the PRIMARY KEY, got %s',
  'order-by-sequence':
    'Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY',
  'order-by-directions': 'Unsupported order by relation',
  'order-by-needs-partition-key': 'ORDER BY is only supported when the partition key is restricted by an EQ or an IN.',
  'order-by-index': 'ORDER BY with 2ndary indexes is not supported.',
  'order-by-with-partition-in': 'Cannot page queries with both ORDER BY and a IN restriction on the partition key; %s',
  'limit-not-positive': 'LIMIT must be strictly positive',

  // Values, as the statement runs
  'null-value': 'Invalid null value for column %s',
  'empty-key': 'Key may not be empty',
  'indexed-value-size': 'Cannot index value of size %s for index %s on %s(%s) (maximum allowed size=65535)',
  'key-bytes': 'Expected 1 byte for a tinyint (%s)',
  'long-key': 'Key length of %s is longer than maximum of 65535',
  'timestamp-range': 'Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807]',
  'ttl-range': 'A TTL must be greater or equal to 0, but was %s',

  // INSERT, UPDATE, DELETE
  'insert-on-counter': 'INSERT statements are not allowed on counter tables, use UPDATE instead',
  'insert-columns': 'Unmatched column names/values',
  'compact-value-missing': 'Column %s is mandatory for this COMPACT STORAGE table',
  'set-counter': 'Cannot set the value of counter column %s (counters can only be incremented/decremented, not set)',
  'set-primary-key': 'PRIMARY KEY part %s found in SET part',
  'delete-primary-key': 'Invalid identifier %s for deletion (should not be a PRIMARY KEY part)',
  'invalid-operation': 'Invalid operation (%s) for non collection column %s',
  'invalid-deletion': 'Invalid deletion operation for non collection column %s',
  'unknown-field': 'UDT column %s does not have a field named %s',
  'assignment-form': 'Only expressions of the form X = X +<value> are supported.',
  'assigned-twice': 'Multiple incompatible setting of column %s',
  'range-deletion-of-columns': 'Range deletions are not supported for specific columns',
  'counter-timestamp': 'Cannot provide custom timestamp for counter updates',
  'counter-ttl': 'Cannot provide custom TTL for counter updates',
  'view-write': 'Cannot directly modify a materialized view',
  'view-truncate': 'Cannot TRUNCATE materialized view directly; must truncate base table instead',
  'virtual-table-write': 'Modification is not supported by table %s',
  'virtual-table-truncate': 'Truncation is not supported by table %s',
  'statistics-read': 'Range queries are not supported. Please provide both a keyspace and a table name.',
  'description-read': "Unknown keyspace: 'a'",

  // IF
  'condition-on-key': "PRIMARY KEY column '%s' cannot have IF conditions",
  'condition-on-counter': 'Conditional updates are not supported on counter tables',
  'condition-element': 'Invalid element access syntax for non-collection column %s',
  'condition-on-duration': 'Slice conditions are not supported on durations',
  'condition-with-null': 'Invalid comparison with null for operator "%s"',
  'condition-with-empty-collection': 'Invalid comparison with an empty %s for operator "%s"',
  'negative-list-index': 'Invalid negative list index %s',
  'timestamp-with-condition': 'Cannot provide custom timestamp for conditional updates',
  'conditional-in': 'IN on the partition key is not supported with conditional %s',
  'conditional-delete-key':
    'DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns',

  // BATCH
  'batch-ttl': 'Global TTL on the BATCH statement is not supported.',
  'batch-timestamp': 'Timestamp must be set either on BATCH or individual statements',
  'batch-counters': 'Counter and non-counter mutations cannot exist in the same batch',
  'batch-virtual-tables': 'Mutations for virtual and regular tables cannot exist in the same batch',
  'batch-condition-tables': 'Batch with conditions cannot span multiple tables',
  'batch-condition-partitions': 'Batch with conditions cannot span multiple partitions',

  // BEGIN TRANSACTION
  'transaction-empty': 'Transaction contains no reads or writes',
  'transaction-let': "The name '%s' has already been used by a LET assignment.",
  'constraint-value': "Column value does not satisfy value constraint for column '%s'. It should be %s %s %s",
  'not-null': "Column '%s' has to be specified as part of this query.",
  'counter-negation': 'The negation of %s overflows supported counter precision (signed 8 bytes integer)',
  'batch-mixed-conditions': 'Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row',
  'transaction-reference': "Cannot resolve reference to tuple '%s'.",
  'transaction-value': 'Invalid reference type %s (%s) for "%s" of type %s',
  'transaction-condition': 'Element selection not supported for column %s of type %s',
  'transaction-rows':
    'SELECT must specify either all primary key elements or all partition key elements and LIMIT 1. In both cases partition key elements must be always specified with equality operators; %s %s',
  'transaction-write': 'Updates within transactions may not specify their own conditions; %s statement %s',
  'transaction-written-twice': 'Transaction contains multiple updates to the same key and fields',
  'index-hints': 'Indexes cannot be both included and excluded: %s',
  'index-hints-unusable': "It's not possible to use all the specified included indexes with this query.",
  'transaction-read': 'No ORDER BY clause allowed within a transaction; SELECT statement at [%s:%s]',
  'transactional-mode': 'Cannot create table %s.%s with transactional mode %s with accord.enabled set to false',
  'transactions-disabled': 'Accord transactions are disabled. (See accord.enabled in cassandra.yaml)',
  'transaction-table':
    'Accord transactions are disabled on table (See transactional_mode in table options); %s statement at [%s:%s]',
} as const satisfies Readonly<Record<string, string>>;

/** Ids of checks, all there are: who refuses names one of them, and rules tell refusals apart by them. */
export type CheckId = keyof typeof CHECKS | keyof typeof SCHEMA_CHECKS | keyof typeof VALUE_CHECKS;
