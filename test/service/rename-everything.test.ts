import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../server/src/names/scene.ts';
import { symbolOf } from '../../server/src/names/symbol.ts';
import { referencesAt } from '../../server/src/service/references.ts';
import { renameAt } from '../../server/src/service/rename/rename.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { allFindings, applied, subjectOf, workspaceOf } from '../fixtures.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const NEW_NAME = 'renamed_by_the_test';

const projects = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }): [string, Readonly<Record<string, string>>] => [name, filesOf(name)]);

describe('after a rename of anything that an example declares', () => {
  test.each(projects)('%s is found to be as it was', (_, files) => {
    const workspace = workspaceOf(files);
    const before = codesOf(workspace);
    const places = declarationsIn(workspace);
    expect(places.length).toBeGreaterThan(2);
    for (const { uri, offset } of places) {
      const subject = subjectOf(workspace, uri);
      const uses = referencesAt(subject, offset).length;
      const rename = renameAt(subject, offset, NEW_NAME);
      if (rename.kind === 'refused') continue;
      const after = workspaceOf({ ...files, ...Object.fromEntries(applied(workspace, rename.edits)) });
      expect(codesOf(after)).toEqual(before);
      const place = declarationsIn(after).find(({ name }) => name === NEW_NAME);
      expect(referencesAt(subjectOf(after, place!.uri), place!.offset)).toHaveLength(uses);
    }
  });
});

const codesOf = (workspace: Workspace): readonly string[] =>
  allFindings(workspace).map(({ path, finding }) => `${path} ${finding.code}`);

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
