import { helpOf } from '../../rules/help.ts';
import { printableJson } from '../../text/printable.ts';
import { targetName } from '../../text/release.ts';
import { severityName } from './json.ts';
import { summaryOf, type Report } from './report.ts';
import { firstOf, reviewOf, type ReviewedFinding } from './review.ts';

/** The answer of `review --format json`. */
export function reviewJson(report: Report): string {
  const review = reviewOf(report);
  const answer = {
    version: 1,
    target: targetName(report.project.workspace.configuration.target),
    summary: summaryOf(report),
    first: firstOf(review).map(({ table, rule, severity, path, range, message }) => ({
      ...(table !== undefined && { table }),
      rule,
      severity: severityName(severity),
      path,
      range,
      message,
    })),
    tables: review.tables.map(({ findings, ...table }) => ({ ...table, findings: findings.map(findingJson) })),
    others: review.others.map(findingJson),
  };
  return `${printableJson(answer, 2)}\n`;
}

const findingJson = ({ severity, ...finding }: ReviewedFinding): object => ({
  ...finding,
  severity: severityName(severity),
  help: helpOf(finding.rule),
});
