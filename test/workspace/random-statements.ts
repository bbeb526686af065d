import fc from 'fast-check';

/** One of some items. */
export const pick = <T>(...items: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...items);
const keyspace = pick('', '', 'k.', 'm.');
const table = fc.tuple(keyspace, pick('users', 'users_by_city', 't', 'v', 'w')).map((parts) => parts.join(''));
const column = pick('id', 'city', 'name', 'a', 'b', 'at');
const type = pick('int', 'text', 'timestamp', 'list<int>', 'frozen<address>', 'address', 'map<int, text>', 'other');
const value = pick(
  '1',
  "'x'",
  '?',
  'f(1)',
  'k.f(a)',
  '{street: 1}',
  "{street: 'x'}",
  '[1]',
  '(address) {street: 1}',
  'now()',
);
const maybe = (text: string): fc.Arbitrary<string> => pick('', text);
const comment = pick('', '', '', '-- @copy-of users\n', '-- @rate 5/s\n', '-- cql-analyzer: ignore\n', '/* c */ ');

const joined = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));

const where = fc.oneof(
  joined(column, pick(' = ', ' > ', ' IN '), value),
  joined(column, ' = ', value, ' AND ', column, pick(' = ', ' < '), value),
);

/** The keys of the tables that are there at the start. */
const whole = pick('id = 1', 'id = 1 AND at = 2', "city = 'x' AND id = 1 AND at = 2");
const condition = " IF name = 'x'";

const ddl = fc.oneof(
  {
    weight: 4,
    arbitrary: joined(
      'CREATE TABLE ',
      maybe('IF NOT EXISTS '),
      table,
      ' (',
      column,
      ' int, at timestamp, name ',
      type,
      ', city text, PRIMARY KEY (',
      column,
      pick('', ', at', ', name'),
      '))',
      maybe(' WITH CLUSTERING ORDER BY (at DESC)'),
    ),
  },
  joined('CREATE TABLE ', table, ' LIKE ', table),
  joined('ALTER TABLE ', table, ' ADD ', column, ' ', type),
  joined('ALTER TABLE ', table, ' DROP ', column),
  joined('ALTER TABLE ', table, ' RENAME ', column, ' TO ', column),
  joined('DROP TABLE ', maybe('IF EXISTS '), table),
  joined('CREATE INDEX ', pick('', 'i ', 'j ', 't_name_idx '), 'ON ', table, ' (', column, ')'),
  joined('DROP INDEX ', keyspace, pick('i', 'j', 't_name_idx')),
  joined(
    'CREATE MATERIALIZED VIEW ',
    keyspace,
    pick('v', 'w'),
    ' AS SELECT * FROM ',
    table,
    ' WHERE city IS NOT NULL AND id IS NOT NULL PRIMARY KEY (city, id)',
  ),
  joined('ALTER MATERIALIZED VIEW ', keyspace, pick('v', 'w'), ' WITH gc_grace_seconds = 1'),
  joined('DROP MATERIALIZED VIEW ', keyspace, pick('v', 'w')),
  joined('CREATE CUSTOM INDEX ', maybe('IF NOT EXISTS '), pick('', 'i '), 'ON ', table, " (name) USING 'sai'"),
  joined('CREATE TRIGGER ', pick('p', 'q'), ' ON ', table, " USING 'org.T'"),
  joined('DROP TRIGGER ', pick('p', 'q'), ' ON ', table),
  joined('CREATE TYPE ', keyspace, pick('address', 'other'), ' (street ', type, ', no int)'),
  joined('ALTER TYPE ', keyspace, 'address ', pick('ADD more int', 'RENAME street TO road')),
  joined('DROP TYPE ', keyspace, pick('address', 'other')),
  joined(
    'CREATE ',
    maybe('OR REPLACE '),
    'FUNCTION ',
    keyspace,
    pick('f', 'g'),
    ' (x ',
    pick('int', 'text'),
    ') CALLED ON NULL INPUT RETURNS ',
    type,
    ' LANGUAGE java AS $$ return null; $$',
  ),
  joined('CREATE AGGREGATE ', keyspace, 'sum2 (int) SFUNC f STYPE int'),
  joined('DROP FUNCTION ', maybe('IF EXISTS '), keyspace, pick('f', 'g'), maybe(' (int)')),
  joined('DROP AGGREGATE ', keyspace, 'sum2'),
  joined(
    'CREATE KEYSPACE ',
    pick('k', 'm'),
    " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ",
    pick('1', '3'),
    '}',
  ),
  joined('ALTER KEYSPACE ', pick('k', 'm'), ' WITH durable_writes = false'),
  joined('DROP KEYSPACE ', maybe('IF EXISTS '), pick('k', 'm')),
  joined('USE ', pick('k', 'm')),
);
const query = fc.oneof(
  joined(
    'SELECT ',
    pick('*', 'name', 'f(a)', 'name.street', 'count(*)'),
    ' FROM ',
    table,
    ' WHERE ',
    where,
    maybe(' ORDER BY at DESC'),
    maybe(' ALLOW FILTERING'),
  ),
  joined('SELECT * FROM ', table),
  joined(
    'INSERT INTO ',
    table,
    ' (id, at, name) VALUES (',
    value,
    ', ',
    value,
    ', ',
    value,
    ')',
    maybe(' IF NOT EXISTS'),
  ),
  joined('UPDATE ', table, ' SET ', column, ' = ', value, ' WHERE ', where),
  joined('UPDATE ', table, ' SET ', pick('a', 'name', 'city'), ' = ', value, ' WHERE ', whole, maybe(condition)),
  joined('DELETE FROM ', table, ' WHERE ', where),
  joined('DELETE ', pick('', 'name ', 'a '), 'FROM ', table, ' WHERE ', whole, maybe(' IF EXISTS')),
  joined(
    'BEGIN BATCH INSERT INTO ',
    table,
    ' (id, city) VALUES (1, 2); DELETE FROM ',
    table,
    ' WHERE ',
    where,
    '; APPLY BATCH',
  ),
  joined(
    pick('GRANT EXECUTE', 'REVOKE ALL'),
    ' ON ',
    pick('FUNCTION k.f(int)', 'FUNCTION m.g(text)', 'ALL FUNCTIONS IN KEYSPACE m', 'KEYSPACE m', 'ALL KEYSPACES'),
    ' TO r',
  ),
  joined('GRANT SELECT ON ', table, ' TO r'),
  joined('LIST ALL ON ', table, ' OF r'),
  joined('CREATE ROLE r WITH ACCESS TO ALL DATACENTERS'),
  joined('DROP ROLE ', maybe('IF EXISTS '), 'r'),
  joined('DESCRIBE ', pick('KEYSPACE m', 'TYPE address', 'INDEX i', 'FUNCTION f', 'MATERIALIZED VIEW v', 'm', 't')),
  joined('COMMENT ON ', pick('KEYSPACE m', 'TABLE m.t', 'COLUMN k.t.a', 'TYPE k.address'), " IS 'x'"),
  joined('TRUNCATE ', table),
);
/** A statement about one of a few tables, types and functions, with what may stand around it. */
export const statement = joined(comment, fc.oneof(ddl, query), pick(';\n', ';\n', ';\n', ';', ''));

/** A schema to begin with. */
export const START = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE k;
CREATE TABLE users (id int, at timestamp, name text, city text, PRIMARY KEY (id, at));
CREATE TABLE users_by_city (id int, at timestamp, name text, city text, PRIMARY KEY (city, id, at));
CREATE TABLE t (id int PRIMARY KEY, a int, b frozen<address>);
CREATE TYPE address (street text, no int);
`;
