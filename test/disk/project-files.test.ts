import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectFiles } from '../../server/src/disk/project-files.ts';
import { hostOf } from '../../server/src/embedded/index.ts';
import { folderOf } from '../cli/installed.ts';

describe('the files of a project', () => {
  test('without what rules, build folders and links leave out', () => {
    const root = folderOf({
      '.gitignore': 'gen/\n*.tmp.cql\n!gen2/\n',
      'a.cql': '',
      'gen/b.cql': '',
      'x.tmp.cql': '',
      'deep/.gitignore': '!x.tmp.cql\n/only.cql\n',
      'deep/x.tmp.cql': '',
      'deep/only.cql': '',
      'deep/er/only.cql': '',
      'deep/er/old/a.cql': '',
      'node_modules/a.cql': '',
      '.ipynb_checkpoints/a.cql': '',
      'target/a.cql': '',
      'notes.txt': '',
    });
    const elsewhere = folderOf({ 'out.cql': '' });
    fs.symlinkSync(join(elsewhere, 'out.cql'), join(root, 'out.cql'));
    fs.symlinkSync(elsewhere, join(root, 'linked'));
    fs.symlinkSync('a.cql', join(root, 'alias.cql'));
    fs.symlinkSync('circle.cql', join(root, 'circle.cql'));
    fs.symlinkSync('notes.txt', join(root, 'notes.cql'));
    const files = projectFiles(root, ['old']);
    expect(files.find().unread).not.toContainEqual(expect.objectContaining({ path: 'alias.cql' }));
    expect(files.find()).toMatchObject({
      paths: ['a.cql', 'deep/er/only.cql', 'deep/x.tmp.cql'],
      unread: expect.arrayContaining([
        { path: 'out.cql', why: 'it is a link out of the folder' },
        { path: 'circle.cql', why: 'its links lead in a circle' },
        { path: 'notes.cql', why: 'it is a link to what is not read' },
      ]) as unknown[],
    });
    for (const path of ['a.cql', 'deep/x.tmp.cql', 'new.cql', 'new/er.cql']) expect(files.admits(path)).toBe(true);
    for (const path of [
      'gen/b.cql',
      'gen/new/b.cql',
      'x.tmp.cql',
      'deep/only.cql',
      'deep/er/old/a.cql',
      'node_modules/new.cql',
      'a/build/new.cql',
      'linked/out.cql',
      'alias.cql',
      'out.cql',
    ])
      expect([path, files.admits(path)]).toEqual([path, false]);
  });

  test('a file without an extension is no program, whatever its name', () => {
    const texts = { go: '', 'web/ts': '', 'v1.2/py': '', 'v1.2/a.py': '', 'web/A.TS': '', '.md': '' };
    const found = projectFiles(folderOf({ 'a.cql': '', ...texts }), []).find();
    expect(found.programs().toSorted()).toEqual(['.md', 'v1.2/a.py', 'web/A.TS']);
    expect(
      Object.keys(texts)
        .filter((path) => hostOf(path) !== undefined)
        .toSorted(),
    ).toEqual(found.programs().toSorted());
  });

  test('pipes, and what may not be read, are told', () => {
    const root = folderOf({ 'a.cql': '' });
    for (const name of ['pipe.cql', '.gitignore']) execFileSync('mkfifo', [join(root, name)]);
    fs.mkdirSync(join(root, 'folder.cql'));
    expect(projectFiles(root, []).find()).toMatchObject({
      paths: ['a.cql'],
      unread: [
        { path: '.gitignore', why: 'it is no regular file' },
        { path: 'pipe.cql', why: 'it is no regular file' },
      ],
    });
  });

  test('packages and ways out of a program are source, whatever they are called', () => {
    const source = ['src/main/java/shop/build/a.cql', 'src/main/kotlin/target/a.cql', 'adapter/out/a.cql'];
    const files = ['domain/in/a.cql', 'domain/out/a.cql'];
    const built = ['out/a.cql', 'app/out/a.cql', 'src/main/out/a.cql', 'adapter/target/a.cql'];
    const root = folderOf(Object.fromEntries([...source, ...files, ...built].map((path) => [path, ''])));
    expect(projectFiles(root, []).find().paths).toEqual([...source, ...files].toSorted());
  });

  test('a path is admitted exactly where it is found', () => {
    const name = fc.constantFrom('a', 'b', 'build', 'c.cql', 'd.cql', 'node_modules');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `${names.join('/')}/x.cql`);
    const rule = fc
      .tuple(fc.constantFrom('', '!'), fc.constantFrom('a', '/a', 'b/', '*', '**/c.cql', 'a/**', 'x.cql', '?', 'd*/'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 8 }),
        fc.array(rule, { maxLength: 3 }),
        fc.array(rule, { maxLength: 3 }),
        fc.array(rule, { maxLength: 1 }),
        (paths, rules, inner, exclude) => {
          const root = folderOf({
            ...Object.fromEntries(paths.map((one) => [one, ''])),
            '.gitignore': rules.join('\n'),
            'a/.gitignore': inner.join('\n'),
          });
          try {
            const files = projectFiles(root, exclude);
            const { paths: found } = files.find();
            expect(paths.filter((one) => files.admits(one)).toSorted()).toEqual(found);
          } finally {
            fs.rmSync(root, { recursive: true });
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
