import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

// Programs that speak with Cassandra and with another database: what is handed to which.

const SCHEMA = `CREATE TABLE shop.users (id uuid PRIMARY KEY, name text, country text);
CREATE TABLE shop.events (user_id uuid, at timestamp, kind text, PRIMARY KEY (user_id, at));`;
/** Of the other database, though it could be read as CQL. */
const SQL = "SELECT id, phone FROM users WHERE country = 'nz'";
const CQL = 'SELECT kindd FROM shop.events WHERE user_id = ?';

function found(files: Readonly<Record<string, string>>): readonly string[] {
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, ...files });
  return allFindings(workspace)
    .filter(({ path }) => path !== 'schema.cql')
    .map(({ finding, path, start, end }) =>
      [path, finding.code, workspace.file(path)!.document.text().slice(start, end)].join(': '),
    );
}

describe('what is handed to a session of Cassandra is read, and nothing else', () => {
  test.each([
    [
      'a.js',
      `const { Pool } = require('pg');
const cassandra = require('cassandra-driver');
const pool = new Pool();
const client = new cassandra.Client({});
pool.query("${SQL}");
client.execute("${CQL}", [id]);`,
    ],
    [
      'batch.js',
      `const { Pool } = require('pg');
const { Client } = require('cassandra-driver');
const names = "${SQL}";
const kinds = "${CQL}";
store.run([{ query: kinds, params: [id] }], { prepare: true });
store.run({ text: names, values: [] });`,
    ],
    [
      'b.ts',
      `import { Client } from 'cassandra-driver';
import mysql from 'mysql2/promise';
class Both {
  constructor(private readonly events: Client, private readonly db: mysql.Pool) {}
  run() {
    this.db.execute("${SQL}");
    return this.events.execute("${CQL}", [1]);
  }
}`,
    ],
    [
      'a.py',
      `import psycopg2
from cassandra.cluster import Cluster
class Both:
    def __init__(self):
        self.conn = psycopg2.connect("")
        self.session = Cluster(["a"]).connect("shop")
    def run(self):
        self.conn.cursor().execute("${SQL}")
        self.session.execute("${CQL}")`,
    ],
    [
      'a.go',
      `package a
import (
	"database/sql"
	"github.com/gocql/gocql"
)
type Both struct {
	db      *sql.DB
	session *gocql.Session
}
func (b *Both) run() {
	b.db.Query("${SQL}")
	b.session.Query("${CQL}", 1)
}`,
    ],
    [
      'A.java',
      `import com.datastax.oss.driver.api.core.CqlSession;
import java.sql.Connection;
class A {
  private final CqlSession session;
  private final Connection connection;
  static final String NAMES = "${SQL}";
  static final String KINDS = "${CQL}";
  void run() {
    connection.prepareStatement(NAMES);
    session.execute(session.prepare(KINDS).bind(1));
  }
}`,
    ],
    [
      'a.kt',
      `import com.datastax.oss.driver.api.core.CqlSession
import org.springframework.jdbc.core.JdbcTemplate
class A(private val session: CqlSession, private val jdbc: JdbcTemplate) {
  fun run() {
    jdbc.query("${SQL}")
    session.execute("${CQL}", 1)
  }
}`,
    ],
    [
      'a.scala',
      `import com.datastax.oss.driver.api.core.CqlSession
import doobie.implicits._
class A(session: CqlSession) {
  def names = sql"${SQL}".query[String]
  def kinds = session.execute("${CQL}")
}`,
    ],
    [
      'a.rs',
      `use scylla::Session;
use sqlx::PgPool;
struct A { session: Session, pool: PgPool }
impl A {
    async fn run(&self) {
        sqlx::query("${SQL}").fetch_all(&self.pool).await;
        self.session.query_unpaged("${CQL}", (1,)).await;
    }
}`,
    ],
    [
      'A.cs',
      `using Cassandra;
using Npgsql;
class A {
    private readonly ISession _session;
    void Run() {
        using var command = new NpgsqlCommand("${SQL}", _connection);
        _session.Execute(new SimpleStatement("${CQL}", 1));
    }
}`,
    ],
    [
      'a.php',
      `<?php
use Cassandra\\SimpleStatement;
$pdo = new PDO('mysql:host=a');
$session = $cluster->connect('shop');
$pdo->query("${SQL}");
$session->execute("${CQL}");`,
    ],
    [
      'a.rb',
      `require 'cassandra'
require 'mysql2'
class A
  def initialize
    @session = Cassandra.cluster.connect('shop')
    @db = Mysql2::Client.new(host: 'a')
  end
  def run
    @db.query("${SQL}")
    @session.execute('${CQL}')
  end
end`,
    ],
    [
      'a.ex',
      `defmodule A do
  def run(conn, pg) do
    Postgrex.query(pg, "${SQL}", [])
    Xandra.execute(conn, "${CQL}", [1])
  end
end`,
    ],
  ])('%s', (path, text) => {
    expect(found({ [path]: text })).toEqual([`${path}: unknown-column: kindd`]);
  });
});

