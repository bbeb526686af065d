import * as fc from 'fast-check';

/** What texts of CQL are made of, well and badly written; strung together they make every token and every slip. */
const PIECES: readonly string[] = [
  '; ; ; , . .. : ? ( ) [ ] { } = != < <= > >= + += - -= * / % ! # @ $ & | ^ ~ \\ == <> '.split(' '),
  ["'", "''", "'a'", "'it''s'", "'a;b'", '"', '""', '"a"', '"a""b"', '$$', '$$a;b$$', '$', '`', '`a`', '`a b`'],
  [
    "'x\nSELECT a FROM b;",
    '$$x\nUSE k;\nSELECT * FROM b',
    '"x\nINSERT INTO t',
    '\nSELECT * FROM t',
    '\nUSE k;',
    '\nAPPLY BATCH',
    '\nCREATE TABLE t',
  ],
  ['--', '-- a', '//', '// b', '/*', '*/', '/* c */', '/**/', '/***/', '/*/'],
  [' ', '  ', '\t', '\n', '\n', '\n', '\r\n', '\r', '\n\n', '\f', '\v', '\0'],
  // Longer than the splitter looks ahead in letters.
  [`/*${'-'.repeat(50)}*/`, `-- ${'c '.repeat(25)}\n`, 'x '.repeat(30), ' '.repeat(50), 'x'.repeat(50), '1'.repeat(50)],
  'SELECT INSERT INTO UPDATE DELETE FROM BEGIN BATCH APPLY BATCH UNLOGGED TRANSACTION COMMIT USE CREATE TABLE UNION'.split(
    ' ',
  ),
  'ALTER DROP TYPE GRANT REVOKE LIST ON TO AS ALL ROLES DESC DESCRIBE TRUNCATE ADD IDENTITY WHERE SET VALUES IF'.split(
    ' ',
  ),
  'select Keyspace columnfamilies select_masked let then end materialized view index expr( expr EXPR( COMMENT'.split(
    ' ',
  ),
  'SOURCE CONSISTENCY QUORUM TRACING OFF COPY HELP EXIT LOGIN SHOW VERSION PAGING source capture clear'.split(' '),
  'a b id users ks ks.t x1 _x a_b é straße µ µs ΜS Ͱ 表 ß a$b a$b$ nan infinity'.split(' '),
  '0 1 12 -1 1.5 1. 1..3 1e5 1E-3 1e 1.e2 0x 0xAF 0XfG 00x1 1d 1mo2d 1MS 1µs 1Μs 1h2 1y1mo1w1d1h1m1s1ms1us1ns 1W 12ab'.split(
    ' ',
  ),
  '-nan -NaN -infinity -Infinit -P1D P1D P1Y2M3DT4H5M6S P-1Y P1Y-2M PT5M PT P1W P12 P1DX P0001-01-01T01:00:00 p1d'.split(
    ' ',
  ),
  '550e8400-e29b-41d4-a716-446655440000 abcdef12-e29b-41d4-a716-446655440000 550e8400-e29b-41d4-a716-44665544000'.split(
    ' ',
  ),
  '1234567e-1234-1234-1234-123456789abc 12345678- abcdef12- 1d2d3d4d-e29b-41d4-a716-446655440000'.split(' '),
  [
    '${',
    '${a}',
    '${a b}',
    '#{',
    '#{x}',
    '{{',
    '{{a}}',
    '{a}.',
    '{a}',
    '{{ .Key }}',
    '{{- if x }}',
    '{{ range $i, $v := .all }}',
    '{{ with .a, b',
    '{{street: 1}}',
    '{{f(1), 2}}',
    '}}',
    '<%',
    '%>',
    '<%= t %>',
    '<% a',
    '<<a>>',
    '<< a:b >>',
    'list<<a>>',
    '<<1>>',
    '<<a',
  ],
  [
    '$a',
    '$a$',
    '$a$b',
    '$$a$b$$',
    '${{a}}',
    '$a${{b}}',
    '$a${b}',
    '@',
    '@a',
    '@a@',
    '@a.b@',
    '@1',
    '%s',
    '%ENV%',
    'a_%ENV%_b',
    '%E',
    '%a%',
    '${a;b}',
    '<% ; %>',
  ],
  [
    '\u2018a\u2019',
    '\u2018',
    '\u2019',
    "\u2018a'",
    '\u201ca\u201d',
    '\u201c',
    '\u201ca"',
    '\u2264',
    '\u2265',
    '\u2260',
    '\u21d0',
  ],
  [
    '\u00a0',
    '\u2003',
    '\u200b',
    '\u202f',
    '\u3000',
    '\ufeff',
    '\u180e',
    '\ud83d\ude00',
    '\ud83d',
    '\ude00',
    '\u{10ffff}',
    '\u2028',
    '\u0085',
    '\u0130',
    '\u212a',
  ],
].flat();

