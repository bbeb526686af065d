import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

// What statements in programs show counts for rules about tables as what stands in files of CQL does.

const codes = (schema: string, ...statements: readonly string[]): readonly string[] =>
  allFindings(workspaceOf({ 'schema.cql': schema, 'store.go': go(statements) })).map(({ finding }) => finding.code);

const go = (statements: readonly string[]): string =>
  [
    'package store',
    'import "github.com/gocql/gocql"',
    ...statements.map(
      (one, index) => `func f${index}(s *gocql.Session) error {\n\treturn s.Query(\`${one}\`).Exec()\n}`,
    ),
  ].join('\n');

const JOBS = 'CREATE TABLE k.jobs (worker text, id timeuuid, body text, PRIMARY KEY ((worker), id))';
const SEATS = 'CREATE TABLE k.seats (flight text, seat text, who text, PRIMARY KEY (flight, seat));';
const HITS = 'CREATE TABLE k.hits (page text PRIMARY KEY, hits counter);';
const ORDERS = `CREATE TABLE k.orders (id uuid PRIMARY KEY, customer uuid, state text, total int);
CREATE TABLE k.orders_by_customer (customer uuid, state text, id uuid, total int, PRIMARY KEY ((customer), state, id));`;
const CODES = '-- @retention 1d\nCREATE TABLE k.codes (phone text PRIMARY KEY, code int);';
const ITEMS =
  "CREATE TABLE k.items (shop uuid, id uuid, state text, PRIMARY KEY ((shop), id)); CREATE INDEX ON k.items (state) USING 'sai';";
const MAIL =
  'CREATE TABLE k.mail (who uuid, at timestamp, id uuid, PRIMARY KEY ((who), at, id)) WITH default_time_to_live = 864000;';
const PINGS = 'CREATE TABLE k.pings (host text, at timestamp, ms int, PRIMARY KEY ((host), at));';
const ROOMS = 'CREATE TABLE k.rooms (id uuid PRIMARY KEY, messages list<text>);';

describe('statements in programs', () => {
  test.each<[string, string, readonly string[]]>([
    ['gc-grace', `${JOBS} WITH gc_grace_seconds = 60;`, ['DELETE FROM k.jobs WHERE worker = ? AND id = ?']],
    [
      'queue',
      `${JOBS};`,
      ['SELECT id, body FROM k.jobs WHERE worker = ? LIMIT 9', 'DELETE FROM k.jobs WHERE worker = ? AND id = ?'],
    ],
    [
      'lwt-mix',
      SEATS,
      [
        'INSERT INTO k.seats (flight, seat, who) VALUES (?, ?, ?) IF NOT EXISTS',
        'INSERT INTO k.seats (flight, seat, who) VALUES (?, ?, ?)',
      ],
    ],
    ['counter-reuse', HITS, ['UPDATE k.hits SET hits = hits + 1 WHERE page = ?', 'DELETE FROM k.hits WHERE page = ?']],
    ['mutable-key', ORDERS, ['UPDATE k.orders SET state = ? WHERE id = ?']],
    ['growing-collection', ROOMS, ['UPDATE k.rooms SET messages = messages + ? WHERE id = ?']],
    ['retention', CODES, ['INSERT INTO k.codes (phone, code) VALUES (?, ?)']],
    ['same-instant', PINGS, ['INSERT INTO k.pings (host, at, ms) VALUES (?, toTimestamp(now()), ?)']],
    ['index-values', ITEMS, ['SELECT id FROM k.items WHERE state = ?']],
    ['reversed-read', MAIL, ['SELECT id FROM k.mail WHERE who = ? ORDER BY at DESC LIMIT 9']],
  ])('%s is told', (code, schema, statements) => expect(codes(schema, ...statements)).toContain(code));

  test.each<[string, string, readonly string[]]>([
    [
      'retention',
      CODES,
      [
        'INSERT INTO k.codes (phone, code) VALUES (?, ?)',
        'INSERT INTO k.codes (phone, code) VALUES (?, ?) USING TTL ?',
      ],
    ],
    ['index-values', ITEMS, ['SELECT id FROM k.items WHERE shop = ? AND state = ?']],
    [
      'reversed-read',
      MAIL,
      [
        'SELECT id FROM k.mail WHERE who = ? ORDER BY at DESC LIMIT 9',
        'SELECT id FROM k.mail WHERE who = ? AND at > ? LIMIT 9',
      ],
    ],
    ['lwt-mix', SEATS, ['INSERT INTO k.seats (flight, seat, who) VALUES (?, ?, ?)']],
    ['queue', `${JOBS};`, ['SELECT id, body FROM k.jobs WHERE worker = ? LIMIT 9']],
  ])('%s is not told', (code, schema, statements) => expect(codes(schema, ...statements)).not.toContain(code));

  test('an edit of the program is seen by the statements of files', () => {
    const plain = 'INSERT INTO k.seats (flight, seat, who) VALUES (?, ?, ?)';
    const workspace = workspaceOf({ 'schema.cql': SEATS, 'w.cql': plain, 'store.go': go([plain]) });
    const toldIn = (): number =>
      allFindings(workspace).filter(({ path, finding }) => path === 'w.cql' && finding.code === 'lwt-mix').length;
    expect(toldIn()).toBe(0);
    const text = workspace.file('store.go')!.document.text();
    const at = text.indexOf(plain) + plain.length;
    workspace.edit('store.go', { start: at, end: at, text: ' IF NOT EXISTS' });
    expect(toldIn()).toBe(1);
  });
});

