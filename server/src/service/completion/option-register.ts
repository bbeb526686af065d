import { COMPACTION_OPTIONS, COMPACTION_STRATEGIES } from '../../catalog/builtin/compaction-options.ts';
import { COMPRESSION_OPTIONS, COMPRESSORS } from '../../catalog/builtin/compression-options.ts';
import { INDEX_CLASSES } from '../../catalog/builtin/index-options.ts';
import { KEYSPACE_OPTIONS, REPLICATION_STRATEGIES } from '../../catalog/builtin/keyspace-options.ts';
import { type BuiltInOption, defaultOf, inRelease, option, type OptionClass } from '../../catalog/builtin/options.ts';
import { AUTO_REPAIR_OPTIONS, CACHING_OPTIONS, TABLE_OPTIONS } from '../../catalog/builtin/table-options.ts';
import type { Statement } from '../../syntax/ast.ts';
import { type CassandraRelease, since } from '../../text/release.ts';

/** For which release it is asked. */
interface Asked {
  readonly release: CassandraRelease;
}

/** What there is to know of an option, in Markdown. */
export function aboutOption(option: BuiltInOption, release: CassandraRelease): string {
  const standard = defaultOf(option, release);
  const standards = standard === undefined ? [] : [`Default: \`${standard}\`.`];
  const words = (option.choices ?? []).map((choice) => `\`${choice}\``).join(', ');
  return [option.doc, ...standards, ...(words === '' ? [] : [`One of ${words}.`])].join('\n\n');
}

/** The options of what a statement creates or alters, those that one mostly needs first; `undefined` where it has none. */
export function optionsOf(statement: Statement | undefined, { release }: Asked): readonly BuiltInOption[] | undefined {
  switch (statement?.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
      return inRelease(KEYSPACE_OPTIONS, release);
    case 'create-table':
    case 'create-table-like':
    case 'alter-table':
      return tableOptions(release);
    case 'create-view':
    case 'alter-view':
      return tableOptions(release).filter(({ name }) => name !== 'default_time_to_live' && name !== 'cdc');
    case 'create-index':
      return [option('options', 'map', 'What the index does with values.')];
    default:
      return undefined;
  }
}

/** The classes that the map of an option may name. */
export const classesOf = (name: string, { release }: Asked): readonly OptionClass[] =>
  inRelease(CLASSES.get(name) ?? [], release);

/** The entries that the map of an option may have beside its class. */
export function entriesOf(name: string, className: string | undefined, { release }: Asked): readonly BuiltInOption[] {
  const bare = className?.slice(className.lastIndexOf('.') + 1).toLowerCase();
  const own = CLASSES.get(name)?.find((one) => one.name.slice(one.name.lastIndexOf('.') + 1).toLowerCase() === bare);
  return inRelease([...(own?.options ?? []), ...(SHARED.get(name) ?? [])], release);
}

const CLASSES: ReadonlyMap<string, readonly OptionClass[]> = new Map([
  ['compaction', COMPACTION_STRATEGIES],
  ['compression', COMPRESSORS],
  // What production uses first.
  ['replication', REPLICATION_STRATEGIES.toReversed()],
  ['options', INDEX_CLASSES],
]);

/** Older names of others. */
const REPLACED: ReadonlySet<string> = new Set(['crc_check_chance', 'sstable_compression', 'chunk_length_kb']);

const SHARED: ReadonlyMap<string, readonly BuiltInOption[]> = new Map([
  ['compaction', COMPACTION_OPTIONS],
  ['compression', COMPRESSION_OPTIONS.filter(({ name }) => !REPLACED.has(name))],
  ['caching', CACHING_OPTIONS],
  ['auto_repair', AUTO_REPAIR_OPTIONS],
]);

const FIRST: readonly string[] = [
  'compaction',
  'default_time_to_live',
  'gc_grace_seconds',
  'comment',
  'compression',
  'caching',
];

/** What the server sets by itself, or refuses as it is released. */
const NOT_FOR_PEOPLE: ReadonlySet<string> = new Set(['pending_drop', 'transactional_migration_from', 'id']);

function tableOptions(release: CassandraRelease): readonly BuiltInOption[] {
  const rank = ({ name }: BuiltInOption): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return inRelease<BuiltInOption>(TABLE_OPTIONS, release)
    .filter(({ name }) => !NOT_FOR_PEOPLE.has(name) && (name !== 'auto_repair' || since(release, '6.0')))
    .toSorted((a, b) => rank(a) - rank(b));
}
