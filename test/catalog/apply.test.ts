import { describe, expect, test } from 'vitest';
import { brief, catalogOf, contents } from './fixtures.ts';

const PACKAGE = 'org.apache.cassandra.db.marshal.';

const table = (cql: string, name = 't'): string | undefined => brief(catalogOf(`USE k; ${cql}`).table('k', name));

describe('CREATE TABLE', () => {
  test.each([
    ['CREATE TABLE t (a int PRIMARY KEY, b text, c varchar)', 'k.t (a int | b text, c text)'],
    ['CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a, b))', 'k.t (a int; b int | c int)'],
    [
      'CREATE TABLE t (a int, b int, c int, d int, PRIMARY KEY ((b, a), d, c)) WITH CLUSTERING ORDER BY (d DESC, c ASC)',
      'k.t (b int, a int; d int desc; c int)',
    ],
    ['CREATE TABLE t (a int, b int, s int STATIC, PRIMARY KEY (a, b))', 'k.t (a int; b int | s int static)'],
    ['CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)', 'k.t (a int)'],
    ['CREATE TABLE t (a int)', 'k.t? ( | a int)'.replace('( | ', '(')],
    ['CREATE TABLE t (a int, PRIMARY KEY (a, zz))', 'k.t? (a int)'],
    ['CREATE TABLE t (a int, b int, PRIMARY KEY (a, a))', 'k.t? (a int | b int)'],
    ['CREATE TABLE t (a int PRIMARY KEY, b int, PRIMARY KEY (b))', 'k.t? (b int | a int)'],
    ['CREATE TABLE k.t (a int PRIMARY KEY, b ${type})', 'k.t (a int | b ?)'],
  ])('%s', (cql, expected) => expect(table(cql)).toBe(expected));

  test.each([
    ['list<int>', 'list<int>'],
    ['frozen<list<list<int>>>', 'frozen<list<frozen<list<int>>>>'],
    ['map<text, frozen<set<varint>>>', 'map<text, frozen<set<varint>>>'],
    ['tuple<int, list<u>>', 'frozen<tuple<int, frozen<list<frozen<u>>>>>'],
    ['frozen<tuple<int>>', 'frozen<tuple<int>>'],
    ['list<tuple<int>>', 'list<frozen<tuple<int>>>'],
    ['vector<float, 3>', 'vector<float, 3>'],
    ['vector<list<int>, 3>', 'vector<list<int>, 3>'],
    ['u', 'u'],
    ['frozen<u>', 'frozen<u>'],
    ['frozen<"U">', 'frozen<"U">'],
    ['k."select"', '"select"'],
    ["'Int32Type'", 'int'],
    ["'org.apache.cassandra.db.marshal.MapType(UTF8Type, LongType)'", 'map<text, bigint>'],
    ["'FrozenType(ListType(TupleType(UUIDType)))'", 'frozen<list<frozen<tuple<uuid>>>>'],
    ["'com.acme.Mine'", "'com.acme.Mine'"],
    ["'ListType(LexicalUUIDType)'", `list<'${PACKAGE}LexicalUUIDType'>`],
    ["'CompositeType(Int32Type, BytesType)'", `'${PACKAGE}CompositeType(${PACKAGE}Int32Type,${PACKAGE}BytesType)'`],
    ["'DynamicCompositeType(a => UTF8Type)'", `'${PACKAGE}DynamicCompositeType(a=>${PACKAGE}UTF8Type)'`],
    ["'VectorType(FloatType, 3)'", 'vector<float, 3>'],
    ["'FrozenType(UserType(k, 6d61737365, 61:Int32Type))'", 'frozen<masse>'],
  ])('a column of type %s', (type, expected) => {
    expect(table(`CREATE TABLE t (a int PRIMARY KEY, b ${type})`)).toBe(`k.t (a int | b ${expected})`);
  });

  test('the first of two stays', () => {
    expect(table('CREATE TABLE t (a int PRIMARY KEY); CREATE TABLE t (b int PRIMARY KEY)')).toBe('k.t (a int)');
  });

  test('a broken one may have more than could be read', () => {
    expect(table('CREATE TABLE t (a int PRIMARY KEY, b int,, c ! int)')).toMatch(/^k\.t\? \(a int/);
  });

  test('a templated name equals only itself', () => {
    const catalog = catalogOf('CREATE TABLE ${ks}.t (a int PRIMARY KEY); CREATE TABLE k.t (b int PRIMARY KEY)');
    expect(brief(catalog.table('${ks}', 't'))).toBe('${ks}.t (a int)');
    expect(brief(catalog.table('k', 't'))).toBe('k.t (b int)');
  });

  test('LIKE takes the columns, their options and nothing else', () => {
    const catalog = catalogOf(`
      CREATE TYPE k.u (a int); CREATE TYPE m.u (a int);
      CREATE TABLE k.s (a int, b frozen<u>, c int, PRIMARY KEY (a, b)) WITH comment = 'x' AND gc_grace_seconds = 1;
      CREATE INDEX ON k.s (c); ALTER TABLE k.s DROP c;
      CREATE TABLE m.t LIKE k.s WITH gc_grace_seconds = 2;`);
    const copy = catalog.table('m', 't');
    expect(brief(copy)).toBe('m.t (a int; b frozen<u>)');
    expect([...(copy?.columns.values() ?? [])].map(({ type }) => (type.kind === 'user' ? type.keyspace : ''))).toEqual([
      '',
      'm',
    ]);
    expect(
      [...(copy?.options ?? [])].map(([name, value]) => [name, value.kind === 'literal' ? value.literal.value : '']),
    ).toEqual([
      ['comment', 'x'],
      ['gc_grace_seconds', '2'],
    ]);
    expect(copy?.dropped.size).toBe(0);
  });
});

describe('CREATE TABLE … LIKE … WITH INDEXES', () => {
  test('copies indexes under new names, custom ones aside', () => {
    const catalog = catalogOf(`
      USE k; CREATE TABLE s (a int PRIMARY KEY, b int, c int, d text); CREATE INDEX ON s (b); CREATE INDEX mine ON s (c) USING 'sai';
      CREATE CUSTOM INDEX ON s (d) USING 'org.apache.cassandra.index.sasi.SASIIndex';
      CREATE TABLE t LIKE s WITH INDEXES; CREATE TABLE u LIKE s;`);
    expect(brief(catalog.table('k', 't'))).toBe(
      'k.t (a int | b int, c int, d text) t_b_idx:legacy(simple b) mine_1:sai(simple c)',
    );
    expect(catalog.table('k', 'u')?.indexes).toEqual([]);
  });
});

describe('ALTER TABLE', () => {
  const create = 'CREATE TABLE t (a int, b int, c int, s int STATIC, PRIMARY KEY (a, b));';
  test.each([
    ['ALTER TABLE t ADD d text', 'k.t (a int; b int | c int, s int static, d text)'],
    ['ALTER TABLE t ADD (d text, e int STATIC)', 'k.t (a int; b int | c int, s int static, d text, e int static)'],
    ['ALTER TABLE t ADD IF NOT EXISTS c text', 'k.t (a int; b int | c int, s int static)'],
    ['ALTER TABLE t DROP c', 'k.t (a int; b int | s int static)'],
    ['ALTER TABLE t DROP (c, s)', 'k.t (a int; b int)'],
    ['ALTER TABLE t DROP a', 'k.t (a int; b int | c int, s int static)'],
    ['ALTER TABLE t DROP IF EXISTS zz', 'k.t (a int; b int | c int, s int static)'],
    ['ALTER TABLE t RENAME a TO x AND b TO y', 'k.t (x int; y int | c int, s int static)'],
    ['ALTER TABLE t RENAME a TO b', 'k.t (a int; b int | c int, s int static)'],
    ['ALTER TABLE IF EXISTS zz ADD d int', 'k.t (a int; b int | c int, s int static)'],
    ['ALTER TABLE t ALTER c TYPE blob', 'k.t (a int; b int | c blob, s int static)'],
    ['ALTER TABLE t DROP c; ALTER TABLE t ADD c text', 'k.t (a int; b int | s int static, c text)'],
    ["ALTER TABLE t WITH comment = 'x'", 'k.t (a int; b int | c int, s int static)'],
  ])('%s', (cql, expected) => expect(table(`${create} ${cql}`)).toBe(expected));

  test('constraints come and go', () => {
    const constrained = (cql: string): boolean => {
      const column = catalogOf(`USE k; CREATE TABLE t (a int PRIMARY KEY, b int CHECK b > 1); ${cql}`)
        .table('k', 't')
        ?.columns.get('b');
      return (column?.constraints ?? []).length > 0;
    };
    expect([constrained(''), constrained('ALTER TABLE t ALTER b DROP CHECK')]).toEqual([true, false]);
    expect(constrained('ALTER TABLE t ALTER b DROP CHECK; ALTER TABLE t ALTER b CHECK b > 2')).toBe(true);
  });

  test('remembers what was dropped', () => {
    const dropped = catalogOf(`USE k; ${create} ALTER TABLE t DROP (c, s); ALTER TABLE t ADD c text`).table(
      'k',
      't',
    )?.dropped;
    expect([...(dropped ?? [])].map(([name, { kind, type }]) => [name, kind, type])).toEqual([
      ['c', 'regular', { kind: 'native', name: 'int' }],
      ['s', 'static', { kind: 'native', name: 'int' }],
    ]);
  });

  test('options are set one by one', () => {
    const options = catalogOf(
      "USE k; CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc_grace_seconds = 1; ALTER TABLE t WITH comment = 'y'",
    ).table('k', 't')?.options;
    expect(
      [...(options ?? [])].map(([name, value]) => [name, value.kind === 'literal' ? value.literal.value : '']),
    ).toEqual([
      ['comment', 'y'],
      ['gc_grace_seconds', '1'],
    ]);
  });

  test.each([
    ['(a int PRIMARY KEY, b int, c text)', 'k.t (a int; column1 text | b int static, c text static, value blob)'],
    ['(a int PRIMARY KEY, value int)', 'k.t (a int; column1 text | value int static, value1 blob)'],
    ['(a int PRIMARY KEY, b counter)', 'k.t (a int; column1 text | b counter static, value counter)'],
    ['(a int, b int, c int, PRIMARY KEY (a, b))', 'k.t (a int; b int | c int)'],
    ['(a int, b int, PRIMARY KEY (a, b))', 'k.t (a int; b int | value empty)'],
  ])('DROP COMPACT STORAGE of %s', (columns, expected) => {
    expect(table(`CREATE TABLE t ${columns} WITH COMPACT STORAGE; ALTER TABLE t DROP COMPACT STORAGE`)).toBe(expected);
  });
});

describe('views', () => {
  const base = 'CREATE TABLE t (a int, b int, c int, d int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC);';
  const all =
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE c IS NOT NULL AND a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (c, a, b);';
  const some =
    'CREATE MATERIALIZED VIEW w AS SELECT d FROM t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);';

  test('take the order of the base, unless they say otherwise', () => {
    expect(table(base + all, 'v')).toBe('k.v (c int; a int; b int desc | d int)');
    expect(table(base + all.replace(';', ' WITH CLUSTERING ORDER BY (a DESC, b ASC);'), 'v')).toBe(
      'k.v (c int; a int desc; b int | d int)',
    );
    expect(table(base + some, 'w')).toBe('k.w (b int; a int | d int)');
  });

  test('that select all follow an ADD, others do not', () => {
    const catalog = catalogOf(`USE k; ${base}${all}${some} ALTER TABLE t ADD (e int, s int STATIC)`);
    expect(brief(catalog.table('k', 'v'))).toBe('k.v (c int; a int; b int desc | d int, e int)');
    expect(brief(catalog.table('k', 'w'))).toBe('k.w (b int; a int | d int)');
  });

  test('follow a RENAME of a key column, with their WHERE', () => {
    const view = catalogOf(`USE k; ${base}${all} ALTER TABLE t RENAME a TO x`).table('k', 'v');
    expect(brief(view)).toBe('k.v (c int; x int; b int desc | d int)');
    expect(view?.base?.where.map((relation) => (relation.kind === 'column' ? relation.column.name : ''))).toEqual([
      'c',
      'x',
      'b',
    ]);
  });

  test('go with their base, and are known by it', () => {
    const catalog = catalogOf(`USE k; ${base}${all}${some}`);
    expect([...(catalog.keyspace('k')?.views ?? [])]).toEqual([['t', ['v', 'w']]]);
    expect(contents(catalogOf('DROP TABLE k.t', catalog))).toEqual(['k (not declared) ']);
    expect([...(catalogOf('DROP MATERIALIZED VIEW k.v', catalog).keyspace('k')?.views ?? [])]).toEqual([['t', ['w']]]);
  });

  test('of a table that is not known have columns of unknown type', () => {
    expect(table(some, 'w')).toBe('k.w? (b ?; a ? | d ?)');
  });
});

describe('indexes', () => {
  const create =
    'CREATE TABLE t (a int PRIMARY KEY, b int, l list<int>, m map<int, int>, f frozen<set<int>>, v vector<float, 2>, "Q c" int);';
  test.each([
    ['CREATE INDEX ON t (b)', 't_b_idx:legacy(simple b)'],
    ['CREATE INDEX i ON t (b)', 'i:legacy(simple b)'],
    ['CREATE INDEX ON t ("Q c")', 't_Qc_idx:legacy(simple Q c)'],
    ['CREATE INDEX ON t (l)', 't_l_idx:legacy(values l)'],
    ['CREATE INDEX ON t (f)', 't_f_idx:legacy(values f)'],
    ['CREATE INDEX ON t (FULL(f))', 't_f_idx:legacy(full f)'],
    [
      'CREATE INDEX ON t (KEYS(m)); CREATE INDEX ON t (ENTRIES(m))',
      't_m_idx:legacy(keys m) t_m_idx_1:legacy(entries m)',
    ],
    ['CREATE INDEX ON t (b); CREATE INDEX ON t (b)', 't_b_idx:legacy(simple b)'],
    ['CREATE INDEX IF NOT EXISTS i ON t (b); CREATE INDEX IF NOT EXISTS i ON t (m)', 'i:legacy(simple b)'],
    ["CREATE INDEX ON t (b) USING 'sai'", 't_b_idx:sai(simple b)'],
    ["CREATE CUSTOM INDEX ON t (b) USING 'StorageAttachedIndex'", 't_b_idx:sai(simple b)'],
    ["CREATE CUSTOM INDEX ON t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex'", 't_b_idx:sasi(simple b)'],
    ["CREATE CUSTOM INDEX ON t (b) USING 'com.acme.Mine'", 't_b_idx:custom(simple b)'],
    ["CREATE INDEX ON t (b) USING 'LEGACY_local_table'", 't_b_idx:legacy(simple b)'],
    ["CREATE CUSTOM INDEX ON t () USING 'com.acme.Mine'", 't_idx:custom()'],
    ['CREATE INDEX ON t (b); DROP INDEX t_b_idx; CREATE INDEX ON t (b)', 't_b_idx:legacy(simple b)'],
    ['CREATE INDEX ON t (b); DROP INDEX k.t_b_idx', ''],
    ['CREATE INDEX ON t (b); ALTER TABLE t RENAME a TO x', 't_b_idx:legacy(simple b)'],
  ])('%s', (cql, expected) => expect(table(`${create} ${cql}`)?.split(') ').slice(1).join(') ')).toBe(expected));

  test('names are one to a keyspace', () => {
    const catalog =
      catalogOf(`USE k; CREATE TABLE a (a int PRIMARY KEY, b_c int); CREATE TABLE a_b (a int PRIMARY KEY, c int);
      CREATE INDEX ON a (b_c); CREATE INDEX ON a_b (c);`);
    expect([...(catalog.keyspace('k')?.indexes ?? [])].map(([name, { table: on }]) => [name, on])).toEqual([
      ['a_b_c_idx', 'a'],
      ['a_b_c_idx_1', 'a_b'],
    ]);
    expect(brief(catalogOf('DROP INDEX k.a_b_c_idx_1', catalog).table('k', 'a_b'))).toBe('k.a_b (a int | c int)');
  });

  test('options are kept as text', () => {
    const index = catalogOf(
      `USE k; ${create} CREATE INDEX ON t (v) USING 'sai' WITH OPTIONS = {'similarity_function': 'dot_product', 'x': 'true'}`,
    ).table('k', 't')?.indexes[0];
    expect([...(index?.options ?? [])]).toEqual([
      ['similarity_function', 'dot_product'],
      ['x', 'true'],
    ]);
  });
});

describe('types, functions, keyspaces, triggers', () => {
  test.each([
    ['CREATE TYPE u (a int, b u2)', 'k.u {a int, b u2}'],
    ['CREATE TYPE u (a int); ALTER TYPE u ADD b frozen<list<text>>', 'k.u {a int, b frozen<list<text>>}'],
    ['CREATE TYPE u (a int, b int, c int); ALTER TYPE u RENAME a TO b AND b TO a', 'k.u {b int, a int, c int}'],
    ['CREATE TYPE u (a int); ALTER TYPE u ADD IF NOT EXISTS a text', 'k.u {a int}'],
    ['CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return x; $$', 'k.f(int)'],
  ])('%s', (cql, expected) => {
    expect(contents(catalogOf(`USE k; ${cql}`)).filter((text) => !text.includes('(not declared)'))).toEqual([expected]);
  });

  test('overloads live and go one by one', () => {
    const f = (type: string): string =>
      `CREATE FUNCTION f (x ${type}) CALLED ON NULL INPUT RETURNS ${type} LANGUAGE java AS 'x';`;
    const both = catalogOf(`USE k; ${f('int')}${f('text')}`);
    const names = (cql: string): readonly string[] =>
      contents(catalogOf(`USE k; ${cql}`, both)).filter((text) => text.startsWith('k.'));
    expect(names('')).toEqual(['k.f(int)', 'k.f(text)']);
    expect(names('DROP FUNCTION f')).toEqual(['k.f(int)', 'k.f(text)']);
    expect(names('DROP FUNCTION f (int)')).toEqual(['k.f(text)']);
    expect(names('DROP AGGREGATE f (int)')).toEqual(['k.f(int)', 'k.f(text)']);
    expect(names(f('int'))).toEqual(['k.f(int)', 'k.f(text)']);
  });

  test('an aggregate returns what its final function does', () => {
    const one = catalogOf(`USE k;
      CREATE FUNCTION s (a int, b int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';
      CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'return "";';
      CREATE AGGREGATE g (int) SFUNC s STYPE int FINALFUNC f INITCOND 0`)
      .keyspace('k')
      ?.functions.get('g')?.[0];
    expect(one).toMatchObject({
      kind: 'aggregate',
      returns: { name: 'text' },
      stateType: { name: 'int' },
      madeOf: [{ name: 's' }, { name: 'f' }],
      initialCondition: '0',
    });
  });

  test('DROP KEYSPACE takes all with it', () => {
    const all =
      'CREATE KEYSPACE k WITH replication = {}; CREATE TYPE k.u (a int); CREATE TABLE k.t (a int PRIMARY KEY); ';
    expect(contents(catalogOf(`${all} DROP KEYSPACE k`))).toEqual([]);
    expect(contents(catalogOf(`${all} DROP KEYSPACE k; ${all}`))).toEqual(contents(catalogOf(all)));
  });

  test('built-in keyspaces are nobody’s to change', () => {
    const catalog = catalogOf(
      'CREATE TABLE system.t (a int PRIMARY KEY); DROP KEYSPACE system; DROP TABLE system.local; CREATE TYPE system_auth.u (a int)',
    );
    expect(contents(catalog)).toEqual([]);
    expect(catalog.table('system', 'local')?.system).toBe(true);
  });

  test('triggers', () => {
    const create =
      "USE k; CREATE TABLE t (a int PRIMARY KEY); CREATE TRIGGER x ON t USING 'X'; CREATE TRIGGER y ON t USING 'Y';";
    expect(catalogOf(create).table('k', 't')?.triggers).toEqual(['x', 'y']);
    expect(catalogOf(`${create} DROP TRIGGER x ON t`).table('k', 't')?.triggers).toEqual(['y']);
  });

  test('names without a keyspace belong to no keyspace', () => {
    expect(contents(catalogOf('CREATE TABLE t (a int PRIMARY KEY); CREATE INDEX ON t (a)'))).toEqual([
      ' (not declared) ',
      '.t (a int) t_a_idx:legacy(simple a)',
      'index .t_a_idx',
    ]);
  });
});
