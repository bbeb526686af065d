import type { Configuration } from '../config/settings.ts';
import { ruleOf } from '../rules/index.ts';
import { severityOf } from '../rules/profile.ts';
import type { Finding } from '../rules/rule.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Shown } from './file.ts';

/** The number of a text that findings of a rule tell, from 1 on: the same for the same. */
export type NumberOf = (code: string, text: string) => number;

/** Numbers of their own. */
export function newNumbers(): NumberOf {
  const numbers = new Map<string, Map<string, number>>();
  let last = 0;
  return (code, text) => {
    let ofRule = numbers.get(code);
    if (ofRule === undefined) numbers.set(code, (ofRule = new Map()));
    let number = ofRule.get(text);
    if (number === undefined) ofRule.set(text, (number = last += 1));
    return number;
  };
}

/** What of the configuration decides about that. */
export type ShownBy = Pick<Configuration, 'rules' | 'profile' | 'completeSchema'>;

/** The findings of a segment that the configuration shows, in the order of its text. */
export function shownOf(
  findings: readonly Finding[],
  segment: Segment,
  by: ShownBy,
  numberOf: NumberOf,
): readonly Shown[] {
  const shown: Shown[] = [];
  for (const finding of findings) {
    const severity = severityOf(finding, by);
    if (severity === undefined) continue;
    // Where the files are all there is, each statement that a server refuses says so.
    const isEach = severity === 'error' && by.completeSchema;
    const once = isEach ? undefined : ruleOf(finding.code)?.saidOnce?.(finding, segment);
    shown.push({ finding, severity, told: once === undefined ? 0 : numberOf(finding.code, once) });
  }
  return shown.length < 2 ? shown : shown.toSorted((a, b) => inOrder(a.finding, b.finding));
}

const inOrder = ({ span: a }: Finding, { span: b }: Finding): number => a.start - b.start || a.end - b.end;
