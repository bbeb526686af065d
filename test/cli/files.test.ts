import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf, install, type Installed } from './installed.ts';

// What the installed command leaves behind in the file system.

let installed: Installed;
beforeAll(() => {
  installed = install();
}, 120_000);

const SCHEMA = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, name text);\n';
const TYPO = 'SELECT name FORM shop.users WHERE id = ?;\n';
const MENDED = TYPO.replace('FORM', 'FROM');
/** Neither served nor formatted. */
const QUERY = 'SELECT id  FROM shop.users WHERE name = ?;\n';

const bytesAt = (...path: readonly string[]): Buffer => fs.readFileSync(join(...path));
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('fix, format and propose --write keep what a file has beside its text', () => {
  test('encodings, line ends and modes', () => {
    const cwd = folderOf({
      'little.cql': utf16(SCHEMA + TYPO),
      'big.cql': utf16(TYPO).swap16(),
      'mark.cql': `\uFEFF${TYPO}`,
      'windows.cql': `-- ü\r\n${TYPO.replace('\n', '\r\n')}`,
    });
    fs.chmodSync(join(cwd, 'mark.cql'), 0o640);
    fs.chmodSync(join(cwd, 'windows.cql'), 0o755);
    expect(installed.run(['fix'], { cwd })).toMatchObject({ code: 0, stdout: '4 fixes in 4 files\n' });
    expect(bytesAt(cwd, 'little.cql')).toEqual(utf16(SCHEMA + MENDED));
    expect(bytesAt(cwd, 'big.cql')).toEqual(utf16(MENDED).swap16());
    expect(bytesAt(cwd, 'mark.cql').toString()).toBe(`\uFEFF${MENDED}`);
    expect(bytesAt(cwd, 'windows.cql').toString()).toBe(`-- ü\r\n${MENDED.replace('\n', '\r\n')}`);
    expect(['mark.cql', 'windows.cql'].map((name) => fs.statSync(join(cwd, name)).mode & 0o777)).toEqual([
      0o640, 0o755,
    ]);
  });

  test.each([['fix'], ['format'], ['propose', '--write']])('%s: links of both kinds', (...args) => {
    const cwd = folderOf({ 'db/real.cql': SCHEMA + QUERY + TYPO });
    fs.symlinkSync('db/real.cql', join(cwd, 'link.cql'));
    fs.linkSync(join(cwd, 'db/real.cql'), join(cwd, 'twin.sql'));
    expect(installed.run([...args, 'link.cql'], { cwd }).code).toBe(0);
    expect(fs.readlinkSync(join(cwd, 'link.cql'))).toBe('db/real.cql');
    expect(bytesAt(cwd, 'twin.sql')).toEqual(bytesAt(cwd, 'db/real.cql'));
    expect(bytesAt(cwd, 'twin.sql').toString()).not.toBe(SCHEMA + QUERY + TYPO);
  });

  test('inserted lines end as the lines of the file do', () => {
    const cwd = folderOf({ 'a.cql': (SCHEMA + QUERY).replaceAll('\n', '\r\n') });
    expect(installed.run(['propose', '--write'], { cwd }).code).toBe(0);
    const text = bytesAt(cwd, 'a.cql').toString();
    expect(text).toContain('CREATE TABLE shop.users_by_name');
    expect(text).not.toMatch(/[^\r]\n/);
  });
});

