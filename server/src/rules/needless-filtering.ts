import { verdict as verdictOf } from '../analysis/verdict.ts';
import { isChosen, RELEASES } from '../text/release.ts';
import type { Span } from '../text/span.ts';
import type { Fix, Rule, RuleContext } from './rule.ts';
import { scanOf } from './scan.ts';

const CODE = 'needless-filtering';

/** ALLOW FILTERING where the server takes the query without it. */
export const needlessFiltering: Rule = {
  code: CODE,
  summary: 'ALLOW FILTERING of a query that is taken without it.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  check(context) {
    const words = needlessWords(context);
    // A scan is told by the rule of its cause.
    if (words === undefined || scanOf(context) !== undefined) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: words,
        message:
          'Nothing is filtered here: the query is taken without ALLOW FILTERING, and reads the same rows. The words would hide it when a ' +
          'later change of the query does filter.',
        related: [],
        tag: 'unnecessary',
      },
    ];
  },
  fixes: withoutFiltering,
};

/** The query without the words that it does not need. */
export function withoutFiltering(context: RuleContext): readonly Fix[] {
  const words = needlessWords(context);
  if (words === undefined) return [];
  const { uri, segment } = context;
  const start = segment.text.slice(0, words.start).trimEnd().length;
  return [
    {
      id: 'without-filtering',
      title: 'Remove ALLOW FILTERING, which nothing here needs',
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [{ at: { uri, segment, span: { start, end: words.end } }, text: '' }],
    },
  ];
}

/** ALLOW FILTERING that no release needs which may be meant; `undefined` where that is not certain. */
function needlessWords({ statement, table, path, session, verdict, segment }: RuleContext): Span | undefined {
  if (statement.kind !== 'select' || statement.allowFiltering === undefined || statement.template) return undefined;
  if (table === undefined || table.partial || path?.filters !== false) return undefined;
  const { target } = session;
  if (target.kind !== 'cassandra' || verdict.kind !== 'accepted') return undefined;
  const { allowFiltering, ...plain } = statement;
  const sessions = isChosen(target)
    ? [session]
    : RELEASES.map((release) => ({ ...session, target: { kind: 'cassandra' as const, release } }));
  const isTaken = sessions.every(
    (one) =>
      verdictOf(statement, one, segment.features).kind === 'refused' ||
      verdictOf(plain, one, segment.features).kind === 'accepted',
  );
  return isTaken ? allowFiltering : undefined;
}
