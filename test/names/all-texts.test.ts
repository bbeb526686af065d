import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyspaceUses } from '../../server/src/names/keyspace-uses.ts';
import { writtenAs } from '../../server/src/names/meaning.ts';
import { namesIn } from '../../server/src/names/mentions.ts';
import { occurrencesOf } from '../../server/src/names/occurrences.ts';
import { toldTables } from '../../server/src/names/told-tables.ts';
import * as T from '../../server/src/syntax/generated/token-types.ts';
import { newWorkshop, openDocument } from '../../server/src/syntax/index.ts';
import type { Segment } from '../../server/src/syntax/segment.ts';
import { STATEMENTS } from '../syntax/statements.ts';

const ROOT = new URL('../../', import.meta.url);

const WORKSHOP = newWorkshop();

/** Tokens that are identifiers wherever they stand. */
const IDENTIFIERS: ReadonlySet<number> = new Set([T.IDENT, T.QUOTED, T.EMPTY_QUOTED]);

/** What may hold identifiers that name nothing we know, and why. */
const WORDS: Readonly<Record<string, (segment: Segment) => boolean>> = {
  'a search index of another server, which is read as nothing more than words': ({ text }) =>
    /^\W*(?:create|alter|drop|rebuild|reload|commit)\s+search\s+index/i.test(text),
  'a statement that begins with a placeholder may be anything': ({ firstType }) => firstType === T.TEMPLATE,
  'words of another server that are none of ours': ({ text }) =>
    /\b(?:ATTACHED SERVICE LEVEL|CONCURRENCY|LARGE_DATA_GUARDRAILS|REDUCEFUNC|SERVICE_LEVELS)/.test(text),
  'the loops of a template language stand between words': ({ text }) => /\{%|%\[/.test(text),
};

const texts: Readonly<Record<string, readonly string[]>> = {
  'test/syntax/statements.ts': STATEMENTS,
  'answers of real servers': filesIn('test/analysis/facts', '.txt').map((text) =>
    text.replaceAll(/^(?: {4}|#).*$/gm, ';'),
  ),
  examples: filesIn('examples', '.cql'),
  documentation: [read('README.md')].concat(filesIn('docs', '.md')).flatMap(fencesOf),
  'fixtures of tests': filesIn('test', '.ts').flatMap(literalsOf),
};

describe('every identifier is an occurrence with its meaning, or on the list above', () => {
  test.each(Object.entries(texts))('%s', (_, all) => {
    const segments = [...new Set(all)]
      .flatMap((text) => openDocument(text, WORKSHOP).segments)
      .filter(({ errors }) => errors.length === 0);
    const found = segments.flatMap((segment) => (isListed(segment) ? [] : unknownIn(segment)));
    expect(found).toEqual([]);
    expect(segments.length).toBeGreaterThan(50);
  });

  test('and every entry of the list is needed', () => {
    const segments = Object.values(texts)
      .flat()
      .flatMap((text) => openDocument(text, WORKSHOP).segments);
    for (const [reason, holds] of Object.entries(WORDS)) {
      expect(
        segments.some((segment) => holds(segment) && unknownIn(segment).length > 0),
        reason,
      ).toBe(true);
    }
  });
});

test('what words alone tell of keyspaces is what trees tell', () => {
  const told = new Map<number, number>();
  for (const segment of allSegments()) {
    for (const name of namesIn(segment)) {
      const uses = keyspaceUses(segment, name);
      if (uses === undefined) continue;
      told.set(segment.firstType, (told.get(segment.firstType) ?? 0) + uses.length);
      const found = occurrencesOf(segment.syntax().tree).filter((one) => one.name === name && one.kind === 'keyspace');
      expect(uses, segment.text).toEqual(found);
    }
  }
  for (const first of [T.SELECT, T.INSERT, T.UPDATE, T.DELETE, T.BEGIN, T.CREATE, T.ALTER, T.DROP])
    expect(told.get(first), `statements that begin with ${first}`).toBeGreaterThan(20);
});

test('what words alone tell of tables is what trees tell, and columns are of no others', () => {
  const told = new Map<number, number>();
  for (const segment of allSegments()) {
    const tables = toldTables(segment);
    if (tables === undefined) continue;
    told.set(segment.firstType, (told.get(segment.firstType) ?? 0) + tables.length);
    const found = occurrencesOf(segment.syntax().tree);
    expect(tables, segment.text).toEqual(found.filter(({ kind }) => kind === 'table' || kind === 'view'));
    const written = tables.map(writtenAs);
    for (const { kind, owner } of found)
      if (kind === 'column' && owner?.kind === 'table') {
        const { kind: _, ...table } = owner;
        expect(written, segment.text).toContainEqual(table);
      }
  }
  for (const first of [T.SELECT, T.INSERT, T.UPDATE, T.DELETE, T.BEGIN])
    expect(told.get(first), `statements that begin with ${first}`).toBeGreaterThan(20);
});

const allSegments = (): readonly Segment[] =>
  [...new Set(Object.values(texts).flat())].flatMap((text) => openDocument(text, WORKSHOP).segments);

const isListed = (segment: Segment): boolean => Object.values(WORDS).some((holds) => holds(segment));

/** The identifiers of a statement that are no occurrence, or one of the kind `word`. */
function unknownIn(segment: Segment): readonly string[] {
  const occurrences = occurrencesOf(segment.syntax().tree);
  const { types, starts, ends } = segment.tokens;
  const missing = [...types.keys()].filter(
    (token) =>
      IDENTIFIERS.has(types[token]!) &&
      !occurrences.some(({ start, end }) => start <= starts[token]! && ends[token]! <= end),
  );
  const names = [
    ...missing.map((token) => ({ start: starts[token]!, end: ends[token]! })),
    ...occurrences.filter(({ kind }) => kind === 'word'),
  ];
  return names.map(({ start, end }) => `${segment.text.slice(start, end)} in ${segment.text.trim()}`);
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

function filesIn(folder: string, extension: string): readonly string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !name.includes('node_modules'))
    .map((name) => read(`${folder}/${name}`));
}

/** The fences of CQL in a page, lines of carets left out. */
function fencesOf(page: string): readonly string[] {
  return [...page.matchAll(/^```cql[^\n]*\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
    text.replaceAll(/^\s*\^+.*$/gm, ''),
  );
}

/** The string literals of a source that begin as a statement does. */
function literalsOf(source: string): readonly string[] {
  const literal =
    /(['"`])((?:select|insert|update|delete|begin|create|alter|drop|grant|list|comment)\s(?:(?!\1)[^\\]|\\.)*)\1/gi;
  return [...source.matchAll(literal)].map(([, , text = '']) =>
    text.replaceAll(/\\n/g, '\n').replaceAll(/\\(.)/g, '$1'),
  );
}
