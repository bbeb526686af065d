import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Emacs with eglot, driven by `emacs.el`. */
export const emacs = {
  files: 'emacs',
  config: 'emacs',
  run({ root, home, folder, environment }) {
    const { status, stdout, stderr } = spawnSync(
      'emacs',
      ['--batch', '-L', join(home, 'config/emacs'), '-l', join(root, 'test/editors/emacs.el')],
      { cwd: folder, env: environment, encoding: 'utf8', timeout: 60_000 },
    );
    return status === 0 ? undefined : `exit ${status}\n${stdout}${stderr}`;
  },
};
