import type { Statement } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { nearest } from '../nearest.ts';
import type { Fix } from '../rule.ts';
import { statementFix, type AdviceByCheck, type Refusal } from './advice.ts';

/** Options that earlier releases took: what became of each. */
const GONE: ReadonlyMap<string, string> = new Map([
  ['read_repair_chance', 'Read repair by chance is gone since 4.0.'],
  ['dclocal_read_repair_chance', 'Read repair by chance is gone since 4.0.'],
  ['index_interval', 'Since 2.1 there are `min_index_interval` and `max_index_interval`.'],
  ['populate_io_cache_on_flush', 'It is gone since 2.1.'],
  ['replicate_on_write', 'Counters are always replicated on write since 2.1.'],
]);

/** By name, where options of the table are near. */
const OPTIONS_OF_TABLES = [
  'additional_write_policy',
  'allow_auto_snapshot',
  'bloom_filter_fp_chance',
  'caching',
  'cdc',
  'comment',
  'compaction',
  'compression',
  'crc_check_chance',
  'default_time_to_live',
  'extensions',
  'gc_grace_seconds',
  'incremental_backups',
  'max_index_interval',
  'memtable',
  'memtable_flush_period_in_ms',
  'min_index_interval',
  'read_repair',
  'speculative_retry',
];

/** Refusals of options behind WITH. */
export const OPTIONS: AdviceByCheck = {
  'unknown-option': {
    says({ name, context: { statement } }) {
      const near = nearOption(name, statement);
      return GONE.get(name) ?? (near === undefined ? undefined : `Did you mean \`${near}\`?`);
    },
    fixes(refusal) {
      const { name, refused, context } = refusal;
      const remove = removal(refusal);
      const fixes = remove === undefined ? [] : [remove];
      const near = nearOption(name, context.statement);
      if (near === undefined || GONE.has(name)) return fixes;
      const change = { span: refused.spans[0], text: near };
      return [statementFix(refusal, 'nearest', `Change to \`${near}\``, [change]), ...fixes];
    },
  },
  'duplicate-option': { says: ({ name }) => `\`${name}\` is given twice; keep one of them.` },
};

const nearOption = (name: string, statement: Statement): string | undefined =>
  statement.kind === 'create-table' || statement.kind === 'alter-table' || statement.kind === 'create-view'
    ? nearest(name, OPTIONS_OF_TABLES)
    : undefined;

/** Takes the option out, with its AND or, where it is alone, its WITH. Safe where the option did nothing any more. */
function removal(refusal: Refusal): Fix | undefined {
  const { context, name, refused } = refusal;
  const clauses = clausesOf(context.statement).toSorted((a, b) => a.start - b.start);
  const at = clauses.findIndex(({ start, end }) => start <= refused.spans[0].start && refused.spans[0].end <= end);
  const clause = clauses[at];
  if (clause === undefined) return undefined;
  const span = withConnective(clauses, at, context.segment.text);
  if (span === undefined) return undefined;
  const safe = GONE.has(name);
  return statementFix(refusal, 'remove-option', `Remove \`${name}\``, [{ span, text: '' }], { safe, preferred: safe });
}

function withConnective(clauses: readonly Span[], at: number, text: string): Span | undefined {
  const { start, end } = clauses[at]!;
  const next = clauses[at + 1];
  const previous = clauses[at - 1];
  if (previous !== undefined) return { start: previous.end, end };
  if (next !== undefined) return { start, end: next.start };
  const before = /\s*\bWITH\s+$/i.exec(text.slice(0, start));
  return before === null ? undefined : { start: before.index, end };
}

function clausesOf(statement: Statement): readonly Span[] {
  switch (statement.kind) {
    case 'create-table':
      return [
        ...statement.options.map(({ span }) => span),
        ...[statement.clusteringOrderSpan, statement.compactStorage].filter((span) => span !== undefined),
      ];
    case 'alter-table':
      return statement.change.kind === 'options' && statement.change.options.length > 1
        ? statement.change.options.map(({ span }) => span)
        : [];
    default:
      return [];
  }
}
