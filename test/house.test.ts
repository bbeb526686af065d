import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ParserRuleContext } from 'antlr4ng';
import { build as bundle } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { assignedFieldsForEsbuild } from '../scripts/antlr4ng-fields.mjs';

// What must hold about the project itself: its lock file, its packages, its bundles.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = (path: string): Manifest => JSON.parse(read(path)) as Manifest;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('package-lock.json', () => {
  const packages = (JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Manifest>> }).packages;

  test('names no registry', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "[a-z+]+:/);
  });

  test('holds what other platforms need', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('the published packages', () => {
  test('have one version', () => {
    expect(manifest('server/package.json').version).toBe(manifest('package.json').version);
  });

  test('have no runtime dependencies', () => {
    expect(manifest('package.json').dependencies).toBeUndefined();
    expect(manifest('server/package.json').dependencies).toBeUndefined();
  });
});

describe('the ANTLR runtime assigns its class fields', () => {
  const field = /\bchildren\s*=\s*\[\]/g;
  const assignment = /\bthis\.children\s*=\s*\[\]/g;

  test('in the tests', () => {
    const source = ParserRuleContext.toString();
    expect(source.match(assignment)).not.toBeNull();
    expect(source.match(field)).toHaveLength(source.match(assignment)?.length ?? 0);
  });

  test('in the bundles', async () => {
    const { outputFiles } = await bundle({
      stdin: { contents: `export * from 'antlr4ng'`, resolveDir: ROOT },
      bundle: true,
      write: false,
      platform: 'node',
      mainFields: ['module', 'main'],
      plugins: [assignedFieldsForEsbuild],
    });
    const source = outputFiles[0]?.text ?? '';
    expect(source.match(assignment)).not.toBeNull();
    expect(source.match(field)).toHaveLength(source.match(assignment)?.length ?? 0);
  });
});
