import type { Option, Statement } from '../../syntax/ast.ts';
import { contains, type Span } from '../../text/span.ts';
import { nearest } from '../nearest.ts';
import { isChosen } from '../../text/release.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { aboutOptionValue, misspeltIn } from './option-values.ts';
import { statementFix, textAt, type AdviceByCheck, type Refusal } from './advice.ts';

/** Options that earlier releases took: what became of each. */
const GONE: ReadonlyMap<string, string> = new Map([
  ['read_repair_chance', 'Read repair by chance is gone since 4.0.'],
  ['dclocal_read_repair_chance', 'Read repair by chance is gone since 4.0.'],
  ['index_interval', 'Since 2.1 there are `min_index_interval` and `max_index_interval`.'],
  ['populate_io_cache_on_flush', 'It is gone since 2.1.'],
  ['replicate_on_write', 'Counters are always replicated on write since 2.1.'],
]);

/** Options that only another dialect has. */
const OPTIONS_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['index_analyzer', "`index_analyzer` is DataStax Enterprise's and Astra's; Cassandra does not have it."],
  ['query_analyzer', "`query_analyzer` is DataStax Enterprise's and Astra's; Cassandra does not have it."],
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
    says(refusal) {
      const { name, context } = refusal;
      const near = nearOption(name, context.statement);
      const gone = GONE.get(name);
      if (gone !== undefined && isDescribed(context)) return `${gone} ${OF_3_X}`;
      return (
        gone ??
        OPTIONS_OF_OTHERS.get(name) ??
        (near === undefined ? undefined : `\`${name}\` is no option; did you mean \`${near}\`?`)
      );
    },
    fixes(refusal) {
      const { name, refused, context } = refusal;
      const fixes = removal(refusal, name);
      const near = nearOption(name, context.statement);
      if (near === undefined || GONE.has(name)) return fixes;
      const change = { span: refused.spans[0], text: near };
      return [statementFix(refusal, 'nearest', `Change to \`${near}\``, [change]), ...fixes];
    },
  },
  'option-value': {
    says: (refusal) => oldFormIn(refusal)?.form.says ?? ownerOf(refusal) ?? aboutOptionValue(refusal),
    fixes: (refusal) => [...renew(refusal), ...respell(refusal)],
  },
  'option-not-in-dialect': {
    says: ({ refused }) => refused.message,
    fixes(refusal) {
      const { refused } = refusal;
      const [instead] = refused.names;
      const [span] = refused.spans;
      if (instead !== undefined)
        return [statementFix(refusal, 'instead', `Change to \`${instead}\``, [{ span, text: instead }])];
      const unknown = optionsOf(refusal.context.statement).find(
        ({ nameSpan }) => nameSpan.start === span.start && nameSpan.end === span.end,
      );
      return unknown === undefined ? [] : removal(refusal, unknown.name);
    },
  },
  'duplicate-option': { says: ({ name }) => `\`${name}\` is given twice; keep one of them.` },
};

