import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween, printType, type ProjectCatalog, type SchemaView } from '../../server/src/catalog/index.ts';
import { ANYTHING, allOf, keyOf, tableNamed } from '../../server/src/catalog/project/needs.ts';
import { saysKeyspaces } from '../../server/src/catalog/project/steps.ts';
import { editDocument, openDocument, type Segment, type SyntaxDocument } from '../../server/src/syntax/index.ts';
import { tableNamesOf } from '../../server/src/syntax/table-names.ts';
import { brief, contents, foldDocuments, refoldDocuments } from './fixtures.ts';

type Documents = Readonly<Record<string, SyntaxDocument>>;

const table = fc.constantFrom('t', 'u', 'k.t', 'm.t', 'v');
const column = fc.constantFrom('a', 'b', 'c', 'd');
const type = fc.constantFrom('int', 'text', 'list<int>', 'frozen<x>', 'map<int, text>');
const ifNot = fc.constantFrom('', 'IF NOT EXISTS ');

/** Statements over a few names, so that they meet. */
const statement = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(ifNot, table, column, column, type)
      .map(
        ([cond, name, key, other, of]) =>
          `CREATE TABLE ${cond}${name} (${key} int, z int, ${other}2 ${of}, PRIMARY KEY (${key}, z))`,
      ),
  },
  fc.tuple(table, column, type).map(([name, add, of]) => `ALTER TABLE ${name} ADD ${add}3 ${of}`),
  fc.tuple(table, column).map(([name, drop]) => `ALTER TABLE ${name} DROP ${drop}2`),
  fc.tuple(table, column, column).map(([name, from, to]) => `ALTER TABLE ${name} RENAME ${from} TO ${to}`),
  table.map((name) => `DROP TABLE IF EXISTS ${name}`),
  fc
    .tuple(fc.constantFrom('', 'i ', 'j '), table, column)
    .map(([index, name, on]) => `CREATE INDEX ${index}ON ${name} (${on}2)`),
  fc.constantFrom('i', 'j', 'k.i', 't_a2_idx').map((index) => `DROP INDEX ${index}`),
  fc
    .tuple(fc.constantFrom('v', 'k.v', 'w'), table, column)
    .map(
      ([view, base, key]) =>
        `CREATE MATERIALIZED VIEW ${view} AS SELECT * FROM ${base} WHERE ${key} IS NOT NULL PRIMARY KEY (z, ${key})`,
    ),
  fc
    .tuple(fc.constantFrom('x', 'k.x'), column, type)
    .map(([name, field, of]) => `CREATE TYPE ${name} (${field} ${of})`),
  fc
    .tuple(fc.constantFrom('x', 'k.x'), column, type)
    .map(([name, field, of]) => `ALTER TYPE ${name} ADD ${field}2 ${of}`),
  fc.constantFrom(
    'DROP TYPE x',
    'CREATE KEYSPACE k WITH replication = {}',
    'DROP KEYSPACE k',
    'USE k',
    'USE m',
    "SOURCE 'a.cql'",
    "SOURCE 'm/1_x.cql'",
  ),
  fc.constant('CREATE FUNCTION k.f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$x$$'),
  { weight: 4, arbitrary: fc.tuple(table, fc.nat(9)).map(([name, number]) => `SELECT ${number} FROM ${name}`) },
);

const PATHS = ['a.cql', 'b.cql', 'm/1_x.cql', 'm/2_y.cql', 'm/1_x.down.cql', 'q.cql'];

