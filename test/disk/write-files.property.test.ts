import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeFiles, type FileChange } from '../../server/src/disk/write-files.ts';

// Files, links, encodings and modes made and changed at random, beside a model of what their bytes and modes are then.

const ENCODINGS = ['utf-8', 'bom', 'utf-16le', 'utf-16be', 'latin-1'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** What stands on the disk under one or more names. */
interface Content {
  text: string;
  encoding: Encoding;
  mode: number;
  inside: boolean;
}

type Step =
  | {
      readonly kind: 'make';
      readonly name: number;
      readonly text: string;
      readonly encoding: Encoding;
      readonly mode: number;
    }
  | { readonly kind: 'link' | 'symlink'; readonly name: number; readonly to: number }
  | { readonly kind: 'mode'; readonly name: number; readonly mode: number }
  | { readonly kind: 'write'; readonly names: readonly number[]; readonly text: string; readonly stale: boolean };

const NAMES = 6;
/** The last name stands outside of the project. */
const OUTSIDE = NAMES - 1;

const name = fc.nat(NAMES - 1);
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', 'é', '𝄞', '\uFFFD', ';'), maxLength: 20 });
const mode = fc.constantFrom(0o644, 0o600, 0o755, 0o444, 0o664);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), name, text, encoding: fc.constantFrom(...ENCODINGS), mode }),
  fc.record({ kind: fc.constantFrom('link' as const, 'symlink' as const), name, to: name }),
  fc.record({ kind: fc.constant('mode' as const), name, mode }),
  fc.record({
    kind: fc.constant('write' as const),
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    text,
    stale: fc.boolean(),
  }),
);

test('after any sequence of edits, links and modes the bytes are as the model says', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
      const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'cql-model-')));
      const root = join(folder, 'project');
      fs.mkdirSync(root);
      try {
        const model = new Model();
        for (const one of steps) run(root, model, one);
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 150 },
  );
});

const pathOf = (root: string, one: number): string => join(root, one === OUTSIDE ? '../outside.cql' : `${one}.cql`);

class Model {
  /** Hard links share what they name; a symbolic link has the number of its target. */
  readonly names = new Map<number, Content | number>();

  find(one: number): Content | undefined {
    const at = this.names.get(one);
    return typeof at === 'number' ? this.find(at) : at;
  }

  isLink(one: number): boolean {
    return typeof this.names.get(one) === 'number';
  }
}

function run(root: string, model: Model, one: Step): void {
  if (one.kind === 'write') writeAndCompare(root, model, one);
  else if (one.kind === 'mode') {
    const content = model.find(one.name);
    if (content === undefined) return;
    content.mode = one.mode;
    fs.chmodSync(pathOf(root, one.name), one.mode);
  } else if (!model.names.has(one.name)) {
    if (one.kind === 'make') {
      const { text: content, encoding, mode: bits } = one;
      model.names.set(one.name, { text: content, encoding, mode: bits, inside: one.name !== OUTSIDE });
      fs.writeFileSync(pathOf(root, one.name), bytesOf(content, encoding));
      fs.chmodSync(pathOf(root, one.name), bits);
    } else if (one.name !== OUTSIDE && one.kind === 'symlink' && model.names.has(one.to)) {
      model.names.set(one.name, one.to);
      fs.symlinkSync(pathOf(root, one.to), pathOf(root, one.name));
    } else if (one.kind === 'link' && model.find(one.to) !== undefined && !model.isLink(one.to)) {
      model.names.set(one.name, model.find(one.to)!);
      fs.linkSync(pathOf(root, one.to), pathOf(root, one.name));
    }
  }
  for (const known of model.names.keys()) {
    const { text: content, encoding, mode: bits } = model.find(known)!;
    const path = pathOf(root, known);
    expect(fs.readFileSync(path)).toEqual(bytesOf(content, encoding));
    expect(fs.statSync(path).mode & 0o7777).toBe(bits);
    expect(fs.lstatSync(path).isSymbolicLink()).toBe(model.isLink(known));
  }
  expect(fs.readdirSync(root)).toHaveLength([...model.names.keys()].filter((known) => known !== OUTSIDE).length);
}

function writeAndCompare(
  root: string,
  model: Model,
  { names, text: wanted, stale }: Extract<Step, { kind: 'write' }>,
): void {
  const known = names.filter((one) => model.names.has(one));
  const changes = known.map((one): FileChange => {
    const { text: content, encoding } = model.find(one)!;
    const mark = encoding === 'utf-8' || encoding === 'latin-1' ? '' : '\uFEFF';
    const before = stale ? `${mark}${content}?` : mark + content;
    return { path: pathOf(root, one), name: String(one), before, after: mark + wanted };
  });
  const { kind } = writeFiles(root, changes);
  // Names of one content need not want the same bytes; only here they do.
  const possible = known.every((one) => {
    const content = model.find(one)!;
    const decodable = content.encoding !== 'latin-1' || !/[^ -~\s]/.test(content.text);
    return !stale && (content.mode & 0o222) !== 0 && decodable && !(model.isLink(one) && leadsOut(model, one));
  });
  expect(kind).toBe(possible ? 'written' : 'refused');
  if (possible) for (const one of known) Object.assign(model.find(one)!, { text: wanted, ...asUtf8(model.find(one)!) });
}

/** Bytes of Latin-1 that are all ASCII are UTF-8. */
const asUtf8 = ({ encoding }: Content): object => (encoding === 'latin-1' ? { encoding: 'utf-8' } : {});

function leadsOut(model: Model, one: number): boolean {
  const to = model.names.get(one);
  return typeof to === 'number' ? leadsOut(model, to) : one === OUTSIDE;
}

function bytesOf(content: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(content);
    case 'bom':
      return Buffer.from(`\uFEFF${content}`);
    case 'utf-16le':
      return Buffer.from(`\uFEFF${content}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\uFEFF${content}`, 'utf16le').swap16();
    case 'latin-1':
      return Buffer.from(content, 'latin1');
  }
}
