import { id, type Maker } from './maker.ts';
import { columnsOf, type Column, type Index, type Table } from './model.ts';
import { term } from './terms.ts';
import { classOf, isMultiCell, isText, native, type CqlType } from './types.ts';

export type Verb = 'SELECT' | 'UPDATE' | 'DELETE' | 'VIEW';

/** The relations of a WHERE for a query of the table, joined by AND; empty for none. */
export function queryRelations(maker: Maker, table: Table): string {
  const { random } = maker;
  const key = columnsOf(table, 'partition');
  const relations = random.weighted<() => string[]>([
    [6, () => [...keyRelations(maker, 'SELECT', key), ...clusteringRelations(maker, 'SELECT', table)]],
    [
      2,
      () => [
        ...tokenRelations(maker, 'SELECT', key),
        ...(random.chance(0.3) ? clusteringRelations(maker, 'SELECT', table) : []),
      ],
    ],
    [3, () => indexRelations(maker, table)],
    [3, () => someRelations(maker, 'SELECT', table)],
    [1, () => []],
  ])();
  if (maker.slip(0.08)) relations.push(...someRelations(maker, 'SELECT', table).slice(0, 1));
  return (random.chance(0.8) ? relations : random.shuffled(relations)).join(' AND ');
}

/** The relations of a WHERE for an UPDATE or DELETE; `statics` when it changes static columns alone. */
export function rowRelations(
  maker: Maker,
  verb: 'UPDATE' | 'DELETE',
  table: Table,
  statics: boolean,
  named = 1,
): string {
  const { random } = maker;
  const key = columnsOf(table, 'partition');
  const clustering = columnsOf(table, 'clustering');
  const relations = maker.slip(0.05) ? tokenRelations(maker, verb, key) : keyRelations(maker, verb, key);
  if (verb === 'DELETE' && (named === 0 ? random.chance(0.5) : maker.slip(0.2)))
    relations.push(...clusteringRelations(maker, verb, table));
  else if (!statics || maker.slip(0.2)) {
    const restricted = maker.slip(0.1) ? random.some(clustering, Math.max(0, clustering.length - 1)) : clustering;
    if (restricted.length > 1 && random.chance(0.1))
      relations.push(multiColumn(maker, verb, restricted, random.pick(['=', 'IN'])));
    else
      relations.push(
        ...restricted.map((column) =>
          relation(maker, verb, table, column, maker.slip(0.06) ? 'any' : random.chance(0.9) ? '=' : 'IN'),
        ),
      );
  }
  if (maker.slip(0.05)) relations.push(...someRelations(maker, verb, table).slice(0, 1));
  return (random.chance(0.8) ? relations : random.shuffled(relations)).join(' AND ');
}

function keyRelations(maker: Maker, verb: Verb, key: readonly Column[]): string[] {
  const { random } = maker;
  const named = maker.slip(0.08) ? random.some(key, key.length - 1) : key;
  return named.map((column) => {
    const operator = maker.slip(0.06)
      ? random.pick(['<', '>=', '!=', 'CONTAINS', 'LIKE', 'BETWEEN', 'NOT IN'])
      : random.weighted([
          [9, '='],
          [1.5, 'IN'],
        ] as const);
    return relation(maker, verb, undefined, column, operator);
  });
}

/** Restrictions of clustering columns in order, the last of them a range or a list now and then. */
function clusteringRelations(maker: Maker, verb: Verb, table: Table): string[] {
  const { random } = maker;
  const columns = columnsOf(table, 'clustering');
  if (columns.length === 0) return [];
  const from = maker.slip(0.1) ? random.below(columns.length) : 0;
  const until = random.between(from, columns.length);
  const chosen = columns.slice(from, until);
  if (chosen.length > 1 && random.chance(0.3)) {
    const operator = random.pick(['=', '>', '<=', 'IN', '>=', ...(maker.since(6) ? ['BETWEEN', 'NOT IN', '!='] : [])]);
    const tail = chosen.slice(random.between(0, chosen.length - 1));
    const head = chosen
      .slice(0, chosen.length - tail.length)
      .map((column) => relation(maker, verb, table, column, '='));
    const second = random.chance(0.3)
      ? [multiColumn(maker, verb, random.chance(0.7) ? tail : chosen, random.pick(['<', '<=', '>', '=']))]
      : [];
    return [...head, multiColumn(maker, verb, tail, operator), ...second];
  }
  return chosen.flatMap((column, index) => {
    const last = index === chosen.length - 1;
    if (!last && !maker.slip(0.1)) return [relation(maker, verb, table, column, random.chance(0.9) ? '=' : 'IN')];
    return random.weighted<() => string[]>([
      [3, () => [relation(maker, verb, table, column, '=')]],
      [3, () => [relation(maker, verb, table, column, random.pick(['<', '<=', '>', '>=']))]],
      [
        2,
        () => [
          relation(maker, verb, table, column, '>'),
          relation(maker, verb, table, column, random.pick(['<', '<=', '>='])),
        ],
      ],
      [1, () => [relation(maker, verb, table, column, 'IN')]],
      [
        maker.since(6) ? 2 : 0.3,
        () => [relation(maker, verb, table, column, random.pick(['BETWEEN', 'NOT IN', '!=']))],
      ],
      [
        maker.slip(0.3) ? 2 : 0,
        () => [relation(maker, verb, table, column, random.pick(['CONTAINS', 'CONTAINS KEY', 'LIKE', 'IS NOT NULL']))],
      ],
    ])();
  });
}

