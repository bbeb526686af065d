import { type Keyspace, printName, printQualified, type Table } from '../../catalog/index.ts';
import { isFilled, printFilled } from '../../catalog/names.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { NameKind } from '../../syntax/parsing/expectation.ts';
import type { Draft } from './entry.ts';
import { keyspaceOf, type Place } from './place.ts';
import { describeTable } from '../hover.ts';

/** The names of a kind that are declared, those that one may mean first. */
export function namesAt(place: Place, kind: NameKind): readonly Draft[] {
  switch (kind) {
    case 'keyspace':
      return place.qualifier === undefined ? keyspacesAt(place) : [];
    case 'table':
    case 'view':
      return tablesAt(place, kind);
    case 'index':
      return namedIn(place, keyspaceOf(place), ({ indexes }) =>
        [...indexes.values()].map(({ name, table, targets }) => ({
          label: printName(name),
          kind: 'index',
          detail: `on ${printName(table)}`,
          about: () =>
            `Index on \`${printName(table)}\` (${targets.map(({ column }) => printName(column)).join(', ')}).`,
        })),
      );
    case 'trigger':
      // The table stands behind the trigger.
      return [...place.session.catalog.keyspaces()]
        .flatMap(({ tables }) => [...tables.values()])
        .flatMap(({ keyspace, name, triggers }) =>
          triggers.map((trigger): Draft => ({
            label: printName(trigger),
            kind: 'index',
            detail: `on ${printQualified(keyspace, name)}`,
            about: () => `Trigger of \`${printQualified(keyspace, name)}\`.`,
          })),
        );
    case 'role':
      return rolesAt(place);
    default:
      return [];
  }
}

const CHANGES: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'truncate',
  'create-table',
  'create-table-like',
  'create-type',
  'create-index',
  'create-view',
  'create-function',
  'create-aggregate',
  'create-trigger',
  'alter-keyspace',
  'alter-table',
  'alter-type',
  'alter-view',
  'drop',
  'foreign',
]);

/** Only Cassandra changes what is its own. */
const isChange = ({ statement }: Place): boolean => statement !== undefined && CHANGES.has(statement.kind);

/** The user's own keyspaces, then those of the system, on which hardly anybody gives a permission before their name is begun. */
function keyspacesAt(place: Place): readonly Draft[] {
  const { subject, caret } = place;
  const whole = subject.document.slice(caret.wordStart, caret.wordEnd);
  // The statement at the caret makes a placeholder known.
  const isAtCaret = (one: Keyspace): boolean => !one.declared && isFilled(one.name) && one.name === whole;
  const all = keyspacesIn(place).filter((one) => one.name !== '' && !isAtCaret(one));
  const begun = all.some(({ name, declared }) => declared && name !== place.typed && name.startsWith(place.typed));
  // Of what is made behind a USE or a DROP its own word makes a keyspace, be it the beginning of another name.
  const isBeginning = ({ name, declared }: Keyspace): boolean => begun && !declared && name === place.typed;
  const own = all.filter((one) => !one.system && !(NAMES_ALONE.has(place.statement?.kind ?? '') && isBeginning(one)));
  const isUnlikely = place.typed.length === 1 || (place.typed === '' && PERMISSIONS.has(place.tokens.types[0] ?? 0));
  const system = isChange(place) || isUnlikely ? [] : all.filter((one) => one.system);
  return [...own, ...system].map((keyspace) => ({
    label: printFilled(keyspace.name),
    kind: 'keyspace',
    ...(keyspace.system && { detail: 'of the system' }),
    about: () => `Keyspace with ${keyspace.tables.size} ${keyspace.tables.size === 1 ? 'table' : 'tables'}.`,
  }));
}

/** What begins a statement about permissions. */
const PERMISSIONS: ReadonlySet<number> = new Set([T.GRANT, T.REVOKE, T.LIST]);

const NAMES_ALONE: ReadonlySet<string> = new Set(['use', 'drop']);

/** The keyspaces there are at the caret; where one is made or dropped, those that a script makes behind it, too. */
function keyspacesIn({ session, subject, statement }: Place): readonly Keyspace[] {
  const here = [...session.catalog.keyspaces()];
  if (statement === undefined || !/^(?:create|drop|use)/.test(statement.kind)) return here;
  const names = new Set(here.map(({ name }) => name));
  return [...here, ...[...subject.project.final.keyspaces()].filter(({ name }) => !names.has(name))];
}

