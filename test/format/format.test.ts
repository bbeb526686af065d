import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import { formatEdits, newLayouts } from '../../server/src/format/format.ts';
import { DEFAULT_FORMAT, type FormatOptions } from '../../server/src/format/options.ts';
import { editDocument, openDocument, type TextEdit } from '../../server/src/syntax/index.ts';
import type { Span } from '../../server/src/text/span.ts';
import { soup, statements } from '../syntax/cql-soup.ts';
import { STATEMENTS } from '../syntax/statements.ts';
import { atOnce } from '../../server/src/text/steps.ts';

const applied = (text: string, edits: readonly TextEdit[]): string =>
  edits.toReversed().reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);
const format = (text: string, options: Partial<FormatOptions> = {}, range?: Span): string =>
  applied(text, atOnce(formatEdits(openDocument(text), { ...DEFAULT_FORMAT, ...options }, range)));

describe('layout', () => {
  test.each([
    ['spaces', 'select  a ,b from t where x=1 and y>=? ;', 'SELECT a, b FROM t WHERE x = 1 AND y >= ?;\n'],
    ['a byte order mark stays', '\uFEFFselect  a from t;', '\uFEFFSELECT a FROM t;\n'],
    ['names keep their case', 'SELECT Type, key FROM Ks.Users;', 'SELECT Type, key FROM Ks.Users;\n'],
    [
      'types and functions',
      'alter table t add m map<text,frozen<list<int>>>;',
      'ALTER TABLE t ADD m map<text, frozen<list<int>>>;\n',
    ],
    [
      'calls',
      'select count( * ),token( a ),cast(a as text),-b from t;',
      'SELECT count(*), token(a), cast(a AS text), -b FROM t;\n',
    ],
    [
      'elements',
      "update t set m [ 'a' ]=1,l=l+[1,2] where k = :key;",
      "UPDATE t SET m['a'] = 1, l = l + [1, 2] WHERE k = :key;\n",
    ],
    [
      'clauses, where the writer broke one',
      'SELECT a FROM t\nWHERE b = 1 AND c = 2 LIMIT 3;',
      'SELECT a\nFROM t\nWHERE b = 1 AND c = 2\nLIMIT 3;\n',
    ],
    [
      'relations, where the writer broke one',
      'SELECT a FROM t WHERE b = 1\nAND c = 2;',
      'SELECT a\nFROM t\nWHERE b = 1\n  AND c = 2;\n',
    ],
    [
      'tables, a column a line',
      "CREATE TABLE t (\na int, b text static,\nPRIMARY KEY(a)) WITH comment='x' AND cdc=true;",
      "CREATE TABLE t (\n  a int,\n  b text STATIC,\n  PRIMARY KEY (a)\n) WITH comment = 'x' AND cdc = true;\n",
    ],
    ['short tables as they are', 'create table t(a int primary key);', 'CREATE TABLE t (a int PRIMARY KEY);\n'],
    [
      'batches, a statement a line',
      'begin batch insert into t(a) values(1); delete from t where a=2 apply batch;',
      'BEGIN BATCH\n  INSERT INTO t (a) VALUES (1);\n  DELETE FROM t WHERE a = 2\nAPPLY BATCH;\n',
    ],
    [
      'the body of a function stays',
      'CREATE FUNCTION f(a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS $$\n  return a ;\n$$;',
      'CREATE FUNCTION f(a int)\nRETURNS NULL ON NULL INPUT\nRETURNS int\nLANGUAGE java\nAS $$\n  return a ;\n$$;\n',
    ],
    ['no more than one empty line', 'USE a;\n\n\n\nUSE b;USE c;', 'USE a;\n\nUSE b;\nUSE c;\n'],
    [
      'comments',
      '-- first\nCREATE TABLE t ( -- of t\n  a int, -- key\n  /* b */ b int\n  -- last\n, PRIMARY KEY (a)\n); -- end\n\n-- done',
      '-- first\nCREATE TABLE t ( -- of t\n  a int, -- key\n  /* b */ b int\n  -- last\n  ,\n  PRIMARY KEY (a)\n); -- end\n\n-- done\n',
    ],
    ['commands of cqlsh', 'CONSISTENCY   QUORUM\nselect a from t;', 'CONSISTENCY   QUORUM\nSELECT a FROM t;\n'],
    [
      'placeholders behind a sign',
      'SELECT * FROM t WHERE a=<<a>> AND b=${b};',
      'SELECT * FROM t WHERE a = <<a>> AND b = ${b};\n',
    ],
    ['placeholders', 'SELECT * FROM ${ks}.t_${n} WHERE a=%s;', 'SELECT * FROM ${ks}.t_${n} WHERE a = %s;\n'],
    [
      'placeholders made of words of the language',
      'SELECT * FROM %KEYSPACE%.t WHERE a=<key> AND b=%VALUES%;',
      'SELECT * FROM %KEYSPACE%.t WHERE a = <key> AND b = %VALUES%;\n',
    ],
    ['line ends', 'USE a;\r\nuse b;\r\n', 'USE a;\r\nUSE b;\r\n'],
    ['nothing', '', ''],
  ])('%s', (_, text, wanted) => {
    expect(format(text)).toBe(wanted);
    expect(format(wanted)).toBe(wanted);
  });

  test('broken statements stay as they are, and cost their neighbours nothing', () => {
    expect(format('select  a from;\nselect  b from t;\n')).toBe('select  a from;\nSELECT b FROM t;\n');
  });

  test('a range means the statements that it touches', () => {
    const text = 'select  a from t;\nselect  b from t;\nselect  c from t;\n';
    const start = text.indexOf('b');
    expect(format(text, {}, { start, end: start })).toBe('select  a from t;\nSELECT b FROM t;\nselect  c from t;\n');
  });

  test('selected lines end where the next one begins, which is not meant', () => {
    const text = 'select  a from t;\nselect  b from t;\nselect  c from t;\n';
    const [start, end] = [text.indexOf('select  b'), text.indexOf('select  c')];
    const formatted = 'select  a from t;\nSELECT b FROM t;\nselect  c from t;\n';
    expect(format(text, {}, { start, end })).toBe(formatted);
    expect(format(text, {}, { start: start - 1, end })).toBe(formatted);
  });

  test('settings', () => {
    expect(format('Select a From t;', { keywordCase: 'lower' })).toBe('select a from t;\n');
    expect(format('Select a From t;', { keywordCase: 'preserve' })).toBe('Select a From t;\n');
    expect(format('CREATE TYPE t (\na int);', { indent: '\t' })).toBe('CREATE TYPE t (\n\ta int\n);\n');
    expect(format('SELECT aaaa, bbbb FROM t WHERE c = 1;', { width: 20 })).toBe(
      'SELECT aaaa, bbbb\nFROM t\nWHERE c = 1;\n',
    );
  });
});

