import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knowsFeature } from '../../server/src/syntax/features.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import type { Target } from '../../server/src/text/release.ts';
import { isReservedWord } from '../../server/src/syntax/token-classes.ts';
import { readFacts } from '../analysis/facts.ts';
import { workspaceOf } from '../fixtures.ts';
import { STATEMENTS } from '../syntax/statements.ts';
import { labelsAt } from './completing.ts';
import { isAmong, offeredBefore, type Typing, wordsIn } from './following.ts';

// Wherever a word stands in a text, it is among what is offered there.

const TARGET: Target = { kind: 'cassandra', release: '6.0' };

const tokensIn = (text: string) => {
  const document = openDocument(text);
  return document.segments.flatMap(({ tokens: { types, starts, ends }, features, errors }, index) =>
    errors.length > 0 || !features.every(({ feature }) => knowsFeature(feature, TARGET))
      ? []
      : [...types].map((type, at) => {
          const from = document.startOf(index);
          return { type, start: from + starts[at]!, word: text.slice(from + starts[at]!, from + ends[at]!) };
        }),
  );
};

const isOffered = (text: string, start: number, word: string): boolean =>
  labelsAt(`${text.slice(0, start)}|${text.slice(start)}`, {}, { target: TARGET }).some((label) =>
    label
      .toUpperCase()
      .split(/[ (<']/)
      .includes(word.toUpperCase()),
  );

test('reserved words, in the statements of the parser’s tests', () => {
  let asked = 0;
  const missed = STATEMENTS.flatMap((text) =>
    tokensIn(text).flatMap(({ type, start, word }) => {
      // For these there are better words, or they stand at odd places.
      const isOther = /^(?:PRIMARY|COLUMNFAMILY|SCHEMA|DESC)$/i.test(word) || /<(?:your|keyspace)/.test(text);
      if (!isReservedWord(type) || isOther) return [];
      asked += 1;
      return isOffered(text, start, word) ? [] : [`${text.slice(0, start)}|${text.slice(start)}`];
    }),
  );
  expect(asked).toBeGreaterThan(500);
  expect(missed).toEqual(MISSED);
});

/** Read, and refused where it stands or taken by other servers only; hints of indexes are not known yet. */
const MISSED: readonly string[] = [
  "SELECT * FROM t WHERE a LIKE '%x%' AND b |IS NOT NULL AND c != 5 AND d NOT IN (1, 2)",
  'SELECT * FROM t WHERE a = 550e8400-e29b-41d4-a716-446655440000 AND b = true AND c = |NULL',
  'SELECT * FROM t WHERE a = 1 |WITH included_indexes = {i1} AND excluded_indexes = {i2}',
  "CREATE TABLE t (a int PRIMARY KEY, b text MASKED WITH DEFAULT, c text MASKED WITH mask_inner(1, |null), d text STATIC MASKED WITH ks.f('x'))",
  'ALTER TYPE u |ALTER a TYPE text',
  "CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy'} AND tablets = {'enabled': |false}",
];

type Files = Readonly<Record<string, string>>;

/** Folders of projects, in place of those of these tests; and every how manieth word is asked for, one for all of them. */
const FOLDER = process.env['CQL_FOLLOWS_FOLDER'];
const EVERY = Number(process.env['CQL_FOLLOWS_EVERY'] ?? 60);

/** How many words of a kind are offered at least; names that a server refuses where they stand are among them. */
const WANTED: ReadonlyMap<string, number> = new Map([
  ['keyword', 0.995],
  ['keyspace', 0.98],
  ['table', 0.99],
  ['column', 0.98],
  ['type', 0.98],
  ['native-type', 0.99],
]);

describe('words of all kinds', () => {
  const projects = FOLDER === undefined ? [...examples(), ...taken()] : projectsIn(FOLDER);

  test.each<Typing>(['amid', 'at the end', 'begun'])(
    '%s',
    (typing) => {
      const asked = new Map<string, number>();
      const missed = new Map<string, string[]>();
      let count = 0;
      for (const files of projects) {
        const workspace = workspaceOf(files);
        for (const uri of Object.keys(files)) {
          for (const word of wordsIn(workspace, uri)) {
            count += 1;
            if (count % EVERY !== 0 || (typing === 'begun' && word.text.length < 3)) continue;
            asked.set(word.kind, (asked.get(word.kind) ?? 0) + 1);
            if (isAmong(offeredBefore(workspace, uri, word, typing), word.text)) continue;
            const { document } = workspace.file(uri)!;
            const from = Math.max(document.startOf(document.segmentAt(word.start)), word.start - 200);
            const at = `${uri}: ${document.slice(from, word.start).trimStart()}|${document.slice(word.start, word.end)}`;
            missed.set(word.kind, [...(missed.get(word.kind) ?? []), at]);
          }
        }
      }
      if (FOLDER !== undefined || EVERY === 1) console.log(report(typing, asked, missed));
      for (const [kind, share] of WANTED) {
        const all = asked.get(kind) ?? 0;
        // Of few words one may be missed.
        const allowed = Math.max(1, Math.floor((1 - share) * all));
        expect((missed.get(kind) ?? []).slice(allowed), `${kind}: ${all} asked`).toEqual([]);
      }
      expect(asked.get('keyword')).toBeGreaterThan(50);
    },
    7_200_000,
  );
});

const report = (
  typing: Typing,
  asked: ReadonlyMap<string, number>,
  missed: ReadonlyMap<string, readonly string[]>,
): string =>
  [...asked]
    .toSorted()
    .map(([kind, all]) => {
      const misses = missed.get(kind) ?? [];
      const lines = misses.map((miss) => `    ${miss.replaceAll(/\s+/g, ' ')}`);
      return [`${typing} · ${kind}: ${(100 - (100 * misses.length) / all).toFixed(2)} % of ${all}`, ...lines].join(
        '\n',
      );
    })
    .join('\n');

/** What a 5.0 has taken, one script of each page of recorded answers. */
function taken(): readonly Files[] {
  return readdirSync(new URL('../analysis/facts/', import.meta.url)).map((file) => ({
    [file]: readFacts(file.replace('.txt', ''))
      .filter(({ server }) => server.get('5.0')?.startsWith('taken'))
      .map(({ cql }) => `${cql.replace(/;?\s*$/, '')};`)
      .join('\n'),
  }));
}

const examples = (): readonly Files[] => projectsIn(new URL('../../examples/', import.meta.url).pathname);

const projectsIn = (folder: string): readonly Files[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) =>
      Object.fromEntries(
        readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.cql'))
          .map((path) => [path, readFileSync(join(folder, name, path), 'utf8')]),
      ),
    );
