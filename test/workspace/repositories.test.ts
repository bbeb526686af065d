import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

// Layouts of repositories as people have them: which files are the schema, in which order, of which keyspace.

const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n";

/** `path:line code` of all findings. */
function told(files: Readonly<Record<string, string>>): readonly string[] {
  const workspace = workspaceOf(files);
  return allFindings(workspace)
    .filter(({ finding }) => finding.code !== 'disabled-by-default')
    .map(({ path, finding, start }) => {
      const line = workspace.file(path)!.document.text().slice(0, start).split('\n').length;
      return `${path}:${line} ${finding.code}`;
    });
}

describe('a migration that is taken back', () => {
  test('by a file of its own, which drops in its order what uses a type before the type', () => {
    const up = `${KEYSPACE}CREATE TYPE shop.money (amount decimal);
CREATE TYPE shop.price (net frozen<money>);
CREATE TABLE shop.goods (id uuid PRIMARY KEY, price frozen<price>);
CREATE FUNCTION shop.plus (a int, b int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a + b;';
CREATE AGGREGATE shop.total (int) SFUNC plus STYPE int INITCOND 0;
`;
    const down =
      'DROP AGGREGATE shop.total;\nDROP FUNCTION shop.plus;\nDROP TABLE shop.goods;\nDROP TYPE shop.price;\nDROP TYPE shop.money;\n';
    for (const [one, other] of [
      ['db/003_goods.up.cql', 'db/003_goods.down.cql'],
      ['db/V3__goods.cql', 'db/U3__goods.cql'],
      ['db/3_goods.cql', 'db/rollback/3_goods.cql'],
      ['create_goods.cql', 'undo/create_goods.cql'],
      ['schema.cql', 'drop-everything.cql'],
    ] as const)
      expect(told({ [one]: up, [other]: down })).toEqual([]);
  });

  test('is judged by what was there then, not by what came later', () => {
    const files = {
      'm/1_a.up.cql': `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text, size int);\n`,
      'm/1_a.down.cql': 'DROP TABLE shop.goods;\n',
      'm/2_b.up.cql': 'ALTER TABLE shop.goods ADD color text;\n',
      'm/2_b.down.cql': 'ALTER TABLE shop.goods DROP color;\n',
      'm/3_c.up.cql': 'ALTER TABLE shop.goods DROP color;\n',
      'm/3_c.down.cql': 'ALTER TABLE shop.goods ADD color text;\nALTER TABLE shop.goods DROP weight;\n',
    };
    expect(told(files)).toEqual(['m/3_c.down.cql:2 refused']);
  });

  test.each([
    ['-- migrate:up', '-- migrate:down'],
    ['-- migrate:up transaction:false', '-- migrate:down transaction:false'],
    ['-- +goose Up', '-- +goose Down'],
    ['-- +micrate Up', '-- +micrate Down'],
    ['-- @up', '-- @down'],
    ['-- up:', '-- down:'],
    ['-- UP', '-- DOWN'],
    ['// up', '// rollback'],
    ['-- ===== Up migration =====', '-- ===== Down migration ====='],
    ['-- the goods', '--//@UNDO'],
    ['-- !Ups', '-- !Downs'],
    ['', '---- create above / drop below ----'],
    ['/* apply */', '/* revert */'],
  ])('by a part of its file: %s, %s', (up, down) => {
    const files = {
      'm/1.cql': `${up}\n${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text);\n\n${down}\nDROP TABLE shop.goods;\nDROP KEYSPACE shop;\n`,
      'm/2.cql': `${up}\nALTER TABLE shop.goods ADD color text;\nCREATE INDEX goods_color ON shop.goods (color);\n\n${down}\nDROP INDEX shop.goods_color;\nALTER TABLE shop.goods DROP color;\n`,
      'q.cql': "SELECT id FROM shop.goods WHERE color = 'red';\n",
    };
    expect(told(files)).toEqual([]);
  });

  test('by a part that is edited into one', () => {
    const workspace = workspaceOf({
      'm/1.cql': `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, a text);\n-- down the road\nALTER TABLE shop.goods DROP a;\n`,
      'q.cql': 'SELECT a FROM shop.goods WHERE id = ?;\n',
    });
    expect(workspace.findings('q.cql')).toHaveLength(1);
    const start = workspace.file('m/1.cql')!.document.text().indexOf(' the road');
    workspace.edit('m/1.cql', { start, end: start + ' the road'.length, text: '' });
    expect(workspace.findings('q.cql')).toEqual([]);
  });

  test('by prose that only speaks of it is no part', () => {
    const files = {
      'm/1.cql': `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, a text);\n-- down the road this column goes\nALTER TABLE shop.goods DROP a;\n`,
      'q.cql': 'SELECT a FROM shop.goods WHERE id = ?;\n',
    };
    expect(told(files)).toEqual(['q.cql:1 unknown-column']);
  });
});

