import { COMPACTION_OPTIONS, COMPACTION_STRATEGIES } from '../../catalog/builtin/compaction-options.ts';
import { COMPRESSION_OPTIONS, COMPRESSORS } from '../../catalog/builtin/compression-options.ts';
import { DIALECT_OPTIONS, type DialectOptions } from '../../catalog/builtin/dialect-options.ts';
import { INDEX_CLASSES } from '../../catalog/builtin/index-options.ts';
import { KEYSPACE_OPTIONS, REPLICATION_STRATEGIES } from '../../catalog/builtin/keyspace-options.ts';
import { type BuiltInOption, defaultOf, inRelease, option, type OptionClass } from '../../catalog/builtin/options.ts';
import { AUTO_REPAIR_OPTIONS, CACHING_OPTIONS, TABLE_OPTIONS } from '../../catalog/builtin/table-options.ts';
import type { Statement } from '../../syntax/ast.ts';
import { type CassandraRelease, releaseFor, since, type Target } from '../../text/release.ts';

/** For which server it is asked. */
interface Asked {
  readonly target: Target;
}

/** What there is to know of an option, in Markdown. */
export function aboutOption(option: BuiltInOption, { target }: Asked): string {
  const standard = defaultOf(option, releaseFor(target));
  const standards = standard === undefined ? [] : [`Default: \`${standard}\`.`];
  const words = (option.choices ?? []).map((choice) => `\`${choice}\``).join(', ');
  return [option.doc, ...standards, ...(words === '' ? [] : [`One of ${words}.`])].join('\n\n');
}

/** The options of what a statement creates or alters, those that one mostly needs first; `undefined` where it has none. */
export function optionsOf(statement: Statement | undefined, { target }: Asked): readonly BuiltInOption[] | undefined {
  const { tables = [], views = [], keyspaces = [] } = ownOf(target);
  const release = releaseFor(target);
  switch (statement?.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
      return together(inRelease(KEYSPACE_OPTIONS, release), keyspaces);
    case 'create-table':
    case 'create-table-like':
    case 'alter-table':
      return together(tableOptions(release), tables);
    case 'create-view':
    case 'alter-view':
      return together(tableOptions(release), [...tables, ...views]).filter(
        ({ name }) => name !== 'default_time_to_live' && name !== 'cdc',
      );
    case 'create-index':
      return [option('options', 'map', 'What the index does with values.')];
    default:
      return undefined;
  }
}

/** Those of them that have an effect on the server that is aimed at. */
export function offeredOptionsOf(statement: Statement | undefined, asked: Asked): readonly BuiltInOption[] {
  const { heeded, tables = [], views = [], keyspaces = [] } = ownOf(asked.target);
  const own: readonly BuiltInOption[] = [...tables, ...views, ...keyspaces];
  const all = optionsOf(statement, asked) ?? [];
  return heeded === undefined || statement?.kind === 'create-index'
    ? all
    : all.filter((one) => heeded.has(one.name) || own.includes(one));
}

/** The classes that the map of an option may name, the server's own first. */
export function classesOf(name: string, { target }: Asked): readonly OptionClass[] {
  const { classes, lacks } = ownOf(target);
  const shared = inRelease(CLASSES.get(name) ?? [], releaseFor(target));
  return [...(classes?.get(name) ?? []), ...shared.filter((one) => !lacks?.has(one.name))];
}

/** The entry of the map of an option that names its class. */
export const classKeyOf = (name: string, { target }: Asked): string => ownOf(target).classKeys?.get(name) ?? 'class';

/** The entries that the map of an option may have beside its class. */
export function entriesOf(name: string, className: string | undefined, asked: Asked): readonly BuiltInOption[] {
  const bare = className?.slice(className.lastIndexOf('.') + 1).toLowerCase();
  const all = [...classesOf(name, asked), ...(CLASSES.get(name) ?? [])];
  const own = all.find((one) => one.name.slice(one.name.lastIndexOf('.') + 1).toLowerCase() === bare);
  const shared = [...(own?.options ?? []), ...(SHARED.get(name) ?? [])];
  const { entries, lacksEntries } = ownOf(asked.target);
  return together(
    inRelease(shared, releaseFor(asked.target)).filter((one) => lacksEntries?.get(name)?.has(one.name) !== true),
    entries?.get(name) ?? [],
  );
}

/** The entry of a data center in the replication of a keyspace. */
export const dataCenter = (name: string): BuiltInOption =>
  option(name, 'integer', 'How many replicas this data center has.');

/** Whether data centers are entries beside a class. */
export const namesDataCenters = (className: string | undefined): boolean =>
  className?.endsWith('NetworkTopologyStrategy') === true;

/** The class that makes the index which a statement creates. */
export function indexClassOf(statement: Statement | undefined): string | undefined {
  const name = statement?.kind === 'create-index' ? statement.using?.value : undefined;
  return name?.toLowerCase() === 'sai' ? 'StorageAttachedIndex' : name;
}

const ownOf = (target: Target): DialectOptions => (target.kind === 'dialect' ? DIALECT_OPTIONS[target.dialect] : {});

/** Cassandra's options and those of the server, which stand for Cassandra's of their names. */
const together = (shared: readonly BuiltInOption[], own: readonly BuiltInOption[]): readonly BuiltInOption[] => [
  ...shared.filter(({ name }) => !own.some((one) => one.name === name)),
  ...own,
];

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