/** The tables of the keyspace in force; those of others, with their keyspace, once a name is begun or where none is in force. */
function tablesAt(place: Place, kind: 'table' | 'view'): readonly Draft[] {
  const fits = (table: Table): boolean => {
    if (kind === 'view') return table.kind === 'view';
    // Counters are only added to, and neither indexed nor shown in views.
    if (COUNTERLESS.has(place.statement?.kind ?? '') && hasCounters(table)) return false;
    // Some batches are of counters alone, others have none.
    const batch = place.caret.beginning?.kind === 'batch' ? place.caret.beginning.type : 'unlogged';
    if (batch !== 'unlogged' && hasCounters(table) !== (batch === 'counter')) return false;
    return !isChange(place) || (table.kind === 'table' && !table.system);
  };
  const wanted = namesBeforeFrom(place);
  const known = ({ columns }: Table): number => wanted.filter((name) => columns.has(name)).length;
  const here = keyspaceOf(place);
  const drafts = (tables: readonly Table[]): readonly Draft[] =>
    tables.toSorted((a, b) => known(b) - known(a)).map(tableDraft);
  return namedIn(place, here, ({ tables }) => drafts([...tables.values()].filter(fits)));
}

/** What is selected or deleted, where the table is due: tables that have these columns are meant most. */
function namesBeforeFrom({ tokens }: Place): readonly string[] {
  const from = tokens.types.lastIndexOf(T.FROM, tokens.count - 1);
  const begin = tokens.types[0] === T.SELECT || tokens.types[0] === T.DELETE ? 1 : from;
  return Array.from({ length: Math.max(0, from - begin) }, (_, at) => tokens.name(begin + at));
}

const COUNTERLESS: ReadonlySet<string> = new Set(['insert', 'create-index', 'create-view']);

/** What is named in one keyspace; once a name is begun, or where nothing else fits, the same of others with their names before it. */
export function namedIn(
  place: Place,
  here: Keyspace | undefined,
  of: (keyspace: Keyspace) => readonly Draft[],
): readonly Draft[] {
  const own = here === undefined ? [] : of(here);
  // A name in quotes is one name.
  if (place.qualifier !== undefined || place.caret.quoted || (place.typed === '' && own.length > 0)) return own;
  const others = keyspacesIn(place).filter((one) => !one.system && one.name !== '' && one.name !== here?.name);
  return [
    ...own,
    ...others.flatMap((keyspace) =>
      of(keyspace).map((draft) => ({
        ...draft,
        label: `${printFilled(keyspace.name)}.${draft.label}`,
        filter: draft.label,
      })),
    ),
  ];
}

const tableDraft = (table: Table): Draft => ({
  label: printFilled(table.name),
  kind: 'table',
  detail: keyOf(table),
  about: () => describeTable(table),
});

const keyOf = ({ kind, partitionKey, clustering }: Table): string =>
  `${kind === 'view' ? 'view, ' : ''}(${[
    partitionKey.length === 1
      ? printName(partitionKey[0]!.name)
      : `(${partitionKey.map(({ name }) => printName(name)).join(', ')})`,
    ...clustering.map(({ name }) => printName(name)),
  ].join(', ')})`;

/** The roles that statements of the project create; `cassandra` is there from the start. */
function rolesAt({ subject, caret, tokens }: Place): readonly Draft[] {
  if (caret.inString) return [];
  const created = subject.project.input.files
    .flatMap(({ segments }) => segments)
    .filter(({ text }) => CREATES_ROLE.test(text))
    .flatMap((segment) => {
      const statement = segment.statement();
      return statement?.kind === 'role' && statement.action === 'create' && statement.what !== 'identity'
        ? (statement.name?.text ?? [])
        : [];
    });
  const permissions = tokens.types[0] === T.GRANT && tokens.count === 1;
  // A role is granted to another one.
  const granted = BEFORE_GRANTEE.has(tokens.types[2] ?? 0) && tokens.count === 3 ? tokens.name(1) : undefined;
  const roles = new Set([...created, ...(permissions ? [] : ['cassandra'])]);
  return [...roles]
    .filter((role) => role !== granted)
    .map((label) => ({
      label,
      kind: 'role',
      about: () => 'A role.',
    }));
}

const BEFORE_GRANTEE: ReadonlySet<number> = new Set([T.TO, T.FROM]);

const CREATES_ROLE = /\bCREATE\s+(?:ROLE|USER)\b/i;
