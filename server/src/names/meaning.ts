import {
  builtInFunction,
  type BuiltInFunction,
  type Column,
  type CqlType,
  type Index,
  type Keyspace,
  type Location,
  type Table,
  type UserFunction,
  type UserType,
} from '../catalog/index.ts';
import type { NameRole, Occurrence, Owner, Written } from './occurrence.ts';
import { catalogOf, keyspaceNamed, keyspaceOf, keyspaceWith, type Scene, tablesOf } from './scene.ts';
import { userTypeOf } from './value-type.ts';

/** What a name stands for in the schema. */
export type Meaning =
  | { readonly kind: 'keyspace'; readonly keyspace: Keyspace }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'column'; readonly table: Table; readonly column: Column }
  | { readonly kind: 'type'; readonly type: UserType }
  | { readonly kind: 'field'; readonly type: UserType; readonly field: string; readonly fieldType: CqlType }
  | { readonly kind: 'function'; readonly functions: readonly UserFunction[] }
  | { readonly kind: 'built-in'; readonly functions: readonly BuiltInFunction[] }
  | { readonly kind: 'native-type'; readonly name: string }
  | { readonly kind: 'index'; readonly index: Index; readonly table: Table };

/** What an occurrence of a scene stands for: best guess first, several where a table is declared more than once, none where nobody says. */
export function meaningsOf(scene: Scene, occurrence: Occurrence): readonly Meaning[] {
  const { kind, name, owner, role } = occurrence;
  switch (kind) {
    case 'keyspace': {
      const here = catalogOf(scene).keyspace(name);
      const keyspace = here?.declared === true ? here : (scene.project.final.keyspace(name) ?? here);
      return keyspace === undefined ? [] : [{ kind: 'keyspace', keyspace }];
    }
    case 'table':
    case 'view':
      return tableMeanings(scene, occurrence);
    case 'column':
      return owner?.kind === 'table' ? columnMeanings(scene, name, owner, role) : [];
    case 'type':
      return typesNamed(scene, name, writtenKeyspace(owner)).map((type) => ({ kind: 'type', type }));
    case 'native-type':
      return [{ kind: 'native-type', name }];
    case 'field':
      return fieldMeanings(scene, name, owner, role);
    case 'function':
    case 'aggregate':
      return functionMeanings(scene, name, owner);
    case 'index':
      return indexMeanings(scene, name, owner);
    case 'object': {
      const tables = tableMeanings(scene, occurrence);
      if (tables.length > 0) return tables;
      const keyspace = catalogOf(scene).keyspace(name);
      return keyspace === undefined ? indexMeanings(scene, name, owner) : [{ kind: 'keyspace', keyspace }];
    }
    default:
      return [];
  }
}

/** Where a meaning is declared; built-in things are declared nowhere, nor are fields by themselves. */
export function declarationOf(meaning: Meaning): readonly Location[] {
  switch (meaning.kind) {
    case 'keyspace':
      return present(meaning.keyspace.location);
    case 'table':
      return present(meaning.table.location);
    case 'column':
      return present(meaning.column.location ?? meaning.table.location);
    case 'type':
      return present(meaning.type.location);
    case 'function':
      return meaning.functions.flatMap(({ location }) => present(location));
    case 'index':
      return present(meaning.index.location);
    case 'field':
    case 'built-in':
    case 'native-type':
      return [];
  }
}

/** The user-defined types whose field something is. */
export function typesOf(scene: Scene, owner: Owner | undefined): readonly UserType[] {
  if (owner?.kind === 'type') return typesNamed(scene, owner.name, owner.keyspace);
  const type = owner?.kind === 'value' ? userTypeOf(scene, owner.value) : undefined;
  return type === undefined ? [] : [type];
}

/** The keyspace that is written before a name, or before that of what it belongs to. */
export const writtenKeyspace = (owner: Owner | undefined): string | undefined =>
  owner?.kind === 'keyspace' ? owner.name : undefined;

/** What such a name is with the keyspace that is written before it. */
export function writtenAs({ name, owner }: Pick<Occurrence, 'name' | 'owner'>): Written {
  const keyspace = writtenKeyspace(owner);
  return keyspace === undefined ? { name } : { keyspace, name };
}

const present = (location: Location | undefined): readonly Location[] => (location === undefined ? [] : [location]);

const tableMeanings = (scene: Scene, named: Pick<Occurrence, 'name' | 'owner'>): readonly Meaning[] =>
  tablesOf(scene, writtenAs(named)).map((table) => ({ kind: 'table', table }));

function columnMeanings(scene: Scene, name: string, of: Written, role: NameRole): readonly Meaning[] {
  const columnsOf = (tables: readonly Table[]): readonly Meaning[] =>
    tables.flatMap((table) => {
      const column = table.columns.get(name);
      return column === undefined ? [] : [{ kind: 'column', table, column }];
    });
  const found = columnsOf(tablesOf(scene, of));
  if (found.length > 0 || role !== 'declaration') return found;
  // An ALTER that adds or renames it.
  const after = scene.project.final.table(keyspaceOf(scene, of.keyspace), of.name);
  return columnsOf(after === undefined ? [] : [after]);
}

function fieldMeanings(scene: Scene, name: string, owner: Owner | undefined, role: NameRole): readonly Meaning[] {
  const fieldsOf = (types: readonly UserType[]): readonly Meaning[] =>
    types.flatMap((type) => {
      const fieldType = type.fields.get(name);
      return fieldType === undefined ? [] : [{ kind: 'field', type, field: name, fieldType }];
    });
  const found = fieldsOf(typesOf(scene, owner));
  if (found.length > 0 || role !== 'declaration' || owner?.kind !== 'type') return found;
  const after = scene.project.final.keyspace(keyspaceOf(scene, owner.keyspace))?.types.get(owner.name);
  return fieldsOf(after === undefined ? [] : [after]);
}

function typesNamed(scene: Scene, name: string, written: string | undefined): readonly UserType[] {
  const type = found(scene, written, ({ types }) => types.get(name));
  return type === undefined ? [] : [type];
}

function functionMeanings(scene: Scene, name: string, owner: Owner | undefined): readonly Meaning[] {
  const written = writtenKeyspace(owner);
  const functions = found(scene, written, (keyspace) => keyspace.functions.get(name));
  if (functions !== undefined) return [{ kind: 'function', functions }];
  const builtIn = builtInFunction(name, scene.project.input.release);
  return builtIn.length === 0 ? [] : [{ kind: 'built-in', functions: builtIn }];
}

function indexMeanings(scene: Scene, name: string, owner: Owner | undefined): readonly Meaning[] {
  const meaning = found(scene, writtenKeyspace(owner), ({ indexes, tables }): Meaning | undefined => {
    const index = indexes.get(name);
    const table = index === undefined ? undefined : tables.get(index.table);
    return index === undefined || table === undefined ? undefined : { kind: 'index', index, table };
  });
  return meaning === undefined ? [] : [meaning];
}

/** What a keyspace has before the statement, else once all of the project has run: a statement may declare it itself. */
function found<T>(scene: Scene, written: string | undefined, of: (keyspace: Keyspace) => T | undefined): T | undefined {
  const name = keyspaceWith(scene, written, (keyspace) => of(keyspace) !== undefined);
  const [here, last] = [keyspaceNamed(scene, name), scene.project.final.keyspace(name)];
  return (here && of(here)) ?? (last && of(last));
}
