import { describe, expect, test } from 'vitest';
import { type SyntaxProblem, openDocument } from '../../server/src/syntax/index.ts';

interface Found {
  readonly segment: number;
  readonly problem: SyntaxProblem;
}

const problemsOf = (text: string): Found[] =>
  openDocument(text).segments.flatMap(({ errors }, segment) => errors.map((problem) => ({ segment, problem })));

/** The text after the first way out of the only problem. */
function fixed(text: string): string {
  const document = openDocument(text);
  const [{ segment, problem }] = problemsOf(text) as [Found];
  const origin = document.startOf(segment);
  const edits = problem.fixes[0]!.edits.toSorted((a, b) => b.span.start - a.span.start);
  return edits.reduce(
    (now, { span, text: inserted }) => now.slice(0, origin + span.start) + inserted + now.slice(origin + span.end),
    text,
  );
}

/** `▸` and `◂` mark what the message is about. */
describe('a slip of letters is one problem, with its way out', () => {
  test.each([
    [
      'SELECT * FROM t WHERE a = ▸‘x’◂;',
      "Typographic quotes: CQL takes the plain `'` only.",
      "SELECT * FROM t WHERE a = 'x';",
    ],
    ['SELECT ▸“a”◂ FROM t;', 'Typographic quotes: CQL takes the plain `"` only.', 'SELECT "a" FROM t;'],
    ['SELECT * FROM t WHERE a ▸≤◂ 5;', 'CQL writes `≤` as `<=`.', 'SELECT * FROM t WHERE a <= 5;'],
    ['SELECT ▸`a`◂ FROM t;', 'CQL has no back-ticks: names stand bare or in double quotes.', 'SELECT a FROM t;'],
    ['SELECT a▸\u00a0◂FROM t;', 'A blank that Cassandra does not know, such as a no-break space.', 'SELECT a FROM t;'],
    ['SELECT a▸\0◂ FROM t;', 'An invisible character (U+0000) that CQL does not know.', 'SELECT a FROM t;'],
    [
      'SELECT a ▸\\◂\n  FROM t;',
      'A statement goes on on the next line by itself: remove the `\\`.',
      'SELECT a \n  FROM t;',
    ],
    ['SELECT * ▸#◂ all\nFROM t;', 'A comment begins with `--` or `//` in CQL.', 'SELECT * -- all\nFROM t;'],
    [
      "▸#◂ Why doesn't it?\n# So.\nSELECT * FROM t;",
      'A comment begins with `--` or `//` in CQL.',
      "-- Why doesn't it?\n-- So.\nSELECT * FROM t;",
    ],
    ['▸```◂cql\nUSE k;', 'Three back-ticks stand around code in Markdown: they are no part of the CQL.', '\nUSE k;'],
    ['USE k▸◂\nUSE l;', 'A `;` is missing at the end of this statement.', 'USE k;\nUSE l;'],
    [
      "SELECT * FROM t WHERE a = 'x'▸◂ -- one\n\nINSERT INTO t (a) VALUES ('y');",
      'A `;` is missing at the end of this statement.',
      "SELECT * FROM t WHERE a = 'x'; -- one\n\nINSERT INTO t (a) VALUES ('y');",
    ],
  ])('%j', (marked, message, after) => {
    const text = marked.replace(/[▸◂]/g, '');
    const found = problemsOf(text);
    expect(found.map(({ problem }) => problem.message)).toEqual([message]);
    const { segment, problem } = found[0]!;
    const start = openDocument(text).startOf(segment);
    const { span } = problem;
    expect(
      `${text.slice(0, start + span.start)}▸${text.slice(start + span.start, start + span.end)}◂${text.slice(start + span.end)}`,
    ).toBe(marked);
    expect(fixed(text)).toBe(after);
    expect(problemsOf(after)).toEqual([]);
  });

  test.each([
    ['SELECT a /* FROM t', 'The closing `*/` of this comment is missing.'],
    ["INSERT INTO t (a) VALUES ('x);\nUSE k;", "The closing `'` of this text is missing."],
    ['SELECT * FROM t WHERE a = 1 ^ 2;', 'CQL has no `^`.'],
    ['SELECT 😀 FROM t;', 'CQL has no `😀`.'],
  ])('%j has none that is certain', (text, message) => {
    expect(problemsOf(text).map(({ problem }) => problem.message)).toEqual([message]);
    expect(problemsOf(text)[0]!.problem.fixes).toEqual([]);
  });
});

