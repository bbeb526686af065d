import { quotesServer } from '../analysis/dialects/verdict.ts';
import type { Refused } from '../analysis/judging/verdict-model.ts';
import type { Target } from '../text/release.ts';
import { featureProblem } from '../syntax/features.ts';
import type { Segment } from '../syntax/segment.ts';
import { newerSyntax, newerSyntaxFindings } from './newer-syntax.ts';
import { RULES } from './list.ts';
import { refused } from './refused.ts';
import { isOfOtherBranch } from './refusals/branches.ts';
import { isGivenByRefused } from './unknown-column.ts';
import { isDumped, isMadeElsewhere } from './refusals/dump.ts';
import type { Finding, Fix, Rule, RuleContext, RuleTag } from './rule.ts';
import { syntax, syntaxFindings } from './syntax.ts';
import { unusedIgnore } from './unused-ignore.ts';

export { RULES };

export const RULE_CODES: readonly string[] = RULES.map(({ code }) => code);

export const ruleOf = (code: string): Rule | undefined => BY_CODE.get(code);

/** What the text alone tells: that it is no CQL, or not that of the target. */
export const checkText = (segment: Segment, target: Target): readonly Finding[] =>
  segment.errors.length > 0 ? syntaxFindings(segment, target) : newerSyntaxFindings(segment, target);

/**
 * What the statement and the schema tell. At most one finding carries the server's refusal: that of the rule which words it, else
 * `refused`.
 */
export function checkStatement(context: RuleContext): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of STATEMENT_RULES) for (const finding of rule.check(context)) findings.push(finding);
  const { verdict } = context;
  const worded =
    verdict.kind !== 'refused' ||
    isOfText(verdict, context) ||
    isDumped(context) ||
    isMadeElsewhere(context) ||
    isOfOtherBranch(context) ||
    isGivenByRefused(context) ||
    findings.some(({ server }) => server !== undefined);
  const all = (worded ? findings : [...findings, ...refused.check(context)]).filter(
    (finding) => !context.forTests || !isDesignAdvice(finding),
  );
  return quotesServer(context.session) ? all : all.map(({ server: _, ...finding }) => finding);
}

/** How tables of tests are designed concerns nobody. */
function isDesignAdvice({ code, severity }: Finding): boolean {
  const about: RuleTag | undefined = BY_CODE.get(code)?.tags[0];
  return (
    (about === 'data' && severity === 'information') || ((about === 'data' || about === 'reads') && severity === 'hint')
  );
}

/** What the target's parser does not know is said by `newer-syntax`, or by nobody where cqlsh understands it (DESCRIBE). */
const isOfText = ({ check, spans }: Refused, { segment, session }: RuleContext): boolean =>
  check === 'unknown-syntax' ||
  segment.features.some(
    (use) => use.span.start === spans[0].start && featureProblem(use, session.target) !== undefined,
  );

/** The ways out of a finding, best first. */
export const fixesOf = (context: RuleContext, finding: Finding): readonly Fix[] =>
  ruleOf(finding.code)?.fixes?.(context, finding) ?? [];

const BY_CODE: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.code, rule]));

const STATEMENT_RULES: readonly Rule[] = RULES.filter(
  (rule) => ![syntax, newerSyntax, refused, unusedIgnore].includes(rule),
);
