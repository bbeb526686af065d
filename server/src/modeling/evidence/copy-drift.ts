import type { Column, Table } from '../../catalog/model.ts';
import { freeze, isNative, sameType } from '../../catalog/types.ts';
import { declaredOf } from './annotations.ts';
import { baseOf } from './copies.ts';
import { namesPerson } from './many-values.ts';
import type { Surroundings } from './surroundings.ts';
import { ttlOf } from './ttl.ts';

/** How a declared copy differs from its base. */
export type Drift =
  /** A column is of another type. */
  | { readonly kind: 'type'; readonly base: Table; readonly column: Column; readonly other: Column }
  /** The key leaves out a part of the base's, so rows overwrite each other: hardly any do by a name that is given once, or a timeuuid. */
  | { readonly kind: 'key'; readonly base: Table; readonly missing: readonly Column[]; readonly oneEach: boolean }
  /** The base got columns since; the copy has all but them. */
  | { readonly kind: 'columns'; readonly base: Table; readonly missing: readonly Column[] }
  /** Rows end after different times; 0 for never. */
  | { readonly kind: 'time-to-live'; readonly base: Table; readonly own: number; readonly other: number };

/** What has drifted between a table and the one that `@copy-of` says it holds the rows of. */
export function driftOf(copy: Table, surroundings: Surroundings): readonly Drift[] {
  const base = baseOf(copy, surroundings);
  if (base === undefined || base.partial || copy.partial || base.kind !== 'table') return [];
  const types = [...copy.columns.values()].flatMap((column): readonly Drift[] => {
    const other = base.columns.get(column.name);
    const same = other === undefined || sameType(freeze(column.type), freeze(other.type));
    return same ? [] : [{ kind: 'type', base, column, other }];
  });
  return [
    ...types,
    ...keyDrift(copy, base, surroundings),
    ...columnDrift(copy, base),
    ...timeToLiveDrift(copy, base, surroundings),
  ];
}

function keyDrift(copy: Table, base: Table, surroundings: Surroundings): readonly Drift[] {
  const key = [...copy.partitionKey, ...copy.clustering].map(({ name }) => name);
  const missing = [...base.partitionKey, ...base.clustering].filter(({ name }) => !key.includes(name));
  const unique = [...declaredOf(base, surroundings).unique, ...declaredOf(copy, surroundings).unique].some((columns) =>
    columns.every((name) => key.includes(name)),
  );
  // A key of other columns may be computed from them.
  const known = key.every((name) => base.columns.has(name));
  const columns = [...copy.partitionKey, ...copy.clustering];
  const oneEach =
    columns.some(({ name, type }) => namesPerson(name, base) || isNative(type, 'timeuuid')) ||
    (columns.length === 1 && NAMES_ONE.test(key[0]!));
  return missing.length === 0 || unique || !known ? [] : [{ kind: 'key', base, missing, oneEach }];
}

/** By what a person, a thing or a document is told from all others, where it is the whole key. */
const NAMES_ONE =
  /(?:^|_)(?:e_?mail|email_?address|user_?name|login|nick(?:_?name)?|handle|phone|phone_?number|slug|sku|barcode|ean|upc|isbn|iban|vin|plate|(?:order|invoice|ticket|serial|passport|account|tracking)_?(?:number|no|nr))$/i;

/** Only what an ALTER has added: a copy may leave out columns on purpose, but one that had all of them was meant to. */
function columnDrift(copy: Table, base: Table): readonly Drift[] {
  const lacking = [...base.columns.values()].filter(({ name }) => !copy.columns.has(name));
  const added = lacking.every(({ location }) => location !== undefined && location.segment !== base.location?.segment);
  return lacking.length === 0 || !added ? [] : [{ kind: 'columns', base, missing: lacking }];
}

/** Of the tables, where no write says how long its own row lives. */
function timeToLiveDrift(copy: Table, base: Table, surroundings: Surroundings): readonly Drift[] {
  const [own, other] = [ttlOf(copy) ?? 0, ttlOf(base) ?? 0];
  if (own === other || own === 'unknown' || other === 'unknown') return [];
  const says = [copy, base].some((table) =>
    surroundings
      .usesOf(table)
      .some(
        ({ statement }) =>
          (statement.kind === 'insert' || statement.kind === 'update') && statement.using?.ttl !== undefined,
      ),
  );
  return says ? [] : [{ kind: 'time-to-live', base, own, other }];
}
