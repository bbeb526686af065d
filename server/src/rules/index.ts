import { quotesServer } from '../analysis/dialects/verdict.ts';
import type { Refused } from '../analysis/judging/verdict-model.ts';
import type { Target } from '../text/release.ts';
import { featureProblem } from '../syntax/features.ts';
import type { Segment } from '../syntax/segment.ts';
import { bareServer } from './bare-server.ts';
import { newerSyntax, newerSyntaxFindings } from './newer-syntax.ts';
import { RULES } from './list.ts';
import { refused } from './refused.ts';
import { isOfOtherBranch } from './refusals/branches.ts';
import { isKnownOtherwise } from './unknown-column.ts';
import { isDumped, isMadeElsewhere } from './refusals/dump.ts';
import type { CommentPlace, Finding, Fix, Rule, RuleContext, RuleTag } from './rule.ts';
import { syntax, syntaxFindings } from './syntax.ts';
import { unusedIgnore } from './unused-ignore.ts';

export { RULES };

export const RULE_CODES: readonly string[] = RULES.map(({ code }) => code);

export const ruleOf = (code: string): Rule | undefined => BY_CODE.get(code);

/** What the text alone tells: that it is no CQL, or not that of the target. */
export const checkText = (segment: Segment, target: Target): readonly Finding[] =>
  segment.errors.length > 0 ? syntaxFindings(segment, target) : newerSyntaxFindings(segment, target);

/** What a rule finds in a statement. */
export interface Check {
  readonly rule: Rule;
  readonly findings: readonly Finding[];
  /** It has asked about other statements, and is to be asked again when these change. */
  readonly asks: boolean;
}

/**
 * The rules that find or ask something, in the order of their list. `asked` gives how often surroundings were asked so far. Of a statement
 * in the schema in which it was checked before, those of before are given: of them the rules that ask are asked again.
 */
export function checkRules(
  context: RuleContext,
  asked: () => number,
  before: readonly Check[] = UNCHECKED,
): readonly Check[] {
  const checks: Check[] = [];
  for (const check of before) {
    if (!check.asks) {
      checks.push(check);
      continue;
    }
    const { rule } = check;
    const last = asked();
    const findings = rule.check(context);
    const asks = asked() > last;
    // Most that ask find nothing, before and after.
    if (asks && findings.length + check.findings.length === 0) checks.push(check);
    else if (asks || findings.length > 0) checks.push({ rule, findings, asks });
  }
  return checks;
}

/**
 * What the rules, the statement and the schema tell. At most one finding carries the server's refusal: that of the rule which words it, else
 * `refused`.
 */
export function findingsOf(context: RuleContext, checks: readonly Check[]): readonly Finding[] {
  const findings = checks.flatMap((check) => check.findings);
  const { verdict } = context;
  const worded =
    verdict.kind !== 'refused' ||
    isOfText(verdict, context) ||
    isDumped(context) ||
    isMadeElsewhere(context) ||
    isOfOtherBranch(context) ||
    isKnownOtherwise(context) ||
    findings.some(({ server }) => server !== undefined);
  const all = (worded ? findings : [...findings, ...refused.check(context)]).filter(
    (finding) => !context.forTests || !isDesignAdvice(finding),
  );
  return quotesServer(context.session) ? all : all.map(({ server: _, ...finding }) => finding);
}

/** What is said of a statement of which no schema that it may see makes an error: that a server as released has less than that. */
export const findingsOfBareServer = (context: RuleContext, findings: readonly Finding[]): readonly Finding[] =>
  findings.some(({ severity }) => severity === 'error') || isOfOtherBranch(context) ? [] : bareServer.check(context);

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

/** The ways out of a finding, best first. Behind the last statement of a file only comments stand. */
export function fixesOf(at: RuleContext | CommentPlace, finding: Finding): readonly Fix[] {
  const rule = ruleOf(finding.code);
  const ofComment = rule?.fixesOfComment?.(at, finding) ?? [];
  return 'statement' in at ? [...ofComment, ...(rule?.fixes?.(at, finding) ?? [])] : ofComment;
}

const BY_CODE: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.code, rule]));

const STATEMENT_RULES: readonly Rule[] = RULES.filter(
  (rule) => ![syntax, newerSyntax, refused, bareServer, unusedIgnore].includes(rule),
);

const UNCHECKED: readonly Check[] = STATEMENT_RULES.map((rule) => ({ rule, findings: [], asks: true }));
