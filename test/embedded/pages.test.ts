import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOST_NAMES } from '../../server/src/embedded/index.ts';
import { workspaceOf } from '../fixtures.ts';
import { type Example, examplesOf } from '../rules/page.ts';

// The pages of docs/embedded tell what is seen in programs of a language and what is not; their examples are tested.

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const pages = readdirSync(`${DOCS}embedded`).map((name) => ({
  host: name.replace(/\.md$/, ''),
  text: readFileSync(`${DOCS}embedded/${name}`, 'utf8'),
}));
const INDEX = readFileSync(`${DOCS}embedded.md`, 'utf8');
const [FIRST] = examplesOf(INDEX);
const SCHEMA = FIRST!.files.find(({ path }) => path === 'schema.cql')!;

test('every language has a page, every page a language, and the index lists them', () => {
  expect(pages.map(({ host }) => host).toSorted()).toEqual(HOST_NAMES.toSorted());
  expect([...INDEX.matchAll(/\]\(embedded\/(\w+)\.md\)/g)].map(([, host]) => host)).toEqual(HOST_NAMES);
});

test('the example of the index', () => expectMarks(FIRST!));

describe.each(pages)('$host', ({ text }) => {
  const examples = examplesOf(text);

  test('says what is seen and what is not, how to mark and how to silence', () => {
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'What is seen',
      'What is not seen',
      'To mark a text',
      'To silence a finding',
    ]);
    const found = ({ files }: Example): number => files.flatMap(({ marks }) => marks).length;
    const of = (title: string): Example | undefined => examples.find((example) => example.title === title);
    expect(found(of('What is seen')!)).toBeGreaterThan(0);
    expect(found(of('What is not seen')!)).toBe(0);
    expect(found(of('To silence a finding')!)).toBe(0);
  });

  test.each(examples)('$title', expectMarks);
});

/** Each program of an example, beside the table of the index, has the findings that it marks and no others. */
function expectMarks({ files }: Example): void {
  for (const { path, text, marks } of files) {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA.text, [path]: text });
    const { document } = workspace.file(path)!;
    const found = workspace.findings(path).map(({ finding, severity, start, end }) => {
      const { line, character } = document.positionAt(start);
      return { line, from: character, to: document.positionAt(end).character, severity, code: finding.code };
    });
    expect(found, path).toEqual(marks);
  }
}
