import { items } from './items.ts';
import { id, qualified, type Maker } from './maker.ts';
import type { Column } from './model.ts';
import { literal } from './terms.ts';
import { printType } from './types.ts';

const oddNames: readonly string[] = items(`
  key  ttl  value  select  two words  é  Camel  json  token  count  a"b  writetime  type  full
`);

/** A name for a column: new, or one of those that are words of the language. */
export function columnName(maker: Maker, kind: Column['kind']): string {
  return maker.random.chance(0.04) ? maker.known(maker.random.pick(oddNames)) : maker.mint(kind[0] ?? 'c');
}

/** A column as CREATE TABLE and ALTER TABLE … ADD write it. */
export function columnText(maker: Maker, column: Column, inlineKey: boolean): string {
  const isStatic = column.kind === 'static' || maker.slip(0.01);
  return [
    id(column.name),
    printType(column.type),
    isStatic ? 'STATIC' : '',
    mask(maker, column),
    constraint(maker, column),
    inlineKey || maker.slip(0.01) ? 'PRIMARY KEY' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `MASKED WITH …` now and then, from 5.0 on. */
export function mask(maker: Maker, column: Column, probability = 0.06): string {
  const { random } = maker;
  if (!maker.since(5) || !random.chance(probability)) return '';
  maker.note('mask');
  const own = maker.world.keyspaces.flatMap(({ functions }) => functions);
  if (own.length > 0 && random.chance(0.1)) {
    const { keyspace, name } = random.pick(own);
    return `MASKED WITH ${qualified(maker, keyspace, name)}()`;
  }
  if (maker.slip(0.3))
    return `MASKED WITH ${random.pick(['nofunction()', 'abs()', 'toJson()', 'now()', 'count()', "mask_replace('x', 'y')", 'mask_inner(1)', 'system.mask_default()', 'mask_null(1)', 'nokeyspace.f()', 'mask_hash(1)'])}`;
  return `MASKED WITH ${random.pick(['DEFAULT', 'mask_default()', 'mask_null()', 'mask_inner(1, 1)', 'mask_outer(1, 2)', 'mask_hash()', `mask_replace(${literal(maker, column.type)})`])}`;
}

/** `NOT NULL` or `CHECK …` now and then, from 6.0 on. */
function constraint(maker: Maker, column: Column): string {
  const { random } = maker;
  if (!maker.since(6) || !random.chance(0.08)) return '';
  maker.note('constraint');
  return random.chance(0.2) ? 'NOT NULL' : `CHECK ${checks(maker, column)}`;
}

/** The conditions behind CHECK. */
export function checks(maker: Maker, column: Column): string {
  const { random } = maker;
  const name = id(maker.slip(0.1) ? 'nocolumn' : column.name);
  const one = () =>
    random.pick([
      `${name} > 1`,
      `${name} != 5`,
      `${name} < 100`,
      `${name} >= 1.5`,
      `length() > 3`,
      `length(${name}) < 10`,
      'NOT NULL',
      'not_null()',
      'json()',
      `octet_length() < 100`,
      "regexp() = 'a.*'",
      'nofunction() > 1',
      `${name} = 'x'`,
    ]);
  return random.times(random.pick([1, 1, 2]), one).join(' AND ');
}
