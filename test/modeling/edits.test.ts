import { describe, expect, test } from 'vitest';
import { applied, contextOf, type Files, project, proposals } from './ask.ts';

/** The files after the first proposal for the first query. */
const after = (files: Files, path = 'query.cql'): Files =>
  applied(files, proposals(files, path, 'select')[0]!.edits(false));

describe('edits of a proposal', () => {
  test('the table goes behind its base, in its file; the query is rewritten in place', () => {
    const files = {
      'schema.cql':
        'CREATE TABLE users (id uuid PRIMARY KEY, email text, age int);\n\nCREATE TABLE other (k int PRIMARY KEY);\n',
      'query.cql': '-- who is it?\nSELECT *\n  FROM users -- all of them\n WHERE email = ?;\n',
    };
    expect(after(files)).toEqual({
      'schema.cql':
        'CREATE TABLE users (id uuid PRIMARY KEY, email text, age int);\n\n' +
        '-- @copy-of users\nCREATE TABLE users_by_email (\n  email text,\n  id uuid,\n  age int,\n  PRIMARY KEY ((email), id)\n);\n\n' +
        'CREATE TABLE other (k int PRIMARY KEY);\n',
      'query.cql': '-- who is it?\nSELECT id, age, email\n  FROM users_by_email -- all of them\n WHERE email = ?;\n',
    });
  });

  test('in the style of the base: case, indent, IF NOT EXISTS, line ends, keyspace', () => {
    const files = {
      'schema.cql':
        'create table if not exists Shop.Orders (\r\n\tId uuid,\r\n\tCustomer_Id uuid,\r\n\ttotal decimal,\r\n\tprimary key (Id)\r\n) -- of the shop\r\n' +
        'with default_time_to_live = 60\r\n  and gc_grace_seconds = 10; -- short\r\n',
      'query.cql': 'select total from shop.orders where customer_id = ?',
    };
    expect(after(files)['schema.cql']).toBe(
      files['schema.cql'].replace(/\r\n$/, '') +
        '\r\n\r\n-- @copy-of orders\r\ncreate table if not exists Shop.Orders_by_customer (\r\n\tCustomer_Id uuid,\r\n\tId uuid,\r\n\ttotal decimal,\r\n\t' +
        'primary key ((Customer_Id), Id)\r\n)\r\nwith default_time_to_live = 60\r\n  and gc_grace_seconds = 10;\r\n',
    );
    expect(after(files)['query.cql']).toBe('select total from shop.Orders_by_customer where customer_id = ?');
  });

  test.each(['users_%ENV%', '${env}_users', 'users_{{ stage }}_v2'])('what a tool fills in stays: %s', (name) => {
    const [schema, query] = [
      `CREATE TABLE ${name} (id uuid PRIMARY KEY, email text);\n`,
      `SELECT id FROM ${name} WHERE email = ?;`,
    ];
    const files = { 'a.cql': schema + query };
    expect(after(files, 'a.cql')['a.cql']).toBe(
      `${schema}\n-- @copy-of ${name}\nCREATE TABLE ${name}_by_email (\n  email text,\n  id uuid,\n  PRIMARY KEY ((email), id)\n);\n` +
        `SELECT id FROM ${name}_by_email WHERE email = ?;`,
    );
    const workspace = project(after(files, 'a.cql'));
    const findings = [...workspace.files()].flatMap(({ uri }) => workspace.findings(uri));
    expect(findings.map(({ finding }) => finding.code)).toEqual([]);
    const offers = proposals(files, 'a.cql', 'select').flatMap((one) => one.ddl ?? []);
    expect(offers.length).toBeGreaterThan(1);
    expect(offers.join('\n').replaceAll(name, '')).not.toMatch(/env|stage/i);
  });

  test('a statement without its semicolon gets one', () => {
    const files = {
      'schema.cql': 'CREATE TABLE t (k int PRIMARY KEY, a int)\n',
      'query.cql': 'SELECT k FROM t WHERE a = 1',
    };
    expect(after(files)['schema.cql']).toBe(
      'CREATE TABLE t (k int PRIMARY KEY, a int);\n\n-- @copy-of t\nCREATE TABLE t_by_a (\n  a int,\n  k int,\n  PRIMARY KEY ((a), k)\n);\n',
    );
  });

  test('behind the ALTER that added what it copies', () => {
    const files = {
      'schema.cql':
        'CREATE TABLE t (k int PRIMARY KEY, a int);\nCREATE TYPE u (x int);\nALTER TABLE t ADD b frozen<u>;\nSELECT b FROM t WHERE a = 1;',
    };
    expect(after(files, 'schema.cql')['schema.cql']).toBe(
      'CREATE TABLE t (k int PRIMARY KEY, a int);\nCREATE TYPE u (x int);\nALTER TABLE t ADD b frozen<u>;\n\n' +
        '-- @copy-of t\nCREATE TABLE t_by_a (\n  a int,\n  k int,\n  b frozen<u>,\n  PRIMARY KEY ((a), k)\n);\nSELECT b FROM t_by_a WHERE a = 1;',
    );
  });

  test('a computed column says how it is made', () => {
    const files = {
      'schema.cql':
        '-- @rate 6/minute per sensor\nCREATE TABLE r (sensor uuid, at timestamp, v float, PRIMARY KEY ((sensor), at));',
      'query.cql': 'SELECT v FROM r WHERE sensor = ? AND at >= ? AND at < ?;',
    };
    expect(after(files)['schema.cql']).toContain(
      '\n\n-- @copy-of r\n-- @bucket week = week(at)\nCREATE TABLE r_by_sensor (',
    );
  });

  test('buckets of constants in an order are asked one by one', () => {
    const files = {
      'schema.cql':
        '-- @bucket day = day(at)\nCREATE TABLE e (day date, who text, at timestamp, what text, PRIMARY KEY ((day, who), at));',
      'query.cql':
        "SELECT at, who FROM e WHERE what = 'x' AND at >= '2016-10-04' AND at < '2016-10-06' ORDER BY at DESC LIMIT 9;\n",
    };
    expect(after(files)['query.cql']).toBe(
      "SELECT at, who FROM e_by_what WHERE what = 'x' AND day = '2016-10-05' AND at >= '2016-10-04' AND at < '2016-10-06' LIMIT 9;\n" +
        "SELECT at, who FROM e_by_what WHERE what = 'x' AND day = '2016-10-04' AND at >= '2016-10-04' AND at < '2016-10-06' LIMIT 9;\n",
    );
    expect(proposals(files, 'query.cql', 'select')[0]!.merge).toBe('concat');
  });

  test('after it, the query has no finding and the same proposal is not made again', () => {
    const files = {
      'schema.cql': 'CREATE TABLE users (id uuid PRIMARY KEY, email text, age int);',
      'query.cql': 'SELECT age FROM users WHERE email = ?;\nSELECT id FROM users WHERE email = ?;\n',
    };
    const once = after(files);
    const { path, verdict } = contextOf(project(once), 'query.cql', 'select', 0);
    expect([verdict.kind, path?.partitions.kind]).toEqual(['accepted', 'one']);
    expect(proposals(once, 'query.cql', 'select').map(({ kind }) => kind)).toEqual(['keep']);
    expect(proposals(once, 'query.cql', 'select', 1)[0]).toMatchObject({
      kind: 'existing-table',
      table: 'users_by_email',
    });
  });
});
