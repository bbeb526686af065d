import { LazyMap } from '../lazy-map.ts';
import type { Catalog, Column, ColumnKind, Keyspace, Table } from '../model.ts';
import { type CassandraRelease, existsIn, type Lifetime } from '../../text/release.ts';
import { SYSTEM_TABLES } from './system-tables.ts';
import { keyColumns } from '../table-columns.ts';
import { readType } from './type-text.ts';

/** The built-in keyspaces of a release. Nothing is read before something is asked for, and then only what is asked for. */
export function systemCatalog(release: CassandraRelease): Catalog {
  let known: ReadonlyMap<string, Keyspace> | undefined;
  const keyspaces = (): ReadonlyMap<string, Keyspace> => (known ??= readKeyspaces(release));
  return {
    keyspace: (name) => (isSystemName(name) ? keyspaces().get(name) : undefined),
    table: (keyspace, name) => (isSystemName(keyspace) ? keyspaces().get(keyspace)?.tables.get(name) : undefined),
    keyspaces: () => keyspaces().values(),
  };
}

/** Every built-in keyspace is called so; other keyspaces may be. */
const isSystemName = (name: string): boolean => name.startsWith('system');

function readKeyspaces(release: CassandraRelease): ReadonlyMap<string, Keyspace> {
  const found = new Map<string, Keyspace>();
  let lines = new Map<string, string>();
  let keyspace: { readonly name: string; readonly virtual: boolean } | undefined;
  for (const line of SYSTEM_TABLES.replaceAll(/\n {4,}/g, ' ').split('\n')) {
    const heading = /^(virtual )?keyspace (\w+)(?: (@\S+))?$/.exec(line);
    if (heading !== null) {
      const name = heading[2] ?? '';
      lines = new Map();
      keyspace = exists(heading[3], release) ? { name, virtual: heading[1] !== undefined } : undefined;
      if (keyspace !== undefined) found.set(name, keyspaceOf(keyspace, lines, release));
      continue;
    }
    const table = /^ {2}(\w+)(?: (@\S+))?: (.*)$/.exec(line);
    if (keyspace !== undefined && table !== null && exists(table[2], release))
      lines.set(table[1] ?? '', table[3] ?? '');
  }
  return found;
}

const keyspaceOf = (
  { name, virtual }: { readonly name: string; readonly virtual: boolean },
  lines: ReadonlyMap<string, string>,
  release: CassandraRelease,
): Keyspace => ({
  name,
  options: new Map(),
  tables: new LazyMap(
    () => lines.keys(),
    (table) => {
      const columns = lines.get(table);
      return columns === undefined ? undefined : readTable(name, table, virtual, columns, release);
    },
  ),
  types: new Map(),
  functions: new Map(),
  indexes: new Map(),
  views: new Map(),
  system: true,
  declared: true,
});

function readTable(keyspace: string, name: string, virtual: boolean, text: string, release: CassandraRelease): Table {
  const columns = new Map<string, Column>();
  let partition = 0;
  let clustering = 0;
  for (const definition of text.split('; ')) {
    const parts = /^([*+=-]?)(\S+) (.*?)(?: (@\S+))?$/.exec(definition);
    if (parts === null || !exists(parts[4], release)) continue;
    const kind = KINDS[parts[1] ?? ''] ?? 'regular';
    const position = kind === 'partition' ? partition++ : kind === 'clustering' ? clustering++ : 0;
    const column = parts[2] ?? '';
    const order = parts[1] === '-' ? 'DESC' : 'ASC';
    columns.set(column, { name: column, type: readType(parts[3] ?? ''), kind, position, order });
  }
  return {
    keyspace,
    name,
    kind: virtual ? 'virtual' : 'table',
    ...keyColumns(columns),
    indexes: [],
    options: new Map(),
    compactStorage: false,
    hiddenColumns: [],
    dropped: new Map(),
    partial: false,
    system: true,
    triggers: [],
  };
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  '*': 'partition',
  '+': 'clustering',
  '-': 'clustering',
  '=': 'static',
};

/** `@4.0-5.0` and the like. */
function exists(lifetime: string | undefined, release: CassandraRelease): boolean {
  const [since = '', until = ''] = (lifetime ?? '').slice(1).split('-');
  return existsIn(release, { since: since || undefined, until: until || undefined } as Lifetime);
}
