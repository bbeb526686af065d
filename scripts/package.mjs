// Builds and packs what is published: artifacts/cql-analyzer.vsix and the npm package's .tgz beside it.
import { copyFileSync, mkdirSync } from 'node:fs';
import { build } from './build.mjs';
import { at, bin, has, run, runNode } from './project.mjs';

if (!(await build())) process.exit(1);
mkdirSync(at('artifacts'), { recursive: true });

for (const name of ['README.md', 'LICENSE', 'NOTICE']) {
  if (has(name) && !(name === 'README.md' && has('server', name))) copyFileSync(at(name), at('server', name));
}
process.exitCode =
  run('npm', ['pack', '--silent', '--workspace', 'server', '--pack-destination', at('artifacts')]) ||
  runNode(bin('@vscode/vsce', 'vsce'), ['package', '--no-dependencies', '--out', at('artifacts', 'cql-analyzer.vsix')]);
