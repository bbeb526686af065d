import type { CheckId } from '../../analysis/judging/checks.ts';
import type { RuleContext } from '../rule.ts';

/** The other branch of a template's condition makes what is made here: one of them runs. */
export function isOfOtherBranch({ verdict, uri, segment, surroundings }: RuleContext): boolean {
  if (verdict.kind !== 'refused' || !ONCE_ONLY.has(verdict.check)) return false;
  const segments = surroundings.fileOf(uri) ?? [];
  const before = segments.slice(0, segments.indexOf(segment)).map(({ text }) => text);
  return isInElse([...before, segment.text.slice(0, segment.begin)].join(''));
}

const ONCE_ONLY: ReadonlySet<CheckId> = new Set(['already-exists', 'duplicate-column']);

/** Whether an `else` of a template is open at the end of a text. */
function isInElse(text: string): boolean {
  /** Of each condition that is open, whether its `else` has begun. */
  const open: boolean[] = [];
  for (const { groups } of text.matchAll(TAGS)) {
    const { end, otherwise, unless } = groups!;
    if (end !== undefined) open.pop();
    else if (otherwise !== undefined) open.splice(-1, 1, true);
    else open.push(unless !== undefined);
  }
  return open.includes(true);
}

/** Conditions of Jinja and Liquid (`{% if x %}`), Go (`{{ if .X }}`), Handlebars (`{{#if x}}`), Mustache (`{{^x}}`), EJS and ERB (`<% if x %>`). */
const TAGS = new RegExp(
  [
    String.raw`(?<end>\{%[-+]?\s*end(?:if|unless)\b|\{\{[-~]?\s*end\b|\{\{[-~]?\s*\/|<%[-_]?\s*(?:\}\s*[-_]?%>|end\b))`,
    String.raw`(?<otherwise>(?:\{%[-+]?|\{\{[-~]?|<%[-_]?\s*\}?)\s*(?:else|elif|elsif|elseif)\b)`,
    String.raw`(?<unless>\{\{[-~]?\^)`,
    String.raw`\{%[-+]?\s*(?:if|unless)\b|\{\{[-~]?\s*(?:if|range|with)\b|\{\{[-~]?#|<%[-_]?\s*(?:if|unless)\b`,
  ].join('|'),
  'gi',
);