test('a program that is a migration names what a later one drops', () => {
  const program = (column: string): string =>
    `package migrations\n\nimport "github.com/gocql/gocql"\n\nfunc Fill(s *gocql.Session) error {\n\treturn s.Query("INSERT INTO shop.goods (id, ${column}) VALUES (?, ?)").Exec()\n}\n`;
  const files = {
    'db/001-goods.cql': `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, a int);\n`,
    'db/002-b.cql': 'ALTER TABLE shop.goods ADD b text;\n',
    'db/003-no-b.cql': 'ALTER TABLE shop.goods DROP b;\n',
    'migrate/002-b.go': program('b'),
    'migrate/003_c.go': program('c'),
    'store/goods.go': program('b'),
  };
  expect(told(files)).toEqual(['migrate/003_c.go:6 unknown-column', 'store/goods.go:6 unknown-column']);
});

test('a copy of a migration that is kept elsewhere is no second run', () => {
  const files = {
    'schema/1.0.cql': `${KEYSPACE}USE shop;\nCREATE TABLE goods (id uuid PRIMARY KEY, a int);\n`,
    'schema/1.1.cql':
      'USE shop;\nALTER TABLE goods ADD b text;\nALTER TABLE goods DROP a;\nCREATE INDEX goods_b ON goods (b);\n',
    'support/ticket-7/repair.cql':
      'USE shop;\nALTER TABLE goods ADD b text;\nALTER TABLE goods DROP a;\nCREATE INDEX goods_b ON goods (b);\n',
    'q.cql': "SELECT id FROM shop.goods WHERE b = 'x';\n",
  };
  expect(told(files)).toEqual([]);
});

describe('a keyspace that is given on the command line', () => {
  test('holds the index of a file of its own, and the one before the query', () => {
    const schema = `${KEYSPACE}USE shop;\nCREATE TABLE goods (id uuid PRIMARY KEY, color text);\n`;
    expect(
      told({
        'schema.cql': schema,
        'i.cql': 'CREATE INDEX c ON goods (color);\n',
        'q.cql': "SELECT id FROM goods WHERE color = 'red';\n",
      }),
    ).toEqual([]);
    expect(
      told({
        'schema.cql': schema,
        'q.cql': "CREATE INDEX c ON goods (color);\nSELECT id FROM goods WHERE color = 'red';\n",
      }),
    ).toEqual([]);
  });

  test('is made in one file, its tables in another, and queries name it', () => {
    const files = {
      '00-keyspace.cql': KEYSPACE,
      'tables.cql':
        'CREATE TYPE money (amount decimal);\nCREATE TABLE goods (id uuid PRIMARY KEY, price frozen<money>, color text);\n',
      'q.cql': "SELECT id FROM shop.goods WHERE color = 'red';\nSELECT price FROM goods WHERE id = ?;\n",
    };
    expect(told(files)).toEqual(['q.cql:1 unrestricted-partition-key']);
  });

  test('of a file that changes tables of its own and asks others is not said to lack those', () => {
    const files = {
      'keyspace.cql': KEYSPACE,
      'tables.cql': 'CREATE TABLE goods (id uuid PRIMARY KEY);\nINSERT INTO elsewhere (id) VALUES (1);\n',
    };
    expect(told(files)).toEqual([]);
  });
});