describe('what cannot be written is one line and exit code 2, and no file changes', () => {
  test.each<[string, (cwd: string) => void, string]>([
    [
      'bytes that are no UTF-8',
      (cwd) => fs.writeFileSync(join(cwd, 'b.cql'), Buffer.from(`-- caf\xe9\n${QUERY}${TYPO}`, 'latin1')),
      'b.cql: it holds bytes that are no UTF-8',
    ],
    ['a read-only file', (cwd) => fs.chmodSync(join(cwd, 'b.cql'), 0o444), 'b.cql: it is read-only'],
  ])('%s', (_, prepare, why) => {
    for (const args of [['fix'], ['format'], ['propose', '--write', '--format', 'cql']]) {
      const cwd = folderOf({ 'a.cql': SCHEMA + QUERY + TYPO, 'b.cql': QUERY + TYPO });
      prepare(cwd);
      const before = bytesAt(cwd, 'b.cql');
      const { code, stderr } = installed.run(args, { cwd });
      expect([code, stderr]).toEqual([2, `cql-analyzer: nothing is written: ${why}.\n`]);
      expect([bytesAt(cwd, 'a.cql').toString(), bytesAt(cwd, 'b.cql')]).toEqual([SCHEMA + QUERY + TYPO, before]);
      expect(fs.readdirSync(cwd).toSorted()).toEqual(['a.cql', 'b.cql']);
    }
  });

  test('a link out of the project', () => {
    const elsewhere = folderOf({ 'real.cql': TYPO });
    const cwd = folderOf({ 'a.cql': TYPO });
    fs.symlinkSync(join(elsewhere, 'real.cql'), join(cwd, 'link.cql'));
    const { code, stderr } = installed.run(['fix', '.', 'link.cql'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'cql-analyzer: nothing is written: link.cql: it is a link to a file outside of the project.\n',
    ]);
    expect([bytesAt(cwd, 'a.cql').toString(), bytesAt(elsewhere, 'real.cql').toString()]).toEqual([TYPO, TYPO]);
  });

  test.each(cramped())('no room for a file: $what', ({ why, shell, folder }) => {
    const long = `-- ${'x'.repeat(12_000)}\n${TYPO}${QUERY}`;
    const cwd = folder();
    for (const name of ['a.cql', 'b.cql']) fs.writeFileSync(join(cwd, name), long);
    for (const args of [['fix'], ['fix', 'b.cql'], ['format', 'b.cql']]) {
      const { code, stderr } = installed.run(args, { cwd, shell });
      expect([code, stderr]).toEqual([2, `cql-analyzer: nothing is written: ${args[1] ?? 'a.cql'}: ${why}.\n`]);
      expect([bytesAt(cwd, 'a.cql').toString(), bytesAt(cwd, 'b.cql').toString()]).toEqual([long, long]);
      expect(fs.readdirSync(cwd).toSorted()).toEqual(['a.cql', 'b.cql']);
    }
  });
});

