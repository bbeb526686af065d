// Leaves out of the workbench's dependencies what a language extension never loads, and gives it our lock file.
//   node prepare-workbench.mjs FOLDER
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UNUSED = [
  '@devcontainers/cli',
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/copilot-api',
  '@vscode/fs-copyfile',
  '@vscode/sandbox-runtime',
  '@vscode/sqlite3',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
  'kerberos',
  'ssh2',
];

const folder = process.argv[2];
const path = join(folder, 'package.json');
const manifest = JSON.parse(readFileSync(path, 'utf8'));
for (const name of UNUSED) delete manifest.dependencies[name];
writeFileSync(path, JSON.stringify(manifest, null, 1));
// Its own lock file does not agree with its manifest.
rmSync(join(folder, 'npm-shrinkwrap.json'), { force: true });
copyFileSync(new URL('workbench-lock.json', import.meta.url), join(folder, 'package-lock.json'));
