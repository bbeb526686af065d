import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proposalsOf } from '../../server/src/rules/proposal-fixes.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { workspaceOf } from '../fixtures.ts';

// What is found, and which table is proposed, depends on what the text means: not on names, not on how it is spread over files, not
// on the order of statements that have nothing to do with each other.

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const FOLDERS = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const textOf = (folder: string, file: string): string => readFileSync(join(EXAMPLES, folder, file), 'utf8');

/** Names that are evidence themselves: a bucket is known by its name where nothing declares it. */
const EVIDENCE = /bucket|^day$|_by_/;

interface Seen {
  readonly finding: string;
  readonly proposed: readonly string[];
}

/** Every finding with the text that it marks, and the DDL and queries of its best proposal. */
function seenIn(files: Readonly<Record<string, string>>): readonly Seen[] {
  const workspace = workspaceOf(files);
  return [...workspace.files()].flatMap(({ uri, document }) =>
    workspace.findings(uri).map(({ finding, segment, start, end }) => {
      const context = workspace.contexts(uri, segment)[0];
      const best = context === undefined ? undefined : proposalsOf(context)[0];
      return {
        finding: `${finding.code} ${finding.severity} ${document.slice(start, end)} ${finding.server?.message ?? ''}`,
        proposed: [...(best?.ddl ?? []), ...(best?.queries ?? [])],
      };
    }),
  );
}

const sorted = (seen: readonly Seen[]): readonly string[] => seen.map((one) => JSON.stringify(one)).toSorted();

/** The statements of a text, comments before them included. */
function statementsOf(text: string): readonly string[] {
  return openDocument(text)
    .segments.map((segment) => segment.text.trim())
    .filter((one) => one !== '');
}

describe.each(FOLDERS)('%s', (folder) => {
  const schema = textOf(folder, 'schema.cql');
  const queries = textOf(folder, 'queries.cql');
  const use = /^USE [^;]+;/m.exec(schema)?.[0] ?? '';
  const original = seenIn({ 'schema.cql': schema, 'queries.cql': queries });

  test('has findings', () => {
    expect(original.length).toBeGreaterThan(0);
  });

  test('in one file', () => {
    expect(sorted(seenIn({ 'all.cql': `${schema}\n${queries}` }))).toEqual(sorted(original));
  });

  test('spread over files', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), (places) => {
        const files: Record<string, string> = { 'schema.cql': schema };
        statementsOf(queries).forEach((statement, index) => {
          if (/^USE\b/.test(statement)) return;
          const name = `q${places[index % places.length]}.cql`;
          files[name] = `${files[name] ?? (/^USE\b/m.test(queries) ? `${use}\n` : '')}${statement}\n`;
        });
        expect(sorted(seenIn(files))).toEqual(sorted(original));
      }),
      { numRuns: 10 },
    );
  });

  test('queries in another order', () => {
    const [head, rest] = [
      statementsOf(queries).filter((one) => /^USE\b/.test(one)),
      statementsOf(queries).filter((one) => !/^USE\b/.test(one)),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...rest], { minLength: rest.length }), (shuffled) => {
        expect(sorted(seenIn({ 'schema.cql': schema, 'queries.cql': [...head, ...shuffled].join('\n\n') }))).toEqual(
          sorted(original),
        );
      }),
      { numRuns: 10 },
    );
  });

  test('under other names', () => {
    const names = namesIn(schema);
    fc.assert(
      fc.property(fc.shuffledSubarray([...FRESH], { minLength: FRESH.length }), (fresh) => {
        const map = new Map(
          names.map((name, index) => [name, fresh[index % fresh.length]! + (index >= fresh.length ? index : '')]),
        );
        const rename = (text: string): string =>
          text.replace(/\$\{\w+\}|'[^']*'|\b[a-z]\w*\b/g, (word) => map.get(word) ?? word);
        const found = seenIn({ 'schema.cql': rename(schema), 'queries.cql': rename(queries) });
        expect(found.map(({ finding }) => finding)).toEqual(original.map(({ finding }) => rename(finding)));
        // The names of new tables come from other names, by rules of their own (`user_id` gives `_by_user`): their shape is compared.
        expect(found.map(({ proposed }) => proposed.map(shapeOf))).toEqual(
          original.map(({ proposed }) => proposed.map(shapeOf)),
        );
      }),
      { numRuns: 10 },
    );
  });
});

/** The columns, tables and keyspaces that a schema declares, but for those whose name is evidence. */
function namesIn(schema: string): readonly string[] {
  const workspace = workspaceOf({ 'schema.cql': schema });
  const found = new Set<string>();
  for (const keyspace of workspace.project.final.keyspaces()) {
    if (keyspace.system) continue;
    found.add(keyspace.name);
    for (const table of keyspace.tables.values()) {
      found.add(table.name);
      for (const column of table.columns.keys()) found.add(column);
    }
  }
  return [...found].filter((name) => !EVIDENCE.test(name) && /^[a-z]\w*$/.test(name)).toSorted();
}

/** Words that mean nothing to anyone. */
const FRESH = [
  'alder',
  'birch',
  'cedar',
  'dogwood',
  'elm',
  'fir',
  'ginkgo',
  'hazel',
  'ilex',
  'juniper',
  'katsura',
  'larch',
  'maple',
  'nutmeg',
  'oak',
  'pine',
  'quince',
  'rowan',
  'spruce',
  'teak',
] as const;

/** A statement with every name taken out: keywords, types, punctuation and the number of things stay. */
function shapeOf(cql: string): string {
  return cql.replace(/'[^']*'|\$\{\w+\}|\b[a-z]\w*\b/g, (word) => (TYPES.has(word) ? word : 'x')).replace(/\s+/g, ' ');
}

const TYPES: ReadonlySet<string> = new Set(
  'text uuid timeuuid timestamp date int bigint float decimal blob'.split(' '),
);
