import type { Span } from '../text/span.ts';
import {
  DEFAULT_TARGET,
  type Dialect,
  dialectLabel,
  serverName,
  type Target,
  targetLabel,
  targetName,
} from '../text/release.ts';
import type { Finding, Rule } from './rule.ts';

const CODE = 'other-target';

/** A project that is written for another server than Cassandra's current release and does not say so; found by the workspace, which knows all of it. */
export const otherTarget: Rule = {
  code: CODE,
  summary:
    'The project is written for another server than Cassandra, or an older release, and its settings do not say so.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['server'],
  check: () => [],
  fixes({ surroundings: { writtenFor } }) {
    if (writtenFor === undefined) return [];
    return [
      {
        id: 'set-target',
        title: `Set ${settingOf(writtenFor)} in cql-analyzer.toml`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        setting: settingOf(writtenFor),
        edits: () => [],
      },
    ];
  },
};

/** Said at the first text that only the other server takes, or those of its maker: the project is judged for it. */
export const writtenForFinding = (target: Target, takenBy: readonly Dialect[], span: Span): Finding =>
  said(
    `${
      takenBy.length > 1
        ? `${takenBy
            .map(dialectLabel)
            .join(', ')
            .replace(/, (?=[^,]*$)/, ' and ')} take this and Cassandra does not`
        : `This is ${serverName({ target })}'s and not Cassandra's`
    }, so all statements are judged for ${serverName({ target })}.`,
    target,
    span,
  );

/** Said at the first text that only an older release takes, or another server, which a file beside the schema names. */
export const writtenForReleaseFinding = (target: Target, hint: Hint, span: Span): Finding =>
  said(
    `${target.kind === 'cassandra' ? 'Later releases do' : "Today's Cassandra does"} not take this, and \`${hint.path}\` names \`${hint.text}\`, so all statements are judged for ${targetLabel(target)}.`,
    target,
    span,
  );

/** Said at the first text that the release does not take which a file beside the schema names. */
export const namedReleaseFinding = (target: Target, hint: Hint, span: Span): Finding =>
  said(
    `\`${hint.path}\` names \`${hint.text}\`, and ${targetLabel(target)} does not take this: it is judged for ${targetLabel(DEFAULT_TARGET)}. One of the two is out of date.`,
    target,
    span,
  );

/** Said once where a file beside the schema names the other server. */
export const namedByFileFinding = (target: Target, hint: Hint, span: Span): Finding =>
  said(
    `\`${hint.path}\` names \`${hint.text}\`: this seems to be written for ${serverName({ target })}, and is judged for Cassandra.`,
    target,
    span,
  );

/** Said instead of all else where the project is written for a server that nobody here knows. */
export const unjudgedFinding = (hint: Hint | undefined, span: Span): Finding => ({
  code: CODE,
  severity: 'information',
  span,
  message:
    `${hint === undefined ? "This is YugabyteDB's" : `\`${hint.path}\` names \`${hint.text}\``}: its CQL is another one and is not judged, ` +
    'so nothing else is said of this project. A `target` in `cql-analyzer.toml` has it judged for that.',
  related: [],
});

interface Hint {
  readonly path: string;
  readonly text: string;
}

const said = (message: string, target: Target, span: Span): Finding => ({
  code: CODE,
  severity: 'information',
  span,
  message: `${message} Say so in \`cql-analyzer.toml\`: \`${settingOf(target)}\`.`,
  related: [],
});

const settingOf = (target: Target): string => `target = "${targetName(target)}"`;