describe('reading', () => {
  test('files of a folder that cannot be read are told', () => {
    const cwd = folderOf({
      'a.cql': SCHEMA,
      'binary.cql': new Uint8Array([1, 0, 2]),
      'wide.cql': Buffer.from(QUERY, 'utf16le'),
    });
    spawnSync('mkfifo', [join(cwd, 'pipe.cql')]);
    fs.writeFileSync(join(cwd, 'huge.cql'), '');
    fs.truncateSync(join(cwd, 'huge.cql'), 64_000_001);
    const { code, stderr, stdout } = installed.run(['check'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('1 file, 1 statement');
    expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
      'binary.cql: it is a binary file; it is left out.',
      'huge.cql: it is larger than 64 MB; it is left out.',
      'pipe.cql: it is no regular file; it is left out.',
      'wide.cql: it is a binary file; it is left out.',
    ]);
    fs.rmSync(join(cwd, 'a.cql'));
    expect(installed.run(['check'], { cwd }).stderr).not.toContain('There are no .cql files');
  });

  test('beside a file that is named, those that cannot be read are told where they are of its project', () => {
    const cwd = folderOf({ 'a.cql': SCHEMA, 'sub/binary.cql': new Uint8Array([1, 0, 2]) });
    const said = 'sub/binary.cql: it is a binary file; it is left out.\n';
    expect(installed.run(['check', 'a.cql'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(installed.run(['check', 'a.cql', 'sub'], { cwd })).toMatchObject({ code: 0, stderr: said });
    expect(installed.run(['check', '--schema', '**/*.cql', 'a.cql'], { cwd })).toMatchObject({ code: 0, stderr: said });
    fs.writeFileSync(join(cwd, 'cql-analyzer.toml'), '');
    expect(installed.run(['check', 'a.cql'], { cwd })).toMatchObject({ code: 0, stderr: said });
  });

  test('pipes and devices are not opened, whatever names them', () => {
    const cwd = folderOf({ 'a.cql': SCHEMA, 'b.toml': 'cassandra-yaml = "pipe"\n' });
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    fs.symlinkSync('/dev/zero', join(cwd, 'zero.cql'));
    for (const args of [
      ['check', 'pipe'],
      ['check', 'zero.cql'],
      ['check', '--config', 'pipe'],
      ['check', '--config', 'b.toml'],
      ['check', '--cassandra-yaml', 'zero.cql'],
      ['dry-run', 'pipe'],
      ['dry-run', '--schema', 'zero.cql', 'a.cql'],
    ]) {
      const { code, stderr } = installed.run(args, { cwd });
      expect([args, code, /it is no regular file/.test(stderr), stderr.trimEnd().split('\n').length]).toEqual([
        args,
        2,
        true,
        1,
      ]);
    }
    fs.symlinkSync('/dev/zero', join(cwd, '.gitignore'));
    expect(installed.run(['check'], { cwd })).toMatchObject({
      code: 0,
      stderr: '.gitignore: it is a link; it is left out.\nzero.cql: it is a link out of the folder; it is left out.\n',
    });
  });

  test('a folder below the project: what the project leaves out stays out, unless it is named', () => {
    const cwd = folderOf({ '.gitignore': 'gen/\n', 'db/a.cql': SCHEMA, 'db/gen/b.cql': TYPO });
    expect(installed.run(['check', 'db'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(installed.run(['check', 'db/gen'], { cwd })).toMatchObject({ code: 1, stderr: '' });
  });
});

test('a signal while files are written leaves all of them old or all new, and nothing else', async () => {
  const names = Array.from({ length: 150 }, (_, index) => `${index}.cql`);
  const cwd = folderOf(Object.fromEntries(names.map((name) => [name, TYPO])));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = installed.start(['fix'], { cwd });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The first temporary file says that writing has begun.
    while (child.exitCode === null && !fs.readdirSync(cwd).some((name) => name.endsWith('.tmp')))
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill(signal);
    await ended;
    expect(fs.readdirSync(cwd)).toHaveLength(names.length);
    expect(new Set(names.map((name) => bytesAt(cwd, name).toString())).size).toBe(1);
    for (const name of names) fs.writeFileSync(join(cwd, name), TYPO);
  }
});

test('standard input is fixed to standard output', () => {
  const cwd = folderOf({ 'schema.cql': SCHEMA, 'stdin.cql': 'mine' });
  expect(installed.run(['fix', '-'], { cwd, input: TYPO })).toMatchObject({
    code: 0,
    stdout: MENDED,
    stderr: '1 fix in 1 file\n',
  });
  expect(installed.run(['propose', '--write', '-'], { cwd, input: QUERY })).toMatchObject({
    code: 2,
    stderr: 'cql-analyzer: propose: --write changes files; standard input is none.\n',
  });
  expect(bytesAt(cwd, 'stdin.cql').toString()).toBe('mine');
});

interface Cramped {
  readonly what: string;
  readonly why: string;
  readonly shell: string;
  folder(): string;
}

/** Where files cannot grow: a limit of the process, and a small disk for whoever may mount one. */
function cramped(): readonly Cramped[] {
  const limit = {
    what: 'a limit of the process',
    why: 'it would be too large',
    shell: 'ulimit -f 8',
    folder: () => folderOf({}),
  };
  const disk = folderOf({});
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', disk]).status !== 0) return [limit];
  afterAll(() => spawnSync('umount', [disk]));
  return [limit, { what: 'a full disk', why: 'the disk is full', shell: ':', folder: () => disk }];
}
