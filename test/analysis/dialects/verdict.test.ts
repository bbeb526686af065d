import { describe, expect, test } from 'vitest';
import { parseTarget, type Target } from '../../../server/src/text/release.ts';
import { Workspace } from '../../../server/src/workspace/workspace.ts';
import { verdict } from '../../../server/src/analysis/verdict.ts';
import { openDocument } from '../../../server/src/syntax/index.ts';
import { sessionOf } from '../tables.ts';

const session = sessionOf(`
  CREATE TABLE t (id uuid PRIMARY KEY, a text);
  CREATE TABLE i (id uuid PRIMARY KEY, a text, b text);
  CREATE INDEX ON i (a);
  CREATE TABLE s (p int, c int, d int, v text, PRIMARY KEY (p, c, d));
`);

function asked(cql: string, name: string): string {
  const target: Target | undefined = parseTarget(name);
  const segment = openDocument(cql).segments[0];
  const statement = segment?.statement();
  if (target === undefined || segment === undefined || statement === undefined) throw new Error(cql);
  const given = verdict(statement, { ...session, target }, segment.features, cql);
  return given.kind === 'refused' ? given.check : given.kind;
}

const ALL = ['scylla', 'dse', 'astra', 'keyspaces'];

describe('what all servers share', () => {
  test.each(ALL)('is judged for %s', (target) => {
    expect(asked("SELECT * FROM t WHERE a = 'x' ALLOW FILTERING", target)).toBe('accepted');
    expect(asked("UPDATE t SET a = 'x' WHERE a = 'y'", target)).toBe('partition-key-missing');
    expect(asked('SELECT nothing FROM t', target)).toBe('undefined-column');
    expect(asked('UPDATE s SET p = 1 WHERE p = 1 AND c = 1 AND d = 1', target)).toBe('set-primary-key');
  });

  test('is judged behind clauses that only say how a statement runs', () => {
    expect(asked("SELECT * FROM t WHERE a = 'x' BYPASS CACHE", 'scylla')).toBe('needs-filtering');
    expect(asked("UPDATE t USING TIMEOUT 5s SET a = 'x' WHERE a = 'y'", 'scylla')).toBe('partition-key-missing');
  });
});

describe('what one of them may take', () => {
  test.each(ALL)('is left to %s beside an index', (target) => {
    expect(asked("SELECT * FROM i WHERE a = 'x' AND b = 'y'", target)).toBe('undecided');
  });

  test('is left to a search index', () => {
    expect(asked("SELECT * FROM t WHERE a = 'x'", 'dse')).toBe('undecided');
    expect(asked('SELECT * FROM s WHERE p = 1 AND d = 1', 'dse')).toBe('undecided');
  });

  test('is taken with local indexes', () => {
    expect(asked('CREATE INDEX ON s ((p), v)', 'scylla')).toBe('accepted');
  });
});

describe('what one of them lacks', () => {
  const batch = (type: string, count: number): string =>
    `BEGIN ${type} BATCH ${'INSERT INTO t (id) VALUES (uuid()); '.repeat(count)} APPLY BATCH`;

  test.each([
    ['keyspaces', 'CREATE INDEX ON t (a)'],
    ['keyspaces', 'CREATE MATERIALIZED VIEW m AS SELECT * FROM t WHERE id IS NOT NULL PRIMARY KEY (id)'],
    ['keyspaces', 'TRUNCATE t'],
    ['keyspaces', "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'"],
    ['keyspaces', 'CREATE AGGREGATE g (int) SFUNC f STYPE int'],
    ['keyspaces', "CREATE TRIGGER x ON t USING 'c'"],
    ['keyspaces', batch('UNLOGGED', 31)],
    ['keyspaces', 'ALTER TYPE y ADD z int'],
    ['astra', "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'"],
    ['astra', 'CREATE AGGREGATE g (int) SFUNC f STYPE int'],
    ['astra', 'CREATE MATERIALIZED VIEW m AS SELECT * FROM t WHERE id IS NOT NULL PRIMARY KEY (id)'],
    ['scylla', "CREATE TRIGGER x ON t USING 'c'"],
  ])('is refused: %s %s', (target, cql) => {
    expect(asked(cql, target)).toBe('not-in-dialect');
  });

  test.each([batch('UNLOGGED', 30), batch('', 31)])('is not what fits its limits', (cql) => {
    expect(asked(cql, 'keyspaces')).not.toBe('not-in-dialect');
  });
});

test('no finding quotes a sentence of Cassandra', () => {
  const text = `CREATE TABLE k.t (id uuid PRIMARY KEY, a text);
    SELECT id FROM k.t WHERE a = 'x';
    SELECT b FROM k.t;
    UPDATE k.t SET a = 'x' WHERE a = 'y';`;
  const target = parseTarget('scylla')!;
  const workspace = new Workspace();
  workspace.configure({ ...workspace.configuration, target });
  workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
  const findings = workspace.findings('a.cql').map(({ finding }) => finding);
  expect(findings.map(({ code }) => code)).toEqual(['unrestricted-partition-key', 'unknown-column', 'refused']);
  expect(findings.filter(({ server }) => server !== undefined)).toEqual([]);
});
