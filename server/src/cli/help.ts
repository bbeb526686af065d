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

Run 'cql-analyzer COMMAND --help' for a command's options, 'cql-analyzer --version' for its version.

Exit codes: 0 nothing to tell, 1 findings (or files that would change), 2 wrong arguments or settings, 3 a bug of the tool.
`;

/** What `help` prints of the language server, which takes whatever arguments an editor adds. */
export const LSP_HELP = `The language server, for an editor to start: it speaks the Language Server Protocol until the editor goes.

Usage: cql-analyzer lsp [--stdio | --socket=PORT | --pipe=NAME | --node-ipc]

Settings come from cql-analyzer.toml and from the editor, which shows them as cqlAnalyzer.*.
`;
