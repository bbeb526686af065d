import { describe, expect, test } from 'vitest';
import { extractionOf, statementsIn } from './reading.ts';

// Statements in programs: each example is a program with what is found in it.

const GO = 'package a\nimport "github.com/gocql/gocql"\n';
const JAVA = 'import com.datastax.oss.driver.api.core.CqlSession;\n';
const KOTLIN = 'import com.datastax.oss.driver.api.core.CqlSession\n';
const JS = "const cassandra = require('cassandra-driver');\n";
const PYTHON = 'from cassandra.cluster import Cluster\n';
const RUST = 'use scylla::Session;\n';
const CSHARP = 'using Cassandra;\n';
const PHP = '<?php\nuse Cassandra\\Session;\n';
const RUBY = "require 'cassandra'\n";
const ELIXIR = 'alias Xandra.Cluster\n';
const ANY = 'SELECT a FROM t WHERE k = ?';

const EXAMPLES: readonly (readonly [what: string, path: string, program: string, found: readonly string[]])[] = [
  ['Go: an argument', 'a.go', `${GO}s.Query("${ANY}", k)`, [ANY]],
  ['Go: a raw text over lines', 'a.go', `${GO}s.Query(\`SELECT a\n\tFROM t\n\tWHERE k = ?\`, k)`, [ANY]],
  ['Go: joined', 'a.go', `${GO}q := "SELECT a " +\n\t"FROM t WHERE k = ?"`, [ANY]],
  [
    'Go: Sprintf',
    'a.go',
    `${GO}fmt.Sprintf("SELECT a FROM %s.t WHERE k = %d", ks, k)`,
    ['SELECT a FROM $.t WHERE k = $ [but values]'],
  ],
  [
    'Go: constants of a block',
    'a.go',
    `${GO}const (\n\ta = "DELETE FROM t WHERE k = ?"\n\tb string = "${ANY}"\n)`,
    ['DELETE FROM t WHERE k = ?', ANY],
  ],
  [
    'Go: joined with a value',
    'a.go',
    `${GO}s.Query("SELECT a FROM " + table + " WHERE k = ?")`,
    ['SELECT a FROM $ WHERE k = ? [but values]'],
  ],
  [
    'Go: a beginning',
    'a.go',
    `${GO}base := "SELECT a FROM t"\ns.Query(base + " WHERE k = ?")`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'Go: a beginning of a type of its own',
    'a.go',
    `${GO}type query string\nconst (\n\tbase query = "SELECT a FROM t"\n\tone query = base + " WHERE k = ?"\n)\nvar all pkg.Text = "SELECT b FROM t"\nvar some = all + " LIMIT 1"`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]'],
  ],
  ['Go: an end that is not known', 'a.go', `${GO}s.Query("SELECT a FROM t " + where)`, ['SELECT a FROM t $ [in part]']],
  [
    'Go: words of CQL beside what is put in',
    'a.go',
    `${GO}q := "SELECT " + columns +\n\t"FROM" + table + "WHERE k = ?"`,
    ['SELECT $ FROM $ WHERE k = ? [but values]'],
  ],
  [
    'JavaScript: words in small letters beside what is put in, and the rest of a name',
    'a.js',
    `${JS}c.execute('Select a from' + t + 'where k = ?'); c.execute('Update' + t + 'Set a = ? Where k = ?'); c.execute('select a from u_' + t + 'values where k = ?');`,
    [
      'Select a from $ where k = ? [but values]',
      'Update $ Set a = ? Where k = ? [but values]',
      'select a from u_$ where k = ? [in part]',
    ],
  ],
  [
    'Go: what prints what a statement gives, and what prints the statement',
    'a.go',
    `${GO}printQuery(session, "${ANY}")\nprintQuery(ctx, session, "SELECT b FROM t")\nprintMessage("SELECT c FROM t")`,
    [ANY, 'SELECT b FROM t'],
  ],
  [
    'Go: columns that are selected are values as well, but not what stands in brackets',
    'a.go',
    `${GO}s.Query("SELECT a, " + cols + " FROM t WHERE k = ?"); s.Query("SELECT f(" + c + ") FROM t WHERE k = ?")`,
    ['SELECT a, $ FROM t WHERE k = ? [but values]', 'SELECT f($) FROM t WHERE k = ? [in part]'],
  ],
  [
    'Go: columns that are not known',
    'a.go',
    `${GO}s.Query("INSERT INTO t (" + cols + ") VALUES (" + marks + ")")`,
    ['INSERT INTO t ($) VALUES ($) [in part]'],
  ],
  ['Go: quoted names', 'a.go', `${GO}s.Query("SELECT \\"A\\" FROM t WHERE k = ?")`, ['SELECT "A" FROM t WHERE k = ?']],
  ['Go: a message', 'a.go', `${GO}log.Fatal("SELECT a FROM t")\nfmt.Errorf("DELETE FROM t failed")`, []],
  [
    'Go: words of SQL, handed to what may be another database',
    'a.go',
    `${GO}func find(db *store.DB) { db.Query("SELECT a FROM t WHERE k = 1 FOR UPDATE") }`,
    [],
  ],
  [
    'Go: words of SQL, handed to Cassandra',
    'a.go',
    `${GO}func find(s *gocql.Session) { s.Query("SELECT a FROM t WHERE k = 1 FOR UPDATE") }`,
    ['SELECT a FROM t WHERE k = 1 FOR UPDATE'],
  ],
  [
    'Go: a message of a library',
    'a.go',
    `${GO}log.Error().Err(err).Msg("DELETE FROM t")\nerrors.Wrap(err, "DELETE FROM t")`,
    [],
  ],
  ['Go: another database', 'a.go', 'package a\nimport "database/sql"\nvar q = "SELECT a FROM t WHERE k = ?"', []],
  [
    'Go: words that only CQL has',
    'a.go',
    'package a\nimport "database/sql"\nvar q = "SELECT a FROM t WHERE b = 1 ALLOW FILTERING"',
    ['SELECT a FROM t WHERE b = 1 ALLOW FILTERING'],
  ],
  ['Go: words that only SQL has', 'a.go', `${GO}var q = "SELECT a FROM t WHERE k = $1"`, []],
  ['Go: a typo in an argument', 'a.go', `${GO}s.Query("SELECT * FRM t")`, ['SELECT * FRM t']],
  ['Go: a typo in a text', 'a.go', `${GO}var q = "SELECT * FRM t"`, []],
  ['Go: nothing that speaks for Cassandra', 'a.go', `package a\nvar q = "${ANY}"`, []],
  ['Go: a folder that speaks for Cassandra', 'cassandra/a.go', `package a\nvar q = "${ANY}"`, [ANY]],
  ['Go: a rune', 'a.go', `${GO}x := '"'\ns.Query("${ANY}")`, [ANY]],
  [
    'Java: a text block',
    'A.java',
    `${JAVA}session.execute("""\n    SELECT a FROM t\n    WHERE k = ?\n    """);`,
    [ANY],
  ],
  [
    'Java: String.format',
    'A.java',
    `${JAVA}String.format("SELECT a FROM %s WHERE k = '%s'", t, k)`,
    ["SELECT a FROM $ WHERE k = '$' [but values]"],
  ],
  [
    'Java: String.format with a locale, beside another database',
    'A.java',
    `${JAVA}import java.sql.Connection;\nclass A { CqlSession cassandra; Connection other;\nvoid f() { cassandra.execute(String.format(Locale.US, "SELECT a FROM %s WHERE k = 1", t)); other.prepareStatement(String.format(Locale.getDefault(), "SELECT b FROM %s", t)); } }`,
    ['SELECT a FROM $ WHERE k = 1 [but values]'],
  ],
  [
    'Java: an annotation of Spring',
    'A.java',
    'import org.springframework.data.cassandra.repository.Query;\n@Query("SELECT * FROM t WHERE k = ?0 AND c > :c")',
    ['SELECT * FROM t WHERE k = ? AND c > :c'],
  ],
  [
    'Java: a name of Spring that CQL reserves',
    'A.java',
    'import org.springframework.data.cassandra.repository.Query;\n@Query("SELECT * FROM t WHERE k = :k LIMIT :limit")',
    ['SELECT * FROM t WHERE k = :k LIMIT ?'],
  ],
  [
    'Java: JPQL',
    'A.java',
    'import org.springframework.data.jpa.repository.Query;\n@Query("SELECT u FROM User u WHERE u.k = ?1")',
    [],
  ],
  [
    'Java: a constant joined',
    'A.java',
    `${JAVA}static final String Q = "SELECT a FROM " + KS + ".t WHERE k = ?";`,
    ['SELECT a FROM $.t WHERE k = ? [but values]'],
  ],
  [
    'Java: a builder',
    'A.java',
    `${JAVA}sb.append("SELECT a FROM t").append(" WHERE k = ?");`,
    ['SELECT a FROM t WHERE k = ? [in part]'],
  ],
  ['Java: IntelliJ’s comment', 'A.java', `class A {\n  // language=CQL\n  String q = "${ANY}";\n}`, [ANY]],
  ['Java: a character', 'A.java', `${JAVA}char c = '"'; s.execute("${ANY}");`, [ANY]],
  [
    'Kotlin: a value put in',
    'a.kt',
    `${JAVA}session.execute("SELECT a FROM t WHERE k = $k AND c = \${x.c}")`,
    ['SELECT a FROM t WHERE k = $ AND c = $ [but values]'],
  ],
  ['Kotlin: a raw text', 'a.kt', `${JAVA}val q = """\n  SELECT a FROM t\n  WHERE k = ?\n""".trimIndent()`, [ANY]],
  [
    'Scala: an interpolator',
    'a.scala',
    `${JAVA}val q = s"SELECT a FROM $keyspace.t WHERE k = ?"`,
    ['SELECT a FROM $.t WHERE k = ? [but values]'],
  ],
  ['Scala: cql', 'a.scala', 'val q = cql"SELECT a FROM t WHERE k = $k"', ['SELECT a FROM t WHERE k = $ [but values]']],
  [
    'Groovy: quotes of all kinds',
    'a.groovy',
    `${JAVA}s.execute('${ANY}'); s.execute("SELECT a FROM t WHERE k = \${k}")`,
    [ANY, 'SELECT a FROM t WHERE k = $ [but values]'],
  ],
  [
    'JavaScript: a template',
    'a.js',
    `${JS}client.execute(\`SELECT a FROM t WHERE k = \${k}\`)`,
    ['SELECT a FROM t WHERE k = $ [but values]'],
  ],
  [
    'JavaScript: a list that is joined',
    'a.js',
    `${JS}const q = ['SELECT a', 'FROM t', 'WHERE k = ?'].join(' ')`,
    [ANY],
  ],
  ['JavaScript: a tag', 'a.js', 'const q = cql`SELECT a FROM t WHERE k = ?`', [ANY]],
  ['JavaScript: a comment before', 'a.js', `const q = /* cql */ '${ANY}'`, [ANY]],
  ['JavaScript: a regular expression', 'a.js', `${JS}const r = x.match(/['"]/);\nclient.execute('${ANY}')`, [ANY]],
  ['JSX: words between tags', 'a.jsx', `${JS}const x = <p>don't</p>;\nclient.execute('${ANY}')`, [ANY]],
  [
    'TypeScript: a generic call',
    'a.ts',
    `import { Client } from 'cassandra-driver';\nclient.execute<Row>('${ANY}', [k])`,
    [ANY],
  ],
  [
    'Python: markers of the driver',
    'a.py',
    `${PYTHON}session.execute("SELECT a FROM t WHERE k = %s AND c = %(c)s", x)`,
    ['SELECT a FROM t WHERE k = ? AND c = :c'],
  ],
  [
    'Python: formatted',
    'a.py',
    `${PYTHON}session.execute("SELECT a FROM %s WHERE k = 1" % table)`,
    ['SELECT a FROM $ WHERE k = 1 [but values]'],
  ],
  [
    'Python: whole numbers that are formatted',
    'a.py',
    `${PYTHON}q = "SELECT a FROM t WHERE k = %i LIMIT %u" % (k, n)`,
    ['SELECT a FROM t WHERE k = $ LIMIT $ [but values]'],
  ],
  [
    'TypeScript: a tag of another language',
    'a.ts',
    "import { cql } from './cql';\nconst q = sql`SELECT a FROM t WHERE k = 1`; const r = cql`SELECT b FROM t WHERE k = 1`;",
    ['SELECT b FROM t WHERE k = 1'],
  ],
  [
    'JavaScript: a client, beside an option of that name of another database',
    'a.js',
    `const knex = require('knex')({ client: 'pg' });\n${JS}const client = new cassandra.Client({});\nclient.execute("${ANY}", [k]);`,
    [ANY],
  ],
  [
    'Python: formatted elsewhere',
    'a.py',
    `${PYTHON}Q = "SELECT a FROM {t} WHERE k = ?"\nsession.execute(Q.format(t=t))`,
    ['SELECT a FROM $ WHERE k = ? [but values]'],
  ],
  [
    'Python: an f-string',
    'a.py',
    `${PYTHON}session.execute(f"SELECT a FROM {table} WHERE k = {k!r}")`,
    ['SELECT a FROM $ WHERE k = $ [but values]'],
  ],
  ['Python: side by side', 'a.py', `${PYTHON}q = ("SELECT a "\n     "FROM t WHERE k = ?")`, [ANY]],
  ['Python: lines that go on', 'a.py', `${PYTHON}q = "SELECT a " \\\n    "FROM t WHERE k = ?"`, [ANY]],
  [
    'Python: what a function is for',
    'a.py',
    `${PYTHON}def f():\n    """Select a from the table.\n\n    SELECT a FROM t\n    """\n    """SELECT a FROM t"""`,
    [],
  ],
  ['Python: a long text', 'a.py', `${PYTHON}Q = """\nSELECT a FROM t\nWHERE k = ?\n"""`, [ANY]],
  ['Rust: a raw text', 'a.rs', `${RUST}let q = r#"SELECT "A" FROM t WHERE k = ?"#;`, ['SELECT "A" FROM t WHERE k = ?']],
  [
    'Rust: format!',
    'a.rs',
    `${RUST}format!("INSERT INTO {}.t (k, m) VALUES (?, {{}})", ks)`,
    ['INSERT INTO $.t (k, m) VALUES (?, { } ) [but values]'],
  ],
  ['Rust: lines that go on', 'a.rs', `${RUST}let q = "SELECT a \\\n    FROM t WHERE k = ?";`, [ANY]],
  ['Rust: a lifetime', 'a.rs', `${RUST}const Q: &'static str = "${ANY}";`, [ANY]],
  [
    'C#: a verbatim text',
    'a.cs',
    `${CSHARP}session.Execute(@"SELECT ""A""\n FROM t WHERE k = ?");`,
    ['SELECT "A" FROM t WHERE k = ?'],
  ],
  [
    'C#: values put in',
    'a.cs',
    `${CSHARP}var q = $"SELECT a FROM {table} WHERE k = ?";`,
    ['SELECT a FROM $ WHERE k = ? [but values]'],
  ],
  [
    'C#: string.Format',
    'a.cs',
    `${CSHARP}string.Format("SELECT a FROM {0} WHERE k = '{1}'", t, k)`,
    ["SELECT a FROM $ WHERE k = '$' [but values]"],
  ],
  [
    'C#: what a session prepares and executes, beside another database',
    'a.cs',
    `using System.Data.SqlClient;\n${CSHARP}var p = Db.Ins.session.Prepare("${ANY}");\nstring q = "SELECT b FROM t";\nvar rows = Db.Ins.session.Execute(q);\nvar c = new SqlCommand("SELECT c FROM t", con);`,
    [ANY, 'SELECT b FROM t'],
  ],
  ['C#: an old driver', 'a.cs', `using CqlSharp;\nvar c = new CqlCommand(connection, "${ANY}");`, [ANY]],
  ['C#: a raw text', 'a.cs', `${CSHARP}var q = """\n  SELECT a FROM t\n  WHERE k = ?\n  """;`, [ANY]],
  [
    'PHP: a text and a point',
    'a.php',
    `${PHP}$q = "SELECT a FROM t WHERE k = " . $k;`,
    ['SELECT a FROM t WHERE k = $ [but values]'],
  ],
  ['PHP: a heredoc', 'a.php', `${PHP}$q = <<<CQL\nSELECT a FROM t\nWHERE k = ?\nCQL;`, [ANY]],
  [
    'PHP: values put in',
    'a.php',
    `${PHP}$q = "SELECT a FROM $t WHERE k = {$x->k}";`,
    ['SELECT a FROM $ WHERE k = $ [but values]'],
  ],
  ['Ruby: a heredoc', 'a.rb', `${RUBY}session.execute(<<~CQL, k)\n  SELECT a FROM t\n  WHERE k = ?\nCQL`, [ANY]],
  [
    'Ruby: values put in',
    'a.rb',
    `${RUBY}session.execute("SELECT a FROM t WHERE k = #{k}")`,
    ['SELECT a FROM t WHERE k = $ [but values]'],
  ],
  ['Ruby: other quotes', 'a.rb', `${RUBY}q = %q(${ANY})`, [ANY]],
  ['Elixir: a long text', 'a.ex', `${ELIXIR}Xandra.execute(conn, """\n  SELECT a FROM t\n  WHERE k = ?\n  """)`, [ANY]],
  [
    'Elixir: a mistake in a call that raises',
    'a.ex',
    `${ELIXIR}Xandra.execute!(conn, "SELECT order FROM t WHERE k = ?")`,
    ['SELECT order FROM t WHERE k = ?'],
  ],
  [
    'Go: calls among what is joined',
    'a.go',
    `${GO}s.Query("SELECT a FROM t WHERE k = " + strconv.Itoa(k[0]) + " AND c IN (" + strings.Repeat("?,", n) + "?)")`,
    ['SELECT a FROM t WHERE k = $ AND c IN ( ?) [in part]'],
  ],
  [
    'Go: places of values by their number',
    'a.go',
    `${GO}q := fmt.Sprintf("SELECT a FROM t WHERE k = %[1]d AND c = %-5.2f", k, c)`,
    ['SELECT a FROM t WHERE k = $ AND c = $ [but values]'],
  ],
  ['Java: a name of a class', 'A.java', `${JAVA}String Q = "${ANY}";\nvoid f() { s.prepare(A.Q); }`, [ANY]],
  [
    'Java: a name of a class that is joined',
    'A.java',
    `${JAVA}String Q = "SELECT a FROM t";\nvoid f() { g(x, w + A.Q); }`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'Groovy: a name put into a text',
    'a.groovy',
    `${JAVA}def q = 'SELECT a FROM t'\ns.execute("\${q} WHERE k = ?")`,
    ['SELECT a FROM t [in part]'],
  ],
  ['Java: String.join', 'A.java', `${JAVA}String q = String.join(" ", "SELECT a", "FROM t", "WHERE k = ?");`, [ANY]],
  [
    'Java: String.join with a value',
    'A.java',
    `${JAVA}String q = String.join(" ", "SELECT a FROM t", where);`,
    ['SELECT a FROM t $ [in part]'],
  ],
  [
    'Java: a name that goes on behind a line break',
    'A.java',
    `${JAVA}s.prepare("SELECT a FROM " + KS + "." + table\n    + "_by_day" + " WHERE k = ?");`,
    ['SELECT a FROM $.$ WHERE k = ? [but values]'],
  ],
  [
    'Java: a name behind a line break, that may be a word',
    'A.java',
    `${JAVA}s.prepare("SELECT a FROM " + table\n    + "order where k = ?");`,
    [],
  ],
  [
    'Java: constants of an enumeration, and an end that is put to one of them',
    'Q.java',
    `${JAVA}enum Q {\n  BASE("SELECT a FROM t"),\n  ONE("SELECT b FROM t WHERE k = ?");\n  final String cql;\n}\nvoid f() { s.execute(Q.BASE.cql + " WHERE k = ?"); s.execute("SELECT c FROM t"); }`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t WHERE k = ?', 'SELECT c FROM t'],
  ],
  [
    'Go: texts that are kept under keys, and an end that is put to any of them',
    'a.go',
    `${GO}var base = map[string]string{\n\t"t": "SELECT a FROM t",\n}\nconst all = "SELECT b FROM t"\nfunc q(kind string) string { return base[kind] + " WHERE k = ?" }\nfunc f() { s.Query(all) }`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t'],
  ],
  [
    'Python: what a property gives, and the end of another text',
    'a.py',
    `${PYTHON}class A:\n    @property\n    def base(self):\n        return "SELECT a FROM t"\n    def f(self):\n        run(" ".join((self.base, "WHERE k = %s")))\n    def g(self, q="SELECT b FROM t"):\n        run(q)`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]'],
  ],
  [
    'PHP: a text under a key that is put into another, and one whose end belongs to it',
    'a.php',
    `${PHP}$q = ['one' => 'SELECT a FROM t'];\n$s->execute("{$q['one']} WHERE k = 1");`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'Kotlin: an end whose beginning is known leaves others whole',
    'a.kt',
    `${JAVA}val all = "SELECT a FROM t"\nvar q = "SELECT b FROM t"\nif (x) q += " WHERE k = ?"\nrun(all)`,
    ['SELECT a FROM t', 'SELECT b FROM t [in part]'],
  ],
  [
    'Java: what is put together for SQL of Spark',
    'A.java',
    `${JAVA}spark.sql(String.format("SELECT a FROM t WHERE k = %s", k)); s.execute(String.format("SELECT b FROM t WHERE k = %s", k));`,
    ['SELECT b FROM t WHERE k = $ [but values]'],
  ],
  [
    'Java: a cluster of Couchbase beside a session',
    'A.java',
    `${JAVA}import com.couchbase.client.java.Cluster;\nvoid f(Cluster cluster, CqlSession s) { cluster.query("SELECT a FROM t WHERE k = 1"); s.execute("${ANY}"); }`,
    [ANY],
  ],
  [
    'Python: what stands between conditions ends no statement',
    'a.py',
    `${PYTHON}Q = "${ANY}"\ndef f(conditions):\n    w = " AND ".join(conditions)\n    run(w, Q)`,
    [ANY],
  ],
  ['Java: a call on what is joined', 'A.java', `${JAVA}f("SELECT a FROM t".trim() + " WHERE k = ?");`, [ANY]],
  ['Java: brackets before more', 'A.java', `${JAVA}f(("SELECT a FROM t") + w);`, ['SELECT a FROM t [in part]']],
  ['Java: a text that is replaced in', 'A.java', `${JAVA}f("${ANY}".replace("t", n));`, [`${ANY} [in part]`]],
  [
    'JavaScript: blanks that are taken out',
    'a.js',
    `${JS}f(\`SELECT a\n FROM t WHERE k = ?\`.replace(/\\s+/g, ' '));\ng('${ANY}'.replace("\\n", ' '))`,
    [ANY, ANY],
  ],
  ['Kotlin: a margin', 'a.kt', `${JAVA}val q = """\n  |SELECT a\n  |FROM t WHERE k = ?\n""".trimMargin()`, [ANY]],
  [
    'Kotlin: a list with a value',
    'a.kt',
    `${JAVA}val q = listOf("SELECT a FROM t", where).joinToString(" ")`,
    ['SELECT a FROM t $ [in part]'],
  ],
  ['Scala: a margin', 'a.scala', `${JAVA}val q = """\n  |SELECT a FROM t\n  |WHERE k = ?""".stripMargin`, [ANY]],
  [
    'Groovy: strokes',
    'a.groovy',
    `${JAVA}def q = /${ANY}/\ndef r = $/SELECT a FROM t WHERE k = $k/$\ndef x = a / b`,
    [ANY, 'SELECT a FROM t WHERE k = $ [but values]'],
  ],
  [
    'JavaScript: a list with a value',
    'a.js',
    `${JS}const q = ['SELECT a FROM t', where].join(' ')`,
    ['SELECT a FROM t $ [in part]'],
  ],
  ['Python: a list', 'a.py', `${PYTHON}q = " ".join(["SELECT a FROM t", "WHERE k = ?"])`, [ANY]],
  [
    'Python: a list with a value',
    'a.py',
    `${PYTHON}q = " ".join(["SELECT a FROM t", where])`,
    ['SELECT a FROM t $ [in part]'],
  ],
  [
    'Java: more is built where nobody knows when',
    'A.java',
    `${JAVA}StringBuilder b = new StringBuilder("SELECT a FROM t");\nb.append(" WHERE k = ?");\nif (c) {\n  b.append(" LIMIT 1");\n}`,
    ['SELECT a FROM t WHERE k = ? [in part]'],
  ],
  [
    'Java: what is built and read, and what others may add to',
    'A.java',
    `${JAVA}void a() {\n  StringBuilder b = new StringBuilder();\n  b.append("SELECT a FROM t");\n  b.append(" WHERE k = ").append(k);\n  s.execute(b.toString());\n}\n` +
      `void b() {\n  StringBuilder b = new StringBuilder();\n  b.append("SELECT a FROM t");\n  b.append(" WHERE k = ?");\n  limit(b);\n}\n`,
    ['SELECT a FROM t WHERE k = $ [but values]', 'SELECT a FROM t WHERE k = ? [in part]'],
  ],
  [
    'Java: what was built before',
    'A.java',
    `${JAVA}StringBuilder b = new StringBuilder();\nb.append("-- all");\nb.append("SELECT a FROM t");\nb.append(" WHERE k = ?");`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'C#: a builder of lines',
    'A.cs',
    `${CSHARP}class A {\n  void F() {\n    var b = new StringBuilder();\n    b.AppendLine("SELECT a FROM t");\n    b.AppendLine("WHERE k = ?");\n    s.Execute(b.ToString());\n  }\n}`,
    [ANY],
  ],
  [
    'Kotlin: what a block builds, and what it builds in part',
    'a.kt',
    `${JAVA}fun f() = buildString {\n    append("SELECT a ")\n    append("FROM t WHERE k = ?")\n}\n` +
      `fun g() = buildString {\n    appendLine("SELECT a FROM t")\n    appendLine("WHERE k = ?")\n    if (b) append(" LIMIT 1")\n}`,
    [ANY, `${ANY} [in part]`],
  ],
  [
    'Groovy: what is put behind a builder',
    'a.groovy',
    `${JAVA}def q = new StringBuilder("SELECT a FROM t ")\nq << "WHERE k = ?"\nsession.execute(q.toString())`,
    [ANY],
  ],
  [
    'Java: a builder that is read at once',
    'A.java',
    `${JAVA}s.execute(new StringBuilder("SELECT a FROM t").append(" WHERE k = ?").toString());`,
    [ANY],
  ],
  ['Java: concat', 'A.java', `${JAVA}s.execute("SELECT a FROM t".concat(" WHERE k = ?"));`, [ANY]],
  [
    'Java: text within quotes of CQL',
    'A.java',
    `${JAVA}s.execute("SELECT a FROM t WHERE k = '" + "x" + "'");`,
    ["SELECT a FROM t WHERE k = '${__}x${__}'"],
  ],
  [
    'Java: JSON, whose quotes are escaped',
    'A.java',
    `${JAVA}s.execute("INSERT INTO t JSON '{\\"k\\": 1, " + "\\"a\\": \\"x\\"}'");`,
    [`INSERT INTO t JSON '{ "k" : 1, "a" : "x" }'`],
  ],
  [
    'Go: a builder',
    'a.go',
    `${GO}func f() {\n\tvar b strings.Builder\n\tb.WriteString("SELECT a FROM t ")\n\tb.WriteString("WHERE k = ?")\n\ts.Query(b.String(), k)\n}\n`,
    [ANY],
  ],
  [
    'Go: a builder that is written to by others',
    'a.go',
    `${GO}func f() {\n\tvar b strings.Builder\n\tb.WriteString("SELECT a FROM t ")\n\tb.WriteString("WHERE k = ?")\n\tfmt.Fprintf(&b, " LIMIT %d", n)\n}\n`,
    ['SELECT a FROM t WHERE k = ? [in part]'],
  ],
  [
    'Rust: more behind a text',
    'a.rs',
    `${RUST}let mut q = String::new();\nq.push_str("SELECT a FROM t ");\nq.push_str("WHERE k = ?");\ns.query_unpaged(&q, (k,)).await?;`,
    [ANY],
  ],
  [
    'Rust: more behind a text that was copied',
    'a.rs',
    `${RUST}let mut q = String::from("SELECT a FROM t");\nq.push_str(" WHERE k = ?");\nlet mut r = "SELECT a FROM t".to_string();\nr += " WHERE k = ?";\n`,
    [ANY, ANY],
  ],
  [
    'Rust: more behind a text that was copied, nobody knows when',
    'a.rs',
    `${RUST}let mut q = String::from("SELECT a FROM t");\nif b {\n    q.push_str(" WHERE k = ?");\n}\n`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'Scala: more by a word',
    'A.scala',
    `${JAVA}val q = "SELECT a FROM t" concat " WHERE k = ?"`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'Java: what Flink reads',
    'A.java',
    `${JAVA}import org.apache.flink.table.api.TableEnvironment;\nenv.executeSql("SELECT a FROM t");\nsink.setQuery("${ANY}");`,
    [ANY],
  ],
  ['Elixir: a list', 'a.ex', `${ELIXIR}q = Enum.join(["SELECT a", "FROM t WHERE k = ?"], " ")`, [ANY]],
  [
    'Python: a list of statements is no text',
    'a.py',
    `${PYTHON}all = []\nall.append("TRUNCATE t")\nall.append("TRUNCATE u")`,
    ['TRUNCATE t [in part]', 'TRUNCATE u [in part]'],
  ],
  [
    'Python: more behind a name, and more under a condition',
    'a.py',
    `${PYTHON}q = "SELECT a FROM t"\nq += " WHERE k = %s"\nif n:\n    q += " LIMIT 1"\n`,
    ['SELECT a FROM t WHERE k = ? [in part]'],
  ],
  [
    'Python: a condition before',
    'a.py',
    `${PYTHON}q = "SELECT a FROM t"\nif n:\n    q += " WHERE k = %s"\nq += " LIMIT 1"\n`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'C#: a list with a value',
    'a.cs',
    `${CSHARP}var q = string.Concat("SELECT a FROM t WHERE k = '", k, "' LIMIT 1");`,
    ["SELECT a FROM t WHERE k = '$' LIMIT 1 [but values]"],
  ],
  ['C#: string.Concat', 'a.cs', `${CSHARP}var q = string.Concat("SELECT a FROM t", " WHERE k = ?");`, [ANY]],
  [
    'C#: a raw text with two signs',
    'a.cs',
    `${CSHARP}var q = $$"""SELECT a FROM {{t}} WHERE m = {'a': 1}""";`,
    ["SELECT a FROM $ WHERE m = {'a': 1} [but values]"],
  ],
  ['PHP: escapes', 'a.php', `${PHP}$q = 'SELECT a FROM t WHERE k = \\'x\\'';`, ["SELECT a FROM t WHERE k = 'x'"]],
  ['PHP: more behind a name, at once', 'a.php', `${PHP}$q = 'SELECT a FROM t';\n$q .= ' WHERE k = ?';`, [ANY]],
  ['PHP: a list', 'a.php', `${PHP}$q = implode(' ', ['SELECT a FROM t', 'WHERE k = ?']);`, [ANY]],
  [
    'Ruby: brackets within brackets',
    'a.rb',
    `${RUBY}q = %(SELECT a FROM t WHERE k IN (1, 2))\nr = %q{DELETE m['x'] FROM t WHERE k = {'a': 1}}`,
    ['SELECT a FROM t WHERE k IN (1, 2)', "DELETE m['x'] FROM t WHERE k = {'a': 1}"],
  ],
  ['Ruby: any quotes', 'a.rb', `${RUBY}q = %|${ANY}|\nr = %q<${ANY}>`, [ANY, ANY]],
  ['Ruby: more behind it', 'a.rb', `${RUBY}q = 'SELECT a FROM t' << where`, ['SELECT a FROM t [in part]']],
  [
    'Rust: what an error tells',
    'a.rs',
    `${RUST}s.query(q).await.context("SELECT a FROM t")?; r.wrap_err("DELETE FROM t WHERE k = 1")?`,
    [],
  ],
  [
    'Python: a remark that names the language',
    'a.py',
    `${PYTHON}ports={\n  '9042/tcp': 9042,  # CQL\n  '8000/tcp': 8000,\n}\n# cql\nname = 'x y'\n# language=CQL\nq = "SELECT a FRM t"`,
    ['SELECT a FRM t'],
  ],
  ['Ruby: what is printed', 'a.rb', `${RUBY}puts '${ANY}'`, []],
  ['Elixir: other quotes', 'a.ex', `${ELIXIR}q = ~s|${ANY}|\nr = ~S(${ANY})`, [ANY, ANY]],
  [
    'Elixir: quotes of lines, and sigils of other names',
    'a.ex',
    `${ELIXIR}q = ~s'''\n  ${ANY}\n  '''\nr = Regex.replace(~r/"|'/, x, "")\ns = ~CQL"${ANY}"\nt = ~w(it's "mon)a\nu = '${ANY}'`,
    [ANY, ANY, ANY],
  ],
  [
    'Elixir: quotes that stand for their number',
    'a.ex',
    `${ELIXIR}def f(<<?", rest::binary>>), do: rest\ndef g(?'), do: ?\\"\nq = "${ANY}"`,
    [ANY],
  ],
  [
    'Elixir: values that Erlang puts in',
    'a.ex',
    `${ELIXIR}Xandra.execute(c, :io_lib.format("SELECT a FROM ~s.t WHERE k = ~w AND b = '~ts'", [ks, k, b]))\nf("SELECT a FROM t WHERE k = ~s")`,
    ["SELECT a FROM $.t WHERE k = $ AND b = '~ts' [but values]".replace('~ts', '$')],
  ],
  [
    'Elixir: what a function gives, but no text of a module',
    'a.ex',
    `${ELIXIR}defp make(ks) do\n  """\n  SELECT a FROM #{ks}.t\n  WHERE k = ?\n  """\n  |> String.trim()\nend\n@moduledoc """\n${ANY}\n"""`,
    ['SELECT a FROM $.t WHERE k = ? [but values]'],
  ],
  ['Elixir: joined', 'a.ex', `${ELIXIR}q = "SELECT a " <> "FROM t WHERE k = ?"`, [ANY]],
  [
    'Scala: a margin',
    'A.scala',
    `import com.datastax.driver.core._\nval q = """SELECT a\n        |FROM t\n        | WHERE k = ?""".stripMargin\nval r = """\n  |${ANY}\n  |""".stripMargin.trim`,
    [ANY, ANY],
  ],
  [
    'Kotlin: a margin, and more behind it',
    'A.kt',
    `import com.datastax.oss.driver.api.core.CqlSession\nval q = """\n  |SELECT a\n  |FROM t""".trimMargin() + where`,
    ['SELECT a FROM t$ [in part]'],
  ],
  [
    'Rust: a module of tests',
    'a.rs',
    `${RUST}fn f() { s.query_unpaged("${ANY}", ()); }\n#[cfg(test)]\nmod tests {\n    fn g() { s.query_unpaged("SELECT b FROM t", ()); }\n}\nconst C: &str = "${ANY}";`,
    [ANY, ANY],
  ],
  [
    'Java: what is built by statements that follow each other',
    'A.java',
    `${JAVA}StringBuilder b = new StringBuilder("SELECT a FROM t");\nb.append(" WHERE k = ?");`,
    [ANY],
  ],
  [
    'Python: values in a collection',
    'a.py',
    `${PYTHON}session.execute("UPDATE t SET s = s + {'a', %s} WHERE k = %s", (s, k))`,
    ["UPDATE t SET s = s + {'a', $} WHERE k = ? [in part]"],
  ],
  ['C#: what is written out', 'A.cs', `${CSHARP}Console.WriteLine("SELECT a FROM t");`, []],
  [
    'Ruby: what is raised, and a condition of it',
    'a.rb',
    `${RUBY}raise NotApplied, "SELECT b FROM t"\nraise NotApplied unless session.execute("${ANY}")\nraise(NotApplied,\n  "SELECT b FROM t")`,
    [ANY],
  ],
  [
    'JavaScript: what is thrown by any name',
    'a.js',
    `${JS}if (!x) throw new Failure('SELECT b FROM t')\nclient.execute('${ANY}')`,
    [ANY],
  ],
  [
    'Elixir: what a module is for',
    'a.ex',
    `${ELIXIR}@doc """\n${ANY}\n"""\n@moduledoc "${ANY}"\n@query "${ANY}"`,
    [ANY],
  ],
  // What is put together by other means than a sign.
  [
    'Java: more behind what was formatted',
    'A.java',
    `${JAVA}String.format("SELECT a FROM %s.t", k) + " WHERE k = ?"; "SELECT b FROM %s.t".formatted(k).concat(w); f(String.format("SELECT c FROM %s.t", k));`,
    ['SELECT a FROM $.t [in part]', 'SELECT b FROM $.t [in part]', 'SELECT c FROM $.t [but values]'],
  ],
  [
    'Python: more behind what was formatted',
    'a.py',
    `${PYTHON}q = "SELECT a FROM %s.t" % ks + w\nr = "SELECT b FROM {}.t".format(ks) + w\nu = ("SELECT c FROM %s.t" % ks)`,
    ['SELECT a FROM $.t [in part]', 'SELECT b FROM $.t [in part]', 'SELECT c FROM $.t [but values]'],
  ],
  [
    'Go: more behind the name of what was formatted',
    'a.go',
    `${GO}func f() {\nq := fmt.Sprintf("SELECT a FROM %s.t", k)\nif x { q += " WHERE k = ?" }\nr := fmt.Sprintf("SELECT b FROM %s.t", k)\ns.Query(r)\n}`,
    ['SELECT a FROM $.t [in part]', 'SELECT b FROM $.t [but values]'],
  ],
  [
    'Rust: more behind the name of what was formatted, and what is written',
    'a.rs',
    `${RUST}let mut q = format!("SELECT a FROM {}.t", k); if x { q.push_str(" WHERE k = ?"); } write!(r, "SELECT b FROM t")?;`,
    ['SELECT a FROM $.t [in part]', 'SELECT b FROM t [in part]'],
  ],
  [
    'Python: more behind a text without its indent',
    'a.py',
    `${PYTHON}q = textwrap.dedent("""SELECT a FROM t""")\nif x:\n    q += " WHERE k = %s"`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'C#: a format that is put behind',
    'A.cs',
    `${CSHARP}sb.AppendFormat("SELECT a FROM {0}.t", k); sb.Append(string.Format("SELECT b FROM {0}.t", k));`,
    ['SELECT a FROM $.t [in part]', 'SELECT b FROM $.t [in part]'],
  ],
  [
    'Go: lists that are joined by other calls',
    'a.go',
    `${GO}a := strings.Join(append([]string{"SELECT a FROM t"}, more...), " ")\nb := fmt.Sprint("SELECT b FROM t", w)\nc := []string{"SELECT c FROM t", "SELECT d FROM t"}`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]', 'SELECT c FROM t', 'SELECT d FROM t'],
  ],
  [
    'JavaScript: lists that are joined after other calls',
    'a.js',
    `${JS}q = ['SELECT a FROM t', w].filter(Boolean).join(' '); r = ['SELECT b FROM t'].map(f); s = xs.map(() => { const u = 'SELECT c FROM t'; }).join();`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t', 'SELECT c FROM t'],
  ],
  [
    'Python: lists that are joined with others',
    'a.py',
    `${PYTHON}a = " ".join(["SELECT a FROM t"] + more)\nb = " ".join(filter(None, ["SELECT b FROM t", w]))\nc = ["SELECT c FROM t"]\nc.append(w)\nd = " ".join(c)`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]', 'SELECT c FROM t [in part]'],
  ],
  [
    'Java: lists with a name, and those of whole statements',
    'A.java',
    `${JAVA}parts.add("SELECT a FROM t"); String.join(" ", parts); all.add("SELECT b FROM t"); run(all); Stream.of("SELECT c FROM t", w).collect(joining(" "));`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t', 'SELECT c FROM t [in part]'],
  ],
  [
    'Elixir: a list whose next text is an end',
    'a.ex',
    `${ELIXIR}f(["SELECT a FROM t", " WHERE k = 1"])\ng(["SELECT b FROM t", "SELECT c FROM t"])`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t', 'SELECT c FROM t'],
  ],
  [
    'Kotlin: a name in a text, and one that is put in by a sign alone',
    'a.kt',
    `${KOTLIN}val a = "SELECT a FROM t"; val b = "$a WHERE k = ?"; val c = "SELECT c FROM t"; run(c)`,
    ['SELECT a FROM t [in part]', 'SELECT c FROM t'],
  ],
  [
    'PHP: names in texts',
    'a.php',
    `${PHP}$a = 'SELECT a FROM t'; $b = "$a WHERE k = 1"; $c = 'SELECT c FROM t'; $d = sprintf('%s LIMIT 1', $c); $e = 'SELECT e FROM t'; f("{$e} LIMIT 1");`,
    ['SELECT a FROM t [in part]', 'SELECT c FROM t [in part]', 'SELECT e FROM t [in part]'],
  ],
  [
    'Python: a name that is put into a text by its place, and one that is told',
    'a.py',
    `${PYTHON}A = "SELECT a FROM t"\nB = "{} WHERE k = %s".format(A)\nC = "SELECT c FROM t"\nD = "%s WHERE k = 1" % C\nE = "SELECT e FROM t"\ntell("%s took long", E)`,
    ['SELECT a FROM t [in part]', 'SELECT c FROM t [in part]', 'SELECT e FROM t'],
  ],
  [
    'Go: a name that is given anew what is made of it',
    'a.go',
    `${GO}q := "SELECT a FROM t"\nq = where(q, "k")\np := "SELECT b FROM t"\np = s.Prepare(p)`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t'],
  ],
  [
    'C#: two values that nothing parts',
    'A.cs',
    `${CSHARP}var a = $"SELECT a FROM {k}.t" + (x ? " WHERE k = ?" : ""); var b = $"SELECT b FROM {t}{where}"; var c = $"SELECT c FROM t WHERE k = '{a}{b}'";`,
    ['SELECT a FROM $.t$ [in part]', 'SELECT b FROM $$ [in part]', "SELECT c FROM t WHERE k = '$$' [but values]"],
  ],
  [
    'Java: what a function gives, and more behind it',
    'A.java',
    `${JAVA}class A {\n  String base() {\n    return "SELECT a FROM t";\n  }\n  String all() {\n    return "SELECT b FROM t";\n  }\n  void f() { s.execute(base() + " WHERE k = ?"); s.execute(all()); }\n}`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t'],
  ],
  [
    'JavaScript: what a function of one line gives, and a name that is replaced in',
    'a.js',
    `${JS}const base = () => 'SELECT a FROM t';\nrun(\`\${base()} WHERE k = ?\`);\nconst q = 'SELECT b FROM t';\nrun(q.replace(/$/, w));\nconst r = 'SELECT c FROM t';\nrun(r.replace(/\\n/g, ' '));`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]', 'SELECT c FROM t'],
  ],
  [
    'Python: what a method gives, put into a text',
    'a.py',
    `${PYTHON}class A:\n    def base(self):\n        return "SELECT a FROM t"\n    def f(self):\n        run(f"{self.base()} WHERE k = 1")`,
    ['SELECT a FROM t [in part]'],
  ],
  [
    'TypeScript: a field that is put into a text',
    'a.ts',
    `${JS}class R { base = 'SELECT a FROM t'; static all = 'SELECT b FROM t'; f() { run(\`\${this.base} WHERE k = ?\`); run(\`\${R.all} LIMIT 1\`); } }`,
    ['SELECT a FROM t [in part]', 'SELECT b FROM t [in part]'],
  ],
  [
    'Python: a field that is put into a text',
    'a.py',
    `${PYTHON}class A:\n    def f(self):\n        self.base = "SELECT a FROM t"\n        run(f"{self.base} WHERE k = 1")`,
    ['SELECT a FROM t [in part]'],
  ],
  ['C#: an exception', 'A.cs', `${CSHARP}throw new System.Exception("SELECT a FROM t");`, []],
  [
    'Kotlin: what a block says to people',
    'a.kt',
    `${JAVA}logger.info { "SELECT a FROM t" }\nrequire(k > 0) { "DELETE FROM t WHERE k = 1" }\nrun { "${ANY}" }`,
    [ANY],
  ],
  ['Ruby: what is put out', 'a.rb', `${RUBY}puts "SELECT a FROM t"\nlogger.info "SELECT a FROM t"`, []],
  ['Scala: what is required', 'A.scala', `import com.datastax.driver.core._\nrequire(a, "SELECT a FROM t")`, []],
  ['PHP: what is logged', 'a.php', `${PHP}error_log("SELECT a FROM t");`, []],
  [
    'Java: calls that are put in',
    'A.java',
    `${JAVA}String q = "SELECT a FROM " + keyspace() + "." + tables.get("t").name(1) + " WHERE k = ? LIMIT " + limits[0] + ";";`,
    ['SELECT a FROM $.$ WHERE k = ? LIMIT $ [but values]'],
  ],
  [
    'Go: markers that are repeated',
    'a.go',
    `${GO}s.Query("SELECT a FROM t WHERE k IN ("+strings.Repeat("?,", 3)+"?)")`,
    ['SELECT a FROM t WHERE k IN ( ?) [in part]'],
  ],
  [
    'Kotlin: a block that is put in',
    'A.kt',
    `import com.datastax.oss.driver.api.core.CqlSession\nval q = "SELECT a FROM t WHERE k = " + k.let { it + 1 } + " LIMIT 1"`,
    ['SELECT a FROM t WHERE k = $ LIMIT 1 [but values]'],
  ],
  [
    'Go: a condition before a block',
    'a.go',
    `${GO}if q == x + "SELECT b FROM t" + y {\n\tz()\n}\nvar r = "${ANY}"`,
    ['SELECT b FROM t$ [in part]', ANY],
  ],
  ['Python: what is compared', 'a.py', `${PYTHON}if q == "SELECT a FROM t": pass`, []],
  [
    'Go: a list that is joined',
    'a.go',
    `${GO}s.Query(strings.Join([]string{"SELECT a", "FROM t",\n\t"WHERE k = ?",\n}, " "), k)`,
    [ANY],
  ],
  [
    'Java: a list that is joined',
    'A.java',
    `${JAVA}var q = String.join(" ", "SELECT a", "FROM t", "WHERE k = ?");`,
    [ANY],
  ],
  [
    'Python: lists that are joined',
    'a.py',
    `${PYTHON}a = " ".join(["SELECT a", "FROM t", "WHERE k = ?"])\nb = "\\n".join(("SELECT a", "FROM t WHERE k = ?"))\nc = ",".join(["SELECT a", "FROM t"])`,
    [ANY, ANY],
  ],
  [
    'JavaScript: a typo in a text that is handed over',
    'a.js',
    `${JS}const q = 'DELETE FROM t WHERE k = ? ALLOW FILTERING';\nawait client.execute(q, [k]);`,
    ['DELETE FROM t WHERE k = ? ALLOW FILTERING'],
  ],
  [
    'JavaScript: what ends in what is put behind it',
    'a.js',
    `${JS}let q = 'SELECT a FROM t WHERE';\nq += ' k = ?';\nawait client.execute(q, [k]);`,
    [ANY],
  ],
  ['C#: an argument of the mapper', 'A.cs', `${CSHARP}var q = Cql.New("${ANY}", k);`, [ANY]],
  [
    'Go: what is written out, and what is written to a builder',
    'a.go',
    `${GO}fmt.Fprintf(os.Stderr, "SELECT b FROM t")\nfmt.Fprintf(&sb, "${ANY}")`,
    [`${ANY} [in part]`],
  ],
  [
    'Java: what a logger is told by any call',
    'A.java',
    `${JAVA}logger.atInfo().log("${ANY}"); LOGGER.log(Level.INFO, "${ANY}");`,
    [],
  ],
  ['Go: a message of an error', 'a.go', `${GO}var e = errors.New("DELETE FROM t")`, []],
  [
    'Java: a view',
    'A.java',
    `${JAVA}var v = "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE k IS NOT NULL AND a IS NOT NULL PRIMARY KEY (a, k)";`,
    ['CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE k IS NOT NULL AND a IS NOT NULL PRIMARY KEY (a, k)'],
  ],
  ['Java: no rows of CQL', 'A.java', `${JAVA}var q = "SELECT a FROM t WHERE k IS NOT NULL";`, []],
  [
    'Python: a name that is put together',
    'a.py',
    `${PYTHON}session.execute("TRUNCATE " + keyspace + "." + table + ";")`,
    ['TRUNCATE $.$ [but values]'],
  ],
  [
    'JavaScript: one name in two functions',
    'a.js',
    `${JS}function a() {\n  let query = '${ANY}';\n  run(query, req.query);\n}\nfunction b() {\n  let query = 'SELECT b FROM t';\n  if (x) query += ' WHERE k = ?';\n}`,
    [ANY, 'SELECT b FROM t [in part]'],
  ],
  [
    'Python: one name in two functions',
    'a.py',
    `${PYTHON}def a():\n    query = "SELECT a FROM t"\n    if b:\n        query = query + " WHERE k = %s"\n\ndef b():\n    query = "${ANY}"\n`,
    ['SELECT a FROM t [in part]', ANY],
  ],
  [
    'JavaScript: what is logged is not put together',
    'a.js',
    `${JS}const query = '${ANY}';\nconsole.log('runs ' + query);\nlogger.debug(\`runs \${query}\`);`,
    [ANY],
  ],
  ['Rust: tables of ClickHouse', 'a.rs', `let q = "SELECT name FROM system.tables WHERE database = 'a'";`, []],
  [
    'JavaScript: words with capitals',
    'a.js',
    `${JS}const q = 'Delete from t where k = ?';`,
    ['Delete from t where k = ?'],
  ],
  [
    'C#: all columns, written as a sentence',
    'A.cs',
    `${CSHARP}var all = Mapper.Fetch<Race>("Select * from race");`,
    ['Select * from race'],
  ],
  [
    'Java: a sentence that is prepared',
    'A.java',
    `${JAVA}String q = "Select day from hardware Limit 1";\nvar s = session.prepare(q);`,
    ['Select day from hardware Limit 1'],
  ],
  [
    'JavaScript: a pool that another file makes, beside a client of Cassandra',
    'a.js',
    `import pool from './db.js';\nimport cassandraClient from './cassandra.js';\npool.query('SELECT b FROM t');\ncassandraClient.execute("${ANY}");`,
    [ANY],
  ],
  [
    'JavaScript: a call that is named for CQL, on whatever it is made',
    'a.js',
    `const pool = require('./db');\npool.cql("${ANY}", [1]);`,
    [ANY],
  ],
  [
    'Python: a value by a name that is a word of CQL',
    'a.py',
    `${PYTHON}session.execute("SELECT a FROM t WHERE b = %(index)s")`,
    ['SELECT a FROM t WHERE b = ?'],
  ],
  ['JavaScript: a sentence', 'a.js', `${JS}const q = 'Select colour from list';`, []],
  [
    'Python: beside Spark',
    'a.py',
    `${PYTHON}from pyspark.sql import SparkSession\nspark.sql("SELECT b FROM t")\nsession.execute("${ANY}")`,
    [ANY],
  ],
  ['Python: Spark alone', 'a.py', `from pyspark.sql import SparkSession\nq = "${ANY}"`, []],
  [
    'Java: a sign that joins begins the line, before what is put in',
    'A.java',
    `${JAVA}f("SELECT a FROM t"\n    + where\n    + " ALLOW FILTERING");\ng("UPDATE t SET m = {'a': "\n    + value\n    + "} WHERE k = 1");`,
    ['SELECT a FROM t $ ALLOW FILTERING [in part]', "UPDATE t SET m = {'a': $ } WHERE k = 1 [in part]"],
  ],
  [
    'Java: a part of a name on the next line',
    'A.java',
    `${JAVA}f("SELECT a FROM t_"\n    + year + " WHERE k = 1");`,
    ['SELECT a FROM $ WHERE k = 1 [but values]'],
  ],
  [
    'Kotlin: a keyspace that is put in before a table that is written',
    'a.kt',
    `${JAVA}s.execute("UPDATE $ks.t SET a = 1 WHERE k = 1")\ns.execute("UPDATE $ks.\${t} SET a = 1 WHERE k = 1")`,
    ['UPDATE $.t SET a = 1 WHERE k = 1 [but values]', 'UPDATE $.$ SET a = 1 WHERE k = 1 [but values]'],
  ],
  [
    'Python: what the driver binds in a text into which values are put',
    'a.py',
    `${PYTHON}q = "SELECT a FROM %s WHERE k = %%s AND c = %%(c)s" % table\nr = "SELECT a FROM t WHERE k = %%s"`,
    ['SELECT a FROM $ WHERE k = ? AND c = :c [but values]'],
  ],
  ['C#: a mark of the encoding before the import', 'A.cs', `\uFEFF${CSHARP}var q = "${ANY}";`, [ANY]],
  [
    'Groovy: JDBC with an address of Cassandra',
    'a.groovy',
    `import groovy.sql.Sql\nSql.withInstance('jdbc:cassandra://db/shop') { it.eachRow('${ANY}') }`,
    [ANY],
  ],
  [
    'Groovy: JDBC with addresses of several databases',
    'a.groovy',
    `import groovy.sql.Sql\nopen('jdbc:cassandra://db/shop', 'jdbc:h2:mem:shop')\nsql.eachRow('${ANY}')`,
    [],
  ],
  [
    'PHP: an address of Cassandra',
    'a.php',
    `<?php\n$db = new PDO('cassandra:host=127.0.0.1');\n$db->query("${ANY}");`,
    [ANY],
  ],
  [
    'Go: columns and values that are put in',
    'a.go',
    `${GO}a("INSERT INTO t " + cols + " VALUES " + vals)\nb("INSERT INTO t (a, b) VALUES " + vals + " USING TTL 9")\nc("INSERT INTO t " + cols + " VALUES (?, ?)")`,
    [
      'INSERT INTO t $ VALUES $ [in part]',
      'INSERT INTO t (a, b) VALUES $ USING TTL 9 [in part]',
      'INSERT INTO t $ VALUES (?, ?) [in part]',
    ],
  ],
  [
    'Python: a table that is made, written as a sentence',
    'a.py',
    `${PYTHON}for q in ["Create table t (k int, c int, primary key (k, c))", "Create table from this"]: run(q)`,
    ['Create table t (k int, c int, primary key (k, c))'],
  ],
  ['Elixir: drivers of Erlang', 'a.ex', `:erlcass.add_prepare_statement(:find, "${ANY}")`, [ANY]],
  [
    'Java: another language of a mapper',
    'A.java',
    `import jakarta.nosql.Query;\nimport org.eclipse.jnosql.databases.cassandra.mapping.CQL;\n@CQL("${ANY}") f();\n@Query("SELECT * FROM Book") g();`,
    [ANY],
  ],
  [
    'Java: an annotation that Cassandra brings, beside one of JPA',
    'A.java',
    `import org.springframework.data.cassandra.repository.Query;\nimport org.springframework.data.jpa.repository.Modifying;\n@Modifying\n@Query("DELETE FROM t WHERE k = :k")`,
    ['DELETE FROM t WHERE k = :k'],
  ],
  [
    'PHP: one of the connections of Laravel',
    'a.php',
    `<?php\nuse Illuminate\\Support\\Facades\\DB;\n$a = DB::connection('cassandra')->select('${ANY}', [$k]);\n$b = DB::select('SELECT b FROM u WHERE k = ?');\n$c = DB::connection('mysql')->select('SELECT c FROM u WHERE k = ?');`,
    [ANY],
  ],
  [
    'Go: a session of another file, beside another database',
    'a.go',
    `package a\nimport "database/sql"\nfunc f(db *sql.DB) {\n\tcassandraSession.Query("${ANY}", k)\n\tq := "DELETE FROM t WHERE k = ?"\n\ts.scylla.Query(q, k)\n\tdb.Query("SELECT b FROM u WHERE k = ?", k)\n}`,
    [ANY, 'DELETE FROM t WHERE k = ?'],
  ],
  ['Elixir: a module that is named like a test', 'shop_test.ex', `${ELIXIR}Xandra.execute(c, "${ANY}")`, [ANY]],
  [
    'C#: tables of rows beside the driver',
    'A.cs',
    `${CSHARP}using System.Data;\nDataTable rows;\nsession.Execute("${ANY}");`,
    [ANY],
  ],
  ['C#: what speaks with any database', 'A.cs', `using System.Data;\nconnection.Execute("${ANY}");`, []],
  [
    'TypeScript: a mistake in a text that is handed to what is there for certain, by its name',
    'a.ts',
    `${JS}const q = 'SELECT a FROM t WHERE k = ? AND b < c';\nawait this.client!.execute(q, [k]);`,
    ['SELECT a FROM t WHERE k = ? AND b < c'],
  ],
  [
    "TypeScript: handed to a part of what is Cassandra's, beside another database",
    'a.ts',
    `import { cassandraClient } from './cassandra';\nimport { PrismaClient } from '@prisma/client';\nconst q = '${ANY}';\nawait cassandraClient['client']!.execute(q, [k]);\ncassandraClient['client'].run('${ANY}');`,
    [ANY, ANY],
  ],
  [
    'Kotlin: a margin of another sign',
    'a.kt',
    `${KOTLIN}val q = """\n    >SELECT a\n    >FROM t WHERE k > ?\n""".trimMargin(">")\nval r = """\n    #SELECT b\n    #FROM t""".trimMargin("#")`,
    ['SELECT a FROM t WHERE k > ?', 'SELECT b FROM t'],
  ],
  [
    'Scala: the form of what is put in',
    'a.scala',
    `${KOTLIN}val q = f"SELECT a FROM t WHERE k = $k%d AND c > \${x}%2.3f"`,
    ['SELECT a FROM t WHERE k = $ AND c > $ [but values]'],
  ],
  [
    'Java: a table whose keyspace is put in by its place',
    'A.java',
    `${JAVA}s.execute(MessageFormat.format("TRUNCATE {0}.logs", ks));`,
    ['TRUNCATE $.logs [but values]'],
  ],
  [
    'Python: what is handed to SQL by its name is none',
    'a.py',
    `${PYTHON}q = "SELECT a FROM t"\nrows = spark.sql(q)\nr = "SELECT b FROM t"\ndf = pd.read_sql(r, engine)\nsession.execute("${ANY}")`,
    [ANY],
  ],
  [
    'Rust: a facade over the driver of ScyllaDB',
    'a.rs',
    `use sqlx::Acquire;\nuse sqlx_scylladb::ScyllaDBPool;\nasync fn f(p: &ScyllaDBPool) {\n    sqlx::query("${ANY}").execute(p).await;\n}`,
    [ANY],
  ],
  [
    'Rust: the facade, and what it is made for with another database',
    'a.rs',
    `use sqlx::{Acquire, PgPool};\nuse sqlx_scylladb::ScyllaDBPool;\nasync fn f(p: &PgPool) {\n    sqlx::query("${ANY}").execute(p).await;\n}`,
    [],
  ],
  [
    'TypeScript: snippets of an editor',
    'a.ts',
    `${JS}const s = [{ body: 'SELECT \${1:column} FROM \${2|t,u|} WHERE k = ?' }, new Snippet("UPDATE \${1:t} SET a = ?")];\nc.execute(\`SELECT \${1} FROM t\`);`,
    ['SELECT $ FROM t [but values]'],
  ],
  [
    'Elixir: by its name, behind the connection, beside another database',
    'a.ex',
    `${ELIXIR}def f(conn, pg) do\n  q = "${ANY}"\n  Xandra.execute(conn, q, [])\n  Postgrex.query(pg, "SELECT b FROM t", [])\nend`,
    [ANY],
  ],
  ['Ruby: a class by its name', 'a.rb', `id = Cassandra::Types::Bigint.new(1)\nstore.execute("${ANY}")`, [ANY]],
];

