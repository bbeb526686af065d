/** Under it stand the tables that a server makes itself: a document for each keyspace of a release, to be read. */
export const BUILT_IN_SCHEME = 'cql-system';
