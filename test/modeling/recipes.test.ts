import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseConfiguration } from '../../server/src/config/configuration.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { proposals } from './ask.ts';

// docs/recipes.md shows what is made of a query; this is what is made of it.

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/recipes.md', import.meta.url)), 'utf8');

const recipes = PAGE.split(/^(?=## )/m)
  .filter((section) => section.startsWith('## '))
  .map((section) => {
    const fences = [...section.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, language, text]) => ({
      language: language!,
      text: text!,
    }));
    const [before, after, ...others] = fences.filter(({ language }) => language === 'cql').map(({ text }) => text);
    return {
      title: /^## (.*)$/m.exec(section)![1]!,
      before: before!,
      after: after!,
      others,
      settings: fences.find(({ language }) => language === 'toml')?.text ?? '',
      said: /^> (.*)$/m.exec(section)![1]!,
    };
  });

test('a page of pairs', () => {
  expect(recipes.length).toBeGreaterThanOrEqual(12);
  for (const { before, after, others } of recipes) expect([before === after, others]).toEqual([false, []]);
});

describe('recipes', () => {
  test.each(recipes)('$title', ({ before, after, said, settings }) => {
    const queries = openDocument(before).segments.filter((segment) => segment.statement()?.kind === 'select');
    const { configuration, problems } = parseConfiguration(settings, []);
    expect(problems).toEqual([]);
    const [first] = proposals({ 'recipe.cql': before }, 'recipe.cql', 'select', queries.length - 1, configuration);
    expect([...first!.ddl, ...first!.queries].map((cql) => `${cql};`).join('\n\n')).toBe(after);
    expect(`${first!.title}. ${first!.why}`).toBe(said);
  });
});
