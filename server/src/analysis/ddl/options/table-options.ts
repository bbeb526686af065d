import { namesIn } from '../../../catalog/builtin/options.ts';
import { TABLE_OPTIONS } from '../../../catalog/builtin/table-options.ts';
import { type CassandraRelease, existsIn, since } from '../../../text/release.ts';
import type { Table } from '../../../catalog/model.ts';
import type { Span } from '../../../text/span.ts';
import type { Outcome } from '../../judging/outcome.ts';
import { isVerdict, refuse } from '../../judging/refuse.ts';
import type { Refused, RefusalKind, Undecided } from '../../judging/verdict-model.ts';
import type { Context } from '../context.ts';
import { inHashOrder } from '../../java/hash-order.ts';
import { complaintAboutAutoRepair, complaintAboutAutoRepairValues, complaintAboutRepairing } from './auto-repair.ts';
import { complaintAboutCaching } from './caching.ts';
import { type Complaint, complaintAboutCompaction, complaintAboutStrategy } from './compaction.ts';
import { complaintAboutCompression } from './compression.ts';
import { complaintAboutFastPath } from './fast-path.ts';
import { mapOf, type Properties, type Property, textOf } from './properties.ts';
import { complaintAboutRetry } from './speculative-retry.ts';
import { checkTestMode } from './transactions.ts';
import { parseFloating, parseInteger, printDouble } from '../../java/numbers.ts';

/** How the server reads an option's value. */
type Reader =
  | 'text'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'auto-repair'
  | 'caching'
  | 'compaction'
  | 'compression'
  | 'retry'
  | 'read-repair'
  | 'memtable'
  | 'transactional-mode'
  | 'transactional-migration'
  | 'fast-path'
  /** Taken whatever it is. */
  | 'unread';

type TableOption = (typeof TABLE_OPTIONS)[number];

/** How each option is read that is not read as a text, a number or a boolean. */
const READERS: Readonly<Partial<Record<TableOption['name'], Reader>>> = {
  caching: 'caching',
  compaction: 'compaction',
  compression: 'compression',
  memtable: 'memtable',
  speculative_retry: 'retry',
  additional_write_policy: 'retry',
  read_repair: 'read-repair',
  fast_path: 'fast-path',
  auto_repair: 'auto-repair',
  transactional_mode: 'transactional-mode',
  transactional_migration_from: 'transactional-migration',
  id: 'unread',
};

const readerOf = ({ name, value }: TableOption): Reader =>
  READERS[name] ?? (value === 'number' ? 'double' : value === 'any' || value === 'map' ? 'unread' : value);

/** 6.0 looks for the memtable before it reads the others (`MemtableParams.get`). */
const MEMTABLE_FIRST = TABLE_OPTIONS.toSorted(
  (one, other) => Number(other.name === 'memtable') - Number(one.name === 'memtable'),
);

/** Names that no release's options have are refused first of all. */
export function complaintAboutUnknown(properties: Properties, release: CassandraRelease): Outcome {
  const known = namesIn(TABLE_OPTIONS, release);
  const name = inHashOrder(properties.keys()).find((candidate) => !known.includes(candidate));
  const unknown = name === undefined ? undefined : properties.get(name);
  if (unknown === undefined) return undefined;
  return refuse('unknown-option', `Unknown property '${unknown.name}'`, unknown.nameSpan, [unknown.name], 'syntax');
}

/** Each value can be read as what it should be (`TableAttributes.build`). */
export function readTableOptions(properties: Properties, context: Context): Outcome {
  const { release } = context;
  let doubt: Undecided | undefined;
  for (const option of since(release, '6.0') ? MEMTABLE_FIRST : TABLE_OPTIONS) {
    const property = properties.get(option.name);
    if (property === undefined || !existsIn(release, option.lifetime)) continue;
    const outcome = read(property, readerOf(option), context);
    if (outcome?.kind === 'refused') return outcome;
    doubt ??= outcome;
  }
  return doubt;
}