function tokenRelations(maker: Maker, verb: Verb, key: readonly Column[]): string[] {
  const { random } = maker;
  let columns = key.map((column) => id(column.name));
  if (maker.slip(0.2)) {
    columns = random.pick([
      columns.slice(1),
      [...columns, ...columns],
      columns.toReversed(),
      [...columns, 'v'],
      ['nocolumn'],
    ]);
    if (columns.length === 0) columns = ['v'];
  }
  const left = `token(${columns.join(', ')})`;
  const value = () =>
    random.weighted<() => string>([
      [6, () => term(maker, native('bigint'))],
      [2, () => `token(${key.map((column) => term(maker, column.type)).join(', ')})`],
    ])();
  maker.note(`${verb}|token|${key.length}`);
  const one = () => `${left} ${random.pick(['=', '<', '<=', '>', '>='])} ${value()}`;
  return random.weighted<() => string[]>([
    [4, () => [one()]],
    [3, () => [`${left} > ${value()}`, `${left} <= ${value()}`]],
    [0.4, () => [one(), one()]],
    [maker.since(6) ? 1 : 0.1, () => [`${left} BETWEEN ${value()} AND ${value()}`]],
    [0.1, () => [`${left} != ${value()}`]],
    [0.5, () => [one(), ...keyRelations(maker, verb, key)]],
  ])();
}

/** Relations that an index of the table could serve, alone or with others. */
function indexRelations(maker: Maker, table: Table): string[] {
  const { random } = maker;
  const found = random.some(
    table.indexes,
    random.weighted([
      [7, 1],
      [3, 2],
    ] as const),
  );
  if (found.length === 0) return someRelations(maker, 'SELECT', table);
  const relations = found.flatMap((index) => {
    const column = table.columns.find(({ name }) => name === index.column);
    if (column === undefined) return [];
    return [relation(maker, 'SELECT', table, column, random.chance(0.85) ? operatorOf(maker, index, column) : 'any')];
  });
  if (random.chance(0.3)) relations.push(...keyRelations(maker, 'SELECT', columnsOf(table, 'partition')));
  if (random.chance(0.2)) relations.push(...clusteringRelations(maker, 'SELECT', table));
  if (random.chance(0.2)) relations.push(...someRelations(maker, 'SELECT', table).slice(0, 1));
  return relations;
}

function operatorOf({ random }: Maker, index: Index, column: Column): string {
  switch (index.target) {
    case 'keys':
      return 'CONTAINS KEY';
    case 'values':
      return 'CONTAINS';
    case 'entries':
      return 'ENTRY';
    case 'full':
      return '=';
    case 'simple':
      if (isMultiCell(column.type)) return 'CONTAINS';
      if (index.family === 'legacy') return '=';
      return random.pick(index.family === 'sasi' ? ['LIKE', '=', '<', '>='] : ['=', '<', '>=', '>', 'IN']);
  }
}

/** Relations of any columns, with whatever operator. */
function someRelations(maker: Maker, verb: Verb, table: Table): string[] {
  const { random } = maker;
  const columns = random.some(table.columns, random.between(1, 3));
  const relations = columns.map((column) => relation(maker, verb, table, column, random.chance(0.5) ? '=' : 'any'));
  if (random.chance(0.1)) {
    const clustering = maker.slip(0.3)
      ? random.some(table.columns, random.between(1, 2))
      : columnsOf(table, 'clustering').slice(0, 2);
    if (clustering.length > 0)
      relations.push(multiColumn(maker, verb, clustering, random.pick(['=', '<', 'IN', '>='])));
  }
  const expression = () => `expr(${id(table.indexes[0]?.name ?? 'noindex')}, 'x')`;
  if (maker.slip(0.03)) relations.push(...random.times(random.pick([1, 1, 2]), expression));
  return relations;
}

