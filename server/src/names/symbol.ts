import type { Location, Table } from '../catalog/index.ts';
import { typesOf, writtenAs, writtenKeyspace } from './meaning.ts';
import type { Occurrence, Written } from './occurrence.ts';
import { occurrencesOf } from './occurrences.ts';
import { keyspaceNamed, keyspaceOf, keyspaceWith, type Scene, tablesOf } from './scene.ts';

/** One thing that names stand for, wherever they do. */
export interface NameSymbol {
  readonly kind: SymbolKind;
  /** Two symbols are the same where their keys are. */
  readonly key: string;
  /** Empty where no keyspace is known, and of what lives in none. */
  readonly keyspace: string;
  /** Of a column and a trigger the table, of a field the type. */
  readonly of?: string;
  readonly name: string;
}

export type SymbolKind =
  | 'keyspace'
  /** A view, too. */
  | 'table'
  | 'column'
  | 'type'
  | 'field'
  /** An aggregate, too. */
  | 'function'
  | 'index'
  | 'trigger'
  /** A user, too. */
  | 'role'
  | 'identity'
  | 'service-level'
  /** It means something in its statement alone: an alias, a bind marker, a parameter, a row that LET reads; in its file a value put in. */
  | 'local';

/** What an occurrence of a scene is the name of; `undefined` of words, options and native types, and where it is not known. */
export function symbolOf(scene: Scene, occurrence: Occurrence): NameSymbol | undefined {
  const { kind, name, owner, template } = occurrence;
  switch (kind) {
    case 'keyspace':
      return symbol('keyspace', '', name);
    case 'table':
    case 'view':
      return tableSymbol(scene, writtenAs(occurrence));
    case 'object': {
      const written = writtenAs(occurrence);
      const isKeyspace = written.keyspace === undefined && tablesOf(scene, written).length === 0;
      return isKeyspace && keyspaceNamed(scene, name) !== undefined
        ? symbol('keyspace', '', name)
        : tableSymbol(scene, written);
    }
    case 'column':
      return owner?.kind === 'table' ? columnSymbol(scene, owner, name) : undefined;
    case 'type':
      return symbol(
        'type',
        keyspaceWith(scene, writtenKeyspace(owner), ({ types }) => types.has(name)),
        name,
      );
    case 'field': {
      const [type] = typesOf(scene, owner);
      if (type !== undefined) return symbol('field', type.keyspace, name, type.name);
      return owner?.kind === 'type' ? symbol('field', keyspaceOf(scene, owner.keyspace), name, owner.name) : undefined;
    }
    case 'function':
    case 'aggregate': {
      const keyspace = keyspaceWith(scene, writtenKeyspace(owner), ({ functions }) => functions.has(name));
      const isOwn = occurrence.role === 'declaration' || keyspaceNamed(scene, keyspace)?.functions.has(name) === true;
      return owner === undefined ? undefined : symbol('function', isOwn ? keyspace : 'system', name);
    }
    case 'index':
      return symbol(
        'index',
        keyspaceWith(scene, writtenKeyspace(owner), ({ indexes }) => indexes.has(name)),
        name,
      );
    case 'trigger': {
      const table = owner?.kind === 'table' ? tableSymbol(scene, owner) : undefined;
      return table === undefined ? undefined : symbol('trigger', table.keyspace, name, table.name);
    }
    case 'role':
    case 'user':
      return symbol('role', '', name);
    case 'identity':
    case 'service-level':
      return symbol(kind, '', name);
    case 'alias':
    case 'marker':
    case 'variable':
    case 'parameter':
      return symbol('local', scene.place.uri, name, template === true ? kind : `${kind} ${scene.place.segment}`);
    default:
      return undefined;
  }
}

/** The symbol of a table. */
export const symbolOfTable = ({ keyspace, name }: Pick<Table, 'keyspace' | 'name'>): NameSymbol =>
  symbol('table', keyspace, name);

function symbol(kind: SymbolKind, keyspace: string, name: string, of?: string): NameSymbol {
  const key = [kind, keyspace, ...(of === undefined ? [] : [of]), name].join('\0');
  return { kind, key, keyspace, name, ...(of !== undefined && { of }) };
}

function tableSymbol(scene: Scene, written: Written): NameSymbol {
  const [table] = tablesOf(scene, written);
  return symbolOfTable(table ?? { keyspace: keyspaceOf(scene, written.keyspace), name: written.name });
}

/** A column that a view or a copy takes over is that of the table that declares it: it cannot have another name there. */
function columnSymbol(scene: Scene, written: Written, name: string): NameSymbol {
  const [table] = tablesOf(scene, written);
  const source = table === undefined ? undefined : sourceOf(scene, table, name);
  const { keyspace, name: of } = source ??
    table ?? { keyspace: keyspaceOf(scene, written.keyspace), name: written.name };
  return symbol('column', keyspace, name, of);
}

function sourceOf(scene: Scene, table: Table, name: string): Pick<Table, 'keyspace' | 'name'> | undefined {
  if (table.base !== undefined) {
    const { keyspace } = table;
    const [base] = tablesOf(scene, { keyspace, name: table.base.table });
    return base === undefined || base === table
      ? { keyspace, name: table.base.table }
      : (sourceOf(scene, base, name) ?? base);
  }
  const location = table.columns.get(name)?.location;
  return location === undefined || location.segment === table.location?.segment
    ? undefined
    : declaringTable(location, table.keyspace);
}

/** The table in whose declaration, or in whose ALTER, a column is declared. */
function declaringTable({ segment, span }: Location, keyspace: string): Pick<Table, 'keyspace' | 'name'> | undefined {
  const { owner } = occurrencesOf(segment.syntax().tree).find(({ start }) => start === span.start) ?? {};
  return owner?.kind === 'table' ? { keyspace: owner.keyspace ?? keyspace, name: owner.name } : undefined;
}
