import fs from 'node:fs';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeFiles, type FileChange, type FileSystem } from '../../server/src/disk/write-files.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cql-write-')));
});

const at = (name: string): string => join(root, name);
const put = (name: string, content: string | Uint8Array, mode = 0o644): void => {
  fs.writeFileSync(at(name), content);
  fs.chmodSync(at(name), mode);
};
const textAt = (name: string): string => fs.readFileSync(at(name), 'utf8');
const modeOf = (name: string): number => fs.statSync(at(name)).mode & 0o7777;
const change = (name: string, before: string, after: string): FileChange => ({ path: at(name), name, before, after });
const write = (changes: readonly FileChange[], system: Partial<FileSystem> = {}): string | undefined => {
  const written = writeFiles(root, changes, { ...fs, ...system });
  expect(fs.readdirSync(root).filter((name) => name.startsWith('.cql-analyzer'))).toEqual([]);
  return written.kind === 'refused' ? written.why : undefined;
};
const failing = (code: string) => (): never => {
  throw Object.assign(new Error(`${code}: it failed`), { code });
};

describe('what a file has beside its text stays', () => {
  test.each([
    ['UTF-8', Buffer.from('a ü\r\nb\n'), Buffer.from('A ü\r\nb\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFa ü\n'), Buffer.from('\uFEFFA ü\n')],
    ['UTF-16, little end first', Buffer.from('\uFEFFa 𝄞\n', 'utf16le'), Buffer.from('\uFEFFA 𝄞\n', 'utf16le')],
    [
      'UTF-16, big end first',
      Buffer.from('\uFEFFa 𝄞\n', 'utf16le').swap16(),
      Buffer.from('\uFEFFA 𝄞\n', 'utf16le').swap16(),
    ],
  ])('%s', (_, before, after) => {
    put('a.cql', before);
    const text = before[1] === 0xfe || before[0] === 0xfe ? '\uFEFFa 𝄞\n' : before.toString();
    expect(write([change('a.cql', text, text.replace('a', 'A'))])).toBeUndefined();
    expect(fs.readFileSync(at('a.cql'))).toEqual(after);
  });

  test.each([0o600, 0o640, 0o755, 0o2664, 0o666])('mode %o', (mode) => {
    put('a.cql', 'a', mode);
    expect(write([change('a.cql', 'a', 'b')])).toBeUndefined();
    expect([textAt('a.cql'), modeOf('a.cql')]).toEqual(['b', mode]);
  });

  test('the owner; where no new file can have it, the file is written in its place', () => {
    put('a.cql', 'a');
    const { uid, ino } = fs.statSync(at('a.cql'));
    const foreign = (path: fs.PathOrFileDescriptor | number): fs.Stats =>
      Object.assign(fs.fstatSync(path as number), { uid: uid + 1 });
    const system = { fstatSync: foreign as typeof fs.fstatSync, fchownSync: failing('EPERM') };
    expect(write([change('a.cql', 'a', 'b')], system)).toBeUndefined();
    expect([textAt('a.cql'), fs.statSync(at('a.cql')).ino]).toEqual(['b', ino]);
    const owners: number[] = [];
    const kept = {
      fstatSync: foreign as typeof fs.fstatSync,
      fchownSync: (_: number, owner: number) => void owners.push(owner),
    };
    expect(write([change('a.cql', 'b', 'c')], kept)).toBeUndefined();
    expect(owners).toEqual([uid]);
  });

  test('hard links', () => {
    put('a.cql', 'long text', 0o640);
    fs.linkSync(at('a.cql'), at('b.cql'));
    expect(write([change('a.cql', 'long text', 'text')])).toBeUndefined();
    expect([textAt('a.cql'), textAt('b.cql'), fs.statSync(at('a.cql')).nlink]).toEqual(['text', 'text', 2]);
    const both = (one: string, other: string): readonly FileChange[] => [
      change('a.cql', 'text', one),
      change('b.cql', 'text', other),
    ];
    expect(write(both('x', 'y'))).toBe('b.cql: it is the same file as a.cql, and they would differ');
    expect(write(both('x', 'x'))).toBeUndefined();
    expect(textAt('b.cql')).toBe('x');
  });

  test('a link: what it leads to is written, in the project only', () => {
    fs.mkdirSync(at('inner'));
    put('inner/a.cql', 'a');
    fs.symlinkSync('inner/a.cql', at('link.cql'));
    expect(write([change('link.cql', 'a', 'b')])).toBeUndefined();
    expect([textAt('inner/a.cql'), fs.readlinkSync(at('link.cql'))]).toEqual(['b', 'inner/a.cql']);
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'cql-elsewhere-')), 'a.cql');
    fs.writeFileSync(elsewhere, 'a');
    fs.symlinkSync(elsewhere, at('out.cql'));
    expect(write([change('inner/a.cql', 'b', 'c'), change('out.cql', 'a', 'b')])).toBe(
      'out.cql: it is a link to a file outside of the project',
    );
    expect([fs.readFileSync(elsewhere, 'utf8'), textAt('inner/a.cql')]).toEqual(['a', 'b']);
  });

  test('a link planted under a name that a writer may guess is not followed', () => {
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'cql-elsewhere-')), 'victim');
    fs.writeFileSync(elsewhere, 'mine');
    put('a.cql', 'a');
    for (const name of ['a.cql.cql-analyzer-tmp', 'a.cql.tmp', 'a.cql~', '.a.cql.swp'])
      fs.symlinkSync(elsewhere, at(name));
    expect(write([change('a.cql', 'a', 'b')])).toBeUndefined();
    expect([textAt('a.cql'), fs.readFileSync(elsewhere, 'utf8')]).toEqual(['b', 'mine']);
  });
});

