/** What `--help` prints without a command. */
export const GENERAL_HELP = `Checks Apache Cassandra CQL offline: what Cassandra would say, how many partitions a query touches,
and the table that it needs.

Usage: cql-analyzer COMMAND [OPTIONS] [PATH...]

Commands:
  check [PATH...]       report findings of files or folders
  fix [PATH...]         apply the safe fixes of check; --diff shows them instead
  propose [PATH...]     for each query its tables cannot serve: what to do, best first
  review [PATH...]      a page for a person: what matters most first, by table, with cures and their price
  dry-run [FILE...]     what the server would answer to each statement, in order
  format [PATH...]      lay out files; --check and --diff change nothing
  explain RULE | CQL    the page of a rule, or how a statement finds its rows
  lsp --stdio           the language server (also --socket=PORT, --node-ipc)

Run 'cql-analyzer COMMAND --help' for a command's options.
`;