const piece = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
);

/** Pieces with and without white space between them. */
export const soup = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(piece, fc.constantFrom('', '', ' ', '\n')), { maxLength })
    .map((parts) => parts.map(([text, gap]) => text + gap).join(''));

const STATEMENTS: readonly string[] = [
  'SELECT * FROM users WHERE id = ? LIMIT 10',
  "INSERT INTO ks.notes (id, body) VALUES (uuid(), 'it''s; so') IF NOT EXISTS",
  "UPDATE t USING TTL 60 SET m['a'] = 1, s = s + {'x'} WHERE id = 1 AND c IN (1, 2)",
  'DELETE a, m[1] FROM t WHERE id = 1',
  'CREATE TABLE IF NOT EXISTS t (\n  id uuid,\n  name text,\n  tags set<text>,\n  PRIMARY KEY ((id), name)\n) WITH CLUSTERING ORDER BY (name DESC)',
  'CREATE MATERIALIZED VIEW v AS\n  SELECT a FROM t WHERE a IS NOT NULL PRIMARY KEY (a)',
  'CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$\n  return a; // it\n$$',
  "CREATE CUSTOM INDEX ON t (name) USING 'sai'",
  'BEGIN BATCH\n  INSERT INTO t (a) VALUES (1);\n  DELETE FROM t WHERE a = 1\nAPPLY BATCH',
  'BEGIN TRANSACTION\n  LET x = (SELECT a FROM t WHERE b = 1);\n  IF x.a > 1 THEN UPDATE t SET a = 2 WHERE b = 1; END IF\nCOMMIT TRANSACTION',
  'ALTER TABLE t\n  ADD role text',
  'ALTER TABLE t DROP type',
  'DROP TABLE IF EXISTS t',
  'GRANT SELECT, MODIFY ON t TO r',
  'LIST ALL PERMISSIONS OF r',
  'USE ks',
  'TRUNCATE t',
  'DESCRIBE TABLE\n  t',
  'DESC KEYSPACES',
  "SOURCE 'a.cql'",
  'CONSISTENCY QUORUM',
  'TRACING ON',
  "COPY t (a, b) FROM 'x.csv' WITH HEADER = TRUE",
  '${statement}',
  '{{ if .Wide }}',
  '# a comment of shells',
  '-- a comment; of CQL\n',
  '/* one\n * of lines; */',
];

/** Whole statements, with `;` and without; each may lack a piece or have one too many. */
export const statements = (maxLength: number): fc.Arbitrary<string> => {
  const ending = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(';\n', ';\n\n', ';') },
    fc.constantFrom('\n', ' ', '\r\n', ''),
  );
  const slip = fc.tuple(fc.nat(), fc.nat(8), fc.oneof(fc.constant(''), piece));
  const statement = fc.tuple(fc.constantFrom(...STATEMENTS), ending, fc.option(slip, { freq: 4 }));
  return fc.array(statement, { maxLength, size: 'max' }).map((parts) =>
    parts
      .map(([text, end, change]) => {
        if (change === null) return text + end;
        const at = change[0] % text.length;
        return text.slice(0, at) + change[2] + text.slice(at + change[1]) + end;
      })
      .join(''),
  );
};
