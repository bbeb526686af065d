// Types whole files into a real editor at three speeds: what is left is what was typed, whatever is offered meanwhile.
//   node typing.mjs VSIX    all texts at all speeds; without a sample it takes some minutes
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, exampleTexts, STATEMENTS_SCHEMA, statementTexts } from './typed-texts.mjs';
import { typeText } from './typist.mjs';
import { installExtension, makeHome, removeHome, startBrowser, startServer } from './workbench.mjs';

const isWordCharacter = (key) => /^\w$/.test(key);

/**
 * Milliseconds before a key.
 *
 * Suggestions come up when a word is begun, and are taken by the key behind it: a slow typist rests at both places.
 */
const SPEEDS = {
  'at once': () => 0,
  'at 30 ms': () => 30,
  'with rests of 120 ms': (key, previous) => (isWordCharacter(key) && isWordCharacter(previous) ? 0 : 120),
};

/** Gives `{ passed, failed }`; `seed` chooses the texts of the slower speeds, all are typed without one. */
export async function runTyping(vsix, screenshots, seed) {
  const tasks = tasksOf(seed);
  // One file at a time, and nothing drawn beside it: what is typed is drawn some ten thousand times.
  const home = makeHome({}, BARE);
  for (let lane = 0; lane < LANES; lane++) {
    cpSync(EXAMPLES, folderOf(home, lane), { recursive: true });
    writeFileSync(join(folderOf(home, lane), 'statements-schema.cql'), STATEMENTS_SCHEMA);
  }
  installExtension(home, vsix);
  const server = await startServer(home);
  const browser = await startBrowser();
  const waiting = tasks.values();
  let passed = 0;
  let failed = 0;
  const work = async (lane) => {
    const context = await browser.newContext({ viewport: { width: 800, height: 400 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(folderOf(home, lane))}`);
    await open(page, 'groups/queries.cql');
    // The server is there, and the extension's settings count.
    await page.waitForSelector('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning');
    for (const task of waiting) {
      try {
        await task.run(page, folderOf(home, lane), task);
        passed += 1;
        console.log(`  ✔ ${task.what}`);
      } catch (error) {
        failed += 1;
        console.error(`  ✘ ${task.what}: ${error.message}`);
        await page.screenshot({ path: join(screenshots, `typing-${failed}.png`) });
        await page.keyboard.press('Escape');
      }
      rmSync(join(folderOf(home, lane), task.file));
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
    return { passed, failed };
  } finally {
    await browser.close();
    await server.stop();
    removeHome(home);
  }
}

const LANES = 3;

const BARE = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.editor.limit.enabled': true,
  'workbench.editor.limit.value': 1,
  'workbench.reduceMotion': 'on',
};

const folderOf = (home, lane) => join(home, 'workspace', `lane-${lane}`);

/** Every text at once, and of the slower speeds a few, which are others for each seed. */
function tasksOf(seed) {
  const examples = exampleTexts();
  const statements = statementTexts(100, 10, hashOf(seed ?? '') % 1000);
  const some = (speed, count) => {
    const order = ({ name }) => hashOf(`${seed} ${speed} ${name}`);
    const all = [...examples, ...statements];
    return seed === undefined ? all : all.toSorted((a, b) => order(a) - order(b)).slice(0, count);
  };
  const at = (speed, texts) =>
    texts.map(({ name, text }, index) => ({
      what: `typing ${name} ${speed} leaves it as it was typed`,
      run: typeTask,
      text,
      speed,
      file: `typed-${speed.replaceAll(' ', '-')}-${index}.cql`,
    }));
  return [
    ...CHOSEN.map((chosen, index) => ({
      what: `${chosen.typed} and ${chosen.keys.join(' ')} gives ${JSON.stringify(chosen.text)}`,
      run: chooseTask,
      ...chosen,
      file: `chosen-${index}.cql`,
    })),
    ...at('with rests of 120 ms', some('slow', 2)),
    ...at('at 30 ms', some('brisk', 2)),
    ...at('at once', [...examples, ...statements]),
  ];
}

const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE(0);

/** What is chosen on purpose is written: by Tab, which takes the first, or with the arrows. */
const CHOSEN = [
  { typed: 'SELECT * FROM web.sess', keys: ['Tab'], text: 'SELECT * FROM web.session_clicks' },
  { typed: 'CREATE TABLE t (tags ma', keys: ['Tab'], text: 'CREATE TABLE t (tags map<text, text>)' },
  { typed: 'sel', keys: ['ArrowDown', 'Enter'], text: 'select' },
  { typed: 'SELECT * FROM web.sess', keys: ['Enter'], text: 'SELECT * FROM web.sess\n' },
];

async function chooseTask(page, folder, { typed, keys, text, file }) {
  writeFileSync(join(folder, file), '');
  await open(page, file);
  await typeText(page, typed, SPEEDS['at 30 ms']);
  await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await expectSaved(page, join(folder, file), text);
}

async function typeTask(page, folder, { file, text, speed }) {
  const path = join(folder, file);
  writeFileSync(path, '');
  await open(page, file);
  await typeText(page, text, SPEEDS[speed]);
  await expectSaved(page, path, text);
}

async function expectSaved(page, path, text) {
  await page.keyboard.press('Control+s');
  let left = '';
  for (let waited = 0; waited < 20_000 && left !== text; waited += 50) {
    await page.waitForTimeout(50);
    left = readFileSync(path, 'utf8');
  }
  // The first line that is another one tells what happened.
  const [lines, wanted] = [left.split('\n'), text.split('\n')];
  const at = wanted.findIndex((line, index) => line !== lines[index]);
  if (at >= 0) assert.fail(`line ${at + 1} is ${JSON.stringify(lines[at])}, not ${JSON.stringify(wanted[at])}`);
  assert.equal(left, text);
}

/** Opens a file by its name, as Ctrl+P does. */
async function open(page, name) {
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

if (process.argv[1] === import.meta.filename) {
  const screenshots = join(import.meta.dirname, '../../artifacts/screenshots');
  mkdirSync(screenshots, { recursive: true });
  const { passed, failed } = await runTyping(process.argv[2], screenshots, process.argv[3]);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
