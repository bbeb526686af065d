import type { AlterKeyspace, CreateKeyspace, Option, OptionValue } from '../../syntax/ast.ts';
import { changeable, locate, type ApplyContext } from './context.ts';
import { withKeyspace, type CatalogState } from './state.ts';

export function createKeyspace(
  catalog: CatalogState,
  { name, options }: CreateKeyspace,
  context: ApplyContext,
): CatalogState {
  const keyspace = name === undefined ? undefined : changeable(catalog, name.name);
  if (name === undefined || keyspace === undefined || keyspace.declared) return catalog;
  return withKeyspace(catalog, {
    ...keyspace,
    options: withOptions(keyspace.options, options),
    declared: true,
    location: locate(name, context),
  });
}

export function alterKeyspace(catalog: CatalogState, { name, options }: AlterKeyspace): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(name.name);
  if (keyspace === undefined) return catalog;
  const altered = options.map((option) =>
    option.name === 'replication'
      ? { ...option, value: replicationAfter(keyspace.options.get('replication'), option.value) }
      : option,
  );
  return withKeyspace(catalog, { ...keyspace, options: withOptions(keyspace.options, altered) });
}

/**
 * What ALTER makes of a replication: an empty map changes nothing, NetworkTopologyStrategy alone takes over the factor of
 * SimpleStrategy, and a factor for all data centers leaves those alone that had one of their own
 * (`NetworkTopologyStrategy.prepareOptions`).
 */
function replicationAfter(before: OptionValue | undefined, given: OptionValue): OptionValue {
  if (before?.kind !== 'map' || given.kind !== 'map') return given;
  if (given.entries.length === 0) return before;
  const names = keysOf(given);
  if (!isNetworkTopology(given)) return given;
  if (given.entries.length === 1) {
    const factor = isNetworkTopology(before) ? [] : before.entries.filter(({ key }) => isFactor(key));
    return { ...given, entries: [...given.entries, ...factor] };
  }
  if (!names.has('replication_factor')) return given;
  const kept = before.entries.filter(({ key }) => key.kind === 'literal' && !names.has(key.value));
  return { ...given, entries: [...given.entries, ...kept] };
}

type Entries = Extract<OptionValue, { kind: 'map' }>;

const keysOf = ({ entries }: Entries): ReadonlySet<string> =>
  new Set(entries.flatMap(({ key }) => (key.kind === 'literal' ? [key.value] : [])));

const isFactor = (key: Entries['entries'][number]['key']): boolean =>
  key.kind === 'literal' && key.value === 'replication_factor';

const isNetworkTopology = ({ entries }: Entries): boolean =>
  entries.some(
    ({ key, value }) =>
      key.kind === 'literal' &&
      key.value === 'class' &&
      value.kind === 'literal' &&
      value.value.endsWith('NetworkTopologyStrategy'),
  );

/** Options of a keyspace, table or view after `WITH …`; each keeps the value set last. */
export function withOptions(
  before: ReadonlyMap<string, OptionValue>,
  options: readonly Option[],
): ReadonlyMap<string, OptionValue> {
  if (options.length === 0) return before;
  return new Map([...before, ...options.map(({ name, value }) => [name, value] as const)]);
}
