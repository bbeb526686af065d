import type { CheckId } from '../../analysis/judging/checks.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { RuleContext } from '../rule.ts';

/** The other branch of a template's condition makes what is made here: one of them runs. */
export function isOfOtherBranch({ verdict, uri, segment, surroundings }: RuleContext): boolean {
  if (verdict.kind !== 'refused' || !ONCE_ONLY.has(verdict.check)) return false;
  const segments = surroundings.fileOf(uri);
  return segments !== undefined && surroundings.memory.kept(inElse, segments, () => inElse(segments)).has(segment);
}

const ONCE_ONLY: ReadonlySet<CheckId> = new Set(['already-exists', 'duplicate-column']);

/** The statements of a file before whose first word an `else` of a template is open. */
function inElse(segments: readonly Segment[]): ReadonlySet<Segment> {
  const text = segments.map((segment) => segment.text).join('');
  /** Of each condition that is open, whether its `else` has begun. */
  const open: boolean[] = [];
  const found = new Set<Segment>();
  const tags = text.matchAll(TAGS);
  let tag = tags.next();
  let start = 0;
  for (const segment of segments) {
    for (; !tag.done && tag.value.index + tag.value[0].length <= start + segment.begin; tag = tags.next()) {
      const { end, otherwise, unless } = tag.value.groups!;
      if (end !== undefined) open.pop();
      else if (otherwise !== undefined) open.splice(-1, 1, true);
      else open.push(unless !== undefined);
    }
    if (open.includes(true)) found.add(segment);
    start += segment.text.length;
  }
  return found;
}

/** Conditions of Jinja and Liquid (`{% if x %}`), Go (`{{ if .X }}`), Handlebars (`{{#if x}}`), Mustache (`{{^x}}`), EJS and ERB (`<% if x %>`), FreeMarker (`<#if x>`). */
const TAGS = new RegExp(
  [
    String.raw`(?<end>\{%[-+]?\s*end(?:if|unless)\b|\{\{[-~]?\s*end\b|\{\{[-~]?\s*\/|<%[-_]?\s*(?:\}\s*[-_]?%>|end\b)|<\/#if>)`,
    String.raw`(?<otherwise>(?:\{%[-+]?|\{\{[-~]?|<%[-_]?\s*\}?)\s*(?:else|elif|elsif|elseif)\b|<#else(?:if)?\b)`,
    String.raw`(?<unless>\{\{[-~]?\^)`,
    String.raw`\{%[-+]?\s*(?:if|unless)\b|\{\{[-~]?\s*(?:if|range|with)\b|\{\{[-~]?#|<%[-_]?\s*(?:if|unless)\b|<#if\b`,
  ].join('|'),
  'gi',
);
