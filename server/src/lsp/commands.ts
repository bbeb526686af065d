/** Makes the edit that it is given, for editors whose actions are commands alone. */
export const APPLY_EDIT = 'cql-analyzer.applyEdit';

/** The commands of the server, for editors without a client of its own, each with the report that it gives. */
export const COMMANDS = {
  'cql-analyzer.status': 'status',
  'cql-analyzer.proposals': 'proposals',
  'cql-analyzer.explain': 'explain',
  'cql-analyzer.dryRun': 'dryRun',
  'cql-analyzer.syntaxTree': 'syntaxTree',
} as const;