/** Forms of values that earlier releases took, and what is written today. */
const OLD_FORMS: readonly {
  readonly option: string;
  readonly form: RegExp;
  readonly says: string;
  readonly now: (match: RegExpExecArray, options: readonly Option[]) => string;
}[] = [
  {
    option: 'compression',
    form: /'sstable_compression'/i,
    says: "The class of the compressor is named by `'class'` since 3.0.",
    now: () => "'class'",
  },
  {
    option: 'compression',
    form: /'chunk_length_kb'/i,
    says: "The length of a chunk is `'chunk_length_in_kb'` since 3.0.",
    now: () => "'chunk_length_in_kb'",
  },
  {
    option: 'compression',
    form: /(,\s*)?'crc_check_chance'\s*:\s*'?([\d.]+)'?(\s*,\s*)?([^]*)$/i,
    says: '`crc_check_chance` is an option of the table, beside `compression`, since 3.0.',
    now([, before, chance = '', behind = '', rest = ''], options) {
      const isSet = options.some(({ name }) => name === 'crc_check_chance');
      return `${before === undefined ? '' : behind}${rest}${isSet ? '' : ` AND crc_check_chance = ${chance}`}`;
    },
  },
  {
    option: 'caching',
    form: /'\{\s*"keys"\s*:\s*"(\w+)"\s*,\s*"rows_per_partition"\s*:\s*"(\w+)"\s*\}'/i,
    says: 'Caching is a map since 3.0, no text that holds one.',
    now: ([, keys = '', rows = '']) => `{'keys': '${keys}', 'rows_per_partition': '${rows}'}`,
  },
  {
    option: 'caching',
    form: /'(ALL|NONE|KEYS_ONLY|ROWS_ONLY)'/i,
    says: 'Caching is a map of `keys` and `rows_per_partition` since 2.1.',
    now: ([, kept = '']) => {
      const which = kept.toUpperCase();
      const of = (only: string): string => (which === 'ALL' || which === only ? 'ALL' : 'NONE');
      return `{'keys': '${of('KEYS_ONLY')}', 'rows_per_partition': '${of('ROWS_ONLY')}'}`;
    },
  },
];

type OldForm = (typeof OLD_FORMS)[number];

/** Classes that only another dialect has. */
const CLASSES_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['EverywhereStrategy', "DataStax Enterprise's and ScyllaDB's"],
  ['IncrementalCompactionStrategy', "ScyllaDB's"],
  ['MemoryOnlyStrategy', "DataStax Enterprise's"],
  ['SingleRegionStrategy', "Amazon Keyspaces'"],
  ['TieredCompactionStrategy', "DataStax Enterprise's"],
]);

/** Values that only another dialect takes, by what the server says of them. */
const FORMS_OF_OTHERS: readonly { readonly message: string; readonly says: string }[] = [
  {
    message: 'Invalid caching sub-options [enabled]',
    says: "Caching that is `enabled` or not is ScyllaDB's; Cassandra caches `keys` and `rows_per_partition`.",
  },
  {
    message: "Invalid value for property 'cdc'. It should be a string",
    says: "A map of settings is ScyllaDB's `cdc`; Cassandra's is true or false.",
  },
];

/** Whose the class or the form is that the server does not know. */
function ownerOf({ refused }: Refusal): string | undefined {
  const name = lastWord(refused.message);
  const owner = CLASSES_OF_OTHERS.get(name);
  if (owner !== undefined) return `\`${name}\` is ${owner}; Cassandra does not have it.`;
  return FORMS_OF_OTHERS.find(({ message }) => refused.message.startsWith(message))?.says;
}

/** The word at the end, quoted or not. */
function lastWord(message: string): string {
  const end = message.endsWith("'") ? message.length - 1 : message.length;
  let start = end;
  while (start > 0 && /\w/.test(message[start - 1]!)) start--;
  return message.slice(start, end);
}

/** The old form in the option that the refusal is about, and where it stands. */
function oldFormIn(
  refusal: Refusal,
): { readonly form: OldForm; readonly span: Span; readonly text: string } | undefined {
  const options = optionsOf(refusal.context.statement);
  for (const { name, value } of options) {
    if (!refusal.refused.names.includes(name)) continue;
    for (const form of OLD_FORMS) {
      const match = form.option === name ? form.form.exec(textAt(refusal, value.span)) : null;
      if (match === null) continue;
      const start = value.span.start + match.index;
      return { form, span: { start, end: start + match[0].length }, text: form.now(match, options) };
    }
  }
  return undefined;
}

/** A table with all that 3.x writes of one, in a project that names no server. */
const isDescribed = ({ statement, session: { target } }: RuleContext): boolean =>
  !isChosen(target) && WRITTEN_BY_3_X.every((option) => optionsOf(statement).some(({ name }) => name === option));

const WRITTEN_BY_3_X = [
  'crc_check_chance',
  'dclocal_read_repair_chance',
  'memtable_flush_period_in_ms',
  'min_index_interval',
  'read_repair_chance',
];