describe('statements are found', () => {
  test.each(EXAMPLES)('%s', (_, path, program, found) => {
    expect(statementsIn(path, program)).toEqual(found);
  });
});

describe('what speaks for CQL', () => {
  const text = `package a\nvar q = "${ANY}"`;

  test('a table of the schema', () => {
    expect(statementsIn('a.go', text, { isTable: (name) => name === 't' })).toEqual([ANY]);
    expect(statementsIn('a.go', text, { isTable: (name) => name === 't', besideOther: true })).toEqual([]);
    const whole = text.replace(' t ', ' ks.t ');
    const isTable = (name: string): boolean => ['t', 'ks.t', 'u'].includes(name);
    expect(statementsIn('a.go', whole, { isTable, besideOther: true })).toEqual([ANY.replace(' t ', ' ks.t ')]);
    expect(statementsIn('a.go', whole.replace('ks.t', 'ks.u'), { isTable, besideOther: true })).toEqual([]);
  });

  test('not where the program speaks with another database', () => {
    const program = `package a\nimport "database/sql"\nvar q = "${ANY}"`;
    expect(statementsIn('a.go', program, { isTable: () => true })).toEqual([]);
  });

  test.each([
    ['a.py', `${PYTHON}import psycopg2\nfind = session.prepare("""${ANY}""")`],
    ['a.py', `${PYTHON}import psycopg2\nq = "${ANY}"\nfind = session.prepare(q)`],
    ['A.java', `${JAVA}import java.sql.Connection;\nvar s = SimpleStatement.builder("${ANY}").build();`],
    ['A.java', `${JAVA}import java.sql.Connection;\nString q = "${ANY}";\nvar s = session.prepare(q);`],
    ['A.cs', `${CSHARP}using Npgsql;\nvar s = new SimpleStatement("${ANY}", k);`],
  ])('a call that only its drivers have, beside another database: %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual([ANY]);
  });

  test.each([
    ['a.py', `${PYTHON}import psycopg2\ncursor.execute("${ANY}")`],
    ['a.py', `${PYTHON}import psycopg2\nfind = session.prepare("SELECT a FROM t JOIN u ON t.k = u.k")`],
    ['A.java', `${JAVA}import java.sql.Connection;\nvar s = c.prepareStatement("${ANY}");`],
    ['a.php', `${PHP}$pdo = new PDO($dsn);\nuse Doctrine\\DBAL;\n$s = $pdo->prepare("${ANY}");`],
    ['A.cs', `${CSHARP}using Dapper;\nc.ExecuteAsync("${ANY}");`],
  ])('not another call there: %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual([]);
  });

  test.each([
    'string[] all = { "CREATE TABLE t (k Int32) ENGINE = MergeTree ORDER BY k", "TRUNCATE TABLE t" };',
    'var url = "jdbc:postgresql://db/shop"; Run(url, "TRUNCATE TABLE t");',
    'var url = "postgres://db/shop"; Run(url, "TRUNCATE TABLE t");',
  ])('not where another database is called by its address, or made for: %s', (program) => {
    expect(statementsIn('A.cs', program, { isTable: () => true })).toEqual([]);
    expect(statementsIn('A.cs', CSHARP + program, { isTable: () => true })).toContain('TRUNCATE TABLE t');
  });

  test.each([
    ['a.py', 'from google.cloud import bigquery'],
    ['a.py', 'from impala.dbapi import connect'],
    ['a.py', 'from flask_sqlalchemy import SQLAlchemy'],
    ['a.ts', "import { BigQuery } from '@google-cloud/bigquery';"],
    ['a.js', "const { Request } = require('tedious');"],
    ['A.java', 'import com.google.cloud.spanner.Statement;'],
    ['a.kt', 'import io.vertx.pgclient.PgPool'],
    ['A.java', 'import io.vertx.mutiny.sqlclient.Tuple;'],
    ['A.cs', 'using ServiceStack.OrmLite;'],
    ['a.rs', 'use tiberius::Client;'],
    ['a.php', '<?php\nuse yii\\db\\Query;'],
  ])('another database: %s %s', (path, line) => {
    const program = `${line}\nrun("SELECT a FROM t WHERE k = 1")`;
    expect(statementsIn(path, program, { besideCassandra: true })).toEqual([]);
  });

  test.each([
    ['a.go', 'import "fmt"; import "github.com/gocql/gocql"\n', 's.Query(`SELECT a FROM t WHERE k = ?`)'],
    ['a.go', 'import ("fmt"; "github.com/gocql/gocql"; _ "net/http")\n', 's.Query(`SELECT a FROM t WHERE k = ?`)'],
    [
      'a.go',
      'import ("database/sql"; "github.com/gocql/gocql")\ntype R struct { db *sql.DB; cass *gocql.Session }\n',
      'r.cass.Query(`SELECT a FROM t WHERE k = ?`)\nr.db.Query(`SELECT b FROM t WHERE k = 1`)',
    ],
    [
      'a.ts',
      "import { Pool } from 'pg'; import { Client } from 'cassandra-driver';\nconst db = new Pool();\nconst c = new Client({});\n",
      "c.execute('SELECT a FROM t WHERE k = ?');\ndb.query('SELECT b FROM t WHERE k = 1');",
    ],
    [
      'a.ts',
      "import { Pool } from 'pg'; import { Client } from 'cassandra-driver';\nconst db = new Pool({ max: 2 }), c = new Client({});\n",
      "c.execute('SELECT a FROM t WHERE k = ?');\ndb.query('SELECT b FROM t WHERE k = 1');",
    ],
    [
      'a.py',
      'from cassandra.cluster import Cluster, Session\nimport asyncpg\n',
      'def f(s: Session = get(one), db: asyncpg.Pool = get(two)):\n    s.execute("SELECT a FROM t WHERE k = ?")\n    db.fetch("SELECT b FROM t WHERE k = 1")',
    ],
  ])('imports and declarations that share a line: %s %s', (path, head, program) => {
    expect(statementsIn(path, head + program)).toEqual([expect.stringContaining('SELECT a FROM t WHERE k = ?')]);
  });

  test.each(['pdo', 'wpdb', 'mysql', 'mysqliConn', 'mongo_db'])(
    'not what is handed to %s, which nothing brings',
    (name) => {
      const program = `<?php\nuse Cassandra\\Session;\n$this->${name}->query("SELECT b FROM t WHERE k = 1");\n`;
      expect(statementsIn('a.php', `${program}$this->session->execute("${ANY}");`)).toEqual([ANY]);
    },
  );

  test.each([
    ['A.java', 'conn.prepareStatement("TEXT");'],
    ['A.java', 'String q = "TEXT";\nvar all = stmt.executeQuery(q);'],
    ['A.cs', 'var c = new SqlCommand("TEXT", conn);'],
    ['A.cs', 'cmd.CommandText = "TEXT";'],
    ['a.php', '<?php\nYii::$app->db->createCommand("TEXT")->queryAll();'],
    ['a.py', 'cursor.execute("TEXT")'],
    ['a.py', 'db.session.execute(text("TEXT"))'],
    ['a.ts', 'prisma.$queryRawUnsafe("TEXT");'],
    ['a.go', 'func f() { db.QueryContext(ctx, "TEXT") }'],
    ['a.rb', 'execute <<-SQL\n  TEXT\nSQL'],
    ['a.rs', 'fn f() { sql_query("TEXT").load(c); }'],
  ])('a call of other databases alone, %s: %s', (path, call) => {
    const found = (cql: string, around: { isTable?: (name: string) => boolean; besideCassandra?: boolean }): unknown =>
      statementsIn(path, call.replace('TEXT', cql), around);
    expect(found('SELECT a FROM t WHERE k = 1', { isTable: (name) => name === 't' })).toEqual([]);
    expect(found('SELECT a FROM t WHERE k = 1', { besideCassandra: true })).toEqual([]);
    const whole = 'SELECT a FROM s.t WHERE k = 1';
    expect(found(whole, { isTable: (name) => name === 's.t' })).toEqual([whole]);
  });

  test('parameters of SQL Server are none of Cassandra', () => {
    const call = 'conn.QueryAsync<User>("SELECT a FROM t WHERE k = @k", p);';
    expect(statementsIn('A.cs', call, { isTable: () => true })).toEqual([]);
  });

  test('a value of JDBC is no other database', () => {
    expect(statementsIn('A.java', `${JAVA}import java.sql.Timestamp;\nvar q = "${ANY}";`)).toEqual([ANY]);
    expect(statementsIn('A.java', `${JAVA}import java.sql.*;\nvar q = "${ANY}";`)).toEqual([]);
  });

  test.each([
    'with pg_connection() as conn:\n    conn.execute("SELECT a FROM s.t WHERE k = %s")',
    'conn = pg_connection()\nq = "SELECT a FROM s.t WHERE k = %s"\nconn.execute(q)',
    'db: MySqlPool = settings.db\ndb.execute("SELECT a FROM s.t WHERE k = %s")',
  ])('not what is handed to something of another database, whose driver stands in another file: %s', (program) => {
    expect(statementsIn('a.py', PYTHON + program, { isTable: () => false })).toEqual([]);
  });

  test.each(['import mysql.connector', 'from mysql import connector', 'import mariadb', 'import oracledb'])(
    'not in a program of Python with %s',
    (line) => {
      const program = `${line}\nq = "${ANY}"\ncursor.execute(q)`;
      expect(statementsIn('a.py', program, { isTable: (name) => name === 't' })).toEqual([]);
    },
  );

  test('what is opened for a block and is Cassandra’s', () => {
    expect(statementsIn('a.py', `${PYTHON}with cassandra_session() as conn:\n    conn.execute("${ANY}")`)).toEqual([
      ANY,
    ]);
    expect(statementsIn('a.py', `${PYTHON}with connect() as conn:\n    conn.execute("${ANY}")`)).toEqual([ANY]);
  });

  test('not what is shown to people', () => {
    const list = `const list = [{ name: "all", desc: "Rows", example: "${ANY}" }, { name: "q", text: "${ANY}" }];`;
    expect(statementsIn('cassandra.ts', list)).toEqual([ANY]);
    expect(statementsIn('Help.tsx', `const text = "${ANY}";`, { isTable: () => true })).toEqual([]);
    expect(statementsIn('Page.tsx', `import { Client } from 'cassandra-driver';\nconst text = "${ANY}";`)).toEqual([
      ANY,
    ]);
  });

  test('not what Rails keeps in another database', () => {
    const model = `class User < ApplicationRecord\n  def self.all_of(k)\n    find_by_sql("${ANY}")\n  end\nend\n`;
    expect(statementsIn('user.rb', model, { isTable: () => true })).toEqual([]);
  });

  test('what Elixir checks by Ecto and keeps in Cassandra', () => {
    const program = `import Ecto.Changeset\nxq(conn, "${ANY}")`;
    expect(statementsIn('a.ex', program, { besideCassandra: true })).toEqual([ANY]);
    expect(statementsIn('a.ex', `import Ecto.Query\n${program}`)).toEqual([]);
  });

  test('what Elixir hands to Ecto, where its adapter is Cassandra’s', () => {
    const asked = `import Ecto.Query\nRepo.query("${ANY}", [k])`;
    expect(statementsIn('a.ex', `${asked}\nExandra.execute_batch(Repo, batch)`)).toEqual([ANY]);
    expect(statementsIn('a.ex', `use Ecto.Repo, adapter: Exandra\ndef f(k), do: query("${ANY}", [k])`)).toEqual([ANY]);
    expect(statementsIn('a.ex', `use Ecto.Repo, adapter: Ecto.Adapters.MyXQL\ndef f, do: query("${ANY}")`)).toEqual([]);
    expect(statementsIn('a.ex', `alias Xandra.Cluster\n${asked}`)).toEqual([]);
  });

  test('what is handed to a builder of the driver is shown with its mistakes', () => {
    const program = `${JAVA}SimpleStatement.builder("DELETE FROM t ( WHERE k = ?").build();`;
    expect(statementsIn('A.java', program)).toEqual(['DELETE FROM t ( WHERE k = ?']);
  });

  test('neighbours in the folder', () => {
    expect(statementsIn('a.go', text, { besideCassandra: true })).toEqual([ANY]);
  });

  test('neighbours, where what the text is handed to has the name of another database', () => {
    expect(statementsIn('a.rb', `@repo.execute_async("${ANY}")`, { besideCassandra: true })).toEqual([ANY]);
    expect(statementsIn('a.rb', `@repo.execute("${ANY}")`, { besideCassandra: true })).toEqual([]);
  });

  test.each([
    'Select the user from the list',
    'Delete all documents from the collection.',
    'use strict',
    'ALTER table failed',
    'Update the settings',
    'create a table from this',
    'SELECT',
  ])('English is not: %s', (words) => {
    expect(statementsIn('a.js', `${JS}show(${JSON.stringify(words)})`)).toEqual([]);
  });

  test("a cluster is not Cassandra's by its name: Couchbase has some, too", () => {
    const COUCHBASE = "const couchbase = require('couchbase');\nconst cluster = await couchbase.connect(url);\n";
    expect(statementsIn('a.js', `${COUCHBASE}cluster.query("${ANY}")`)).toEqual([]);
    const program = `${JS}${COUCHBASE}const db = new cassandra.Client({});\ncluster.query("${ANY}"); db.execute("SELECT b FROM t")`;
    expect(statementsIn('a.js', program)).toEqual(['SELECT b FROM t']);
    const go = `package a\nimport (\n"github.com/couchbase/gocb/v2"\n"github.com/gocql/gocql"\n)\nfunc f(c *gocb.Cluster, s *gocql.Session) {\n`;
    expect(statementsIn('a.go', `${go}c.Query("${ANY}"); s.Query("SELECT b FROM t")}`)).toEqual(['SELECT b FROM t']);
  });

  test.each([
    ['A.java', `${JAVA}@DisplayName("insert into t (a) values (1)") void f() {}`],
    ['a.js', `${JS}cli.option('x', { describe: 'select a from t' })`],
    ['a.py', `${PYTHON}with tracer.start_span("select a from t"):\n    statsd.timing("delete from t where k = 1", 1)`],
  ])('what is said of a function or for a person is not: %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual([]);
  });

  test.each([
    ['a.go', `${GO}q, args := "SELECT a FROM t", []any{}\nif x != "" {\n\tq += " WHERE k = ?"\n}`],
    [
      'a.py',
      `${PYTHON}class Q:\n    BASE = "SELECT a FROM t"\n\n    def f(self):\n        return self.BASE + " WHERE k = ?"`,
    ],
    ['a.py', `${PYTHON}if x:\n    pass\nelse:\n    q = "SELECT a FROM t"\nsession.execute(f"{q} WHERE k = 1")`],
    ['A.cs', `${CSHARP}private string Base => "SELECT a FROM t";\nvar q = Base + " WHERE k = ?";`],
    ['a.ex', `${ELIXIR}@base "SELECT a FROM t"\ndef f, do: Xandra.execute(c, @base <> " WHERE k = ?")`],
    ['a.ex', `${ELIXIR}defp base, do: "SELECT a FROM t"\nq = base() <> " WHERE k = ?"`],
    ['a.scala', `${KOTLIN}lazy val base: String = "SELECT a FROM t"\nval q = base ++ " WHERE k = ?"`],
    ['A.cs', `${CSHARP}var q = x ? "SELECT a FROM t" : "SELECT b FROM t";\nq += " WHERE k = ?";`],
    ['a.js', `${JS}const q = (x ? 'SELECT a FROM t' : 'SELECT b FROM t') + ' WHERE k = ?'`],
    ['a.rs', `${RUST}let q = if x { "SELECT a FROM t" } else { "SELECT b FROM t" };\nformat!("{} WHERE k = ?", q)`],
    ['A.cs', `${CSHARP}string Base { get; } = "SELECT a FROM t";\nvar q = $"{Base} WHERE k = ?";`],
    ['A.cs', `${CSHARP}string Base() { return "SELECT a FROM t"; }\nvar q = Base() + " WHERE k = ?";`],
    ['a.go', `${GO}base := "SELECT a FROM t"\ns.Query(fmt.Sprintf("%s %s", base, where))`],
    ['a.py', `${PYTHON}q = "SELECT a FROM t"\nif x:\n    q = q.rstrip() + " WHERE k = 1"`],
    // What is kept under a key.
    ['a.py', `${PYTHON}Q = {"base": "SELECT a FROM t"}\nsession.execute(Q["base"] + " WHERE k = 1")`],
    ['a.py', `${PYTHON}Q = {'base': "SELECT a FROM t"}\nsession.execute("{} WHERE k = 1".format(Q['base']))`],
    ['a.rb', `${RUBY}Q = { base: "SELECT a FROM t" }\ns.execute(Q[:base] + " WHERE k = 1")`],
    ['a.rb', `${RUBY}Q = { :base => "SELECT a FROM t" }\ns.execute("#{Q[:base]} WHERE k = 1")`],
    ['a.php', `${PHP}$q = ['base' => "SELECT a FROM t"];\n$s->execute($q['base'] . " WHERE k = 1");`],
    ['A.java', `${JAVA}q.put("base", "SELECT a FROM t");\nsession.execute(q.get("base") + " WHERE k = 1");`],
    [
      'a.kt',
      `${KOTLIN}val q = mapOf("base" to "SELECT a FROM t")\nfun f() = session.execute(q["base"] + " WHERE k = 1")`,
    ],
    ['a.ts', `${JS}const Q = { 'base': 'SELECT a FROM t' };\nc.execute(\`\${Q['base']} WHERE k = 1\`);`],
    ['A.cs', `${CSHARP}q["base"] = "SELECT a FROM t";\ns.Execute(q["base"] + " WHERE k = 1");`],
    // What a function of the program puts more to.
    ['a.py', `${PYTHON}run("SELECT a FROM t", w)\ndef run(base, where=""):\n    return session.execute(base + where)`],
    ['a.js', `${JS}function $q(base, w) { return db.execute(base + w); }\n$q('SELECT a FROM t', w);`],
    ['a.py', `${PYTHON}def run(self, q: str):\n    session.execute(f"{q} WHERE k = 1")\nrun("SELECT a FROM t")`],
    [
      'a.go',
      `${GO}func list(base string, n int) { s.Query(base + " LIMIT 1").Exec() }\nfunc f() { list("SELECT a FROM t", 1) }`,
    ],
    [
      'a.kt',
      `${KOTLIN}fun paged(s: Int, base: String) = session.execute("$base LIMIT $s")\nval z = paged(3, "SELECT a FROM t")`,
    ],
    [
      'a.rs',
      `${RUST}fn with(base: &str) -> String { format!("{} WHERE k = 1", base) }\nfn g() { with("SELECT a FROM t"); }`,
    ],
    [
      'a.rs',
      `${RUST}fn base() -> &'static str { "SELECT a FROM t" }\nfn one() -> String { format!("{} WHERE k = ?", base()) }`,
    ],
    // What more is made of at once.
    ['A.java', `${JAVA}Optional<String> o = Optional.of("SELECT a FROM t").map(x -> x + " WHERE k = 1");`],
    ['a.go', `${GO}var list = NewQ("SELECT a FROM t").Where("k = ?")`],
    ['a.go', `${GO}b := bytes.NewBufferString("SELECT a FROM t")\nb.WriteString(w)`],
    ['a.py', `${PYTHON}q = Query("SELECT a FROM t").where("k = 1").build()`],
    ['a.py', `${PYTHON}run(sql="SELECT a FROM t", extra=" WHERE k = 1")`],
    ['a.ts', `${JS}const a = new QB('SELECT a FROM t').where('k = ?');`],
    ['a.ts', `${JS}const j = parts.reduce((q, p) => q + p, 'SELECT a FROM t');`],
    ['a.rb', `${RUBY}t = +"SELECT a FROM t"\nlog(t)\nt << " WHERE k = ?"`],
    ['a.rb', `${RUBY}@base = "SELECT a FROM t"\nq = "#{@base} WHERE k = ?"`],
    ['A.cs', `${CSHARP}var n = "SELECT a FROM t".Insert(15, " WHERE k = ?");`],
    ['a.kt', `${KOTLIN}val h = "SELECT a FROM t".let { "$it WHERE k = ?" }`],
    ['a.kt', `${KOTLIN}val l = "SELECT a FROM t".where("k = ?")`],
    ['a.scala', `${KOTLIN}val j = "SELECT a FROM t" where "k = ?"`],
    ['a.scala', `${KOTLIN}val l = Option("SELECT a FROM t").map(_ + " WHERE k = ?")`],
    ['a.ex', `${ELIXIR}def b, do: "SELECT a FROM t" |> Kernel.<>(" WHERE k = ?")`],
    ['a.ex', `${ELIXIR}def c, do: "SELECT a FROM t" |> with_key()`],
    ['a.ex', `${ELIXIR}def e, do: ["SELECT a FROM t", w] |> Enum.join(" ")`],
    ['a.ex', `${ELIXIR}@base "SELECT a FROM t"\ndef g, do: "#{@base} WHERE k = ?"`],
  ])('what goes on by its name is a part: %s %s', (path, program) => {
    expect(statementsIn(path, program)[0]).toBe('SELECT a FROM t [in part]');
  });

  test.each([
    ['a.py', `${PYTHON}Q = {"base": "SELECT a FROM t", "b": 1}\nsession.execute(Q["base"], Q["b"] + "x")`],
    [
      'A.java',
      `${JAVA}ResultSet run(String cql, Object... of) { return s.execute(cql, of); }\nvoid f() { run("SELECT a FROM t", 1); }`,
    ],
    [
      'a.go',
      `${GO}func run(s *gocql.Session, cql string, a string) error { return s.Query(cql, a + "x").Exec() }\nvar e = run(s, "SELECT a FROM t", "b")`,
    ],
    [
      'a.kt',
      `${KOTLIN}val q = "SELECT a FROM t".also { log(it) }\nval rows = session.execute(q).map { it.getString(0) }`,
    ],
    ['a.py', `${PYTHON}q = "SELECT a FROM t".encode("utf-8")\nrows = session.execute(q.decode()).all()`],
    ['A.java', `${JAVA}List<String> l = session.execute("SELECT a FROM t").map(row -> row.getString(0)).all();`],
    ['a.ex', `${ELIXIR}def f, do: "SELECT a FROM t" |> String.trim()`],
  ])('what is handed on as it stands is whole: %s %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual(['SELECT a FROM t']);
  });

  test('what is chosen or asked for on a line of its own is whole', () => {
    const one = `${JS}const q = 'SELECT a FROM t WHERE k = ?', p = 'SELECT b FROM t'\nconst z = q + w`;
    expect(statementsIn('a.js', one)).toEqual(['SELECT a FROM t WHERE k = ? [in part]', 'SELECT b FROM t']);
    const asked = `${JS}const rows = await db?.execute('SELECT a FROM t')\nconst all = rows + others`;
    expect(statementsIn('a.js', asked)).toEqual(['SELECT a FROM t']);
  });

  test('texts that share a name with hundreds of others cost no more than others', () => {
    const one = 'func f() {\n\tq := "SELECT a FROM t WHERE k = ?"\n\ts.Query(q, k)\n\tlog(q)\n}\n';
    const timeOf = (texts: number): number => {
      const program = GO + one.repeat(texts);
      extractionOf('a.go', program);
      // Of this thread alone: others may run beside it.
      const start = process.threadCpuUsage();
      expect(extractionOf('a.go', program).statements).toHaveLength(texts);
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    // It is counted in steps of some milliseconds, as long as one reading of a few.
    const few = Array.from({ length: 10 }, () => timeOf(100)).reduce((sum, time) => sum + time, 0);
    expect(Math.min(timeOf(800), timeOf(800))).toBeLessThan(few * 2.4);
  });

  test.each([
    [
      'a.go',
      `import (\n"database/sql"\n"github.com/gocql/gocql"\n)\nfunc f(db *sql.DB, session *gocql.Session) {\n`,
      'fmt.Sprintf',
      'db.Query',
      '%s',
    ],
    [
      'A.java',
      `import java.sql.Connection;\n${JAVA}CqlSession session; Connection db;\n`,
      'String.format',
      'db.prepareStatement',
      '%s',
    ],
    [
      'A.java',
      `import java.sql.Connection;\n${JAVA}CqlSession session; Connection db;\n`,
      'MessageFormat.format',
      'db.prepareStatement',
      '{0}',
    ],
    ['a.py', `import psycopg2\n${PYTHON}session = Cluster().connect()\n`, 'textwrap.dedent', 'conn.execute', "'1'"],
    ['a.rs', `use sqlx::PgPool;\n${RUST}fn f(session: &Session) {\n`, '&format!', 'sqlx::query', '{}'],
    ['a.php', `${PHP}use Doctrine\\ORM\\X;\nfunction f(Session $session) {\n`, 'sprintf', '$conn->query', '%s'],
  ])(
    'a text with values put into it is handed to whom the call around it is made on: %s %s',
    (path, head, fills, other, hole) => {
      const call = (taker: string): string => `${taker}(${fills}("SELECT a FROM t WHERE k = ${hole}", k));\n`;
      const arrow = path.endsWith('php')
        ? '$session->execute'
        : path.endsWith('go')
          ? 'session.Query'
          : 'session.execute';
      expect(statementsIn(path, `${head}${call(arrow)}`)).toHaveLength(1);
      expect(statementsIn(path, `${head}${call(other)}`)).toEqual([]);
    },
  );

  test('what a function puts more to has values put into it before', () => {
    const joined = `${GO}func rows(q, where string) { s.Query(q + where) }\n`;
    const call = 'func all() { rows(fmt.Sprintf("SELECT a FROM %s.t", ks), where) }';
    expect(statementsIn('a.go', `${joined}${call}`)).toEqual(['SELECT a FROM $.t [in part]']);
  });

  test.each([
    ['a.go', `${GO}q := strings.Join([]string{fmt.Sprintf("SELECT a FROM %s.t", ks), where}, " ")`],
    ['a.go', `${GO}run(fmt.Sprintf("SELECT a FROM %s.t", ks), "WHERE k = ?")`],
    ['a.go', `${GO}s.Query(fmt.Sprintf("%s %s", "SELECT a FROM t", where))`],
    ['a.go', `${GO}st := "SELECT a FROM t"\nst = strings.Join([]string{st, where}, " ")`],
    ['A.java', `${JAVA}s.execute(String.join(" ", String.format("SELECT a FROM %s.t", ks), where));`],
    ['A.java', `${JAVA}s.execute(MessageFormat.format("{0} {1}", "SELECT a FROM t", where));`],
    ['a.py', `${PYTHON}session.execute(" ".join([textwrap.dedent("SELECT a FROM t"), where]))`],
    ['a.py', `${PYTHON}session.execute("%s %s" % ("SELECT a FROM t", where))`],
    ['a.py', `${PYTHON}session.execute("{} {}".format("SELECT a FROM t", where))`],
    ['a.py', `${PYTHON}session.execute(reduce(operator.add, ["SELECT a FROM t", where]))`],
    ['a.rs', `${RUST}let q = vec![format!("SELECT a FROM {}.t", ks), w].concat();`],
    ['a.rs', `${RUST}let q = [format!("SELECT a FROM {}.t", ks), w].join(" ");`],
    ['a.cs', `${CSHARP}s.Execute(string.Concat(string.Format("SELECT a FROM {0}.t", ks), where));`],
    ['a.php', `${PHP}$s->execute(implode(' ', [sprintf('SELECT a FROM %s.t', $ks), $where]));`],
    ['a.rb', `${RUBY}s.execute([format('SELECT a FROM %s.t', ks), where].join(' '))`],
    ['a.rb', `${RUBY}s.execute('%s %s' % ['SELECT a FROM t', where])`],
    ['a.rb', `${RUBY}v = ['SELECT a FROM t']\nv << where\ns.execute(v * ' ')`],
    ['a.scala', `${KOTLIN}s.execute("SELECT a FROM t" ++ where)`],
    ['a.kt', `${KOTLIN}s.execute(listOf(String.format("SELECT a FROM %s.t", ks), where).joinToString(" "))`],
    ['a.kt', `${KOTLIN}s.execute("SELECT a FROM t" where condition)`],
    ['a.groovy', `${KOTLIN}s.execute("SELECT a FROM t" << where)`],
  ])('a text with values put into it, and one that is put into another, may go on: %s %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual([expect.stringMatching(/^SELECT a FROM (?:\$\.)?t \[in part\]$/)]);
  });

  test.each([
    ['A.java', `${JAVA}logger.debug(String.format("SELECT a FROM %s.t", ks));`],
    ['a.py', `${PYTHON}print(textwrap.dedent("SELECT a FROM t"))`],
    ['a.rs', `${RUST}info!("{}", format!("SELECT a FROM {}.t", ks));`],
    ['a.php', `${PHP}echo sprintf('SELECT a FROM %s.t', $ks);`],
    ['a.rb', `${RUBY}puts format('SELECT a FROM %s.t', ks)`],
  ])('a text for people is one with values put into it, too: %s %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual([]);
  });

  test.each([
    ['a.kt', `${KOTLIN}s.execute("SELECT a FROM t" to listOf(k))`],
    ['a.kt', `${KOTLIN}val q = if (x) "SELECT a FROM t" else other`],
    ['a.scala', `${KOTLIN}val q = "SELECT a FROM t"\nval x = 1`],
  ])('what stands between texts makes nothing of them: %s %s', (path, program) => {
    expect(statementsIn(path, program)).toEqual(['SELECT a FROM t']);
  });

  test.each(['DELETE /api/tokens/{hash}', 'UPDATE /:id'])('a route is not, nor one that is begun: %s', (route) => {
    expect(extractionOf('a.go', `${GO}mux.HandleFunc("${route}", f)`).statements).toEqual([]);
  });
});
