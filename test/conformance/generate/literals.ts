import type { Random } from './random.ts';
import { items } from './items.ts';

interface Literals {
  readonly right: readonly string[];
  /** What the server may refuse: another token, or text that cannot be read as the type. */
  readonly wrong: readonly string[];
}

/** A literal of a native type, or one that is nearly that. */
export function literalOf(random: Random, type: string, right: boolean): string {
  const known = literals[type];
  if (known === undefined) return random.pick(anything);
  if (right) return random.pick(known.right);
  return random.chance(0.6) ? random.pick(known.wrong) : random.pick(anything);
}

const texts: Literals = {
  right: ["'x'", "'abc'", "''", "'it''s'", '$$raw$$', "'%x%'", "'a%'", "'1'"],
  wrong: ['1', '1.5', 'true', '0xff', '1h', '123e4567-e89b-12d3-a456-426614174000', "['x']", "{'x'}"],
};

const whole = (low: string, high: string, below: string, above: string): Literals => ({
  right: ['0', '1', '-1', '7', '007', '-0', low, high],
  wrong: [below, above, '99999999999999999999', '1.5', '1.0', "'1'", "'x'", '0xff', 'nan', 'true', '1h'],
});

const real: Literals = {
  right: ['0', '1', '-1', '1.5', '-2.25', '1e10', '1.', '1.5E-3', '99999999999999999999'],
  wrong: ["'1.5'", "'x'", 'true', '0xff', '1h', '123e4567-e89b-12d3-a456-426614174000'],
};

const literals: Readonly<Record<string, Literals>> = {
  ascii: { right: texts.right, wrong: [...texts.wrong, "'é'", "'日本'"] },
  text: { right: [...texts.right, "'é'", "'日本😀'"], wrong: texts.wrong },
  varchar: { right: [...texts.right, "'é'"], wrong: texts.wrong },
  tinyint: { ...whole('-128', '127', '-129', '128'), right: ['0', '1', '-1', '-128', '127', '7'] },
  smallint: whole('-32768', '32767', '-32769', '32768'),
  int: whole('-2147483648', '2147483647', '-2147483649', '2147483648'),
  bigint: whole('-9223372036854775808', '9223372036854775807', '-9223372036854775809', '9223372036854775808'),
  varint: { right: ['0', '1', '-1', '99999999999999999999999999'], wrong: ['1.5', "'1'", '0xff', 'nan', 'true'] },
  counter: { right: ['1', '-1', '0', '5'], wrong: ['9223372036854775808', '1.5', "'1'", 'true'] },
  decimal: { right: real.right, wrong: [...real.wrong, 'nan', 'infinity', '1e400'] },
  double: { right: [...real.right, 'nan', '-nan', 'infinity', '-infinity'], wrong: real.wrong },
  float: { right: [...real.right, 'nan', 'infinity', '-infinity'], wrong: [...real.wrong, '1e400'] },
  boolean: { right: ['true', 'false', 'TRUE'], wrong: ['1', '0', "'true'", '0x01', '1.5'] },
  blob: { right: ['0x', '0xff', '0XABCD', '0xcafebabe'], wrong: ['0xabc', "'x'", '1', 'true', "'0xff'"] },
  uuid: {
    right: [
      '123e4567-e89b-12d3-a456-426614174000',
      '550e8400-e29b-41d4-a716-446655440000',
      '50554d6e-29bb-11e5-b345-feff819cdc9f',
    ],
    wrong: ["'123e4567-e89b-12d3-a456-426614174000'", '1', "'x'", '0xff', 'true'],
  },
  timeuuid: {
    right: ['50554d6e-29bb-11e5-b345-feff819cdc9f', '123e4567-e89b-12d3-a456-426614174000'],
    wrong: ['550e8400-e29b-41d4-a716-446655440000', '00000000-0000-0000-0000-000000000000', "'2020-01-01'", '1'],
  },
  // Never a host name: the server would ask the DNS.
  inet: {
    right: ["'127.0.0.1'", "'10.1.2.3'", "'::1'", "'2001:db8::8a2e:370:7334'", "'127.1'"],
    wrong: ["':::1'", "'1:2:3'", "''", '127', '1.5', 'true'],
  },
  date: {
    right: ["'2024-01-31'", "'1970-01-01'", "'0001-01-01'", '0', '2147483648', '19000', '4294967295', "'2147483648'"],
    wrong: items(`
      '2024-13-01'  '2024-02-30'  'x'  ''  '2024-1-3'  '2024-01-31 10:00'  -1  4294967296  1.5  true
      '5881580-07-12'
    `),
  },
  time: {
    right: ["'08:12:54'", "'08:12:54.123'", "'08:12:54.123456789'", "'00:00:00'", '0', '86399999999999', "'8:1:1'"],
    wrong: items(`
      '25:00:00'  '08:60:00'  '08:12:61'  '08:12'  'x'  ''  86400000000000  -1  1.5  '08:12:54.1234567890'
    `),
  },
  timestamp: {
    right: items(`
      '2011-02-03'  '2011-02-03 04:05'  '2011-02-03 04:05:06'  '2011-02-03T04:05:06.789'
      '2011-02-03T04:05:06.789Z'  '2011-02-03 04:05+0000'  '2011-02-03T04:05:06+01:00'  '2011-02-03+0000'
      '2011-02-03 04:05:06 UTC'  0  -1  1299038700000  '1299038700000'  'now'  '2011-02-03T04:05:06.7'
    `),
    wrong: items(`
      '2011-13-03'  '2011-02-30'  'x'  ''  '2011-02'  '2011-2-3 4:5'  '2011-02-03T04'  '2011-02-03 25:00'
      '2011/02/03'  '03.02.2011'  '2011-02-03T04:05:06.1234567890'  1.5  true  99999999999999999999
      ' 2011-02-03'
    `),
  },
  duration: {
    right: items(`
      1h  2d12h  1y2mo3d  -1mo  89h4m48s  5ns  1us  P1Y2M  PT5M  P2W  P0001-01-01T01:00:00  1
    `),
    wrong: ["'1h'", "'x'", '1h1y', '1h1h', '9999999999mo', '1.5', 'true', '0xff', 'P1D2Y'],
  },
};

const anything: readonly string[] = items(`
  'x'  1  -1  1.5  true  0xff  1h  nan  123e4567-e89b-12d3-a456-426614174000  [1]  ['x']  {1}  {'x'}  {'x': 1}
  {}  []  {1: 'x'}  {x: 1}  (1)  (1, 'x')  null  99999999999  ''  '2024-01-31'  uuid()  now()
`);