const OF_3_X =
  'DESCRIBE of Cassandra 3.x, or of ScyllaDB, wrote this: `target = "cassandra-3.11"` or `"scylla"` in `cql-analyzer.toml` ' +
  'has all of the project judged for that.';

/** One that another release takes is spelt right. */
const nearOption = (name: string, { kind }: Statement): string | undefined =>
  (kind === 'create-table' || kind === 'alter-table' || kind === 'create-view') && !OPTIONS_OF_TABLES.includes(name)
    ? (nearest(name, OPTIONS_OF_TABLES) ?? begunOption(name))
    : undefined;

/** `gc_grace`. */
function begunOption(name: string): string | undefined {
  const [only, ...others] = OPTIONS_OF_TABLES.filter((option) => option.startsWith(`${name}_`));
  return others.length > 0 ? undefined : only;
}

function renew(refusal: Refusal): readonly Fix[] {
  const old = oldFormIn(refusal);
  if (old === undefined) return [];
  return [
    statementFix(refusal, 'renew', `Write \`${old.text}\``, [{ span: old.span, text: old.text }], { safe: true }),
  ];
}

/** Writes the word that is misspelt in a value as it is meant. */
function respell(refusal: Refusal): readonly Fix[] {
  const misspelt = misspeltIn(refusal);
  if (misspelt === undefined) return [];
  const { written, near } = misspelt;
  const places = optionsOf(refusal.context.statement).flatMap(({ value: { span } }) =>
    [...textAt(refusal, span).matchAll(new RegExp(`(?<=['.])${written}(?=')`, 'g'))].map(({ index }) => {
      const start = span.start + index;
      return { start, end: start + written.length };
    }),
  );
  const [place, ...others] = places;
  // Where it stands twice nobody knows which one is meant.
  if (place === undefined || others.length > 0 || !/^\w+$/.test(written)) return [];
  return [statementFix(refusal, 'nearest', `Change to \`${near}\``, [{ span: place, text: near }])];
}

/** Takes the option out, with its AND or, where it is alone, its WITH. Safe where the option did nothing any more. */
function removal(refusal: Refusal, name: string): readonly Fix[] {
  const { context, refused } = refusal;
  const clauses = clausesOf(context.statement).toSorted((a, b) => a.start - b.start);
  const at = clauses.findIndex((one) => contains(one, refused.spans[0]));
  const clause = clauses[at];
  if (clause === undefined) return [];
  const span = withConnective(clauses, at, context.segment.text);
  if (span === undefined) return [];
  const safe = GONE.has(name);
  return [
    statementFix(refusal, 'remove-option', `Remove \`${name}\``, [{ span, text: '' }], { safe, preferred: safe }),
  ];
}

function withConnective(clauses: readonly Span[], at: number, text: string): Span | undefined {
  const { start, end } = clauses[at]!;
  const next = clauses[at + 1];
  const previous = clauses[at - 1];
  if (previous !== undefined) return { start: previous.end, end };
  if (next !== undefined) return { start, end: next.start };
  const head = text.slice(0, start);
  const before = /\bWITH$/i.exec(head.trimEnd());
  return before === null || /\S$/.test(head) ? undefined : { start: head.slice(0, before.index).trimEnd().length, end };
}

/** The parts of WITH that can be taken out. */
function clausesOf(statement: Statement): readonly Span[] {
  const options = optionsOf(statement).map(({ span }) => span);
  if (statement.kind !== 'create-table') return options.length > 1 ? options : [];
  const others = [statement.clusteringOrderSpan, statement.compactStorage];
  return [...options, ...others.filter((span) => span !== undefined)];
}

function optionsOf(statement: Statement): readonly Option[] {
  switch (statement.kind) {
    case 'create-table':
    case 'create-view':
    case 'alter-view':
      return statement.options;
    case 'alter-table':
      return statement.change.kind === 'options' ? statement.change.options : [];
    default:
      return [];
  }
}