const operators: readonly (readonly [number, string])[] = [
  [6, '='],
  [2, '<'],
  [1, '<='],
  [2, '>'],
  [1, '>='],
  [0.3, '!='],
  [2, 'IN'],
  [2, 'CONTAINS'],
  [1, 'CONTAINS KEY'],
  [2, 'ENTRY'],
  [1, 'LIKE'],
  [0.5, 'IS NOT NULL'],
  [0.5, 'BETWEEN'],
  [0.5, 'NOT IN'],
  [0.5, 'NOT CONTAINS'],
  [0.3, 'NOT CONTAINS KEY'],
];

function operatorFor(maker: Maker, type: CqlType): string {
  const { random } = maker;
  for (;;) {
    const operator = random.weighted(operators);
    const fits = /CONTAINS KEY|ENTRY/.test(operator)
      ? type.kind === 'map'
      : operator.includes('CONTAINS')
        ? /^(?:map|list|set)$/.test(type.kind)
        : operator === 'LIKE'
          ? isText(type)
          : operator === 'IS NOT NULL'
            ? false
            : !isMultiCell(type);
    if (fits || random.chance(0.1) || maker.slip(0.3)) return operator;
  }
}

/** One relation of a column; `any` picks the operator. */
export function relation(maker: Maker, verb: Verb, table: Table | undefined, column: Column, wanted: string): string {
  const { random } = maker;
  let operator = wanted === 'any' ? operatorFor(maker, column.type) : wanted;
  // Before 6.0 these are syntax errors, which are nothing to dwell on.
  if (!maker.since(6) && /^(?:BETWEEN|NOT )/.test(operator) && random.chance(0.9))
    operator = random.pick(['=', '<', 'IN', 'CONTAINS']);
  const { type } = column;
  const name = maker.slip(0.03) ? random.pick(['nocolumn', '"NoColumn"']) : id(column.name);
  const families = (table?.indexes ?? []).filter((index) => index.column === column.name).map((index) => index.family);
  maker.note(`${verb}|${operator}|${column.kind}|${classOf(type)}|${families[0] ?? 'no index'}`);
  const value = (of: CqlType) => term(maker, of);
  switch (operator) {
    case 'IN':
    case 'NOT IN': {
      if (random.chance(0.08)) return `${name} ${operator} ${random.pick(['?', ':list', '()'])}`;
      return `${name} ${operator} (${random.times(random.pick([1, 2, 2, 3]), () => value(type)).join(', ')})`;
    }
    case 'CONTAINS':
    case 'NOT CONTAINS':
      return `${name} ${operator} ${value(elementOf(type))}`;
    case 'CONTAINS KEY':
    case 'NOT CONTAINS KEY':
      return `${name} ${operator} ${value(type.kind === 'map' ? type.key : elementOf(type))}`;
    case 'ENTRY':
      return `${name}[${value(type.kind === 'map' ? type.key : native('int'))}] ${random.weighted([
        [8, '='],
        [1, '>'],
        [1, '!='],
        [1, '<='],
      ] as const)} ${value(elementOf(type))}`;
    case 'LIKE':
      return `${name} LIKE ${random.chance(0.8) ? random.pick(["'a%'", "'%a'", "'%a%'", "'a'", "''", "'%'", "'%%'", '?']) : value(type)}`;
    case 'IS NOT NULL':
      return `${name} IS NOT NULL`;
    case 'BETWEEN':
      return `${name} BETWEEN ${value(type)} AND ${value(type)}`;
    default:
      return `${name} ${operator} ${value(type)}`;
  }
}

function elementOf(type: CqlType): CqlType {
  return 'of' in type && !Array.isArray(type.of) ? (type.of as CqlType) : type;
}

function multiColumn(maker: Maker, verb: Verb, columns: readonly Column[], operator: string): string {
  const { random } = maker;
  let named = columns;
  if (maker.slip(0.1))
    named = random.pick([columns.toReversed(), [...columns, ...columns.slice(0, 1)], columns.slice(1)]);
  if (named.length === 0) named = columns;
  const values = () => {
    const parts = columns.map((column) => term(maker, column.type));
    if (maker.slip(0.08)) parts.push('1');
    return random.chance(0.95) ? `(${parts.join(', ')})` : '?';
  };
  maker.note(`${verb}|multi-column ${operator}|${columns.length}`);
  const left = `(${named.map((column) => id(column.name)).join(', ')})`;
  switch (operator) {
    case 'IN':
    case 'NOT IN': {
      const list = random.times(random.between(0, 2), values);
      const mixed = list.some((part) => part === '?') && list.some((part) => part !== '?');
      return `${left} ${operator} ${random.chance(0.1) ? '?' : `(${(mixed ? list.filter((part) => part !== '?') : list).join(', ')})`}`;
    }
    case 'BETWEEN':
      return `${left} BETWEEN ${values()} AND ${values()}`;
    default:
      return `${left} ${operator} ${values()}`;
  }
}
