import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../server/src/config/settings.ts';
import { proposalsOf } from '../../server/src/rules/proposal-fixes.ts';
import { fixesOf } from '../../server/src/rules/index.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { randomOf } from '../conformance/generate/random.ts';
import { projectOf } from '../same-answer/project.ts';
import { allFindings, applied, workspaceOf } from '../fixtures.ts';
import { examplesOf } from './page.ts';

// What a fix or an offer makes of any of our texts, Cassandra takes.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const list = (path: string): readonly string[] => readdirSync(ROOT + path).toSorted();

interface Text {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly settings?: Partial<Configuration>;
}

const pages: readonly Text[] = list('docs/rules')
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .flatMap((name) =>
    examplesOf(read(`docs/rules/${name}`)).map(({ title, files, target }) => ({
      title: `${name}: ${title}`,
      files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
      settings: { target },
    })),
  );

const examples: readonly Text[] = list('examples')
  .filter((name) => !name.includes('.'))
  .map((name) => ({
    title: `examples/${name}`,
    files: Object.fromEntries(list(`examples/${name}`).map((path) => [path, read(`examples/${name}/${path}`)])),
  }));

const recipes: readonly Text[] = [...read('docs/recipes.md').matchAll(/^```cql\n([\s\S]*?)\n```$/gm)].map(
  ([, text], index) => ({ title: `recipe ${index}`, files: { 'recipe.cql': text! } }),
);

const more: readonly Text[] = read('test/rules/every-fix.cql')
  .split(/^-- # /m)
  .slice(1)
  .map((text) => {
    const [title, ...lines] = text.split('\n');
    return { title: title!, files: { 'all.cql': lines.join('\n') } };
  });

const random: readonly Text[] = Array.from({ length: 4 }, (_, number) => ({
  title: `random project ${number}`,
  files: projectOf(`every_${number}`, randomOf(`every fix ${number}`)).files,
}));

/** Gives a file another text by one edit, as an editor does: what stays the same is not judged again. */
function turn(workspace: Workspace, path: string, text: string): void {
  const before = workspace.file(path)!.document.text();
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end++;
  workspace.edit(path, {
    start,
    end: before.length - end,
    text: text.slice(start, text.length - end),
  });
}

/** The statements that Cassandra would refuse. */
const refusedIn = (workspace: Workspace): readonly string[] =>
  [...workspace.files()].flatMap(({ uri, document }) =>
    document.segments.flatMap((segment, index) => {
      const context = workspace.contexts(uri, index)[0];
      const refused = segment.errors.length > 0 || context?.verdict.kind === 'refused';
      return refused ? [segment.text.slice(segment.begin, segment.end)] : [];
    }),
  );

describe.each([...pages, ...examples, ...recipes, ...more, ...random])('$title', ({ files, settings }) => {
  const workspace = workspaceOf(files, settings);
  const before = refusedIn(workspace);
  const findings = allFindings(workspace);
  const offered = findings.flatMap(({ finding, path, segment }) => {
    const place = { uri: path, segment: workspace.file(path)!.document.segments[segment]! };
    const context = workspace.contexts(path, segment)[0] ?? place;
    const alone = findings.filter((other) => other.path === path && other.segment === segment).length === 1;
    return fixesOf(context, finding).map((fix) => ({ fix, finding, alone }));
  });

  test('a fix makes nothing that is refused', () => {
    const tried = workspaceOf(files, settings);
    for (const { fix, finding, alone } of offered) {
      const texts = applied(workspace, fix.edits());
      for (const [path, text] of texts) turn(tried, path, text);
      const after = refusedIn(tried);
      for (const path of texts.keys()) turn(tried, path, files[path]!);
      expect.soft({ fix: fix.title, refused: after.filter((one) => !before.includes(one)) }).toEqual({
        fix: fix.title,
        refused: [],
      });
      const mends =
        finding.server !== undefined && alone && fix.leaves === undefined && !fix.title.startsWith('Ignore');
      if (mends) expect.soft(after.length, fix.title).toBeLessThan(before.length);
    }
  });

  test('what is refused is not left as it is', () => {
    for (const { path, segment, finding } of findings) {
      if (finding.server === undefined) continue;
      const kept = proposalsOf(workspace.contexts(path, segment)[0]!).filter(({ title }) =>
        title.startsWith('Leave the query'),
      );
      expect.soft(kept.map(({ title }) => title)).toEqual([]);
    }
  });
});
