import { readsOption } from '../analysis/dialects/heeded.ts';
import type { Table } from '../catalog/model.ts';
import { hasCounters } from '../catalog/table-columns.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { classOf, optionMap } from '../modeling/evidence/option-map.ts';
import { everyUseOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { mayEnd, ttlOf } from '../modeling/evidence/ttl.ts';
import { optionOf } from './created-table.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'twcs-ttl';

/** TimeWindowCompactionStrategy and a time to live belong together: each without the other does half of its work. */
export const twcsTtl: Rule = {
  code: CODE,
  summary: 'TimeWindowCompactionStrategy without a time to live, or the other way round.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  check: (context) => [...withoutEnd(context), ...withoutWindows(context)],
  fixes(context, finding) {
    const set = optionOf(context, 'compaction');
    if (set === undefined || finding.severity !== 'information') return [];
    const { retention } = declaredOf(set.table, context.surroundings);
    if (retention === undefined) return [];
    const { uri, segment } = context;
    const { end } = finding.span;
    const given = optionOf(context, TTL)?.span;
    const edit =
      set.table.options.has(TTL) && given !== undefined
        ? { span: given, text: `${retention}` }
        : { span: { start: end, end }, text: ` AND ${TTL} = ${retention}` };
    return [
      {
        id: 'time-to-live',
        title: `Let rows end after \`@retention\`: ${TTL} = ${retention}`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        about: () => ['What is there already does not end by it: only what is written afterwards does.'],
        edits: () => [{ at: { uri, segment, span: edit.span }, text: edit.text }],
      },
    ];
  },
};

const TTL = 'default_time_to_live';

/** Windows of which none is ever dropped. */
function withoutEnd(context: RuleContext): readonly Finding[] {
  const set = optionOf(context, 'compaction');
  if (set === undefined || strategyOf(set.table) !== 'TimeWindowCompactionStrategy') return [];
  const { table, span } = set;
  if (mayEnd(table, context.surroundings) || isWarnedOf(context.verdict)) return [];
  return [
    {
      code: CODE,
      severity: 'information',
      span,
      message:
        `TimeWindowCompactionStrategy drops a file of \`${table.name}\` when all its rows have ended, but none ever ends: ` +
        'there is no default_time_to_live, and the project has no write with a TTL.',
      related: [],
    },
  ];
}

/** Rows that end in their order, and lie in files with others. */
function withoutWindows(context: RuleContext): readonly Finding[] {
  const set = optionOf(context, TTL);
  if (set === undefined || !readsOption('compaction', context.session.target)) return [];
  if (strategyOf(set.table) !== 'SizeTieredCompactionStrategy') return [];
  const { table, span } = set;
  if (!isSeries(table, context.surroundings)) return [];
  return [
    {
      code: CODE,
      severity: 'hint',
      // What ends within a month is not copied often.
      ...(Number(ttlOf(table)) < LONG && { profile: 'strict' as const }),
      span,
      message:
        `Rows of \`${table.name}\` end in the order in which they came. TimeWindowCompactionStrategy keeps those of one time in ` +
        'files of their own and drops a file as a whole; SizeTieredCompactionStrategy, the default, copies them again and again.',
      related: [],
    },
  ];
}

/** `undefined` where a placeholder hides it. */
function strategyOf({ options }: Table): string | undefined {
  const compaction = optionMap(options.get('compaction'));
  return compaction === undefined ? undefined : (classOf(compaction) ?? 'SizeTieredCompactionStrategy');
}

/** The server itself says so. */
const isWarnedOf = (verdict: Parameters<Rule['check']>[0]['verdict']): boolean =>
  verdict.kind === 'accepted' && verdict.warnings.some((warning) => warning.includes('TimeWindowCompactionStrategy'));

/** A series in the order of time that all ends by the same TTL, and of which nothing is changed or taken away before. */
function isSeries(table: Table, surroundings: Surroundings): boolean {
  const [first] = table.clustering;
  if (first === undefined || timeEvidence(first) === undefined || hasCounters(table)) return false;
  // A copy has the options of its base, of which it is said already.
  if (declaredOf(table, surroundings).copyOf !== undefined) return false;
  const ttl = ttlOf(table);
  if (typeof ttl !== 'number' || ttl < DAY) return false;
  return everyUseOf(surroundings, table).every(({ statement: { kind } }) => kind !== 'update' && kind !== 'delete');
}

const DAY = 86_400;

const LONG = 60 * DAY;