test('who is spoken with under one name is not known', () => {
  const text = `const { Pool } = require('pg');
const { Client } = require('cassandra-driver');
const db = useCassandra ? new Client({}) : undefined;
function other() {
  const db = new Pool();
  return db.query("${SQL}");
}`;
  expect(found({ 'a.js': text })).toEqual([]);
});

describe('a name that an own program gives is of the database with which that one speaks', () => {
  const POSTGRES = "import pg from 'pg';\nexport const db = new pg.Pool();\nexport default db;\n";
  const CASSANDRA =
    "import { Client } from 'cassandra-driver';\nexport const db = new Client({});\nexport default db;\n";
  const runs = (head: string, sql = SQL): string =>
    `${head}\nexport const names = () => db.query("${sql}");\nexport const kinds = () => db.execute("${CQL}", [1]);\n`;
  const KINDS = 'unknown-column: kindd';
  const dependencies = { 'driver.ts': "import { Client } from 'cassandra-driver';\n" };

  test.each([
    ["import db from '../store/db';", 'a/q.ts', 'store/db.ts'],
    ["import { other, db } from '../store/db.js';", 'a/q.ts', 'store/db.ts'],
    ["import {\n  other,\n  pool as db,\n} from '@/store';", 'src/a/q.ts', 'src/store/index.ts'],
    ["const { db } = require('./db');", 'q.js', 'db.js'],
    ["const open = require('./db');\nconst db = open();", 'q.js', 'db.js'],
  ])('%s', (head, path, store) => {
    const text = runs(head);
    expect(found({ ...dependencies, [path]: text, [store]: POSTGRES })).toEqual([]);
    expect(found({ ...dependencies, [path]: runs(head, CQL), [store]: CASSANDRA })).toEqual([
      `${path}: ${KINDS}`,
      `${path}: ${KINDS}`,
    ]);
  });

  test.each([
    ['from .db import session', 'shop/q.py', 'shop/db.py'],
    ['from ..store.db import close, session', 'shop/a/q.py', 'shop/store/db.py'],
    ['from shop.db import (\n    get_session,\n)\nsession = get_session()', 'app/shop/a/q.py', 'app/shop/db.py'],
    ['from shop import session', 'shop/a/q.py', 'shop/session.py'],
  ])('%s', (head, path, store) => {
    const text = `${head}\nsession.execute("${CQL}", [1])\n`;
    expect(found({ [path]: text, [store]: 'from sqlalchemy.orm import Session\n' })).toEqual([]);
    expect(found({ [path]: text, [store]: 'from cassandra.cluster import Cluster\n' })).toEqual([`${path}: ${KINDS}`]);
    expect(
      found({
        [path]: `import psycopg2\n${text}psycopg2.connect("").execute("${SQL}")\n`,
        [store]: 'from cassandra.cluster import Cluster\n',
      }),
    ).toEqual([`${path}: ${KINDS}`]);
  });

  test.each([
    ["const { client } = require('../database');", 'client', 'routes/q.js', 'database/index.js'],
    ["import { client as events } from './db';", 'events', 'q.ts', 'db.ts'],
  ])('by the name that it has where both are opened: %s', (line, name, path, opens) => {
    const both = `import cassandra from 'cassandra-driver';
import pg from 'pg';
export const client = new cassandra.Client({});
export const sql: pg.Client = new pg.Client();
`;
    const reads = `${line}\n${name}.execute("${CQL.replace('shop.', '')}", [id]);\n`;
    const files = { [path]: reads, [opens]: both };
    expect(found(files)).toEqual([`${path}: unknown-column: kindd`]);
    expect(found({ ...files, [path]: reads.replaceAll('client', 'sql') })).toEqual([]);
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, ...files });
    const codes = (): readonly string[] => workspace.findings(path).map(({ finding }) => finding.code);
    expect(codes()).toEqual(['unknown-column']);
    const start = both.indexOf('client =');
    workspace.edit(opens, { start, end: start + 'client'.length, text: 'another' });
    expect(codes()).toEqual([]);
  });

  test('beside an import of Cassandra, and with types behind the call', () => {
    const text = `import cassandra from './cassandra';
import db from './db';
cassandra.execute("${CQL}", [1]);
db.raw<{ rows: { id: string; of: Map<string, string[]> }[] }>("${SQL}");
`;
    expect(found({ 'q.ts': text, 'db.ts': POSTGRES, 'cassandra.ts': CASSANDRA })).toEqual([`q.ts: ${KINDS}`]);
  });

  test('in a page that a server draws, and nothing else in it', () => {
    const page = (line: string): string =>
      `${line}\nexport default async function Page() {\n  const rows = await db.execute("${CQL}", [1]);\n  return <p title="${SQL}">{rows}</p>;\n}\n`;
    const line = "import db from './db';";
    expect(found({ 'page.tsx': page(line), 'db.ts': CASSANDRA })).toEqual([`page.tsx: ${KINDS}`]);
    expect(found({ 'page.tsx': page(line), 'db.ts': POSTGRES })).toEqual([]);
    expect(found({ 'page.tsx': page('') })).toEqual([]);
  });

  test('is heard of as it changes', () => {
    const path = 'a/q.ts';
    const workspace = workspaceOf({
      'schema.cql': SCHEMA,
      'driver.ts': dependencies['driver.ts'],
      [path]: `import db from '../db';\ndb.execute("${CQL}", [1]);\n`,
      'db.ts': POSTGRES,
    });
    const codes = (): readonly string[] => workspace.findings(path).map(({ finding }) => finding.code);
    expect(codes()).toEqual([]);
    workspace.edit('db.ts', { start: 0, end: POSTGRES.length, text: CASSANDRA });
    expect(codes()).toEqual(['unknown-column']);
    workspace.edit('db.ts', { start: 0, end: CASSANDRA.length, text: POSTGRES });
    expect(codes()).toEqual([]);
  });
});

