import type { Name, QualifiedName } from '../../syntax/ast.ts';
import { isPlainName } from '../../syntax/names.ts';
import type { Table } from '../model.ts';
import type { TableResolution } from './project.ts';

/** What name resolution asks. */
export interface Declared {
  find(keyspace: string, name: string): TableResolution | undefined;
  isBuiltIn(keyspace: string): boolean;
  /** Whether the file at hand declares the table. */
  isOwn(table: Table): boolean;
  /** Those of tables of several keyspaces that stand nearest to the file at hand. */
  nearest(tables: readonly Table[]): readonly Table[];
  /** The keyspaces in which a table of that name may be declared, `''` included. */
  keyspacesWith(table: string): readonly string[];
  /** The files declare all that there is: a name is looked for where the server would look, if it would. */
  readonly complete: boolean;
  /** The statement at hand changes the schema. */
  readonly declares: boolean;
  /** No USE says which keyspace is in force, its neighbours show it. */
  readonly guessed: boolean;
}

/**
 * The tables that a name may mean with `inForce` as the keyspace of USE.
 *
 * What cqlsh would take comes first. Application code and scripts that are run with a keyspace given elsewhere leave it out, in
 * declarations and in queries alike; so what is found nowhere else is looked for in the one keyspace that has such a table, and
 * among the tables declared without one.
 */
export function resolveName(
  { keyspace, name }: QualifiedName,
  inForce: string | undefined,
  declared: Declared,
): TableResolution | undefined {
  const said = keyspace?.name ?? inForce;
  const exact = declared.find(said ?? ANONYMOUS, name.name);
  if (exact !== undefined && (said !== undefined || exact.tables.every((table) => declared.isOwn(table)))) return exact;
  if (said !== undefined && (declared.complete || declared.isBuiltIn(said))) return exact;
  if (keyspace !== undefined && !mayBeAny(keyspace, declared)) return guess(declared.find(ANONYMOUS, name.name));

  // USE says in which keyspace, as its name before the table does.
  const isSaid = declared.declares || (!declared.guessed && isPlainName(inForce ?? ''));
  if (inForce !== undefined && keyspace === undefined && isSaid)
    return exact ?? guess(declared.find(ANONYMOUS, name.name));

  const elsewhere = declared
    .keyspacesWith(name.name)
    .flatMap((other) =>
      other === ANONYMOUS || (other === inForce && keyspace === undefined)
        ? []
        : (declared.find(other, name.name) ?? []),
    );
  // Services in folders of their own have each a keyspace of its own.
  const near = new Set(declared.nearest(elsewhere.flatMap(({ tables }) => tables)));
  const others =
    said === undefined ? elsewhere.filter(({ tables }) => tables.some((table) => near.has(table))) : elsewhere;
  const [only, ...more] = exact === undefined ? others : [exact, ...others];
  if (only === undefined) return guess(declared.find(ANONYMOUS, name.name));
  if (more.length === 0) return said === undefined ? only : guess(only);
  const [first, ...rest] = only.tables;
  return { tables: [first, ...rest, ...more.flatMap(({ tables }) => tables)], certain: false };
}

/** A keyspace that is put in may be any that has such a table; where a schema is made, nobody knows which. */
const mayBeAny = ({ template }: Name, { declares }: Declared): boolean => template === true && !declares;

/** Of tables declared without a keyspace and without USE. */
const ANONYMOUS = '';

const guess = (found: TableResolution | undefined): TableResolution | undefined =>
  found === undefined ? undefined : { ...found, certain: false };