/** Since 6.0 views take the name of any memtable. */
export function readViewOptions(properties: Properties, context: Context): Outcome {
  if (!since(context.release, '6.0')) return readTableOptions(properties, context);
  const isMemtable = ([name, { value }]: readonly [string, Property]): boolean =>
    name === 'memtable' && value.kind === 'text';
  return readTableOptions(new Map([...properties].filter((property) => !isMemtable(property))), context);
}

/** The values are within bounds and go together (`TableParams.validate`); `table` has the values that are not given, when altered. */
export function checkTableOptions(
  properties: Properties,
  table: Table | undefined,
  { release, session }: Context,
): Outcome {
  const compaction = mapAt(properties, 'compaction');
  if (compaction !== undefined) {
    const complaint = complaintAboutStrategy(compaction, release, session);
    if (complaint !== undefined) return complain(properties, 'compaction', complaint);
  }
  const repairing = properties.has('auto_repair') ? complaintAboutRepairing(release, session) : undefined;
  if (repairing !== undefined) return complain(properties, 'auto_repair', repairing);
  return (
    bloomFilter(properties, release) ??
    chance(properties, 'dclocal_read_repair_chance') ??
    chance(properties, 'read_repair_chance') ??
    chance(properties, 'crc_check_chance') ??
    (since(release, '5.0') ? undefined : chanceOfCompression(properties)) ??
    timeToLive(properties) ??
    atLeast(properties, 'gc_grace_seconds', 0) ??
    atLeast(properties, 'min_index_interval', 1) ??
    indexIntervals(properties, table) ??
    atLeast(properties, 'memtable_flush_period_in_ms', 0) ??
    checkTestMode(properties, session) ??
    autoRepair(properties, release)
  );
}

/** The id that a new table asks for: the server reads it apart from the other options. */
export function tableIdProblem(properties: Properties): Outcome {
  const id = properties.get('id');
  const text = id === undefined ? undefined : textOf(id);
  if (text === undefined || typeof text !== 'string') return text;
  return isTableId(text) ? undefined : complain(properties, 'id', { message: 'Invalid table id' });
}

const isTableId = (text: string): boolean => text.length <= 36 && /^(?:[0-9a-f]+-){4}[0-9a-f]+$/i.test(text);

/** A table keeps its id. */
export function complaintAboutNewId(properties: Properties): Outcome {
  const id = properties.get('id');
  if (id === undefined) return undefined;
  return tableIdProblem(properties) ?? refuse('alter-id', 'Cannot alter table id.', id.span, ['id'], 'config');
}

/** An option's whole number, where it is given and is one. */
export function integerAt(properties: Properties, name: string): number | undefined {
  const property = properties.get(name);
  return property?.value.kind === 'text' ? parseInteger(property.value.text) : undefined;
}

/** An option's map, where it is given and is one. */
export function mapAt(properties: Properties, name: string): ReadonlyMap<string, string> | undefined {
  const value = properties.get(name)?.value;
  return value?.kind === 'map' ? value.entries : undefined;
}

/** The span of an option, for a refusal about it. */
export const spanOf = (properties: Properties, name: string, otherwise: Span): Span =>
  properties.get(name)?.span ?? otherwise;

/** An option read as a yes or no. */
export function complaintAboutBoolean(property: Property, release: CassandraRelease): Outcome {
  const text = textOf(property);
  if (typeof text !== 'string') return text;
  if (!since(release, '4.0') || /^(?:1|true|yes|0|false|no)$/i.test(text)) return undefined;
  const message =
    `Invalid boolean value ${text} for '${property.name}'. ` +
    "Positive values can be '1', 'true' or 'yes'. Negative values can be '0', 'false' or 'no'.";
  return refuse('option-value', message, property.span, [property.name], 'syntax');
}