test('one program that gives what is of several', () => {
  const text = `const { cassandra, knex } = require('./db');
cassandra.execute("${CQL}", [1]);
knex.raw("${SQL}");
`;
  const db = "module.exports = { cassandra: require('cassandra-driver'), knex: require('knex') };\n";
  expect(found({ 'q.js': text, 'db.js': db })).toEqual(['q.js: unknown-column: kindd']);
});

test('databases of time series have a SQL of their own', () => {
  const text = `import com.basho.riak.client.api.RiakClient;
class Worker {
  String query(String host) {
    return new StringBuilder("SELECT * FROM ").append(bucket).append(" WHERE host = '").append(host).append("'").toString();
  }
}
`;
  const driver = { 'Events.java': 'import com.datastax.driver.core.Session;\nclass Events {}\n' };
  const holds = (program: string): boolean =>
    (workspaceOf({ ...driver, 'Worker.java': program }).file('Worker.java')?.code?.extraction.statements.length ?? 0) >
    0;
  expect(holds(text.replace(/^import.*\n/, ''))).toBe(true);
  expect(holds(text)).toBe(false);
});

test('what makes identifiers is no database', () => {
  const text = `package a

import (
	"github.com/bwmarrin/snowflake"
	"github.com/gocql/gocql"
)

func f(store *store) { store.session.Query("${CQL}", snowflake.ID(1)) }
`;
  expect(found({ 'a.go': text })).toEqual(['a.go: unknown-column: kindd']);
  expect(found({ 'a.go': text.replace('bwmarrin/snowflake', 'snowflakedb/gosnowflake') })).toEqual([]);
});

