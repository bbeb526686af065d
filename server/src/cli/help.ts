/** What `--help` prints without a command. */
export const GENERAL_HELP = `Checks Apache Cassandra CQL offline: what Cassandra would say, how many partitions a query touches,
and the table that it needs.

Usage: cql-analyzer COMMAND [OPTIONS] [PATH...]

Commands:
  check [PATH...]       report findings of files or folders
  fix [PATH...]         apply the safe fixes of check; --diff shows them instead
  propose [PATH...]     for each query its tables cannot serve: what to do, best first
  dry-run [FILE...]     what the server would answer to each statement, in order
  format [PATH...]      lay out files; --check and --diff change nothing
  explain RULE | CQL    the page of a rule, or how a statement finds its rows
  lsp --stdio           the language server (also --socket=PORT, --node-ipc)

Run 'cql-analyzer COMMAND --help' for a command's options.
`;

/** The options that all commands about a project take. */
export const COMMON_OPTIONS = `  --target TARGET          cassandra-3.11, 4.0, 4.1, 5.0 (default), 6.0; scylla, dse, astra, keyspaces
  --config FILE            use this configuration instead of the nearest cql-analyzer.toml
  --schema PATH            schema file, folder or pattern, in the order of execution; may be repeated
  --complete-schema        the schema at hand is all there is: an unknown table is an error
  --cassandra-yaml FILE    features and guardrails of the server
  --stdin-filename NAME    the name of what '-' reads from standard input
  --help                   this text
`;
