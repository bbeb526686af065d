import { quotesServer } from '../analysis/dialects/verdict.ts';
import { adviceFor, refusalIn } from './refusals/index.ts';
import { takenElsewhere } from './refusals/other-release.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { Span } from '../text/span.ts';

/** A refusal that no other rule words. */
export const refused: Rule = {
  code: 'refused',
  summary: 'Cassandra refuses the statement.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['server'],
  isOfCassandra: true,
  answeredBy: 'some proposals',
  check(context) {
    const { verdict } = context;
    if (verdict.kind !== 'refused') return [];
    const message = adviceFor(verdict)?.says(refusalIn(context, verdict)) ?? withoutAdvice(context, verdict.spans[0]);
    if (message === undefined) return [];
    return [
      {
        code: 'refused',
        severity: 'error',
        span: verdict.spans[0],
        message,
        server: { kind: verdict.error, message: verdict.message },
        related: [],
      },
    ];
  },
  fixes(context, finding) {
    const { verdict } = context;
    const own = verdict.kind === 'refused' ? (adviceFor(verdict)?.fixes?.(refusalIn(context, verdict)) ?? []) : [];
    const others = proposalFixes(context, finding);
    return [...own, ...others.map((fix) => (own.length === 0 ? fix : { ...fix, preferred: false }))];
  },
};

/** Where there are no better words, the place in those of the statement. */
function placeText({ segment }: RuleContext, { start, end }: Span): string {
  const text = segment.text.slice(start, end).replaceAll(/\s+/g, ' ');
  return `Cassandra does not take \`${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}\` here.`;
}

const LONGEST = 50;

/** Where the server's sentence has to do, nothing is left to say of a server whose sentence is not known. */
const withoutAdvice = (context: RuleContext, span: Span): string | undefined =>
  quotesServer(context.session) ? (takenElsewhere(context) ?? placeText(context, span)) : undefined;