describe('services in folders of their own', () => {
  test('have each the schema of their folder', () => {
    const files = {
      'orders/db/tables.cql': 'CREATE TABLE items (id uuid PRIMARY KEY, color text);\n',
      'orders/queries.cql': "SELECT id FROM items WHERE color = 'red';\n",
      'stock/tables.cql': 'CREATE TABLE items (sku text PRIMARY KEY, n int);\n',
      'stock/queries.cql': 'SELECT n FROM items WHERE sku = ?;\nSELECT sku FROM items WHERE n = 1;\n',
      'queries.cql': "SELECT id FROM items WHERE color = 'red';\n",
    };
    expect(told(files)).toEqual([
      'orders/queries.cql:1 unrestricted-partition-key',
      'stock/queries.cql:2 unrestricted-partition-key',
    ]);
  });

  test('have each a keyspace of their own, which queries leave out', () => {
    const files = {
      'orders/schema.cql': 'CREATE TABLE orders.items (id uuid PRIMARY KEY, color text);\n',
      'stock/schema.cql': 'USE stock;\nCREATE TABLE items (sku text PRIMARY KEY, color text);\n',
      'orders/db/queries.cql': 'SELECT color FROM items WHERE id = ?;\nSELECT color FROM items WHERE sku = ?;\n',
      'stock/queries.cql': "SELECT sku FROM items WHERE color = 'red';\n",
      'queries.cql': 'SELECT color FROM items WHERE sku = ?;\n',
    };
    expect(told(files)).toEqual([
      'orders/db/queries.cql:2 unknown-column',
      'stock/queries.cql:1 unrestricted-partition-key',
    ]);
  });
});

describe('a table that a file makes twice', () => {
  const BARE = 'CREATE TABLE goods (id uuid PRIMARY KEY);\n';
  const FULL = 'CREATE TABLE shop.goods (id uuid PRIMARY KEY);\n';

  test('once without its keyspace, which nobody has named, is no mistake', () => {
    expect(told({ 'notes.cql': KEYSPACE + BARE + FULL })).toEqual([]);
  });

  test.each([KEYSPACE + FULL + FULL, `${KEYSPACE}USE shop;\n${BARE}${FULL}`])('is refused: %s', (text) => {
    expect(told({ 'a.cql': text }).map((one) => one.split(' ')[1])).toEqual(['refused']);
  });
});

describe('a column that a table has already', () => {
  const GOODS = `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text);\n`;
  const ADDED = 'ALTER TABLE shop.goods ADD name text;\n';

  test('in the file that makes it as it is today may be added by another, which changes one of before', () => {
    expect(told({ 'schema.cql': GOODS, 'upgrade.cql': ADDED })).toEqual([]);
    const gone = 'ALTER TABLE shop.goods DROP size;\nALTER TABLE shop.goods RENAME key TO id;\n';
    expect(told({ 'schema.cql': GOODS, 'upgrade.cql': gone })).toEqual([]);
    expect(told({ 'schema.cql': GOODS, 'upgrade.cql': 'ALTER TABLE shop.goods DROP id;\n' })).toEqual([
      'upgrade.cql:1 refused',
    ]);
  });

  test('of a type as well', () => {
    const type = 'CREATE TYPE shop.size (x int, y int);\n';
    const upgrade = 'ALTER TYPE shop.size ADD y int;\nALTER TYPE shop.size RENAME z TO x;\n';
    expect(told({ 'schema.cql': GOODS + type, 'upgrade.cql': upgrade })).toEqual([]);
    expect(told({ 'schema.cql': GOODS + type + upgrade })).toEqual(['schema.cql:4 refused', 'schema.cql:5 refused']);
    expect(told({ '1_size.cql': GOODS + type, '2_y.cql': upgrade })).toEqual([
      '2_y.cql:1 refused',
      '2_y.cql:2 refused',
    ]);
  });

  test('is not added by what runs later for certain', () => {
    expect(told({ 'schema.cql': GOODS + ADDED })).toEqual(['schema.cql:3 refused']);
    expect(told({ '1_goods.cql': GOODS, '2_name.cql': ADDED })).toEqual(['2_name.cql:1 refused']);
    expect(told({ 'schema.cql': GOODS, 'upgrade.cql': ADDED.repeat(2).replaceAll('name', 'size') })).toEqual([
      'upgrade.cql:2 refused',
    ]);
  });
});

