// Builds and packs what is published: artifacts/cql-analyzer.vsix and the npm package's .tgz beside it.
import { mkdirSync } from 'node:fs';
import { build } from './build.mjs';
import { at, bin, run, runNode } from './project.mjs';

const ARTIFACTS = at('artifacts');
const VSIX = at('artifacts', 'cql-analyzer.vsix');

if (!(await build())) process.exit(1);
mkdirSync(ARTIFACTS, { recursive: true });
process.exitCode =
  run('npm', ['pack', '--silent', '--workspace', 'server', '--pack-destination', ARTIFACTS]) ||
  runNode(bin('@vscode/vsce', 'vsce'), ['package', '--no-dependencies', '--allow-missing-repository', '--out', VSIX]);