test('a module of a mapper runs statements, whatever it is called', () => {
  const text = `from cassandra.cqlengine import connection
from django.db import connections
connection.execute("${CQL}", [1])
connections["default"].cursor().execute("${SQL}")
`;
  expect(found({ 'a.py': text })).toEqual(['a.py: unknown-column: kindd']);
});

test('where nothing is imported a name tells of the database', () => {
  const text = (receiver: string, query: string): string => `exports.a = () => this.${receiver}.query("${query}");`;
  expect(found({ 'a.js': text('mysqlPool', SQL) })).toEqual([]);
  expect(found({ 'a.js': text('cassandraClient', CQL) })).toEqual(['a.js: unknown-column: kindd']);
});

describe('a session is in the keyspace that the program gives it', () => {
  const QUERY = 'SELECT nope FROM users WHERE id = ?';
  test.each([
    [
      'a.py',
      (keyspace: string) =>
        `from cassandra.cluster import Cluster\nsession = Cluster().connect('${keyspace}')\nsession.execute("${QUERY}", [x])\n`,
    ],
    [
      'a.py',
      (keyspace: string) =>
        `from cassandra.cluster import Cluster\nsession = Cluster().connect()\nsession.set_keyspace('${keyspace}')\nsession.execute("${QUERY}", [x])\n`,
    ],
    [
      'a.js',
      (keyspace: string) =>
        `const cassandra = require('cassandra-driver');\nconst client = new cassandra.Client({\n  contactPoints: ['a'],\n  keyspace: '${keyspace}',\n});\nclient.execute('${QUERY}', [x]);\n`,
    ],
    [
      'a.go',
      (keyspace: string) =>
        `package a\nimport "github.com/gocql/gocql"\nfunc f() {\n\tcluster := gocql.NewCluster("a")\n\tcluster.Keyspace = "${keyspace}"\n\tsession, _ := cluster.CreateSession()\n\tsession.Query("${QUERY}", x)\n}\n`,
    ],
    [
      'A.java',
      (keyspace: string) =>
        `import com.datastax.oss.driver.api.core.CqlSession;\nclass A {\n  void f() {\n    CqlSession session = CqlSession.builder()\n        .withKeyspace("${keyspace}")\n        .build();\n    session.execute("${QUERY}", x);\n  }\n}\n`,
    ],
    [
      'a.php',
      (keyspace: string) =>
        `<?php\n$cluster = Cassandra::cluster()->build();\n$session = $cluster->connect('${keyspace}');\n$session->execute("${QUERY}", [$x]);\n`,
    ],
    [
      'a.scala',
      (keyspace: string) =>
        `import com.datastax.oss.driver.api.core._\nval session = CqlSession.builder().withKeyspace(CqlIdentifier.fromCql("${keyspace}")).build()\nsession.execute("${QUERY}", x)\n`,
    ],
    [
      'a.rs',
      (keyspace: string) =>
        `use scylla::Session;\nasync fn f(session: Session) {\n    session.use_keyspace("${keyspace}", false).await;\n    session.query_unpaged("${QUERY}", (x,)).await;\n}\n`,
    ],
  ])('%s', (path, program) => {
    expect(found({ [path]: program('shop') })).toEqual([`${path}: unknown-column: nope`]);
    expect(found({ [path]: program('store') })).toEqual([]);
    expect(found({ [path]: program('system') })).toEqual([`${path}: unknown-column: nope`]);
  });

  test('also where the other keyspace has such a table', () => {
    const program = (keyspace: string): string =>
      `from cassandra.cluster import Cluster\nsession = Cluster().connect('${keyspace}')\nsession.execute("${QUERY}", [x])\n`;
    const files = {
      'a/schema.cql':
        'CREATE KEYSPACE shop WITH replication = {};\nCREATE TABLE shop.users (id int PRIMARY KEY, nope int);\n',
      'b/schema.cql':
        'CREATE KEYSPACE store WITH replication = {};\nCREATE TABLE store.users (id int PRIMARY KEY, other int);\n',
      'a/a.py': program('shop'),
    };
    const workspace = workspaceOf(files);
    const codes = (): readonly string[] => workspace.findings('a/a.py').map(({ finding }) => finding.code);
    expect(codes()).toEqual([]);
    const start = program('shop').indexOf("shop'");
    workspace.edit('a/a.py', { start, end: start + 'shop'.length, text: 'store' });
    expect(codes()).toEqual(['unknown-column']);
    workspace.edit('a/a.py', { start, end: start + 'store'.length, text: 'elsewhere' });
    expect(codes()).toEqual([]);
    workspace.edit('a/a.py', { start, end: start + 'elsewhere'.length, text: 'shop' });
    expect(codes()).toEqual([]);
  });

  test('each of two in its own', () => {
    const program = `from cassandra.cluster import Cluster
cluster = Cluster()
session = cluster.connect('store')
shop = cluster.connect('shop')
session.execute("SELECT one FROM users WHERE id = ?", [x])
shop.execute("SELECT other FROM users WHERE id = ?", [x])
`;
    expect(found({ 'a.py': program })).toEqual(['a.py: unknown-column: other']);
  });
});