describe('every text', () => {
  const tokensOf = (text: string): readonly string[] =>
    openDocument(text).segments.flatMap(({ text: own, tokens, comments }) => [
      ...Array.from(tokens.types, (_, index) => own.slice(tokens.starts[index], tokens.ends[index]).toLowerCase()),
      ...comments.map(({ span }) => own.slice(span.start, span.end).trimEnd()),
    ]);
  const statementsIn = (text: string): readonly string[] =>
    openDocument(text).segments.flatMap(({ text: own, begin, end }) => (begin < end ? [own.slice(begin, end)] : []));
  const holds = (text: string, options: Partial<FormatOptions> = {}): void => {
    const once = format(text, options);
    expect(format(once, options)).toBe(once);
    expect(tokensOf(once)).toEqual(tokensOf(text));
  };

  test('of the examples, the pages and the statements keeps its tokens and comments, and is formatted once and for all', () => {
    const root = join(import.meta.dirname, '../..');
    const texts = ['examples', 'docs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => {
        if (!/\.(?:cql|md)$/.test(name)) return [];
        const text = readFileSync(join(root, folder, name), 'utf8');
        return name.endsWith('.cql')
          ? [text]
          : [...text.matchAll(/```cql[^\n]*\n([\s\S]*?)```/g)].map(([, fenced]) => fenced!);
      }),
    );
    for (const text of [...texts, ...STATEMENTS]) holds(text);
  }, 60_000);

  // CQL_FORMAT_FOLDER names a folder of more texts, all of which are asked.
  test('is answered by a server as before', () => {
    const folder = process.env['CQL_FORMAT_FOLDER'];
    const root = folder ?? join(import.meta.dirname, '../../examples');
    const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.cql'))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    const answered = (text: string) => dryRun(statementsIn(text), '5.0', { partitions: false });
    for (const text of texts) {
      for (const options of [{}, { keywordCase: 'lower', width: 40, indent: '\t' }] as const) {
        holds(text, options);
        expect(answered(format(text, options)).map(({ ok }) => ok)).toEqual(answered(text).map(({ ok }) => ok));
      }
    }
    expect(texts.length).toBeGreaterThan(10);
  }, 3_600_000);

  test('with white space and comments anywhere, at any width', () => {
    const filling = fc.constantFrom(
      ' ',
      '\n',
      '\n\n\n',
      '\t',
      ' -- c\n',
      '\n  -- own\n',
      ' /* b */ ',
      '\n/* b\n b */\n',
    );
    const statement = fc.constantFrom(
      ...STATEMENTS.filter((text) => openDocument(text).segments.every(({ errors }) => errors.length === 0)),
    );
    fc.assert(
      fc.property(
        statement,
        fc.array(filling, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 20, max: 120 }),
        (text, fillings, width) => {
          const segment = openDocument(text).segments[0]!;
          const { starts, ends } = segment.tokens;
          let spread = '';
          starts.forEach((start, index) => {
            const touches = index === 0 || ends[index - 1] === start;
            spread += `${touches ? '' : fillings[index % fillings.length]}${text.slice(start, ends[index])}`;
          });
          holds(spread, { width });
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  test('is the same where statements were laid out before, after any edits', () => {
    const edit = fc.record({ at: fc.nat(), length: fc.nat(40), text: fc.oneof(soup(4), statements(2)) });
    const layout = fc.record({ keywordCase: fc.constantFrom('upper', 'lower'), width: fc.constantFrom(40, 100) });
    fc.assert(
      fc.property(statements(6), fc.array(fc.tuple(edit, layout), { minLength: 1, maxLength: 6 }), (text, steps) => {
        const layouts = newLayouts();
        let document = openDocument(text);
        for (const [{ at, length, text: inserted }, options] of steps) {
          const start = at % (document.length + 1);
          document = editDocument(document, { start, end: Math.min(document.length, start + length), text: inserted });
          const all = { ...DEFAULT_FORMAT, ...options } as FormatOptions;
          expect(atOnce(formatEdits(document, all, undefined, layouts))).toEqual(atOnce(formatEdits(document, all)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