describe('of two branches of a template', () => {
  const WITH = 'CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text) WITH default_time_to_live = 100;\n';
  const WITHOUT = 'CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text);\n';
  const AFTER = 'SELECT size FROM shop.goods WHERE id = ?;\n';

  test.each([
    ['{% if ttl %}', '{% else %}', '{% endif %}'],
    ['{%- if ttl -%}', '{%- elif other -%}', '{%- endif -%}'],
    ['{{ if .TTL }}', '{{ else }}', '{{ end }}'],
    ['{{#if ttl}}', '{{else}}', '{{/if}}'],
    ['{{#ttl}}', '{{/ttl}}\n{{^ttl}}', '{{/ttl}}'],
    ['<% if (ttl) { %>', '<% } else { %>', '<% } %>'],
    ['<% if ttl %>', '<% else %>', '<% end %>'],
    ['<#if ttl>', '<#else>', '</#if>'],
  ])('one runs: %s %s', (begin, otherwise, end) => {
    const text = [KEYSPACE + begin, WITH + otherwise, WITHOUT + end, AFTER].join('\n');
    expect(told({ 'a.cql': text }).map((one) => one.split(' ')[1])).toEqual(['unknown-column']);
    const again = [KEYSPACE + begin, WITH + otherwise, end, WITHOUT].join('\n');
    expect(told({ 'a.cql': again }).map((one) => one.split(' ')[1])).toEqual(['refused']);
  });
});

describe('under USE', () => {
  const GOODS = `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY);\n`;

  test('tables are those of its keyspace and of no other', () => {
    expect(told({ 'a.cql': GOODS, 'b.cql': 'USE shop;\nSELECT nope FROM goods WHERE id = ?;\n' })).toEqual([
      'b.cql:2 unknown-column',
    ]);
    expect(told({ 'a.cql': GOODS, 'b.cql': 'USE store;\nSELECT nope FROM goods WHERE id = ?;\n' })).toEqual([]);
  });
});

describe('a dump by DESCRIBE', () => {
  const SYSTEM = `CREATE KEYSPACE system_auth WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'};
CREATE TABLE system_auth.roles (role text PRIMARY KEY, salted_hash text);
`;

  test("holds the server's own keyspaces as well", () => {
    const own = `${KEYSPACE}CREATE TABLE shop.goods (id uuid PRIMARY KEY, price decimal);\n`;
    expect(told({ 'dump.cql': `${SYSTEM}${own}INSERT INTO shop.goods (cost) VALUES (1);\n` })).toEqual([
      'dump.cql:5 unknown-column',
    ]);
  });

  test('is no single statement', () => {
    for (const line of SYSTEM.trim().split('\n')) expect(told({ 'a.cql': line })).toEqual(['a.cql:1 refused']);
  });
});

describe('tests', () => {
  const TABLES = `${KEYSPACE}CREATE TABLE shop.log (host text, at timestamp, what text, ok boolean, PRIMARY KEY (host, at));
CREATE INDEX ON shop.log (ok);
INSERT INTO shop.log (host, at, what) VALUES ('a', 0, null);
SELECT nope FROM shop.log WHERE host = 'a';
`;

  test.each(['src/test/resources/schema.cql', 'SIT/setup.cql', 'fixtures/log.cql', 'libs/shop_test_suite/log.cql'])(
    'are told what the server refuses, and nothing of design: %s',
    (path) => {
      expect(told({ [path]: TABLES })).toEqual([`${path}:5 unknown-column`]);
      expect(told({ 'db/log.cql': TABLES }).length).toBeGreaterThan(2);
    },
  );
});

test('what changes a table under USE changes none of another keyspace', () => {
  const refused =
    "USE shop;\nCREATE TABLE goods (id uuid PRIMARY KEY, a int) WITH compression = {'nothing': 'x'};\nCREATE INDEX ON goods (a);\n";
  const other = 'CREATE TABLE store.goods (id uuid PRIMARY KEY, b int);\n';
  expect(
    told({ 'a/schema.cql': KEYSPACE + refused, 'b/schema.cql': KEYSPACE.replace('shop', 'store') + other }),
  ).toEqual(['a/schema.cql:3 refused']);
});

test('a section of a migration that a tool runs as one statement needs no `;` at its end', () => {
  const table = 'CREATE TABLE shop.goods (id uuid PRIMARY KEY)';
  expect(told({ 'm/1.cql': `${KEYSPACE}-- up:\n\n${table}\n\n-- down:\n\nDROP TABLE shop.goods` })).toEqual([]);
  expect(told({ 'm/1.cql': `${KEYSPACE}${table}\n\nDROP TABLE shop.goods` })).toEqual(['m/1.cql:2 syntax']);
});