describe('sessions that another program opens', () => {
  const BLOG = 'CREATE TABLE blog.notes (id uuid PRIMARY KEY, title text);';
  const OPENS = "import { Client } from 'cassandra-driver';\nexport const client = new Client({ keyspace: 'shop' });\n";
  const READS = "import { client } from './db';\nclient.execute('SELECT body FROM notes WHERE id = ?', [id]);\n";
  const told = (workspace: ReturnType<typeof workspaceOf>): readonly string[] =>
    allFindings(workspace).flatMap(({ finding, path }) => (path === 'a.ts' ? finding.code : []));

  test('say in which keyspace a statement is', () => {
    const files = { 'schema.cql': SCHEMA, 'blog.cql': BLOG, 'a.ts': READS };
    expect(told(workspaceOf({ ...files, 'db.ts': OPENS }))).toEqual([]);
    expect(told(workspaceOf({ ...files, 'db.ts': OPENS.replace('shop', 'blog') }))).toEqual(['unknown-column']);
    expect(told(workspaceOf({ ...files, 'db.ts': OPENS, 'blog.ts': OPENS.replace('shop', 'blog') }))).toEqual([
      'unknown-column',
    ]);
    const ofTests = { 'test/db.ts': OPENS.replace('shop', 'blog') };
    expect(told(workspaceOf({ ...files, 'db.ts': OPENS, ...ofTests }))).toEqual([]);
  });

  test('are heard of as they change', () => {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'blog.cql': BLOG, 'a.ts': READS, 'db.ts': OPENS });
    expect(told(workspace)).toEqual([]);
    const start = OPENS.indexOf('shop');
    workspace.edit('db.ts', { start, end: start + 4, text: 'blog' });
    expect(told(workspace)).toEqual(['unknown-column']);
    workspace.edit('db.ts', { start, end: start + 4, text: 'shop' });
    expect(told(workspace)).toEqual([]);
  });

  test('leave what stands beside them as it is while they stay the same', () => {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.ts': READS, 'db.ts': `const q = "${CQL}";\n${OPENS}` });
    const before = workspace.file('a.ts')!.code;
    workspace.edit('db.ts', { start: 0, end: 0, text: '\n' });
    expect(workspace.file('a.ts')!.code).toBe(before);
  });
});
