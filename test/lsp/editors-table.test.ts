import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { JOURNEYS } from '../editors/journeys.mjs';

// The table of server/README.md: each tick is a test that is there.

const textOf = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const rows = textOf('server/README.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| feature'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const suites = fileURLToPath(new URL('../vscode/suite', import.meta.url));
const titles = readdirSync(suites)
  .filter((name) => name.endsWith('.test.cjs'))
  .flatMap((name) => [...textOf(`test/vscode/suite/${name}`).matchAll(/\bit\(\s*['`](.*)['`], async/g)])
  .map(([, title]) => title!);
const bare = (cell: string | undefined): string => (cell ?? '').replaceAll('`', '');

test.each(rows)('%s', (_, journey, inCode, code, ...others) => {
  expect(code === '✓').toBe(bare(inCode) !== '' && titles.some((title) => title.includes(bare(inCode))));
  for (const other of others) expect(other === '✓').toBe(bare(journey) in JOURNEYS);
});

test('every journey has a row', () => {
  expect(
    rows
      .map(([, journey]) => bare(journey))
      .filter((name) => name !== '')
      .toSorted(),
  ).toEqual(Object.keys(JOURNEYS).toSorted());
});
