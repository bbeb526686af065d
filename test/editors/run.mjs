// The server in other editors, with the files of editors/ as a user copies them: journeys that a person makes, and what is left on
// disk after them. Arguments name editors or journeys to run; without any, all run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emacs } from './emacs.mjs';
import { helix } from './helix.mjs';
import { JOURNEYS } from './journeys.mjs';
import { neovim } from './neovim.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EDITORS = { neovim, helix, emacs };

const setUp = spawnSync('bash', [join(ROOT, 'test/editors/setup.sh')], { stdio: 'inherit' });
if (setUp.status !== 0) process.exit(setUp.status ?? 1);
if (spawnSync('node', [join(ROOT, 'scripts/build.mjs')], { stdio: 'ignore' }).status !== 0) process.exit(1);

// The command as a global installation puts it on the path.
const bin = mkdtempSync(join(tmpdir(), 'cql-editors-bin-'));
symlinkSync(join(ROOT, 'server/dist/cli.cjs'), join(bin, 'cql-analyzer'));

const asked = process.argv.slice(2);
const wanted = (name, all) => asked.length === 0 || asked.includes(name) || !asked.some((one) => one in all);
let passed = 0;
let failed = 0;
for (const [name, editor] of Object.entries(EDITORS)) {
  if (!wanted(name, EDITORS)) continue;
  for (const [journey, { files, after }] of Object.entries(JOURNEYS)) {
    if (!wanted(journey, JOURNEYS)) continue;
    const why = travel(editor, journey, files, after);
    if (why === undefined) passed += 1;
    else failed += 1;
    console.log(`${why === undefined ? 'ok' : 'FAILED'} ${name}: ${journey}${why === undefined ? '' : `\n${why}`}`);
  }
}
rmSync(bin, { recursive: true });
mkdirSync(join(ROOT, 'artifacts/results'), { recursive: true });
writeFileSync(join(ROOT, 'artifacts/results/editors.json'), JSON.stringify({ suite: 'editors', passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Makes a journey in a fresh home and folder; gives what was wrong, or nothing. */
function travel(editor, journey, files, after) {
  const home = mkdtempSync(join(tmpdir(), 'cql-editors-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  mkdirSync(join(home, 'config'));
  cpSync(join(ROOT, 'editors', editor.files), join(home, 'config', editor.config), { recursive: true });
  try {
    const environment = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      PATH: `${bin}:${process.env.PATH}`,
      CQL_FOLDER: folder,
      CQL_JOURNEY: journey,
    };
    const why = editor.run({ root: ROOT, home, folder, journey, environment });
    return why ?? after?.((path) => readFileSync(join(folder, path), 'utf8'));
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
