import type { Language } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Finding, Rule } from './rule.ts';

const CODE = 'other-language';

/** A file in another language whose files end in `.cql`, too; found by the workspace, which knows what a file is written in. */
export const otherLanguage: Rule = {
  code: CODE,
  summary: 'The file is written in another language called CQL, or ending in `.cql`.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['text'],
  check: () => [],
};

/** Says at the first word of a file that nothing in it is checked. */
export function otherLanguageFinding(language: Exclude<Language, 'cql'>, { begin, tokens }: Segment): Finding {
  return {
    code: CODE,
    severity: 'hint',
    span: { start: begin, end: Math.max(begin, tokens.ends[0] ?? begin) },
    message: `${NAMES[language]} Nothing in this file is checked.`,
    related: [],
  };
}

const NAMES: Readonly<Record<Exclude<Language, 'cql'>, string>> = {
  cypher: "This is Cypher, a query language of graph databases, not Cassandra's CQL.",
  'clinical-quality-language': "This is Clinical Quality Language, not Cassandra's CQL.",
  'spatial-filter': "This is a filter in Common Query Language, not Cassandra's CQL.",
  'log-query': "This is LogScale's query language, not Cassandra's CQL.",
  'corpus-query': "This is Corpus Query Language, not Cassandra's CQL.",
  'csv-query': "This is a language that asks CSV files, not Cassandra's CQL.",
  'chess-query': "This is Chess Query Language, not Cassandra's CQL.",
  'cassandra-cli': 'This is the language of cassandra-cli, gone since 3.0, not CQL.',
  'categorical-query': "This is Categorical Query Language, not Cassandra's CQL.",
};
