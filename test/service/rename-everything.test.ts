import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import { sceneOf } from '../../server/src/names/scene.ts';
import { symbolOf } from '../../server/src/names/symbol.ts';
import { referencesAt } from '../../server/src/service/references.ts';
import { renameAt } from '../../server/src/service/rename/rename.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { allFindings, applied, subjectOf, workspaceOf } from '../fixtures.ts';
import { atOnce } from '../../server/src/text/steps.ts';

/** CQL_RENAME_FOLDER names a folder of other projects, each in a folder of its own, in place of the examples. */
const FOLDER = process.env['CQL_RENAME_FOLDER'];
const EXAMPLES = FOLDER === undefined ? new URL('../../examples/', import.meta.url) : pathToFileURL(`${FOLDER}/`);
const NEW_NAME = 'renamed_everywhere';

const projects = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }): [string, Readonly<Record<string, string>>] => [name, filesOf(name)]);

describe('after a rename of anything that an example declares', () => {
  test.each(projects)(
    '%s is found to be as it was',
    (_, files) => {
      const workspace = workspaceOf(files);
      const before = codesOf(workspace);
      const answers = answersOf(files);
      const places = declarationsIn(workspace);
      let returned = 0;
      if (FOLDER === undefined) expect(places.length).toBeGreaterThan(2);
      for (const { uri, offset } of places) {
        const subject = subjectOf(workspace, uri);
        const references = atOnce(referencesAt(subject, offset));
        const uses = references.length;
        const rename = atOnce(renameAt(subject, offset, NEW_NAME));
        if (rename.kind === 'refused') continue;
        if (rename.newFile !== undefined) continue;
        const renamed = { ...files, ...Object.fromEntries(applied(workspace, rename.edits)) };
        const after = workspaceOf(renamed);
        expect(answersOf(renamed)).toEqual(answers);
        // Elsewhere names tell what is for production, what is a copy, and what grows.
        if (FOLDER === undefined) expect(codesOf(after)).toEqual(before);
        const place = declarationsIn(after).find(({ name }) => name === NEW_NAME);
        expect(atOnce(referencesAt(subjectOf(after, place!.uri), place!.offset))).toHaveLength(uses);
        // Another spelling of the name would be gone for good.
        const spellings = new Set(references.map((use) => workspace.file(use.uri)!.document.slice(use.start, use.end)));
        if (spellings.size > 1) continue;
        const back = atOnce(renameAt(subjectOf(after, place!.uri), place!.offset, [...spellings][0]!));
        if (back.kind === 'refused') throw new Error(`${[...spellings][0]}: ${back.reason}`);
        expect(textsOf(after, applied(after, back.edits))).toEqual(textsOf(workspace, new Map()));
        returned += 1;
      }
      if (FOLDER === undefined) expect(returned).toBeGreaterThan(0);
    },
    600_000,
  );
});

/** The texts of all files, those that edits have made among them. */
const textsOf = (workspace: Workspace, edited: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...workspace.files()].map(({ uri, document }) => [uri, edited.get(uri) ?? document.text()]));

const codesOf = (workspace: Workspace): readonly string[] =>
  allFindings(workspace).map(({ path, finding }) => `${path} ${finding.code}`);

/** What a server answers to each statement of each file. */
const answersOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(files).flatMap(([path, text]) =>
    dryRun(statementsIn(text), '5.0').map((answer) => `${path} ${answer.ok ? answer.partitions : answer.kind}`),
  );

const statementsIn = (text: string): readonly string[] =>
  openDocument(text).segments.flatMap((segment) => (segment.statement() === undefined ? [] : [segment.text]));

/** Each declaration of something with a name of its own in the project. */
function declarationsIn(
  workspace: Workspace,
): readonly { readonly uri: string; readonly offset: number; readonly name: string }[] {
  return [...workspace.files()].flatMap(({ uri, document }) =>
    document.segments.flatMap((_, index) => {
      const scene = sceneOf(workspace.project, { uri, document, index });
      return scene.occurrences
        .filter((one) => one.role === 'declaration' && !['local', undefined].includes(symbolOf(scene, one)?.kind))
        .map(({ start, name }) => ({ uri, offset: document.startOf(index) + start, name }));
    }),
  );
}

function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(new URL(`${folder}/`, EXAMPLES), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.cql'))
      .map((name) => [name, readFileSync(new URL(`${folder}/${name}`, EXAMPLES), 'utf8')]),
  );
}
