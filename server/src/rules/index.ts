import type { Refused, Target } from '../analysis/judging/verdict-model.ts';
import { featureProblem } from '../syntax/features.ts';
import type { Segment } from '../syntax/segment.ts';
import { allowFiltering } from './allow-filtering.ts';
import { annotation } from './annotation.ts';
import { clientSideJoin } from './client-side-join.ts';
import { clusteringGap } from './clustering-gap.ts';
import { disabledByDefault } from './disabled-by-default.ts';
import { manyPartitions } from './many-partitions.ts';
import { missingBucket } from './missing-bucket.ts';
import { newerSyntax, newerSyntaxFindings } from './newer-syntax.ts';
import { orderByNotClustering } from './order-by-not-clustering.ts';
import { otherLanguage } from './other-language.ts';
import { partitionKeyInequality } from './partition-key-inequality.ts';
import { refused } from './refused.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';
import { sameInstant } from './same-instant.ts';
import { serverWarning } from './server-warning.ts';
import { staleCopy } from './stale-copy.ts';
import { syntax, syntaxFindings } from './syntax.ts';
import { unknownColumn } from './unknown-column.ts';
import { unknownTable } from './unknown-table.ts';
import { unknownType } from './unknown-type.ts';
import { unrestrictedPartitionKey } from './unrestricted-partition-key.ts';
import { unusedIgnore } from './unused-ignore.ts';

/** All rules, in the order in which lists show them. */
export const RULES: readonly Rule[] = [
  unrestrictedPartitionKey,
  partitionKeyInequality,
  missingBucket,
  allowFiltering,
  manyPartitions,
  clientSideJoin,
  clusteringGap,
  orderByNotClustering,
  sameInstant,
  staleCopy,
  annotation,
  unknownTable,
  unknownColumn,
  unknownType,
  disabledByDefault,
  serverWarning,
  refused,
  newerSyntax,
  syntax,
  otherLanguage,
  unusedIgnore,
];

export const RULE_CODES: readonly string[] = RULES.map(({ code }) => code);

/** What the text alone tells: that it is no CQL, or not that of the target. */
export const checkText = (segment: Segment, target: Target): readonly Finding[] =>
  segment.errors.length > 0 ? syntaxFindings(segment) : newerSyntaxFindings(segment, target);

/**
 * What the statement and the schema tell. At most one finding carries the server's refusal: that of the rule which words it, else
 * `refused`.
 */
export function checkStatement(context: RuleContext): readonly Finding[] {
  const findings = STATEMENT_RULES.flatMap((rule) => rule.check(context));
  const { verdict } = context;
  const worded =
    verdict.kind !== 'refused' || isOfText(verdict, context) || findings.some(({ server }) => server !== undefined);
  return worded ? findings : [...findings, ...refused.check(context)];
}

/** What the target's parser does not know is said by `newer-syntax`, or by nobody where cqlsh understands it (DESCRIBE). */
const isOfText = ({ check, spans }: Refused, { segment, session }: RuleContext): boolean =>
  check === 'unknown-syntax' ||
  segment.features.some(
    (use) => use.span.start === spans[0].start && featureProblem(use, session.target) !== undefined,
  );

/** The ways out of a finding, best first. */
export const fixesOf = (context: RuleContext, finding: Finding): readonly Fix[] =>
  RULES.find(({ code }) => code === finding.code)?.fixes?.(context, finding) ?? [];

const STATEMENT_RULES: readonly Rule[] = RULES.filter(
  (rule) => ![syntax, newerSyntax, refused, unusedIgnore].includes(rule),
);
