import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CatalogState, withoutMadeBy } from '../../server/src/catalog/effects/state.ts';
import { schemaRulesOf } from '../../server/src/catalog/effects/schema-rules.ts';
import { foldProject, type ProjectCatalog } from '../../server/src/catalog/index.ts';
import { editDocument, openDocument, type SyntaxDocument } from '../../server/src/syntax/index.ts';
import { contents } from './fixtures.ts';

/** Statements over a few names; those that say so some servers refuse. */
const statement = fc
  .tuple(
    fc.constantFrom('', '', ' /* some refuse */'),
    fc.constantFrom(
      'CREATE KEYSPACE k WITH replication = {}',
      'CREATE KEYSPACE IF NOT EXISTS k WITH replication = {} AND durable_writes = false',
      'DROP KEYSPACE k',
      'ALTER KEYSPACE k WITH durable_writes = true',
      'CREATE TABLE k.t (a int PRIMARY KEY, b int)',
      'CREATE TABLE IF NOT EXISTS k.t (a int PRIMARY KEY, c int)',
      'CREATE TABLE k.u (a int PRIMARY KEY, b frozen<k.x>)',
      'ALTER TABLE k.t ADD d int',
      'DROP TABLE k.t',
      'CREATE INDEX i ON k.t (b)',
      'CREATE INDEX ON k.t (b)',
      'DROP INDEX k.i',
      'CREATE TYPE k.x (a int)',
      'ALTER TYPE k.x ADD c int',
      'DROP TYPE k.x',
      'CREATE MATERIALIZED VIEW k.v AS SELECT * FROM k.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a)',
      'CREATE FUNCTION k.f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$x$$',
      'CREATE FUNCTION k.f (x text) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$x$$',
    ),
  )
  .map(([mark, text]) => `${text}${mark};\n`);

const fold = (document: SyntaxDocument, previous?: ProjectCatalog): ProjectCatalog =>
  foldProject(
    {
      files: [
        { uri: 'a.cql', chain: 'a.cql', contributes: true, segments: document.segments, splice: document.splice },
      ],
      release: '5.0',
      rules: {
        schema: schemaRulesOf('5.0', undefined),
        judge: ({ segment }) => (segment.text.includes('some refuse') ? 'unsure' : 'taken'),
        complete: true,
      },
      source: () => '',
    },
    previous,
  );

/** What it holds; a keyspace that nothing declares and in which nothing is left is as good as none. */
const held = (state: CatalogState): readonly string[] => {
  const lines = contents(state);
  const [only, ...others] = lines;
  return others.length === 0 && only?.startsWith('k (not declared)') === true ? [] : lines;
};

test('what is sure is the schema without all that unsure statements made, also after an edit', () => {
  fc.assert(
    fc.property(
      fc.array(statement, { minLength: 1, maxLength: 14 }),
      fc.nat(13),
      fc.array(statement, { maxLength: 2 }),
      (statements, place, come) => {
        const document = openDocument(statements.join(''));
        const project = fold(document);
        const index = place % statements.length;
        const start = statements.slice(0, index).join('').length;
        const end = start + statements[index]!.length;
        const edited = editDocument(document, { start, end, text: come.join('') });
        for (const { memory } of [project, fold(edited, project)])
          for (const { states, unsure, sure } of memory.runs.runs)
            for (const [ordinal, state] of states.entries())
              expect(held(sure[ordinal]!)).toEqual(held(unsure[ordinal]!.reduceRight(withoutMadeBy, state)));
      },
    ),
    { numRuns: 1500 },
  );
});
