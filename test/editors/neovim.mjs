import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Neovim with its own client, driven by `neovim.lua`. */
export const neovim = {
  files: 'nvim',
  config: 'nvim',
  run({ root, folder, environment }) {
    const nvim = join(root, '.cache/editors/nvim');
    const { status, stdout, stderr } = spawnSync(
      join(nvim, 'bin/nvim'),
      ['--headless', '-n', join(folder, 'queries.cql'), '-S', join(root, 'test/editors/neovim.lua')],
      {
        cwd: folder,
        env: { ...environment, VIMRUNTIME: join(nvim, 'share/nvim/runtime') },
        encoding: 'utf8',
        timeout: 60_000,
      },
    );
    return status === 0 ? undefined : `exit ${status}\n${stdout}${stderr}`;
  },
};
