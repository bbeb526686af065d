import type { Span } from '../text/span.ts';
import { type Dialect, dialectLabel } from '../text/release.ts';
import type { Finding, Rule } from './rule.ts';

const CODE = 'other-target';

/** A project that is written for another server than Cassandra and does not say so; found by the workspace, which knows all of it. */
export const otherTarget: Rule = {
  code: CODE,
  summary: 'The project is written for another server than Cassandra, and its settings do not say so.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['server'],
  check: () => [],
  fixes({ surroundings: { writtenFor } }) {
    if (writtenFor === undefined) return [];
    return [
      {
        id: 'set-target',
        title: `Set target = "${writtenFor}" in cql-analyzer.toml`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        setting: `target = "${writtenFor}"`,
        edits: () => [],
      },
    ];
  },
};

/** Said at the first text that only the other server takes: the project is judged for it. */
export const writtenForFinding = (dialect: Dialect, span: Span): Finding => ({
  code: CODE,
  severity: 'information',
  span,
  message:
    `This is ${dialectLabel(dialect)}'s and not Cassandra's, so all statements are judged for ${dialectLabel(dialect)}. ` +
    `Say so in \`cql-analyzer.toml\`: ${settingOf(dialect)}.`,
  related: [],
});

/** Said once where a file beside the schema names the other server. */
export const namedByFileFinding = (
  dialect: Dialect,
  hint: { readonly path: string; readonly text: string },
  span: Span,
): Finding => ({
  code: CODE,
  severity: 'information',
  span,
  message:
    `\`${hint.path}\` names \`${hint.text}\`: this seems to be written for ${dialectLabel(dialect)}, and is judged for Cassandra. ` +
    `Say so in \`cql-analyzer.toml\`: ${settingOf(dialect)}.`,
  related: [],
});

const settingOf = (dialect: Dialect): string => `\`target = "${dialect}"\``;