describe('what is in the way is said, and nothing is written', () => {
  test.each<[string, () => void, string]>([
    [
      'bytes that are no UTF-8',
      () => put('b.cql', Buffer.from([0x62, 0xe9])),
      'b.cql: it holds bytes that are no UTF-8',
    ],
    [
      'half a character of UTF-16',
      () => put('b.cql', Buffer.from([0xff, 0xfe, 0x62, 0, 0x62])),
      'b.cql: it holds bytes that are no UTF-16',
    ],
    ['a binary file', () => put('b.cql', Buffer.from([0x62, 0])), 'b.cql: it is a binary file'],
    ['a read-only file', () => put('b.cql', 'b', 0o444), 'b.cql: it is read-only'],
    ['another text', () => put('b.cql', 'bb'), 'b.cql: it changed since it was read'],
    ['no file any more', () => undefined, 'b.cql: there is no such file'],
    ['a folder', () => fs.mkdirSync(at('b.cql')), 'b.cql: it is a folder'],
  ])('%s', (_, prepare, why) => {
    put('a.cql', 'a');
    prepare();
    expect(write([change('a.cql', 'a', 'A'), change('b.cql', 'b', 'B')])).toBe(why);
    expect(textAt('a.cql')).toBe('a');
  });

  test.each([
    ['a full disk', 'writeSync', 'ENOSPC', 'a.cql: the disk is full'],
    ['a folder without the right to write', 'openSync', 'EACCES', 'a.cql: the right to it is missing'],
    ['a read-only file system', 'openSync', 'EROFS', 'a.cql: its file system is read-only'],
    ['a file without the right to write', 'accessSync', 'EACCES', 'a.cql: the right to it is missing'],
    ['a disk that fails at the end', 'fsyncSync', 'EIO', 'a.cql: EIO: it failed'],
  ] as const)('%s', (_, name, code, why) => {
    put('a.cql', 'a');
    expect(write([change('a.cql', 'a', 'b')], { [name]: failing(code) })).toBe(why);
    expect(textAt('a.cql')).toBe('a');
  });

  test('where the second of two cannot be put in its place, the first gets its old bytes, mode and identity again', () => {
    put('a.cql', 'a', 0o640);
    put('b.cql', 'b');
    const { ino } = fs.statSync(at('a.cql'));
    for (const links of [true, false]) {
      let count = 0;
      const renameSync = (from: fs.PathLike, to: fs.PathLike): void =>
        String(to) === at('b.cql') && count++ === 0 ? failing('EPERM')() : fs.renameSync(from, to);
      const system = { renameSync, ...(!links && { linkSync: failing('ENOTSUP') }) };
      expect(write([change('a.cql', 'a', 'A'), change('b.cql', 'b', 'B')], system)).toBe(
        'b.cql: the right to it is missing',
      );
      expect([textAt('a.cql'), textAt('b.cql'), modeOf('a.cql')]).toEqual(['a', 'b', 0o640]);
      if (links) expect(fs.statSync(at('a.cql')).ino).toBe(ino);
    }
  });

  test('a file with several names that cannot be written to its end has its old bytes again', () => {
    put('a.cql', 'old');
    fs.linkSync(at('a.cql'), at('b.cql'));
    let full = false;
    const writeSync = ((file: number, bytes: Buffer, from: number, length: number, place: number): number => {
      if (full || bytes.toString().startsWith('old')) return fs.writeSync(file, bytes, from, length, place);
      full = true;
      fs.writeSync(file, bytes, from, 2, place);
      return failing('ENOSPC')();
    }) as typeof fs.writeSync;
    expect(write([change('a.cql', 'old', 'new and longer')], { writeSync })).toBe('a.cql: the disk is full');
    expect([textAt('a.cql'), textAt('b.cql')]).toEqual(['old', 'old']);
  });

  test('a file that changes while the others are prepared', () => {
    put('a.cql', 'a');
    put('b.cql', 'b');
    let once = true;
    const fsyncSync = (file: number): void => {
      if (once) fs.writeFileSync(at('b.cql'), 'by someone else');
      once = false;
      fs.fsyncSync(file);
    };
    expect(write([change('b.cql', 'b', 'B'), change('a.cql', 'a', 'A')], { fsyncSync })).toBe(
      'b.cql: it changed since it was read',
    );
    expect([textAt('a.cql'), textAt('b.cql')]).toEqual(['a', 'by someone else']);
  });
});
