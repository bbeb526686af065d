import type { QualifiedName, Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import { defaultIndexName } from '../effects/indexes.ts';
import { keyOf, partsOf, type KeyKind } from '../keys.ts';
import { sectionOf } from './sections.ts';

/** One statement of a project that changes the schema. */
export interface Step {
  readonly uri: string;
  readonly segment: Segment;
  /** In force for its unqualified names; that of what it declares where it has none. */
  readonly keyspace: string | undefined;
  /** It has no unqualified names. */
  readonly said: boolean;
  /** `lossy` takes something away from what it changes, so that queries may rest on either state. */
  readonly effect: 'create' | 'change' | 'lossy' | 'drop';
  readonly ifNotExists: boolean;
  /** It makes a table from another one: a view, or LIKE. */
  readonly derives: boolean;
  /** It takes back what a migration does, so it is no part of the schema. */
  readonly undo: boolean;
  /** The keys of what it declares or changes. */
  readonly keys: readonly string[];
}

/** Whether the segment's first word is one of those that declare, USE or SOURCE, or a section begins with it; asks no parser. */
export const mayDeclare = (segment: Segment): boolean => isDeclaring(segment) || sectionOf(segment) !== undefined;

/** Whether the first word is one of those that declare, USE or SOURCE. */
export const isDeclaring = ({ text, begin }: Segment): boolean =>
  /^(?:create|alter|drop|use|source)\b/i.test(text.slice(begin, begin + 8));

/** The step that a statement is, in the keyspace in force; `undefined` for one that declares nothing. */
export function stepOf(uri: string, segment: Segment, keyspace: string | undefined, undo: boolean): Step | undefined {
  const statement = segment.statement();
  const touched = statement === undefined ? undefined : touches(statement, keyspace ?? '');
  if (statement === undefined || touched === undefined) return undefined;
  const ifNotExists = 'ifNotExists' in statement && statement.ifNotExists;
  const derives = statement.kind === 'create-view' || statement.kind === 'create-table-like';
  const said = declaresInItsOwn(statement);
  const own = said ? partsOf(touched.keys[0]!).keyspace : keyspace;
  return { uri, segment, keyspace: own, said, ifNotExists, derives, undo, ...touched };
}

/** Whether a statement means the same whatever keyspace is in force, because all that it names is written with its own. */
export function saysKeyspaces(statement: Statement): boolean {
  const names = tableNamesOf(statement);
  if (names.some(({ keyspace }) => keyspace === undefined)) return false;
  switch (statement.kind) {
    case 'select':
      return names.length > 0 && statement.joins === undefined;
    case 'insert':
    case 'update':
    case 'delete':
    case 'batch':
    case 'create-table':
    case 'create-index':
    case 'alter-table':
      return names.length > 0;
    case 'create-type':
      return statement.name?.keyspace !== undefined;
    case 'create-keyspace':
      return statement.name !== undefined;
    default:
      return false;
  }
}

/** Whether what it declares is the same whatever keyspace is in force; the types of a function are looked for in that of the function. */
function declaresInItsOwn(statement: Statement): boolean {
  if (statement.kind !== 'create-view' && statement.kind !== 'create-function') return saysKeyspaces(statement);
  return (
    statement.name?.keyspace !== undefined && tableNamesOf(statement).every(({ keyspace }) => keyspace !== undefined)
  );
}

function touches(statement: Statement, keyspace: string): Pick<Step, 'effect' | 'keys'> | undefined {
  const on = (effect: Step['effect'], kind: KeyKind, name: QualifiedName | undefined, ...more: readonly string[]) =>
    name === undefined
      ? undefined
      : { effect, keys: [keyOf(kind, name.keyspace?.name ?? keyspace, name.name.name), ...more] };
  switch (statement.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
      return statement.name === undefined
        ? undefined
        : {
            effect: statement.kind === 'create-keyspace' ? 'create' : 'change',
            keys: [keyOf('keyspace', statement.name.name)],
          };
    case 'create-table':
      return on('create', 'table', statement.name);
    case 'create-table-like': {
      const { source } = statement;
      const from = source === undefined ? [] : [keyOf('views', source.keyspace?.name ?? keyspace, source.name.name)];
      return on('create', 'table', statement.name, ...from);
    }
    case 'create-view': {
      const base = statement.select?.from?.name.name;
      const space = statement.name?.keyspace?.name ?? keyspace;
      return on('create', 'table', statement.name, ...(base === undefined ? [] : [keyOf('views', space, base)]));
    }
    case 'alter-table':
      return on(isLossy(statement.change.kind) ? 'lossy' : 'change', 'table', statement.name);
    case 'alter-view':
      return on('change', 'table', statement.name);
    case 'create-trigger':
      return on('change', 'table', statement.table);
    case 'create-index': {
      const { name, table, targets } = statement;
      if (table === undefined) return undefined;
      const space = table.keyspace?.name ?? name?.keyspace?.name ?? keyspace;
      const columns = targets.map(({ column }) => ({ column: column.name }));
      const index = name?.name.name ?? defaultIndexName(table.name.name, columns);
      return { effect: 'change', keys: [keyOf('table', space, table.name.name), keyOf('index', space, index)] };
    }
    case 'create-type':
      return on('create', 'type', statement.name);
    case 'alter-type':
      return on(statement.change.kind === 'rename' ? 'lossy' : 'change', 'type', statement.name);
    case 'create-function':
    case 'create-aggregate':
      return on('create', 'function', statement.name);
    case 'drop':
      switch (statement.what) {
        case 'keyspace':
          return statement.name === undefined
            ? undefined
            : { effect: 'drop', keys: [keyOf('keyspace', statement.name.name.name)] };
        case 'table':
        case 'view':
          return on('drop', 'table', statement.name);
        case 'type':
          return on('drop', 'type', statement.name);
        case 'function':
        case 'aggregate':
          return on('drop', 'function', statement.name);
        case 'index':
          return on('lossy', 'index', statement.name);
        case 'trigger':
          return on('lossy', 'table', statement.on);
        case 'other':
          return undefined;
      }
    // oxlint-disable-next-line no-fallthrough -- the switch above returns in every case
    default:
      return undefined;
  }
}

const isLossy = (change: string): boolean =>
  change === 'drop' || change === 'rename' || change === 'drop-compact-storage';