function read(property: Property, reader: Reader, context: Context): Outcome {
  const { release } = context;
  const { name, span } = property;
  const wrong = (message: string, error: RefusalKind): Refused => refuse('option-value', message, span, [name], error);
  switch (reader) {
    case 'unread':
      return undefined;
    case 'boolean':
      return complaintAboutBoolean(property, release);
    case 'fast-path':
      return complaintAboutFastPath(property, 'table');
    case 'auto-repair':
    case 'caching':
    case 'compaction':
    case 'compression':
      return readMapOption(property, reader, context);
    default:
      break;
  }
  const text = textOf(property);
  if (typeof text !== 'string') return text;
  switch (reader) {
    case 'integer':
      return parseInteger(text) === undefined
        ? wrong(`Invalid integer value ${text} for '${name}'`, 'syntax')
        : undefined;
    case 'double':
      return parseFloating(text) === undefined
        ? wrong(`Invalid double value ${text} for '${name}'`, 'syntax')
        : undefined;
    case 'retry': {
      const complaint = complaintAboutRetry(text, release);
      return complaint === undefined ? undefined : wrong(complaint, 'config');
    }
    case 'read-repair': {
      const word = text.toUpperCase();
      if (choicesOf('read_repair').includes(word)) return undefined;
      const message = `java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.reads.repair.ReadRepairStrategy.${word}`;
      return wrong(message, 'server');
    }
    case 'transactional-mode': {
      const word = text.toLowerCase();
      if (choicesOf('transactional_mode').includes(word)) return undefined;
      const message = `java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.consensus.TransactionalMode.${word}`;
      return wrong(message, 'server');
    }
    case 'transactional-migration': {
      const word = text.toLowerCase();
      if (choicesOf('transactional_migration_from').includes(word)) return undefined;
      const message = `java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.consensus.migration.TransactionalMigrationFromMode.${word}`;
      return wrong(message, 'server');
    }
    case 'memtable':
      return hasMemtable(text, context.session)
        ? undefined
        : wrong(`Memtable configuration "${text}" not found.`, 'config');
    default:
      return undefined;
  }
}

/** The configurations of memtables are given in cassandra.yaml (`MemtableParams.get`). */
function hasMemtable(name: string, { configuration, stock }: Context['session']): boolean {
  if (name === 'default') return true;
  const setting = configuration?.get('memtable');
  if (setting === undefined || setting === null) return configuration === undefined && stock !== true;
  const configurations: unknown = typeof setting === 'object' && 'configurations' in setting && setting.configurations;
  return typeof configurations === 'object' && configurations !== null && name in configurations;
}

function choicesOf(option: TableOption['name']): readonly string[] {
  return TABLE_OPTIONS.find(({ name }) => name === option)?.choices ?? [];
}

function readMapOption(property: Property, reader: Reader, { release, session }: Context): Outcome {
  const map = mapOf(property);
  if (isVerdict(map)) return map;
  const complaint =
    reader === 'auto-repair'
      ? complaintAboutAutoRepair(map.entries)
      : reader === 'caching'
        ? complaintAboutCaching(map.entries)
        : reader === 'compaction'
          ? complaintAboutCompaction(map.entries, release, session)
          : reader === 'compression'
            ? (complaintAboutCrc(map.entries, release) ?? complaintAboutCompression(map.entries, release, session))
            : undefined;
  if (complaint === undefined) return undefined;
  const span = (complaint.option === undefined ? undefined : map.spans.get(complaint.option)) ?? property.span;
  const names = [property.name, ...(complaint.option === undefined ? [] : [complaint.option])];
  return refuse('option-value', complaint.message, span, names, complaint.error ?? 'config');
}

/** Before 5.0 the chance of checksums could be given here. */
function complaintAboutCrc(entries: ReadonlyMap<string, string>, release: CassandraRelease): Complaint | undefined {
  const text = since(release, '5.0') ? undefined : entries.get('crc_check_chance');
  if (text === undefined || parseFloating(text) !== undefined) return undefined;
  return {
    message: `Invalid double value ${text} for crc_check_chance.'`,
    option: 'crc_check_chance',
    error: 'syntax',
  };
}

function complain(properties: Properties, name: string, complaint: Complaint): Refused | undefined {
  const property = properties.get(name);
  if (property === undefined) return undefined;
  const spans = property.value.kind === 'map' ? property.value.spans : undefined;
  const span = (complaint.option === undefined ? undefined : spans?.get(complaint.option)) ?? property.span;
  const names = [name, ...(complaint.option === undefined ? [] : [complaint.option])];
  return refuse('option-value', complaint.message, span, names, complaint.error ?? 'config');
}

