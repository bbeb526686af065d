/** Where a rule's page stands; the same pages come with the package, for `explain`. */
export const helpOf = (code: string): string =>
  `https://github.com/cql-analyzer/cql-analyzer/blob/main/docs/rules/${code}.md`;
