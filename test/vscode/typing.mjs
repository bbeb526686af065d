// Types whole files into a real editor at three speeds: what is left is what was typed, whatever is offered meanwhile.
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM_TEXTS, PROGRAMS_SCHEMA } from './typed-programs.mjs';
import { EXAMPLES, exampleTexts, STATEMENTS_SCHEMA, statementTexts } from './typed-texts.mjs';
import { typeText } from './typist.mjs';
import { installExtension, makeHome, openFile, removeHome, startBrowser, startServer } from './workbench.mjs';

const isWordCharacter = (key) => /^\w$/.test(key);

/**
 * Milliseconds before a key.
 *
 * Suggestions come up when a word is begun, and are taken by the key behind it: a slow typist rests at both places.
 */
const SPEEDS = {
  'at once': () => 0,
  'at 30 ms': () => 30,
  'at 15 ms': () => 15,
  'at 40 ms': () => 40,
  'at 90 ms': () => 90,
  'with rests of 120 ms': (key, previous) => (isWordCharacter(key) && isWordCharacter(previous) ? 0 : 120),
};

/** Gives `{ passed, failed }`; `seed` chooses among the texts, all are typed without one. */
export async function runTyping(vsix, screenshots, seed) {
  const tasks = tasksOf(seed);
  // One file at a time, and nothing drawn beside it: what is typed is drawn some ten thousand times.
  const home = makeHome({}, BARE);
  for (let lane = 0; lane < LANES; lane++) {
    cpSync(EXAMPLES, folderOf(home, lane), { recursive: true });
    writeFileSync(join(folderOf(home, lane), 'statements-schema.cql'), STATEMENTS_SCHEMA);
    writeFileSync(join(folderOf(home, lane), 'programs-schema.cql'), PROGRAMS_SCHEMA);
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
    await openFile(page, 'groups/queries.cql');
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

/** Windows that are typed into by turns: one is drawn while the other waits. */
const LANES = 2;

/** Suggestions come within strings as well, and are those of the server alone; what is typed closes its own brackets and quotes. */
const IN_PROGRAMS = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingOvertype': 'always',
  'editor.detectIndentation': false,
  'editor.insertSpaces': true,
  'editor.quickSuggestions': { other: 'on', comments: 'off', strings: 'on' },
  'editor.tabSize': 2,
  'editor.wordBasedSuggestions': 'off',
};

const BARE = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.editor.limit.enabled': true,
  'workbench.editor.limit.value': 1,
  'workbench.reduceMotion': 'on',
  ...Object.fromEntries(['go', 'java', 'python', 'typescript'].map((language) => [`[${language}]`, IN_PROGRAMS])),
};

const folderOf = (home, lane) => join(home, 'workspace', `lane-${lane}`);

/** Every text at every speed; of a sample, which is another one for each seed, half of the texts at once and a few slowly. */
function tasksOf(seed) {
  const texts = [...exampleTexts(), ...statementTexts(100, 10, hashOf(seed ?? '') % 1000)];
  const some = (speed, share) => {
    const order = ({ name }) => hashOf(`${seed} ${speed} ${name}`);
    return seed === undefined ? texts : texts.toSorted((a, b) => order(a) - order(b)).slice(0, texts.length * share);
  };
  const at = (speed, chosen) =>
    together(chosen).map(({ name, text }, index) => ({
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
    ...at('with rests of 120 ms', some('slow', 0.08)),
    ...at('at 30 ms', some('brisk', 0.08)),
    ...at('at once', some('fast', 0.5)),
    ...programTasksOf(seed),
  ];
}

/** Every program at every speed; of a sample two of them fast. */
function programTasksOf(seed) {
  const order = ({ name }) => hashOf(`${seed} ${name}`);
  const texts = seed === undefined ? PROGRAM_TEXTS : PROGRAM_TEXTS.toSorted((a, b) => order(a) - order(b));
  const speeds = { 'at 15 ms': 2, 'at 40 ms': 0, 'at 90 ms': 0 };
  return Object.entries(speeds).flatMap(([speed, count]) =>
    (seed === undefined ? texts : texts.slice(0, count)).map(({ name, text }) => ({
      what: `typing a program in ${name} ${speed} leaves it as it was typed`,
      run: typeTask,
      text,
      speed,
      file: `typed-${speed.replaceAll(' ', '-')}.${name}`,
    })),
  );
}

/** Short texts one behind another: a file takes a while to open and to save. */
function together(texts) {
  const files = [];
  for (const { name, text } of texts) {
    const last = files.at(-1);
    if (last === undefined || last.text.length + text.length > FILE_LENGTH) files.push({ name, text });
    else files[files.length - 1] = { name: `${last.name} and ${name}`, text: `${last.text.trimEnd()}\n\n${text}` };
  }
  return files;
}

/** Letters. */
const FILE_LENGTH = 1000;

const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE(0);

/** What is chosen on purpose is written: by Tab, which takes the first, or with the arrows. */
const CHOSEN = [
  { typed: 'SELECT * FROM web.sess', keys: ['Tab'], text: 'SELECT * FROM web.session_clicks' },
  { typed: 'CREATE TABLE t (tags ma', keys: ['Tab'], text: 'CREATE TABLE t (tags map<text, text>)' },
  {
    typed: 'CREATE TABLE t (tags ma',
    keys: ['Tab', ...'uuid', 'Tab', ...'int', 'Tab', ')'],
    text: 'CREATE TABLE t (tags map<uuid, int>)',
  },
  { typed: 'sel', keys: ['ArrowDown', 'Enter'], text: 'select' },
  { typed: 'SELECT * FROM web.sess', keys: ['Enter'], text: 'SELECT * FROM web.sess\n' },
];

async function chooseTask(page, folder, { typed, keys, text, file }) {
  writeFileSync(join(folder, file), '');
  await openFile(page, file);
  await typeText(page, typed, SPEEDS['at 30 ms']);
  await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await expectSaved(page, join(folder, file), text);
}

async function typeTask(page, folder, { file, text, speed }) {
  const path = join(folder, file);
  writeFileSync(path, '');
  await openFile(page, file);
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
