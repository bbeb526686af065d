import { describe, expect, test } from 'vitest';
import { proposalsForQuery } from '../../server/src/modeling/index.ts';
import { applied, contextOf, flat, project, proposals } from './ask.ts';

/** What stands in place of a write, when the first proposal for the query comes with its writes. */
function synced(schema: string, write: string, query: string): string {
  const files = { 'schema.cql': schema, 'writes.cql': `${write};\n`, 'query.cql': `${query};` };
  const [first] = proposals(files, 'query.cql', 'select');
  return applied(files, first!.edits(true))['writes.cql']!.replace(/;\n$/, '');
}

const USERS = 'CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);';
const BY_EMAIL = 'SELECT username, age FROM users WHERE email = ?';

describe('writes that keep a copy in step', () => {
  test.each([
    [
      'INSERT goes into both, in one logged batch, after a look at what it may overwrite',
      'INSERT INTO users (id, username, email, age) VALUES (?, ?, ?, ?)',
      'SELECT email FROM users WHERE id = ?;\n' +
        'BEGIN BATCH\n  INSERT INTO users (id, username, email, age) VALUES (?, ?, ?, ?);\n' +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?);\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    ],
    [
      'what an INSERT leaves out goes along',
      'INSERT INTO users (id, email) VALUES (?, ?)',
      'SELECT email, username, age FROM users WHERE id = ?;\n' +
        'BEGIN BATCH\n  INSERT INTO users (id, email) VALUES (?, ?);\n' +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?);\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    ],
    [
      'a function is asked once',
      "INSERT INTO users (id, email) VALUES (uuid(), 'a@b')",
      "BEGIN BATCH\n  -- id: uuid(), asked once\n  INSERT INTO users (id, email) VALUES (?, 'a@b');\n" +
        "  INSERT INTO users_by_email (email, id) VALUES ('a@b', ?);\nAPPLY BATCH",
    ],
    [
      'a condition comes first, alone',
      "INSERT INTO users (id, email) VALUES (?, 'a@b') IF NOT EXISTS",
      "INSERT INTO users (id, email) VALUES (?, 'a@b') IF NOT EXISTS;\n-- only where it was applied\nINSERT INTO users_by_email (email, id) VALUES ('a@b', ?)",
    ],
    [
      'a key that may change: read, insert, and delete where it did',
      'UPDATE users SET email = ?, age = ? WHERE id = ?',
      'SELECT email, username FROM users WHERE id = ?;\nBEGIN BATCH\n  UPDATE users SET email = ?, age = ? WHERE id = ?;\n' +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?);\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    ],
    [
      'a key that becomes null: the row goes',
      'update users set email = null where id = ?',
      'select email, username, age from users where id = ?;\nbegin batch\n  update users set email = null where id = ?;\n' +
        '  delete from users_by_email where email = ? and id = ?;\napply batch',
    ],
    [
      'a value: its row is looked up',
      'UPDATE users SET age = :age WHERE id = :id',
      'SELECT email FROM users WHERE id = :id;\nBEGIN BATCH\n  UPDATE users SET age = :age WHERE id = :id;\n' +
        '  UPDATE users_by_email SET age = :age WHERE email = :email AND id = :id;\nAPPLY BATCH',
    ],
    [
      'DELETE takes the copy along',
      'DELETE FROM users WHERE id = ?',
      'SELECT email FROM users WHERE id = ?;\nBEGIN BATCH\n  DELETE FROM users WHERE id = ?;\n' +
        '  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    ],
    [
      'a batch that is there is added to, and logged',
      'BEGIN UNLOGGED BATCH\n  -- who\n  INSERT INTO users (id, email) VALUES (uuid(), ?);\nAPPLY BATCH',
      'BEGIN BATCH\n  -- who\n  -- id: uuid(), asked once\n  INSERT INTO users (id, email) VALUES (?, ?);\n' +
        '  INSERT INTO users_by_email (email, id) VALUES (?, ?);\nAPPLY BATCH',
    ],
    [
      'a TTL is carried along',
      'INSERT INTO users (id, email) VALUES (uuid(), ?) USING TTL 60',
      'BEGIN BATCH\n  -- id: uuid(), asked once\n  INSERT INTO users (id, email) VALUES (?, ?) USING TTL 60;\n' +
        '  INSERT INTO users_by_email (email, id) VALUES (?, ?) USING TTL 60;\nAPPLY BATCH',
    ],
  ])('%s', (_, write, expected) => {
    expect(synced(USERS, write, BY_EMAIL)).toBe(expected);
  });

  test('something declared unique that changes is claimed before the old one is let go', () => {
    const unique = `-- @unique email\n${USERS}`;
    expect(synced(unique, 'UPDATE users SET email = ? WHERE id = ?', BY_EMAIL)).toBe(
      'SELECT email, username, age FROM users WHERE id = ?;\n' +
        '-- only where email changed\n' +
        'INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?) IF NOT EXISTS;\n\n' +
        '-- only where it was not refused\n' +
        'BEGIN BATCH\n  UPDATE users SET email = ? WHERE id = ?;\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ?;\nAPPLY BATCH',
    );
    const files = {
      'schema.cql': unique,
      'writes.cql': 'UPDATE users SET email = ?, age = ? WHERE id = ?;',
      'query.cql': `${BY_EMAIL};`,
    };
    const [first] = proposals(files, 'query.cql', 'select');
    const [change] = first!.sync().changes;
    // The same one again is only written anew.
    expect(change!.steps.map(({ cql, when }) => [cql.split(' ')[0], when])).toEqual([
      ['SELECT', undefined],
      ['INSERT', 'email changed'],
      ['UPDATE', undefined],
      ['INSERT', 'email unchanged'],
      ['DELETE', 'email changed'],
    ]);
  });

  describe('a table for a query of a view', () => {
    const schema = (where: string) =>
      'CREATE TABLE crates (crate int PRIMARY KEY, dock text, kg int, dest text);' +
      `CREATE MATERIALIZED VIEW docked AS SELECT * FROM crates WHERE dock IS NOT NULL AND ${where} PRIMARY KEY (dock, crate);`;
    const write = 'UPDATE crates SET dest = ? WHERE crate = ?';
    const query = 'SELECT crate FROM docked WHERE dest = ?';

    test('is kept by the writes of the table that the view follows, with the rows of the view', () => {
      expect(synced(schema('crate IS NOT NULL'), write, query)).toBe(
        'SELECT dest, dock FROM crates WHERE crate = ?;\n' +
          'BEGIN BATCH\n  UPDATE crates SET dest = ? WHERE crate = ?;\n' +
          '  INSERT INTO docked_by_dest (dest, dock, crate) VALUES (?, ?, ?);\n' +
          '  -- only where dest changed\n  DELETE FROM docked_by_dest WHERE dest = ? AND dock = ? AND crate = ?;\nAPPLY BATCH',
      );
      const files = { 'schema.cql': schema('crate IS NOT NULL'), 'query.cql': `${query};` };
      const [first] = proposals(files, 'query.cql', 'select');
      expect(first!.preferred).toBe(true);
      expect(applied(files, first!.edits(false))['schema.cql']).toContain('-- @copy-of crates\n');
    });

    test('is not made by itself where the view leaves out rows by their values', () => {
      const files = { 'schema.cql': schema('crate > 5'), 'writes.cql': `${write};`, 'query.cql': `${query};` };
      const [first, ...others] = proposals(files, 'query.cql', 'select');
      expect(first).toMatchObject({ kind: 'new-table', preferred: false, table: 'docked_by_dest' });
      expect(first!.notes.join('\n')).toContain('Nobody writes a view');
      expect(applied(files, first!.edits(true))['writes.cql']).toBe(`${write};`);
      expect(others.map(({ title }) => title).join()).not.toContain('keys only');
    });
  });

  test('something declared unique is claimed before the batch that it is written in', () => {
    const batch = 'BEGIN BATCH\n  INSERT INTO users (id, email) VALUES (?, ?);\nAPPLY BATCH';
    expect(synced(`-- @unique email\n-- @immutable email\n${USERS}`, batch, BY_EMAIL)).toBe(
      `INSERT INTO users_by_email (email, id) VALUES (?, ?) IF NOT EXISTS;\n-- only where it was applied\n${batch}`,
    );
  });

  test.each([
    [
      `INSERT INTO users JSON '{"id": "5b6962dd-3f90-4c93-8f61-eabfa4a803e2", "email": "it''s", "age": 3}' IF NOT EXISTS`,
      `-- only where it was applied\nINSERT INTO users_by_email (email, id, username, age) VALUES ('it''s', 5b6962dd-3f90-4c93-8f61-eabfa4a803e2, null, 3)`,
    ],
    [
      'INSERT INTO users JSON ?',
      'SELECT email FROM users WHERE id = ?;\nBEGIN BATCH\n  INSERT INTO users JSON ?;\n' +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?);\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    ],
    [
      `INSERT INTO users JSON '{"id": "5b6962dd-3f90-4c93-8f61-eabfa4a803e2", "age": 3}' DEFAULT UNSET`,
      'SELECT email FROM users WHERE id = 5b6962dd-3f90-4c93-8f61-eabfa4a803e2;\nBEGIN BATCH\n' +
        `  INSERT INTO users JSON '{"id": "5b6962dd-3f90-4c93-8f61-eabfa4a803e2", "age": 3}' DEFAULT UNSET;\n` +
        '  INSERT INTO users_by_email (email, id, age) VALUES (?, 5b6962dd-3f90-4c93-8f61-eabfa4a803e2, 3);\nAPPLY BATCH',
    ],
  ])('JSON is read: %s', (write, expected) => {
    const made = synced(USERS, write, BY_EMAIL);
    expect(made.startsWith(write) ? made.slice(write.length + 2) : made).toBe(expected);
  });

  test('what JSON leaves as it is, and only the client knows, is not followed', () => {
    const write = 'INSERT INTO users JSON ? DEFAULT UNSET';
    expect(synced(USERS, write, BY_EMAIL)).toBe(write);
  });

  test('an INSERT that reads first, or sets nothing of the key, is not said to overwrite', () => {
    const files = {
      'schema.cql': USERS,
      'query.cql': `${BY_EMAIL};`,
      'writes.cql': 'INSERT INTO users (id, age) VALUES (?, ?);\nINSERT INTO users (id, email) VALUES (now(), ?);',
    };
    const notes = proposals(files, 'query.cql', 'select')[0]!.sync().notes;
    expect(notes.filter((note) => note.startsWith('INSERT overwrites in Cassandra'))).toEqual([]);
    expect(notes.filter((note) => note.startsWith('The client asks `now()` once'))).toHaveLength(1);
  });

  test('what follows a condition waits for its answer', () => {
    expect(synced(USERS, 'UPDATE users SET email = ? WHERE id = ? IF age = ?', BY_EMAIL)).toBe(
      'SELECT email, username, age FROM users WHERE id = ?;\nUPDATE users SET email = ? WHERE id = ? IF age = ?;\n' +
        '-- only where it was applied\nBEGIN BATCH\n' +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?);\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email WHERE email = ? AND id = ?;\nAPPLY BATCH',
    );
  });

  test('a row waits for the answer also where the others of its partition move', () => {
    const shared = 'CREATE TABLE t (p int, c int, s text static, PRIMARY KEY (p, c));';
    const write = 'INSERT INTO t (p, c, s) VALUES (?, ?, ?) IF NOT EXISTS';
    expect(synced(shared, write, 'SELECT c FROM t WHERE s = ?')).toBe(
      `SELECT s, c FROM t WHERE p = ?;\n${write};\n-- only where it was applied\nBEGIN BATCH\n` +
        '  INSERT INTO t_by_s (s, p, c) VALUES (?, ?, ?);\n' +
        '  -- only where s changed\n  DELETE FROM t_by_s WHERE s = ? AND p = ? AND c = ?;\nAPPLY BATCH;\n\n' +
        'SELECT s FROM t WHERE p = ? LIMIT 1;\n-- only where it was applied\n' +
        'INSERT INTO t_by_s (s, p, c) VALUES (?, ?, ?)',
    );
  });

  describe('statements of a batch with a condition are of one partition', () => {
    const shared = 'CREATE TABLE t (p int, c int, s text static, v int, w int, PRIMARY KEY (p, c));';

    test('a row and what its partition shares are followed together, by markers without names', () => {
      const batch =
        'BEGIN BATCH\n  UPDATE t SET s = ? WHERE p = ? IF s = ?;\n  INSERT INTO t (p, c, v) VALUES (?, ?, ?);\nAPPLY BATCH';
      expect(synced(shared, batch, 'SELECT c FROM t WHERE s = ?')).toBe(
        `SELECT s, c FROM t WHERE p = ?;\n${batch};\n-- only where it was applied\nBEGIN BATCH\n` +
          '  INSERT INTO t_by_s (s, p, c) VALUES (?, ?, ?);\n' +
          '  -- only where s changed\n  DELETE FROM t_by_s WHERE s = ? AND p = ? AND c = ?;\nAPPLY BATCH;\n\n' +
          'SELECT s FROM t WHERE p = ? LIMIT 1;\n-- only where it was applied\n' +
          'INSERT INTO t_by_s (s, p, c) VALUES (?, ?, ?)',
      );
    });

    test('what a partition shares beside a row leaves the row its name', () => {
      const batch =
        'BEGIN BATCH UPDATE t SET s = :s WHERE p = :p IF s = :was; UPDATE t SET w = :w WHERE p = :p AND c = :at; APPLY BATCH';
      const text = synced(shared, batch, 'SELECT * FROM t WHERE v = ?');
      expect(text).toContain('UPDATE t_by_v SET w = :w WHERE v = :v AND p = :p AND c = :at;');
      expect(text).not.toMatch(/w = :w WHERE [^;]*c = :c\b/);
    });
  });

  test('a row that was claimed is given back where the condition is refused', () => {
    const files = {
      'schema.cql': `-- @unique email\n${USERS}`,
      'query.cql': 'SELECT id FROM users WHERE email = ?;',
      'writes.cql': 'UPDATE users SET email = ? WHERE id = ? IF age = ?;\n',
    };
    const notes = proposals(files, 'query.cql', 'select')[0]!.sync().notes;
    expect(notes.filter((note) => note.includes('deletes that row again'))).toHaveLength(1);
    // The text says so in its place, and of the row that was made alone.
    const change = 'UPDATE users SET email = ? WHERE id = ? IF age = ?';
    expect(synced(files['schema.cql'], change, files['query.cql'].slice(0, -1))).toContain(
      `-- only where it was not refused\n${change};\n\n` +
        '-- only where the row above was made and this was refused\n-- only where email changed\n' +
        'DELETE FROM users_by_email WHERE email = ?;\n\n-- only where it was applied\n',
    );
  });

  describe('a list is not written twice at one time', () => {
    const schema = 'CREATE TABLE t (p int, c int, s text static, e text, l list<int>, PRIMARY KEY (p, c));';
    const query = 'SELECT l FROM t WHERE s = ? AND e = ?';
    const TWICE = /INSERT INTO t_by_s_e [^;]*;(?:(?!APPLY BATCH|SELECT)[^])*INSERT INTO t_by_s_e /;

    test.each([
      'INSERT INTO t (p, c, s, e, l) VALUES (?, ?, ?, ?, ?)',
      'INSERT INTO t (p, c, e, l) VALUES (?, ?, ?, ?)',
      'BEGIN BATCH\n  INSERT INTO t (p, c, s, e, l) VALUES (?, ?, ?, ?, ?);\nAPPLY BATCH',
      'BEGIN BATCH\n  INSERT INTO t (p, c, e, l) VALUES (?, ?, ?, ?);\nAPPLY BATCH',
    ])('%s', (write) => {
      const made = synced(schema, write, query);
      expect(made).not.toBe(write);
      expect(made).not.toMatch(TWICE);
    });

    test('and where the write has a time, its copies have none', () => {
      const write = 'INSERT INTO t (p, c, s, e, l) VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ?';
      expect(synced(schema, write, query).match(/TIMESTAMP/g)).toHaveLength(1);
    });

    test('nor a value beside a null that is not known yet', () => {
      const shared = 'CREATE TABLE t (p int, c int, s text static, e text, PRIMARY KEY (p, c));';
      const write = 'UPDATE t USING TIMESTAMP ? SET e = ? WHERE p = ? AND c = ?';
      expect(synced(shared, write, 'SELECT s FROM t WHERE e = ?').match(/TIMESTAMP/g)).toHaveLength(1);
    });

    test('of a batch with a time nothing follows', () => {
      const write =
        'BEGIN BATCH USING TIMESTAMP 7\n  INSERT INTO t (p, c, s, e, l) VALUES (?, ?, ?, ?, ?);\nAPPLY BATCH';
      expect(synced(schema, write, query)).toBe(write);
    });

    test('rows that a batch names stand above what it finds', () => {
      const update = 'UPDATE t SET e = ?, l = ? WHERE p = ? AND c IN (1, 2)';
      const batch = synced(schema, `BEGIN BATCH\n  ${update};\nAPPLY BATCH`, 'SELECT l FROM t WHERE e = ?');
      expect(batch).toBe(
        'BEGIN BATCH\n  INSERT INTO t_by_e (e, p, c, l) VALUES (?, ?, 1, ?);\n' +
          '  INSERT INTO t_by_e (e, p, c, l) VALUES (?, ?, 2, ?);\nAPPLY BATCH;\n' +
          'SELECT e, c FROM t WHERE p = ? AND c IN (1, 2);\n' +
          `BEGIN BATCH\n  ${update};\n  INSERT INTO t_by_e (e, p, c, l) VALUES (?, ?, ?, ?);\n` +
          '  -- only where e changed\n  DELETE FROM t_by_e WHERE e = ? AND p = ? AND c = ?;\nAPPLY BATCH',
      );
    });
  });

  test('what is taken away has the time that the write brings along', () => {
    const write = 'UPDATE users USING TTL 9 AND TIMESTAMP ? SET email = ?, username = ?, age = ? WHERE id = ?';
    expect(synced(USERS, write, BY_EMAIL)).toBe(
      `SELECT email FROM users WHERE id = ?;\nBEGIN BATCH\n  ${write};\n` +
        '  INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?) USING TTL 9 AND TIMESTAMP ?;\n' +
        '  -- only where email changed\n  DELETE FROM users_by_email USING TIMESTAMP ? WHERE email = ? AND id = ?;\nAPPLY BATCH',
    );
  });

  describe('rows that are taken away before they are written anew', () => {
    const schema = 'CREATE TABLE t (id int PRIMARY KEY, tags set<text>, n int);';
    const query = 'SELECT id, n FROM t WHERE tags CONTAINS ?';

    test('have the time of now', () => {
      const write = 'INSERT INTO t (id, tags, n) VALUES (?, ?, ?) USING TIMESTAMP ? AND TTL ?';
      expect(synced(schema, write, query)).toBe(
        `SELECT tags FROM t WHERE id = ?;\nDELETE FROM t_by_tag WHERE tag = ? AND id = ?;\nBEGIN BATCH\n  ${write};\n` +
          '  INSERT INTO t_by_tag (tag, id, n) VALUES (?, ?, ?) USING TTL ?;\nAPPLY BATCH',
      );
    });

    test('also where they move by what their partition shares', () => {
      const shared = 'CREATE TABLE t (p int, c int, tags set<text>, s int static, PRIMARY KEY (p, c));';
      const write = 'INSERT INTO t (p, c, tags, s) VALUES (?, ?, ?, ?) USING TIMESTAMP ?';
      const made = synced(shared, write, 'SELECT c FROM t WHERE s = ? AND tags CONTAINS ?');
      expect(made).toContain('DELETE FROM t_by_s_tag WHERE');
      expect(made.match(/TIMESTAMP/g)).toHaveLength(1);
    });

    test('and in no batch with them, also where another read finds them below', () => {
      const shared = 'CREATE TABLE t (p int, c int, tags set<text>, s int static, PRIMARY KEY (p, c));';
      const write = 'BEGIN BATCH\n  INSERT INTO t (p, c, tags, s) VALUES (?, ?, ?, ?);\nAPPLY BATCH';
      const made = synced(shared, write, 'SELECT c FROM t WHERE tags CONTAINS ? ORDER BY s');
      expect(made).toMatch(/APPLY BATCH;\nSELECT [^;]+;\nDELETE FROM t_by_tag [^;]+;\nINSERT INTO t_by_tag [^;]+$/);
    });

    test('are not followed in a batch that has a time', () => {
      const write = 'BEGIN BATCH USING TIMESTAMP ?\n  UPDATE t SET tags = ? WHERE id = ?;\nAPPLY BATCH';
      expect(synced(schema, write, query)).toBe(write);
    });
  });

  describe('statements of a batch for one row', () => {
    test.each([
      ["UPDATE users SET age = 3 WHERE id = 'a'", "UPDATE users SET email = 'e' WHERE id = 'a'", "('e', 'a', ?, 3)"],
      [
        'UPDATE users SET email = :e WHERE id = :i',
        'UPDATE users SET age = :n WHERE id = :i',
        '(:e, :i, :username, :n)',
      ],
      [
        'UPDATE users SET age = :n WHERE id = :i',
        'INSERT INTO users (id, email) VALUES (:i, :e)',
        '(:e, :i, :username, :n)',
      ],
    ])('%s, %s', (first, second, values) => {
      const made = synced(
        USERS.replace('uuid', 'text'),
        `BEGIN BATCH\n  ${first};\n  ${second};\nAPPLY BATCH`,
        BY_EMAIL,
      );
      expect(made.match(/INSERT INTO users_by_email .*/g)).toEqual([
        `INSERT INTO users_by_email (email, id, username, age) VALUES ${values};`,
      ]);
      expect(made).not.toContain('UPDATE users_by_email');
    });

    test('a DELETE of columns is one with what else is set', () => {
      const batch =
        "BEGIN BATCH\n  DELETE age FROM users WHERE id = 'a';\n  UPDATE users SET email = 'e' WHERE id = 'a';\nAPPLY BATCH";
      const made = synced(USERS.replace('uuid', 'text'), batch, BY_EMAIL);
      expect(made).toContain("INSERT INTO users_by_email (email, id, username, age) VALUES ('e', 'a', ?, null);");
      expect(made.match(/_by_email/g)).toHaveLength(2);
    });

    test.each([
      "INSERT INTO users (id, email) VALUES ('a', 'e');\n  DELETE FROM users WHERE id = 'a'",
      "UPDATE users SET email = 'e' WHERE id = 'a';\n  UPDATE users SET email = 'f' WHERE id = 'a'",
      "UPDATE users SET email = 'e' WHERE id = 'a';\n  UPDATE users USING TIMESTAMP 7 SET age = 1 WHERE id = 'a'",
    ])('%s: nobody follows', (statements) => {
      const batch = `BEGIN BATCH\n  ${statements};\nAPPLY BATCH`;
      expect(synced(USERS.replace('uuid', 'text'), batch, BY_EMAIL)).toBe(batch);
    });

    describe('and for what its partition shares', () => {
      const schema = 'CREATE TABLE t (p int, c int, n int, town text static, PRIMARY KEY (p, c));';
      const query = 'SELECT p, c, n FROM t WHERE town = ?';
      const batchOf = (...statements: string[]) => `BEGIN BATCH\n  ${statements.join(';\n  ')};\nAPPLY BATCH`;
      const shared = "UPDATE t SET town = 'x' WHERE p = 1";
      const row = 'INSERT INTO t (p, c, n) VALUES (1, 2, 3)';

      test.each([[[shared, row]], [[row, shared]]])('%s', (statements) => {
        const made = synced(schema, batchOf(...statements), query);
        expect(
          made.endsWith(
            "SELECT town FROM t WHERE p = 1 LIMIT 1;\nINSERT INTO t_by_town (town, p, c, n) VALUES ('x', 1, 2, 3)",
          ),
        ).toBe(true);
        expect(made).not.toContain('(?, 1, 2, 3)');
      });

      test.each([
        [[shared, row, 'INSERT INTO t (p, c, n) VALUES (1, 3, 4)']],
        [[shared, 'DELETE FROM t WHERE p = 1 AND c = 2']],
      ])('%s: nobody follows', (statements) => {
        const batch = batchOf(...statements);
        expect(synced(schema, batch, query)).toBe(batch);
      });

      test('what may be of its partition is read when it is there', () => {
        const batch = batchOf('INSERT INTO t (p, c, n) VALUES (?, ?, ?)', 'UPDATE t SET town = ? WHERE p = ?');
        expect(synced(schema, batch, query)).toBe(
          `SELECT town, c, n FROM t WHERE p = ?;
BEGIN BATCH
  INSERT INTO t (p, c, n) VALUES (?, ?, ?);
  UPDATE t SET town = ? WHERE p = ?;
  INSERT INTO t_by_town (town, p, c, n) VALUES (?, ?, ?, ?);
  -- only where town changed
  DELETE FROM t_by_town WHERE town = ? AND p = ? AND c = ?;
APPLY BATCH;
SELECT town FROM t WHERE p = ? LIMIT 1;
INSERT INTO t_by_town (town, p, c, n) VALUES (?, ?, ?, ?)`,
        );
        const { steps } = proposals(
          { 'schema.cql': schema, 'query.cql': `${query};`, 'writes.cql': `${batch};` },
          'query.cql',
          'select',
        )[0]!.sync().changes[0]!;
        expect(steps.slice(-2).map(({ cql }) => cql.split(' ', 1)[0])).toEqual(['SELECT', 'INSERT']);
        expect(steps.slice(0, -2).filter(({ cql }) => cql.startsWith('INSERT INTO t_by_town'))).toHaveLength(1);
      });

      test('another partition is another matter', () => {
        expect(synced(schema, batchOf(shared, 'INSERT INTO t (p, c, n) VALUES (2, 2, 3)'), query)).toContain(
          'INSERT INTO t_by_town (town, p, c, n) VALUES (?, 2, 2, 3)',
        );
      });
    });

    describe('of rows that another of them deletes with others', () => {
      const CARTS = 'CREATE TABLE carts (buyer int, item int, qty int, shelf text, PRIMARY KEY (buyer, item));';
      const query = 'SELECT buyer, item, qty FROM carts WHERE shelf = ?';
      const insert = "INSERT INTO carts (buyer, item, qty, shelf) VALUES (2, 1, 5, 's')";
      const batchOf = (removal: string) => `BEGIN BATCH\n  ${removal};\n  ${insert};\nAPPLY BATCH`;

      test.each(['DELETE FROM carts WHERE buyer = 2', 'DELETE FROM carts WHERE buyer IN (1, 2)'])(
        '%s: nothing stays of the row',
        (removal) => {
          const made = synced(CARTS, batchOf(removal), query);
          expect(made).toContain('DELETE FROM carts_by_shelf');
          expect(made).not.toContain('INSERT INTO carts_by_shelf');
        },
      );

      test.each([
        'DELETE FROM carts WHERE buyer = 2 AND item > 0',
        'DELETE FROM carts USING TIMESTAMP 5 WHERE buyer = 2',
      ])('%s: nobody follows', (removal) => {
        expect(synced(CARTS, batchOf(removal), query)).toBe(batchOf(removal));
      });

      test.each([
        'DELETE FROM carts WHERE buyer = 1',
        'DELETE FROM carts WHERE buyer = 2 AND item IN (3, 4)',
        'DELETE qty FROM carts WHERE buyer = 2 AND item = 3',
      ])('%s: the row stays', (removal) => {
        expect(synced(CARTS, batchOf(removal), query)).toContain(
          "INSERT INTO carts_by_shelf (shelf, buyer, item, qty) VALUES ('s', 2, 1, 5);",
        );
      });
    });

    test('a note where only the values tell', () => {
      const notes = (batch: string) =>
        proposals(
          { 'schema.cql': USERS, 'query.cql': `${BY_EMAIL};`, 'writes.cql': `BEGIN BATCH ${batch}; APPLY BATCH;` },
          'query.cql',
          'select',
        )[0]!
          .sync()
          .notes.filter((note) => note.startsWith('Where two statements of a batch set columns of one row'));
      expect(notes('UPDATE users SET email = ? WHERE id = ?; UPDATE users SET age = ? WHERE id = ?')).toHaveLength(1);
      expect(notes('UPDATE users SET email = ? WHERE id = ?; UPDATE users SET email = ? WHERE id = ?')).toEqual([]);
    });
  });

  test.each([
    ['UPDATE users SET age = ? WHERE id = ?', 1],
    ['UPDATE users USING TTL 60 SET age = ? WHERE id = ?', 0],
    ['DELETE FROM users WHERE id = ?', 0],
  ])('rows end that are written USING TTL, and what stays of them is told: %s', (write, told) => {
    const files = {
      'schema.cql': USERS,
      'query.cql': `${BY_EMAIL};`,
      'writes.cql': `INSERT INTO users (id, email) VALUES (uuid(), ?) USING TTL 60;\n${write};`,
    };
    const { notes } = proposals(files, 'query.cql', 'select')[0]!.sync();
    expect(notes.filter((note) => note.startsWith('Rows written USING TTL end'))).toHaveLength(told);
  });

  test.each([
    ['email = ?', 'a null, or an empty value, into'],
    ['age = ?', 'a null into'],
    ['email = ? AND age = ?', 'a null into'],
  ])('a null has no place in a key, nor an empty value in one column of a partition key: %s', (where, told) => {
    const files = {
      'schema.cql': USERS,
      'query.cql': `SELECT * FROM users WHERE ${where};`,
      'writes.cql': 'INSERT INTO users (id, email, age) VALUES (uuid(), ?, ?);',
    };
    const made = proposals(files, 'query.cql', 'select').find(({ kind }) => kind === 'new-table');
    expect(made!.sync().notes).toContain(`Of a write, a line that would put ${told} the key of the copy is left out.`);
  });

  test('something declared unique is claimed first', () => {
    const schema = `-- @unique email\n-- @immutable email\n${USERS}`;
    expect(synced(schema, 'INSERT INTO users (id, email) VALUES (?, ?)', BY_EMAIL)).toBe(
      'INSERT INTO users_by_email (email, id) VALUES (?, ?) IF NOT EXISTS;\n' +
        '-- only where it was applied\nINSERT INTO users (id, email) VALUES (?, ?)',
    );
  });

  test('a bucket of a constant is a constant', () => {
    const schema =
      '-- @rate 6/minute per sensor\nCREATE TABLE r (sensor uuid, at timestamp, v float, PRIMARY KEY ((sensor), at));';
    const query = 'SELECT v FROM r WHERE sensor = ? AND at >= ? AND at < ?';
    expect(synced(schema, "INSERT INTO r (sensor, at, v) VALUES (?, '2016-10-04 12:00', 1)", query)).toContain(
      "INSERT INTO r_by_sensor (sensor, week, at, v) VALUES (?, '2016-10-03', '2016-10-04 12:00', 1);",
    );
  });

  test('a collection is a row for each element', () => {
    const schema = 'CREATE TABLE v (id uuid PRIMARY KEY, title text, tags set<text>);';
    const query = 'SELECT title FROM v WHERE tags CONTAINS ?';
    const batch = synced(schema, "INSERT INTO v (id, tags) VALUES (uuid(), {'a', 'b'})", query);
    expect(batch).toContain(
      "  INSERT INTO v_by_tag (tag, id) VALUES ('a', ?);\n  INSERT INTO v_by_tag (tag, id) VALUES ('b', ?);",
    );
  });

  test('a static column goes to every partition of the copy', () => {
    const schema =
      'CREATE TABLE t (account text, id int, owner text static, symbol text, PRIMARY KEY ((account), id));';
    const query = 'SELECT id, owner FROM t WHERE account = ? AND symbol = ?';
    expect(synced(schema, 'UPDATE t SET owner = ? WHERE account = ?', query)).toBe(
      'SELECT symbol FROM t WHERE account = ?;\nBEGIN BATCH\n  UPDATE t SET owner = ? WHERE account = ?;\n' +
        '  UPDATE t_by_account_symbol SET owner = ? WHERE account = ? AND symbol = ?;\nAPPLY BATCH',
    );
  });

  test('a static column stays so only where no partition can lose its last row', () => {
    const schema =
      'CREATE TABLE t (account text, id int, owner text static, symbol text, PRIMARY KEY ((account), id));';
    const made = (write: string) =>
      proposals(
        {
          'schema.cql': schema,
          'query.cql': 'SELECT id, owner FROM t WHERE account = ? AND symbol = ?;',
          'writes.cql': `${write};`,
        },
        'query.cql',
        'select',
      )[0]!;
    const kept = made('UPDATE t SET owner = ? WHERE account = ?');
    expect(kept.ddl[0]).toContain('owner text static');
    expect(kept.notes).toContain(
      'A partition whose last row goes keeps its static `owner`, and answers with one row without `id`.',
    );
    for (const write of [
      'DELETE FROM t WHERE account = ? AND id = ?',
      'UPDATE t SET symbol = ? WHERE account = ? AND id = ?',
    ])
      expect(made(write).ddl[0]).not.toContain('static');
  });

  test('a static key column is read of the partition, which may not have the row yet', () => {
    const schema = 'CREATE TABLE t (account text, id int, owner text static, n int, PRIMARY KEY ((account), id));';
    const query = 'SELECT id, n FROM t WHERE owner = ?';
    expect(synced(schema, 'UPDATE t SET n = ? WHERE account = ? AND id = ?', query)).toBe(
      'SELECT owner FROM t WHERE account = ? LIMIT 1;\nBEGIN BATCH\n  UPDATE t SET n = ? WHERE account = ? AND id = ?;\n' +
        '  UPDATE t_by_owner SET n = ? WHERE owner = ? AND account = ? AND id = ?;\nAPPLY BATCH',
    );
  });

  test('a static key column of a copy with the same partitions is read where an INSERT leaves it out', () => {
    const schema = 'CREATE TABLE t (account text, id int, owner text static, n int, PRIMARY KEY ((account), id));';
    const query = 'SELECT id, n FROM t WHERE account IN (?, ?) AND owner > ?';
    expect(synced(schema, 'INSERT INTO t (account, id, n) VALUES (?, ?, ?)', query)).toBe(
      'SELECT owner FROM t WHERE account = ? LIMIT 1;\nBEGIN BATCH\n  INSERT INTO t (account, id, n) VALUES (?, ?, ?);\n' +
        '  INSERT INTO t_by_account_owner (account, owner, id, n) VALUES (?, ?, ?, ?);\nAPPLY BATCH',
    );
  });

  test('static columns of the same partitions are written though the row is not, and stay when a row moves', () => {
    const schema = 'CREATE TABLE t (account text, id int, tags set<text> static, n int, PRIMARY KEY ((account), id));';
    const query = 'SELECT id, tags FROM t WHERE account = ? AND n > ?';
    expect(synced(schema, 'INSERT INTO t (account, id, tags, n) VALUES (?, ?, ?, ?)', query)).toBe(
      'SELECT n FROM t WHERE account = ? AND id = ?;\nBEGIN BATCH\n  INSERT INTO t (account, id, tags, n) VALUES (?, ?, ?, ?);\n' +
        '  UPDATE t_by_account_n SET tags = ? WHERE account = ?;\n' +
        '  INSERT INTO t_by_account_n (account, n, id) VALUES (?, ?, ?);\n' +
        '  -- only where n changed\n  DELETE FROM t_by_account_n WHERE account = ? AND n = ? AND id = ?;\nAPPLY BATCH',
    );
    const fixed = `-- @immutable n\n${schema}`;
    expect(synced(fixed, "INSERT INTO t (account, id, tags, n) VALUES (?, ?, {'a'}, 1)", query)).toBe(
      "BEGIN BATCH\n  INSERT INTO t (account, id, tags, n) VALUES (?, ?, {'a'}, 1);\n" +
        "  INSERT INTO t_by_account_n (account, n, id, tags) VALUES (?, 1, ?, {'a'});\nAPPLY BATCH",
    );
    expect(synced(schema, 'UPDATE t SET tags = ?, n = ? WHERE account = ? AND id = ?', query)).toBe(
      'SELECT n FROM t WHERE account = ? AND id = ?;\nBEGIN BATCH\n  UPDATE t SET tags = ?, n = ? WHERE account = ? AND id = ?;\n' +
        '  UPDATE t_by_account_n SET tags = ? WHERE account = ?;\n' +
        '  INSERT INTO t_by_account_n (account, n, id) VALUES (?, ?, ?);\n' +
        '  -- only where n changed\n  DELETE FROM t_by_account_n WHERE account = ? AND n = ? AND id = ?;\nAPPLY BATCH',
    );
  });

  test('where a partition goes, those of the copy go whole, static values and all', () => {
    const columns = 'account text, id int, tags set<text> static, n int, at timestamp';
    const schema = `CREATE TABLE t (${columns}, PRIMARY KEY ((account), id));`;
    const query = 'SELECT id, tags FROM t WHERE account = ? AND n > ?';
    expect(synced(schema, 'DELETE FROM t WHERE account = ?', query)).toBe(
      'BEGIN BATCH\n  DELETE FROM t WHERE account = ?;\n  DELETE FROM t_by_account_n WHERE account = ?;\nAPPLY BATCH',
    );
    expect(synced(schema, 'DELETE FROM t WHERE account IN (?, ?)', query)).toBe(
      'SELECT account FROM t WHERE account IN (?, ?);\nBEGIN BATCH\n  DELETE FROM t WHERE account IN (?, ?);\n' +
        '  DELETE FROM t_by_account_n WHERE account = ?;\nAPPLY BATCH',
    );
    expect(synced(schema, 'DELETE FROM t WHERE account = ? AND id > ?', query)).toContain('AND n = ? AND id = ?;');
  });

  test('a static list is not static in a copy, where each row would add its elements once more', () => {
    const columns = 'account text, id int, tags list<text> static, marks frozen<list<text>> static, n int';
    const schema = `CREATE TABLE t (${columns}, PRIMARY KEY ((account), id));`;
    const [first] = proposals(
      { 's.cql': schema, 'q.cql': 'SELECT id, tags, marks FROM t WHERE account = ? AND n > ?;' },
      'q.cql',
      'select',
    );
    expect(flat(first!.ddl[0]!)).toBe(
      'CREATE TABLE t_by_account_n (account text, n int, id int, marks frozen<list<text>> static, tags list<text>, PRIMARY KEY ((account), n, id))',
    );
  });

  test('beside it what is static in the copy as well is written though no row is there', () => {
    const columns = 'account text, id int, tags list<text> static, marks frozen<list<text>> static, n int';
    const schema = `CREATE TABLE t (${columns}, PRIMARY KEY ((account), id));`;
    const query = 'SELECT id, tags, marks FROM t WHERE account = ? AND n > ?';
    for (const write of [
      'INSERT INTO t (account, tags, marks) VALUES (?, ?, ?)',
      'UPDATE t SET tags = ?, marks = ? WHERE account = ?',
    ]) {
      expect(synced(schema, write, query)).toBe(
        `BEGIN BATCH\n  ${write};\n  UPDATE t_by_account_n SET marks = ? WHERE account = ?;\nAPPLY BATCH;\n` +
          'SELECT n, id FROM t WHERE account = ?;\n' +
          'UPDATE t_by_account_n SET tags = ? WHERE account = ? AND n = ? AND id = ?',
      );
    }
  });

  test('a static and a regular key column at once: what the static one was is read before the write', () => {
    const schema = 'CREATE TABLE t (account text, id int, owner text static, n int, PRIMARY KEY ((account), id));';
    const query = 'SELECT id FROM t WHERE owner = ? AND n = ?';
    expect(synced(schema, 'UPDATE t SET owner = ?, n = ? WHERE account = ? AND id = ?', query).split('\n', 3)).toEqual([
      'SELECT owner, n, id FROM t WHERE account = ?;',
      'BEGIN BATCH',
      '  UPDATE t SET owner = ?, n = ? WHERE account = ? AND id = ?;',
    ]);
  });

  test('the client is told that copies wait for the condition', () => {
    const notes = (write: string): readonly string[] =>
      proposals(
        { 'schema.cql': USERS, 'query.cql': `${BY_EMAIL};`, 'writes.cql': `${write};` },
        'query.cql',
        'select',
      )[0]!
        .sync()
        .notes.filter((note) => note.startsWith('A write with a condition'));
    expect(notes('INSERT INTO users (id, email) VALUES (?, ?) IF NOT EXISTS')).toHaveLength(1);
    expect(notes('INSERT INTO users (id, email) VALUES (?, ?)')).toEqual([]);
  });

  test('two writes at a time are told of where something is read first, unless nothing moves', () => {
    const noted = (schema: string): readonly string[] => {
      const files = {
        'schema.cql': schema,
        'query.cql': `${BY_EMAIL};`,
        'writes.cql': 'INSERT INTO users (id, email) VALUES (?, ?);\nUPDATE users SET age = ? WHERE id = ?;',
      };
      return proposals(files, 'query.cql', 'select')[0]!
        .sync()
        .notes.filter((note) => /^An INSERT|^Where a write/.test(note));
    };
    expect(noted(USERS)).toEqual([
      'Where a write reads first, two at the same time may leave an old row behind; `UPDATE … IF email = ?` with the value read guards against it.',
    ]);
    expect(noted(`-- @immutable email\n${USERS}`)).toEqual([]);
  });

  test('each step of a batch with a time has that time, but reads', () => {
    const files = {
      'schema.cql': USERS,
      'query.cql': `${BY_EMAIL};`,
      'writes.cql':
        'BEGIN BATCH USING TIMESTAMP ?\n  UPDATE users USING TTL ? SET email = ? WHERE id = ?;\nAPPLY BATCH;',
    };
    const { steps } = proposals(files, 'query.cql', 'select')[0]!.sync().changes[0]!;
    expect(steps.map(({ cql, binds }) => [cql, ...binds.map((bind) => Object.values(bind)[0])])).toEqual([
      ['SELECT email, username, age FROM users WHERE id = ?', 3],
      ['UPDATE users USING TTL ? AND TIMESTAMP ? SET email = ? WHERE id = ?', 1, 0, 2, 3],
      [
        'INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?) USING TTL ? AND TIMESTAMP ?',
        2,
        3,
        'username',
        'age',
        1,
        0,
      ],
      ['DELETE FROM users_by_email USING TIMESTAMP ? WHERE email = ? AND id = ?', 0, 'email', 3],
    ]);
  });

  test('each statement of a batch has its own read and its own markers', () => {
    const files = {
      'schema.cql': `${USERS}\nCREATE TABLE log (day date, at timeuuid, what text, PRIMARY KEY (day, at));`,
      'query.cql': `${BY_EMAIL};`,
      'writes.cql':
        'BEGIN BATCH\n  INSERT INTO log (day, at, what) VALUES (?, ?, ?);\n  UPDATE users SET age = ? WHERE id = ?;\n  DELETE FROM users WHERE id = ?;\nAPPLY BATCH;',
    };
    expect(proposals(files, 'query.cql', 'select')[0]!.sync().changes[0]!.steps).toEqual([
      {
        cql: 'INSERT INTO log (day, at, what) VALUES (?, ?, ?)',
        binds: [{ original: 0 }, { original: 1 }, { original: 2 }],
        each: false,
      },
      { cql: 'SELECT email FROM users WHERE id = ?', binds: [{ original: 4 }] },
      { cql: 'UPDATE users SET age = ? WHERE id = ?', binds: [{ original: 3 }, { original: 4 }], each: false },
      {
        cql: 'UPDATE users_by_email SET age = ? WHERE email = ? AND id = ?',
        binds: [{ original: 3 }, { after: 'email' }, { original: 4 }],
        when: 'email is not null',
      },
      { cql: 'SELECT email FROM users WHERE id = ?', binds: [{ original: 5 }] },
      { cql: 'DELETE FROM users WHERE id = ?', binds: [{ original: 5 }], each: false },
      {
        cql: 'DELETE FROM users_by_email WHERE email = ? AND id = ?',
        binds: [{ before: 'email' }, { original: 5 }],
      },
    ]);
  });

  test('an entry of a map takes the place of another', () => {
    const schema = 'CREATE TABLE v (id uuid PRIMARY KEY, m map<text, text>);';
    const query = 'SELECT id FROM v WHERE m CONTAINS ?';
    expect(synced(schema, 'UPDATE v SET m = m + ? WHERE id = ?', query)).toContain(
      '\nDELETE FROM v_by_m_value WHERE m_value = ? AND id = ?;\nBEGIN BATCH\n',
    );
  });

  test('which elements a row has, only steps can say', () => {
    const files = {
      'schema.cql': 'CREATE TABLE v (id uuid PRIMARY KEY, title text, tags set<text>);',
      'query.cql': 'SELECT title FROM v WHERE tags CONTAINS ?;',
      'writes.cql': 'INSERT INTO v (id, title, tags) VALUES (uuid(), ?, ?);',
    };
    expect(proposals(files, 'query.cql', 'select')[0]!.sync().changes[0]!.steps).toHaveLength(2);
  });

  test('where writes bind the column of a table of some rows, the table has them all', () => {
    const files = {
      'schema.cql': 'CREATE TABLE users (id uuid PRIMARY KEY, email text, vip boolean);',
      'query.cql': 'SELECT id, email FROM users WHERE vip = true;',
      'writes.cql': 'UPDATE users SET vip = ? WHERE id = ?;',
    };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(first).toMatchObject({ table: 'users_by_vip', copySelect: undefined });
  });

  test('a table of some rows: they enter and leave', () => {
    const schema = 'CREATE TABLE users (id uuid PRIMARY KEY, email text, vip boolean);';
    const query = 'SELECT id, email FROM users WHERE vip = true';
    expect(synced(schema, 'UPDATE users SET vip = true WHERE id = ?', query)).toContain(
      '  INSERT INTO users_where_vip (shard, id, email) VALUES (?, ?, ?);',
    );
    expect(synced(schema, 'UPDATE users SET vip = false WHERE id = ?', query)).toContain(
      '  DELETE FROM users_where_vip WHERE shard = ? AND id = ?;',
    );
  });

  const COUNTERS = 'CREATE TABLE shop.views (page text, day date, views counter, PRIMARY KEY ((page), day));';
  const OF_A_DAY = 'SELECT page, views FROM shop.views WHERE day = ?';

  test.each([
    [
      'UPDATE shop.views SET views = views + 1 WHERE page = ? AND day = ?',
      'BEGIN COUNTER BATCH\n  UPDATE shop.views SET views = views + 1 WHERE page = ? AND day = ?;\n' +
        '  UPDATE shop.views_by_day SET views = views + 1 WHERE day = ? AND page = ?;\nAPPLY BATCH',
    ],
    [
      'DELETE FROM shop.views WHERE page = ?',
      'SELECT day FROM shop.views WHERE page = ?;\nBEGIN COUNTER BATCH\n  DELETE FROM shop.views WHERE page = ?;\n' +
        '  DELETE FROM shop.views_by_day WHERE day = ? AND page = ?;\nAPPLY BATCH',
    ],
  ])('counters count along: %s', (write, expected) => {
    expect(synced(COUNTERS, write, OF_A_DAY)).toBe(expected);
  });

  test.each([
    [
      'a batch that writes the copy gives it the new column, too',
      'BEGIN BATCH INSERT INTO users (id, email, age) VALUES (?, ?, ?); INSERT INTO users_by_email (email, id) VALUES (?, ?); APPLY BATCH',
      'BEGIN BATCH INSERT INTO users (id, email, age) VALUES (?, ?, ?); INSERT INTO users_by_email (email, id, age) VALUES (?, ?, ?); INSERT INTO users_by_email (email, id) VALUES (?, ?); APPLY BATCH',
    ],
    [
      'and takes its row away but once',
      'BEGIN BATCH DELETE FROM users WHERE id = ?; DELETE FROM users_by_email WHERE email = ? AND id = ?; APPLY BATCH',
      'BEGIN BATCH DELETE FROM users WHERE id = ?; DELETE FROM users_by_email WHERE email = ? AND id = ?; APPLY BATCH',
    ],
    [
      'another write, all of the row',
      'INSERT INTO users (id, username, email, age) VALUES (uuid(), ?, ?, ?)',
      'BEGIN BATCH -- id: uuid(), asked once INSERT INTO users (id, username, email, age) VALUES (?, ?, ?, ?); INSERT INTO users_by_email (email, id, username, age) VALUES (?, ?, ?, ?); APPLY BATCH',
    ],
  ])('a copy that is widened: %s', (_, write, expected) => {
    const copy =
      '-- @copy-of users\nCREATE TABLE users_by_email (email text, id uuid, username text, PRIMARY KEY (email, id));';
    expect(flat(synced(`${USERS}\n${copy}`, write, 'SELECT age FROM users WHERE email = ?'))).toBe(expected);
  });

  test('counters are not copied, and the proposal says so', () => {
    const write = 'UPDATE shop.views SET views += 1 WHERE page = ? AND day IN ?;';
    const files = { 'schema.cql': COUNTERS, 'query.cql': `${OF_A_DAY};`, 'writes.cql': write };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(first).toMatchObject({
      preferred: false,
      backfill: undefined,
      derived: [{ column: 'views', from: ['views'], function: 'sum' }],
    });
    expect(first!.title).toContain('counters: filled while nothing counts');
    expect(flat(first!.sync().changes[0]!.replacement)).toMatch(
      /UPDATE shop\.views SET views \+= 1 WHERE page = \? AND day IN \?; UPDATE \S+ SET views \+= 1 WHERE day IN \? AND page = \?;/,
    );
    // Which row is in which shard no list says, and a row that counts for the first time would not be found.
    const spread = proposals(
      { ...files, 'query.cql': 'SELECT page, views FROM shop.views WHERE day > ?;' },
      'query.cql',
      'select',
    ).find(({ derived }) => derived.some((one) => one.function === 'hash-bucket'));
    expect(spread!.sync()).toMatchObject({ changes: [], lost: [{ at: { uri: 'writes.cql' } }] });
    const statics = 'CREATE TABLE c (k int, c int, n counter, s counter static, PRIMARY KEY (k, c));';
    expect(
      proposals({ 'schema.cql': statics, 'query.cql': 'SELECT k, n FROM c WHERE c = ?;' }, 'query.cql', 'select'),
    ).toMatchObject([
      { kind: 'rewrite', notes: [expect.stringMatching(/^Why no table of its own: `n` is a counter/)] },
    ]);
  });
});