const texts = fc.tuple(...PATHS.map(() => fc.array(statement, { maxLength: 6 })));
const edits = fc.array(
  fc.record({
    path: fc.constantFrom(...PATHS),
    at: fc.nat(7),
    remove: fc.nat(2),
    insert: fc.array(statement, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** All that a view tells about a statement; where it says its keyspaces, the one in force is nothing to it. */
function told({ catalog, keyspace: inForce }: SchemaView, segment: Segment): string {
  const statement = segment.statement();
  const names = statement === undefined ? [] : tableNamesOf(statement);
  const declared = statement?.kind === 'create-type' ? statement.name : undefined;
  const keyspace = saysAll(segment) ? ((names[0] ?? declared)?.keyspace?.name ?? 'none') : inForce;
  const tables = names.map((name) => brief(catalog.table(name.keyspace?.name ?? keyspace ?? '', name.name.name)));
  const types = [...(catalog.keyspace(keyspace ?? '')?.types.values() ?? [])].map(({ name, fields, partial }) =>
    [name, partial, ...[...fields].map(([field, of]) => `${field} ${printType(of)}`)].join(' '),
  );
  return [keyspace, ...tables, ...types].join('\n');
}

function saysAll(segment: Segment): boolean {
  const statement = segment.statement();
  return statement !== undefined && saysKeyspaces(statement);
}

const toldOf = (project: ProjectCatalog, uri: string, index: number, segment: Segment): string =>
  project
    .views({ uri, segment: index })
    .map((view) => told(view, segment))
    .join('\n--\n');

interface Told {
  readonly uri: string;
  readonly text: string;
  /** The keyspaces that the statement stands in or names. */
  readonly keyspaces: readonly string[];
}

function toldOfAll(project: ProjectCatalog): ReadonlyMap<Segment, Told> {
  return new Map(
    project.input.files.flatMap(({ uri, segments }) =>
      segments.map((segment, index): [Segment, Told] => {
        const statement = segment.statement();
        const named =
          statement === undefined ? [] : tableNamesOf(statement).map(({ keyspace }) => keyspace?.name ?? '');
        const own = statement?.kind === 'create-type' ? [statement.name?.keyspace?.name ?? ''] : [];
        const inForce = [...own, ...project.views({ uri, segment: index }).map(({ keyspace }) => keyspace ?? '')];
        return [segment, { uri, text: toldOf(project, uri, index, segment), keyspaces: [...named, ...inForce] }];
      }),
    ),
  );
}

function edited(
  documents: Documents,
  { path, at, remove, insert }: { path: string; at: number; remove: number; insert: readonly string[] },
): Documents {
  const document = documents[path];
  if (document === undefined) return documents;
  const ends = [0, ...document.segments.map((segment, index) => document.startOf(index) + segment.text.length)];
  const start = ends[Math.min(at, ends.length - 1)] ?? 0;
  const end = ends[Math.min(at + remove, ends.length - 1)] ?? 0;
  return {
    ...documents,
    [path]: editDocument(document, { start, end, text: insert.map((text) => `${text};`).join('\n') }),
  };
}

describe('an edit', () => {
  test.each([
    ['all documents', foldDocuments],
    ['those that changed', refoldDocuments],
  ])('folds %s to what a fresh fold gives, and tells every statement that it changed', (_, refold) => {
    fc.assert(
      fc.property(texts, edits, (files, changes) => {
        let documents: Documents = Object.fromEntries(
          PATHS.map((path, at) => [path, openDocument((files[at] ?? []).map((text) => `${text};`).join('\n'))]),
        );
        let project = foldDocuments(documents);
        for (const change of changes) {
          const before = toldOfAll(project);
          const old = project;
          documents = edited(documents, change);
          project = refold(documents, project);
          const fresh = foldDocuments(documents);
          expect(contents(project.final)).toEqual(contents(fresh.final));
          const now = toldOfAll(project);
          expect([...now.values()]).toEqual([...toldOfAll(fresh).values()]);

          const touched = changesBetween(old, project);
          for (const [segment, { uri, text }] of now) {
            const was = before.get(segment);
            if (was === undefined || was.text === text || touched.everything || touched.files.has(uri)) continue;
            if (touched.inForce.has(uri) && !saysAll(segment)) continue;
            const statement = segment.statement();
            const names = statement === undefined ? [] : tableNamesOf(statement);
            const named =
              names.some(({ name }) => touched.keys.has(tableNamed(name.name))) ||
              was.keyspaces.some(
                (keyspace) =>
                  touched.keys.has(allOf('type', keyspace)) || touched.keys.has(keyOf('keyspace', keyspace)),
              );
            expect({ named, text, was: was.text, of: segment.text, touched }).toMatchObject({ named: true });
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of a query rebuilds nothing', () => {
    const schema = openDocument('CREATE TABLE k.t (a int PRIMARY KEY); CREATE TABLE k.u (a int PRIMARY KEY);');
    const query = openDocument('SELECT 1 FROM k.t; SELECT 2 FROM k.u;');
    const first = foldDocuments({ 'schema.cql': schema, 'q.cql': query });
    const documents = { 'schema.cql': schema, 'q.cql': editDocument(query, { start: 7, end: 8, text: '11, a' }) };
    const second = foldDocuments(documents, first);
    expect(refoldDocuments(documents, first).memory).toBe(first.memory);
    expect(second.memory.logs).toBe(first.memory.logs);
    expect(second.final.table('k', 't')).toBe(first.final.table('k', 't'));
    expect(second.final).toBe(first.final);
    expect(changesBetween(first, second)).toEqual({
      everything: false,
      files: new Set(),
      inForce: new Set(),
      keys: new Set(),
    });
  });

  test('of one declaration leaves the other tables the same objects, and names only what changed', () => {
    const schema = openDocument('CREATE TABLE k.t (a int PRIMARY KEY); CREATE TABLE k.u (a int PRIMARY KEY);');
    const first = foldDocuments({ 'schema.cql': schema });
    first.final.table('k', 'u');
    const second = foldDocuments({ 'schema.cql': editDocument(schema, { start: 18, end: 19, text: 'b' }) }, first);
    expect(brief(second.final.table('k', 't'))).toBe('k.t (b int)');
    expect(second.final.table('k', 'u')).toBe(first.final.table('k', 'u'));
    expect(changesBetween(first, second)).toEqual({
      everything: false,
      files: new Set(),
      inForce: new Set(),
      keys: new Set([keyOf('table', 'k', 't'), tableNamed('t'), allOf('table', 'k'), ANYTHING]),
    });
  });

  test('of USE touches its file', () => {
    const schema = openDocument('USE k; SELECT 1 FROM t;');
    const first = foldDocuments({ 'a.cql': schema });
    const second = foldDocuments({ 'a.cql': editDocument(schema, { start: 4, end: 5, text: 'm' }) }, first);
    expect(changesBetween(first, second).inForce).toEqual(new Set(['a.cql']));
  });
});

describe('files', () => {
  test('that have nothing to do with each other may come in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(statement, { maxLength: 5 }), { minLength: 2, maxLength: 4 }), (files) => {
        // Each file keeps to a keyspace of its own.
        const own = files.map((statements, at) => {
          const text = statements
            .filter((one) => !/^(?:USE|SOURCE|DROP KEYSPACE)/.test(one))
            .map((one) => `${one.replaceAll(/\b[km]\./g, '')};`);
          return `USE k${at}; ${text.join('\n').replaceAll('KEYSPACE k', `KEYSPACE k${at}`)}`;
        });
        const folded = (texts: readonly string[]): readonly string[] =>
          contents(
            foldDocuments(Object.fromEntries(texts.map((text, at) => [`f${at}x.cql`, openDocument(text)]))).final,
          );
        expect(folded(own.toReversed())).toEqual(folded(own));
      }),
      { numRuns: 100 },
    );
  });
});
