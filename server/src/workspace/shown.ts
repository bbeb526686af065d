import { ruleOf } from '../rules/index.ts';
import { severityOf, type ShownBy } from '../rules/profile.ts';
import type { Finding } from '../rules/rule.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Shown } from './file.ts';

/** The findings of a segment that the configuration shows, in the order of its text. */
export function shownOf(findings: readonly Finding[], segment: Segment, by: ShownBy): readonly Shown[] {
  const shown: Shown[] = [];
  for (const finding of findings) {
    const severity = severityOf(finding, by);
    if (severity === undefined) continue;
    shown.push({ finding, severity, told: ruleOf(finding.code)?.saidOnce?.(finding, segment) });
  }
  return shown.length < 2 ? shown : shown.toSorted((a, b) => inOrder(a.finding, b.finding));
}

const inOrder = ({ span: a }: Finding, { span: b }: Finding): number => a.start - b.start || a.end - b.end;
