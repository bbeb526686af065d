import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { fixesOf, ruleOf, RULES } from '../../server/src/rules/index.ts';
import { shows } from '../../server/src/rules/profile.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { applied } from '../fixtures.ts';
import { examplesOf, type Example } from './page.ts';

// The pages of docs/rules are the documentation of the rules and, by their examples, their tests.

const FOLDER = fileURLToPath(new URL('../../docs/rules/', import.meta.url));
const pages = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => ({ code: name.replace(/\.md$/, ''), text: readFileSync(FOLDER + name, 'utf8') }));

/** What Cassandra accepts and is wrong anyway: a server that was asked shows the effect. */
const MEASURED: ReadonlySet<string> = new Set([
  'lost-in-batch',
  'bucket-size',
  'timestamp-unit',
  'bucket-value',
  'copies-apart',
  'counter-reuse',
  'queue',
  'twcs-ttl',
  'retention',
  'null-write',
  'index-everywhere',
  'index-values',
  'one-bucket',
  'constant-partition',
  'two-nows',
  'same-instant',
  'batch-load',
  'list-read',
  'unique-race',
  'keyspace',
  'decimal-key',
]);

const RELEASE_ASKED = /Cassandra \d+\.\d+\.\d+/;
/** A statement that was sent, or the clause of it that counts. */
const COMMAND = /\b(?:SELECT|INSERT|UPDATE|DELETE|BEGIN|CREATE|SET|WHERE|WITH)\b/;

test('every rule has a page, and every page a rule', () => {
  expect(pages.map(({ code }) => code).toSorted()).toEqual(RULES.map(({ code }) => code).toSorted());
});

describe.each(pages)('$code', ({ code, text }) => {
  const examples = examplesOf(text);

  test('says its profile, and why', () => {
    expect(text).toMatch(new RegExp(`^Profile: \`${ruleOf(code)?.profile}\`, because .+\\.$`, 'm'));
  });

  test('has examples, some with the finding and some without', () => {
    const marked = examples.filter(({ files }) => files.some(({ marks }) => marks.some((mark) => mark.code === code)));
    expect(marked.length).toBeGreaterThan(0);
    expect(examples.length).toBeGreaterThan(marked.length);
  });

  if (MEASURED.has(code))
    test('has three examples of each kind, and what a server showed to which statement', () => {
      const wrong = examples.filter(({ files }) => files.some(({ marks }) => marks.some((mark) => mark.code === code)));
      expect(wrong.length).toBeGreaterThanOrEqual(3);
      expect(examples.length - wrong.length).toBeGreaterThanOrEqual(3);
      const measured =
        text
          .split('## Examples')[0]
          ?.split('\n')
          .filter((line) => RELEASE_ASKED.test(line)) ?? [];
      const commands = measured.flatMap((line) =>
        line
          .slice(line.search(RELEASE_ASKED))
          .split('`')
          .filter((part, index) => index % 2 === 1 && COMMAND.test(part)),
      );
      expect(commands).not.toEqual([]);
    });

  test.each(examples)('$title', (example) => {
    const workspace = workspaceOf(example);
    for (const file of example.files) expect(findingsIn(workspace, file.path, code)).toEqual(file.marks);
    const said = example.files.flatMap(({ path }) =>
      workspace.findings(path).flatMap(({ finding }) => finding.server?.message ?? []),
    );
    if (example.server.length > 0) expect(said).toEqual(example.server);
    for (const fix of example.fixes) expect(afterFix(example, workspace, fix.title, fix.path)).toBe(fix.text);
  });
});

function workspaceOf({ files, target, complete }: Example): Workspace {
  const workspace = new Workspace();
  workspace.configure({ ...DEFAULT_CONFIGURATION, profile: 'strict', target, completeSchema: complete });
  for (const { path, text } of files) workspace.set(path, text, { path, contributes: true });
  return workspace;
}

/** All findings of the page's rule, and what else the default profile shows. */
function findingsIn(workspace: Workspace, path: string, code: string): unknown {
  const { document } = workspace.file(path)!;
  const findings = workspace
    .findings(path)
    .filter(({ finding }) => finding.code === code || shows(DEFAULT_CONFIGURATION.profile, finding));
  return findings.map(({ finding, severity, start, end }) => {
    const from = document.positionAt(start);
    const to = document.positionAt(end);
    return { line: from.line, from: from.character, to: to.character, severity, code: finding.code };
  });
}

/** The text of a file after the first fix of that title, of any finding, was applied. */
function afterFix(example: Example, workspace: Workspace, title: string, path: string): string {
  const offered = example.files.flatMap((file) =>
    workspace.findings(file.path).flatMap(({ finding, segment: index }) => {
      const segment = workspace.file(file.path)!.document.segments[index]!;
      return fixesOf(workspace.contexts(file.path, index)[0] ?? { uri: file.path, segment }, finding);
    }),
  );
  const fix = offered.find((one) => one.title === title);
  if (fix === undefined)
    throw new Error(`no fix "${title}"; there are: ${offered.map((one) => one.title).join(' | ')}`);
  return applied(workspace, fix.edits()).get(path) ?? workspace.file(path)!.document.text();
}