describe('nothing is wrong with', () => {
  test.each([
    ['CREATE TABLE t (a int PRIMARY KEY)\n\n---\n\nCREATE TABLE u (a int PRIMARY KEY);'],
    ['CREATE TABLE t (a int PRIMARY KEY)\n\n-- #\n\nCREATE TABLE u (a int PRIMARY KEY);'],
    ['\ufeffUSE k;'],
    ['USE k'],
    ['USE k;\n-- ‘that’ is it ≤ `#`\n'],
    ["SELECT '‘x’ \u00a0 # ≤' FROM t;"],
    ['{{ if .Wide }}\nUSE k;\n{{ end }}'],
    ["SOURCE 'a#b'\nCONSISTENCY ONE\nUSE k;"],
    ["COPY t FROM 'a' WITH DELIMITER='|' AND NULL='\\\\N';"],
    ['DESCRIBE TABLE t\nUSE k;'],
    [';;'],
    [''],
  ])('%j', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('a statement that a tool puts together from pieces is left in peace', () => {
  test.each([
    ['CREATE TABLE t (a int, {% for c in cols %} {{ c.name }} {{ c.type }}, {% endfor %} PRIMARY KEY (a));'],
    ['CREATE TABLE t (a int, <% cols.each do |c| %> <%= c %> text, <% end %> PRIMARY KEY (a));'],
    ['CREATE TABLE t (a int, {{ range $_, $c := .cols }} {{ $c.Name }} {{ $c.Type }}, {{ end }} PRIMARY KEY (a));'],
    ['SELECT {{#each cols}}{{this}}, {{/each}} b FROM t;'],
    ["<#if wide>\nSELECT a FROM t WHERE a = 1;\n<#else>\nSELECT b FROM t <#if c??>WHERE b = '${c}'</#if>;\n</#if>"],
    ['<#-- all -->\n<#list tables as t>\nTRUNCATE ${t};\n</#list>\n<@grants table=t/>\nUSE k;'],
    [
      "#set($ks = 'k')\n#if($wide)\nSELECT a FROM t WHERE a = $!{a};\n#else\nSELECT a FROM t #if($c) WHERE b = 1 #end;\n#end\n",
    ],
    ['#foreach($t in $tables)\nTRUNCATE $t;\n#end'],
    ['SELECT a FROM t WHERE b = %[the b of query 1]% ALLOW FILTERING;'],
    ["UPDATE t SET m = m + {'h': %d, %s} WHERE a = 1;"],
    ["INSERT INTO t (id, kind) VALUES ({id}, 'a');"],
    ['UPDATE t SET a = {a} WHERE b = 1;'],
    ['UPDATE t SET a = %A% WHERE b = 1;'],
    ["UPDATE t SET m = {%(first)s: 2, 'h': 1, %(more)s} WHERE a = 1;"],
    ["UPDATE %KS%.t SET m = {%FIRST%, 'h': 1} WHERE a = %KEY% AND b = %d;"],
    ['CREATE TABLE %ENV%_users_%REGION%_v2 (a int PRIMARY KEY);\nDROP TABLE %KS%.users_%ENV%;'],
    ["CREATE KEYSPACE %KEYSPACE% WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"],
    ['CREATE KEYSPACE IF NOT EXISTS :ks WITH durable_writes = true;\nALTER KEYSPACE :ks WITH durable_writes = false;'],
    ['GRANT SELECT ON KEYSPACE :ks TO r;\nLIST ALL ON ALL TABLES IN KEYSPACE ?;\nDROP KEYSPACE IF EXISTS ?;'],
  ])('%j', (text) => {
    expect(problemsOf(text).filter(({ problem }) => problem.isWoven !== true)).toEqual([]);
  });

  test.each(['# if a = 1\nSELECT a FROM t;', '#end of all\nUSE k;', 'SELECT a FROM t WHERE b <#1;'])(
    'but not %j',
    (text) => {
      const problems = problemsOf(text);
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.filter(({ problem }) => problem.isWoven === true)).toEqual([]);
    },
  );

  test('a value alone hides no mistake', () => {
    expect(problemsOf('UPDATE t SET tags = tags + {red} WHERE a = 1;').map(({ problem }) => problem.isWoven)).toEqual([
      undefined,
    ]);
    expect(problemsOf('SELECT {{name}} FORM t;')).toHaveLength(1);
  });
});

test('of a statement with a text that is not closed nothing else is told', () => {
  const text = 'SELECT "a FROM t WHERE b = 1;\nSELECT b FROM t;';
  expect(problemsOf(text).map(({ problem: { message, span } }) => [message, span.start])).toEqual([
    ['The closing `"` of this name is missing.', 7],
  ]);
});
