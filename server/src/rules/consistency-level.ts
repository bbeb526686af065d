import type { Span } from '../text/span.ts';
import { nearest } from './nearest.ts';
import type { Rule, RuleContext } from './rule.ts';

const CODE = 'consistency-level';

/** A command of cqlsh with a level that there is not. */
export const consistencyLevel: Rule = {
  code: CODE,
  summary: 'CONSISTENCY names a level that there is not.',
  severities: ['warning'],
  profile: 'recommended',
  tags: ['text'],
  check(context) {
    const named = levelIn(context);
    if (named === undefined) return [];
    const { text, span } = named;
    const near = nearest(text.toUpperCase(), LEVELS);
    return [
      {
        code: CODE,
        severity: 'warning',
        span,
        message:
          `There is no consistency level \`${text}\`: cqlsh refuses the command and goes on with the level it had, ONE at first.` +
          `${near === undefined ? '' : ` Did you mean ${near}?`}`,
        related: [],
      },
    ];
  },
  fixes({ uri, segment, ...context }, { span }) {
    const named = levelIn({ segment, ...context });
    const near = named === undefined ? undefined : nearest(named.text.toUpperCase(), LEVELS);
    if (near === undefined) return [];
    return [
      {
        id: 'nearest',
        title: `Change to ${near}`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span }, text: near }],
      },
    ];
  },
};

/** The word behind the command, where it is no level. */
function levelIn({
  statement,
  segment,
}: Pick<RuleContext, 'statement' | 'segment'>): { readonly text: string; readonly span: Span } | undefined {
  if (statement.kind !== 'shell' || (statement.command !== 'consistency' && statement.command !== 'serial'))
    return undefined;
  const { start, end } = statement.span;
  const [, lead, level] =
    /^(serial\s+consistency\s+|consistency\s+)([a-z_]+)\s*;?\s*$/i.exec(segment.text.slice(start, end)) ?? [];
  if (lead === undefined || level === undefined || LEVELS.includes(level.toUpperCase())) return undefined;
  const from = start + lead.length;
  return { text: level, span: { start: from, end: from + level.length } };
}

/** Of `cqlsh`, since 3.11; the drivers know no others. */
const LEVELS: readonly string[] = [
  'ANY',
  'ONE',
  'TWO',
  'THREE',
  'QUORUM',
  'ALL',
  'LOCAL_QUORUM',
  'EACH_QUORUM',
  'SERIAL',
  'LOCAL_SERIAL',
  'LOCAL_ONE',
  'NODE_LOCAL',
];