test('what a mapper or a builder writes may have a time to live', () => {
  const schema = `${PINGS.slice(0, -1)} WITH compaction = {'class': 'TimeWindowCompactionStrategy'};`;
  const told = (program: string): readonly string[] =>
    allFindings(workspaceOf({ 'schema.cql': schema, 'Ping.java': program })).map(({ finding }) => finding.code);
  expect(told('class Other {}')).toContain('twcs-ttl');
  expect(told('@Table("pings")\npublic class Ping {}')).not.toContain('twcs-ttl');
});

describe('a loop that puts rows into one batch', () => {
  const loading = (schema: string): readonly string[] => {
    const program =
      'package store\nimport "github.com/gocql/gocql"\nfunc load(s *gocql.Session, all []Good) error {\n\tb := s.NewBatch(gocql.LoggedBatch)\n' +
      '\tfor _, one := range all {\n\t\tb.Query(`INSERT INTO k.goods (shelf, sku) VALUES (?, ?)`, one.Shelf, one.Sku)\n\t}\n\treturn s.ExecuteBatch(b)\n}\n';
    const findings = allFindings(workspaceOf({ 'schema.cql': schema, 'store.go': program }));
    return findings.map(({ finding }) => finding.code).filter((code) => code === 'batch-load');
  };

  test('loads partitions', () => {
    expect(loading('CREATE TABLE k.goods (sku text PRIMARY KEY, shelf int);')).toEqual(['batch-load']);
  });

  test('may write one partition, or have copies to keep', () => {
    expect(loading('CREATE TABLE k.goods (shelf int, sku text, PRIMARY KEY (shelf, sku));')).toEqual([]);
    const copied = `CREATE TABLE k.goods (sku text PRIMARY KEY, shelf int);\n-- @copy-of goods\nCREATE TABLE k.goods_by_shelf (shelf int, sku text, PRIMARY KEY (shelf, sku));`;
    expect(loading(copied)).toEqual([]);
  });
});

describe('a partition key that programs bind to one constant', () => {
  const AUDIT = 'CREATE TABLE k.audit (scope text, at timeuuid, who text, PRIMARY KEY (scope, at));';
  const INSERT = 'INSERT INTO k.audit (scope, at, who) VALUES (?, now(), ?)';
  const told = (path: string, program: string): boolean =>
    allFindings(workspaceOf({ 'schema.cql': AUDIT, [path]: program })).some(
      ({ finding }) => finding.code === 'constant-partition',
    );
  const python = (bound: string, scope = 'SCOPE = "all"'): boolean =>
    told(
      'audit.py',
      `from cassandra.cluster import Cluster\n${scope}\n\ndef note(session, who, scope):\n    session.execute("${INSERT.replaceAll('?', '%s')}", ${bound})\n`,
    );
  const java = (bound: string): boolean =>
    told(
      'Audit.java',
      `import com.datastax.oss.driver.api.core.CqlSession;\nclass Audit {\n  private static final String SCOPE = "all";\n\n  void note(String who, String scope) {\n    session.execute("${INSERT}", ${bound});\n  }\n}\n`,
    );

  test('is told', () => {
    expect(python('("all", who)')).toBe(true);
    expect(python('[SCOPE, who]')).toBe(true);
    expect(java('"all", who')).toBe(true);
    expect(java('Audit.SCOPE, who')).toBe(true);
  });

  test('is none where another value may be bound', () => {
    expect(python('(scope, who)')).toBe(false);
    expect(python('(SCOPE, who)', 'SCOPE = os.environ["SCOPE"]')).toBe(false);
    expect(python('(SCOPE, who)', 'SCOPE = "all"\nif x:\n    SCOPE = "one"')).toBe(false);
    expect(python('"all", [scope, who]')).toBe(false);
    expect(python('("web-1", who)')).toBe(false);
    expect(java('"all" + scope, who')).toBe(false);
    expect(java('"all", who, scope')).toBe(false);
    expect(
      java('"all", who);\n    session.execute("INSERT INTO k.audit (scope, at, who) VALUES (\'one\', now(), ?)", who'),
    ).toBe(false);
  });

  test('follows an edit of what is bound', () => {
    const program = `package a\nimport "github.com/gocql/gocql"\nfunc f(s *gocql.Session, who, one string) {\n\ts.Query("${INSERT}", "all", who).Exec()\n}\n`;
    const workspace = workspaceOf({ 'schema.cql': AUDIT, 'a.go': program });
    const isTold = (): boolean => allFindings(workspace).some(({ finding }) => finding.code === 'constant-partition');
    expect(isTold()).toBe(true);
    const start = program.indexOf('"all"');
    workspace.edit('a.go', { start, end: start + '"all"'.length, text: 'one' });
    expect(isTold()).toBe(false);
    workspace.edit('a.go', { start, end: start + 'one'.length, text: '"all"' });
    expect(isTold()).toBe(true);
  });
});