test('rows that an UPDATE lists are listed in a copy by the same columns', () => {
  const schema =
    'CREATE TABLE berths (pier text, no int, state text, ship text, fee int static, PRIMARY KEY (pier, no));';
  const of = (write: string, query = 'SELECT pier, state FROM berths WHERE no = ?') =>
    flat(synced(schema, write, query));
  expect(of('UPDATE berths SET state = ? WHERE pier = ? AND no IN ?')).toBe(
    'BEGIN BATCH UPDATE berths SET state = ? WHERE pier = ? AND no IN ?; UPDATE berths_by_no SET state = ? WHERE no IN ? AND pier = ?; APPLY BATCH',
  );
  expect(of('UPDATE berths SET state = ? WHERE pier IN ? AND no = 3')).toContain(
    'UPDATE berths_by_no SET state = ? WHERE no = 3 AND pier IN ?;',
  );
  // A row that it makes takes over what is static, which has to be read.
  expect(
    of('UPDATE berths SET state = ? WHERE pier = ? AND no IN ?', 'SELECT pier, state, fee FROM berths WHERE no = ?'),
  ).toContain('SELECT');
});

test('a write that names no row asks nothing of the copy', () => {
  const schema = 'CREATE TABLE t (a int, b int, c int, d int, PRIMARY KEY (a, b));';
  const write = 'UPDATE t SET d = 1 WHERE a = 1 AND b IN ()';
  expect(synced(schema, write, 'SELECT * FROM t WHERE b = 3 ALLOW FILTERING')).toBe(write);
});

test('whether writes change is told by the first that does, however many there are', () => {
  const looksWith = (writes: number): number => {
    const write = "INSERT INTO users (id, email) VALUES (uuid(), 'a@b');\n";
    const files = { 'schema.cql': USERS, 'writes.cql': write.repeat(writes), 'query.cql': `${BY_EMAIL};` };
    const { uri, segment, statement, table, path, session, surroundings } = contextOf(
      project(files),
      'query.cql',
      'select',
      0,
    );
    if (statement.kind !== 'select' || table === undefined || path === undefined) throw new Error('no query');
    let looks = 0;
    const counted = surroundings.usesOf(table).map((use) => ({
      ...use,
      get segment() {
        looks++;
        return use.segment;
      },
    }));
    const [first] = proposalsForQuery({
      statement,
      at: { uri, segment, span: statement.span },
      table,
      path,
      session,
      surroundings: { ...surroundings, usesOf: () => counted },
    });
    looks = 0;
    expect(first?.changesWrites()).toBe(true);
    return looks;
  };
  expect(looksWith(200)).toBe(looksWith(20));
});
