import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from './annotations.ts';

/** A column that holds few different values, as a number declares, or as its type or name says where none does. */
export function hasFewValues({ name, type }: Column, { cardinality }: Declared): boolean {
  const count = cardinality.get(name)?.count;
  if (count !== undefined) return typeof count === 'number' && count <= MOST_VALUES;
  return isNative(type, 'boolean') || isNative(type, 'tinyint') || FEW_VALUES.test(name);
}

const MOST_VALUES = 10_000;

const FEW_VALUES =
  /^(?:is|has)_|(?:^|_)(?:status|state|type|kind|level|gender|sex|weekday|day_of_week|season|country(?:_?(?:code|iso|name))?|nation(?:ality)?|continent|region|category|active|enabled|quality|priority|severity|role|tier|currency(?:_?code)?|language(?:_?code)?|geschlecht|aktiv|zustand|kategorie|sexo|genero|ativo|activo|pais|categoria)$/i;

/** Why a column is taken to have a handful of values, of which each is that of a great part of the rows. */
export function handfulOf({ name, type }: Column, { cardinality }: Declared): string | undefined {
  const count = cardinality.get(name)?.count;
  if (count !== undefined)
    return typeof count === 'number' && count <= HANDFUL ? `${count}, as \`@cardinality\` declares` : undefined;
  if (isNative(type, 'boolean')) return 'a boolean';
  return /(?:^|_)(?:status|state|gender|sex|geschlecht|zustand|sexo|genero)$/i.test(name) ? 'by its name' : undefined;
}

const HANDFUL = 100;

/** Whether the type or the name leaves no doubt; a `type`, `kind` or `category` may be anything. */
export const isFewForCertain = ({ name, type }: Column): boolean => isNative(type, 'boolean') || CERTAIN.test(name);

const CERTAIN =
  /^(?:is|has)_|(?:^|_)(?:status|state|gender|sex|country(?:_?(?:code|iso|name))?|nation(?:ality)?|continent|active|enabled|priority|severity|geschlecht|aktiv|zustand|sexo|genero|ativo|activo|pais)$/i;