function outOfBounds(properties: Properties, name: string, message: string): Refused | undefined {
  const property = properties.get(name);
  return property === undefined ? undefined : refuse('option-value', message, property.span, [name], 'config');
}

function doubleAt(properties: Properties, name: string): number | undefined {
  const property = properties.get(name);
  return property?.value.kind === 'text' ? parseFloating(property.value.text) : undefined;
}

const LEAST_BLOOM_FILTER_CHANCE = 6.71e-5;

function bloomFilter(properties: Properties, release: CassandraRelease): Refused | undefined {
  const name = 'bloom_filter_fp_chance';
  const value = doubleAt(properties, name);
  // Since 5.0 it stands for the strategy's own.
  if (value === -1 && since(release, '5.0')) return undefined;
  if (value === undefined || !(value <= LEAST_BLOOM_FILTER_CHANCE || value > 1)) return undefined;
  const message = `${name} must be larger than ${printDouble(LEAST_BLOOM_FILTER_CHANCE)} and less than or equal to 1.0 (got ${printDouble(value)})`;
  return outOfBounds(properties, name, message);
}

function autoRepair(properties: Properties, release: CassandraRelease): Refused | undefined {
  const entries = since(release, '6.0') ? mapAt(properties, 'auto_repair') : undefined;
  const complaint = entries && complaintAboutAutoRepairValues(entries);
  return complaint && complain(properties, 'auto_repair', complaint);
}

/** Until 4.1 the chance to check a checksum may still stand among the options of the compression. */
function chanceOfCompression(properties: Properties): Refused | undefined {
  const text = mapAt(properties, 'compression')?.get('crc_check_chance');
  const value = text === undefined ? undefined : parseFloating(text);
  if (value === undefined || !(value < 0 || value > 1)) return undefined;
  const message = `crc_check_chance must be larger than or equal to 0 and smaller than or equal to 1.0 (got ${printDouble(value)})`;
  return outOfBounds(properties, 'compression', message);
}

function chance(properties: Properties, name: string): Refused | undefined {
  const value = doubleAt(properties, name);
  if (value === undefined || !(value < 0 || value > 1)) return undefined;
  const message = `${name} must be larger than or equal to 0 and smaller than or equal to 1.0 (got ${printDouble(value)})`;
  return outOfBounds(properties, name, message);
}

/** Twenty years, in seconds. */
const LONGEST_TIME_TO_LIVE = 630_720_000;

function timeToLive(properties: Properties): Refused | undefined {
  const name = 'default_time_to_live';
  const value = integerAt(properties, name);
  if (value === undefined || value <= LONGEST_TIME_TO_LIVE) return atLeast(properties, name, 0);
  return outOfBounds(properties, name, `${name} must be less than or equal to ${LONGEST_TIME_TO_LIVE} (got ${value})`);
}

function atLeast(properties: Properties, name: string, least: number): Refused | undefined {
  const value = integerAt(properties, name);
  if (value === undefined || value >= least) return undefined;
  return outOfBounds(properties, name, `${name} must be greater than or equal to ${least} (got ${value})`);
}

function indexIntervals(properties: Properties, table: Table | undefined): Refused | undefined {
  const least = integerAt(properties, 'min_index_interval') ?? currentInteger(table, 'min_index_interval') ?? 128;
  const most = integerAt(properties, 'max_index_interval') ?? currentInteger(table, 'max_index_interval') ?? 2048;
  if (most >= least) return undefined;
  const guilty = properties.has('max_index_interval') ? 'max_index_interval' : 'min_index_interval';
  const message = `max_index_interval must be greater than or equal to min_index_interval (${least}) (got ${most})`;
  return outOfBounds(properties, guilty, message);
}

function currentInteger(table: Table | undefined, name: string): number | undefined {
  const value = table?.options.get(name);
  return value?.kind === 'literal' ? parseInteger(value.literal.value) : undefined;
}
