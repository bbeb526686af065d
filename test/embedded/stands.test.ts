import { expect, test } from 'vitest';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { workspaceOf } from '../fixtures.ts';
import { extractionOf } from './reading.ts';

// The table of a statement whose name is put in, where the program says it: each example is a program with what the placeholders are.

const GO = 'package a\nimport "github.com/gocql/gocql"\n';
const JAVA = 'import com.datastax.oss.driver.api.core.CqlSession;\n';
const KOTLIN = 'import com.datastax.oss.driver.api.core.CqlSession\n';
const TS = "import { Client } from 'cassandra-driver';\n";
const PYTHON = 'from cassandra.cluster import Cluster\n';
const RUST = 'use scylla::Session;\n';
const CSHARP = 'using Cassandra;\n';
const PHP = '<?php\nuse Cassandra\\Session;\n';
const RUBY = "require 'cassandra'\n";
const ELIXIR = 'alias Xandra.Cluster\n';

const ORDERS = ['orders'];

test.each<readonly [what: string, path: string, program: string, found: readonly string[]]>([
  ['Go: joined', 'a.go', `${GO}const t = "orders"\nvar q = "SELECT a FROM " + t + " WHERE k = ?"`, ORDERS],
  [
    'Go: a constant of a block, in a format beside a keyspace that is not known',
    'a.go',
    `${GO}const (\n\tt string = "orders"\n)\nvar q = fmt.Sprintf("SELECT a FROM %s.%s WHERE k = ?", ks, t)`,
    ORDERS,
  ],
  ['Go: by its place', 'a.go', `${GO}const t = "orders"\nvar q = fmt.Sprintf("SELECT a FROM %[2]s", ks, t)`, ORDERS],
  ['Go: a flag', 'a.go', `${GO}var t = "orders"\nfunc f() { flag.StringVar(&t); s.Query("SELECT a FROM " + t) }`, []],
  ['Go: a parameter', 'a.go', `${GO}const t = "orders"\nfunc f(t string) { s.Query("SELECT a FROM " + t) }`, []],
  [
    'Java: a field, of its class',
    'A.java',
    `${JAVA}class A { static final String T = "shop.orders"; String q = "SELECT a FROM " + A.T + " WHERE k = ?"; }`,
    ['shop.orders'],
  ],
  [
    'Java: a field of another class',
    'A.java',
    `${JAVA}class A { static final String T = "orders"; String q = "SELECT a FROM " + B.T + " WHERE k = ?"; }`,
    [],
  ],
  [
    'Java: by its place in a format',
    'A.java',
    `${JAVA}class A { static final String T = "orders"; String q = String.format("SELECT a FROM %2$s.%1$s", T, ks); }`,
    ORDERS,
  ],
  [
    'Java: a field that is set',
    'A.java',
    `${JAVA}class A { String t = "orders"; void set(String x) { t = x; } String q() { return "SELECT a FROM " + t; } }`,
    [],
  ],
  [
    'Java: one of two',
    'A.java',
    `${JAVA}class A { void f(boolean b) { String t = b ? "orders" : "t"; s.execute("SELECT a FROM " + t); } }`,
    [],
  ],
  [
    'Kotlin: put in with braces and without',
    'A.kt',
    `${KOTLIN}const val T = "orders"\nfun f() { s.execute("SELECT a FROM $T WHERE k = ?"); s.execute("SELECT b FROM \${T}") }`,
    ['orders', 'orders'],
  ],
  ['Kotlin: a default', 'A.kt', `${KOTLIN}class A(val t: String = "orders") { val q = "SELECT a FROM \${t}" }`, []],
  ['Kotlin: to be overridden', 'A.kt', `${KOTLIN}open val t = "orders"\nval q = "SELECT a FROM \${this.t}"`, []],
  [
    'TypeScript: a field',
    'a.ts',
    `${TS}class A { private readonly t = 'orders'; f() { c.execute(\`SELECT a FROM \${this.t}\`); } }`,
    ORDERS,
  ],
  [
    'TypeScript: a field that others may set',
    'a.ts',
    `${TS}class A { t = 'orders'; q = \`SELECT a FROM \${this.t}\` }`,
    [],
  ],
  [
    'TypeScript: a name of a loop',
    'a.ts',
    `${TS}const t = 'orders';\nfor (const t of all) c.execute(\`SELECT a FROM \${t}\`);`,
    [],
  ],
  [
    'TypeScript: a part of an object',
    'a.ts',
    `${TS}const t = 'orders';\nconst { t } = x;\nc.execute(\`SELECT a FROM \${t}\`);`,
    [],
  ],
  [
    'TypeScript: a function of its own',
    'a.ts',
    `${TS}const t = 'orders';\nconst f = (t) => c.execute(\`SELECT a FROM \${t}\`);`,
    [],
  ],
  ['Python: put in', 'a.py', `${PYTHON}T = "orders"\ns.execute(f"SELECT a FROM {KS}.{T} WHERE k = %s", k)`, ORDERS],
  [
    'Python: formatted',
    'a.py',
    `${PYTHON}T = "orders"\ns.execute("SELECT a FROM %s" % T)\ns.execute("SELECT b FROM {}.{}".format(KS, T))\ns.execute("SELECT c FROM {t}".format(t=T))`,
    ['orders', 'orders', 'orders'],
  ],
  ['Python: a part of it', 'a.py', `${PYTHON}T = "orders" + SUFFIX\ns.execute(f"SELECT a FROM {T}")`, []],
  [
    'Python: imported as well',
    'a.py',
    `${PYTHON}from .tables import T\nT = "orders"\ns.execute(f"SELECT a FROM {T}")`,
    [],
  ],
  [
    'Rust: put in',
    'a.rs',
    `${RUST}const T: &str = "orders";\nfn f() { s.query(format!("SELECT a FROM {T} WHERE k = ?"), k); }`,
    ORDERS,
  ],
  [
    'Rust: formatted',
    'a.rs',
    `${RUST}const T: &str = "orders";\nfn f() { s.query(format!("SELECT a FROM {}.{}", ks, T), k); }`,
    ORDERS,
  ],
  [
    'C#: put in',
    'A.cs',
    `${CSHARP}class A { const string T = "orders"; void F() { s.Execute($"SELECT a FROM {T}"); } }`,
    ORDERS,
  ],
  [
    'PHP: a constant of a class',
    'a.php',
    `${PHP}class A { const T = 'orders'; function f() { $s->execute("SELECT a FROM " . self::T . " WHERE k = 1"); } }`,
    ORDERS,
  ],
  [
    'Ruby: put in',
    'a.rb',
    `${RUBY}T_ORDERS = 'orders'.freeze\ns.execute("SELECT a FROM #{T_ORDERS} WHERE k = ?")`,
    ORDERS,
  ],
  [
    'Elixir: an attribute',
    'a.ex',
    `${ELIXIR}defmodule A do\n  @t "orders"\n  def f(c), do: Xandra.execute(c, "SELECT a FROM #{@t}")\nend`,
    ORDERS,
  ],
  [
    'Python: an attribute, which another class may have',
    'a.py',
    `${PYTHON}class A:\n    T = "orders"\n    def f(self): s.execute(f"SELECT a FROM {self.T}")`,
    [],
  ],
  [
    'Python: one of two names of a loop',
    'a.py',
    `${PYTHON}t = "orders"\nfor n, t in all:\n    s.execute(f"SELECT a FROM {t}")`,
    [],
  ],
  [
    'JavaScript: a part of a parameter',
    'a.js',
    `const c = require('cassandra-driver');\nconst t = 'orders';\nfunction f({ t, k }) { c.execute(\`SELECT a FROM \${t}\`, [k]); }`,
    [],
  ],
  [
    'Ruby: a parameter without brackets',
    'a.rb',
    `${RUBY}t = 'orders'\ndef f t, k\n  s.execute("SELECT a FROM #{t}")\nend`,
    [],
  ],
  [
    'Rust: what a closure takes',
    'a.rs',
    `${RUST}fn g() { let t = "orders"; }\nfn f() { all.map(|t| s.query(format!("SELECT a FROM {t}"), k)); }`,
    [],
  ],
  ['a part of a name', 'a.go', `${GO}const t = "orders"\nvar q = "SELECT a FROM " + t + "_by_day WHERE k = ?"`, []],
  ['a table that no schema file declares', 'a.go', `${GO}const t = "others"\nvar q = "SELECT a FROM " + t`, []],
  ['no table', 'a.go', `${GO}const t = "orders"\nvar q = "SELECT " + t + " FROM x WHERE k = ?"`, []],
])('%s', (_, path, program, found) => {
  const { statements } = extractionOf(path, program, { isTable: (name) => name === 'orders' });
  expect(statements.flatMap(({ stands }) => stands.map(({ name }) => name))).toEqual(found);
});

test('what is proposed for a query names the keyspace that is put in with the table', () => {
  const workspace = workspaceOf({
    'schema.cql': 'CREATE TABLE shop.users (id uuid PRIMARY KEY, name text, country text);',
    'a.go': `${GO}const t = "shop.users"\nvar q = "SELECT name FROM " + t + " WHERE country = ?"`,
  });
  const [proposed] = [...proposedIn(workspace, [workspace.file('a.go')!])];
  expect(proposed?.proposals[0]?.queries).toEqual(['SELECT name FROM shop.users_by_country WHERE country = ?']);
});

test('what programs declare has the names that constants put in', () => {
  const workspace = workspaceOf({
    'a.py': `${PYTHON}T = "orders"\ns.execute(f"CREATE TABLE shop.{T} (k int PRIMARY KEY, a int)")\ns.execute(f"SELECT b FROM shop.{T} WHERE k = 1")`,
  });
  expect(workspace.findings('a.py').map(({ finding }) => finding.code)).toEqual(['unknown-column']);
});
