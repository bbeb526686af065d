// Takes the pictures of docs/images: what the extension shows, in a light and a dark theme.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from './programs.mjs';
import { GRAPH, IN_STEP, QUERIES, SCHEMA, TITLE, WRITES } from './texts.mjs';
import { installExtension, makeHome, openFile, removeHome, startBrowser, startServer } from './workbench.mjs';

/** Gives `{ passed, failed }`: how many pictures were taken. */
export async function takePictures(vsix, folder) {
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  let passed = 0;
  try {
    for (const [theme, files, pictures] of [
      ['Default Light Modern', PROGRAMS, { 'programs-light': showPrograms }],
      ['Default Dark Modern', PROGRAMS, { 'programs-dark': showPrograms }],
      ['Default Light Modern', FILES, LIGHT],
      ['Default Dark Modern', FILES, DARK],
    ]) {
      const home = makeHome(files, { ...SHOWN, 'workbench.colorTheme': theme });
      installExtension(home, vsix);
      const server = await startServer(home);
      try {
        const page = await browser.newPage({ viewport: WINDOW });
        page.setDefaultTimeout(30_000);
        await page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(join(home, 'workspace'))}`);
        await page.waitForSelector('.monaco-workbench');
        await openFile(page, Object.keys(files)[0]);
        await page.locator('.codelens-decoration', { hasText: 'queries' }).first().waitFor();
        for (const [name, show] of Object.entries(pictures)) {
          await show(page);
          // Whatever fades in has done so.
          await page.waitForTimeout(1000);
          await page.screenshot({ path: join(folder, `${name}.png`) });
          for (let closed = 0; closed < 3; closed++) await page.keyboard.press('Escape');
          passed += 1;
          console.log(`  ✔ ${name}.png`);
        }
      } finally {
        await server.stop();
        removeHome(home);
      }
    }
    return { passed, failed: 0 };
  } catch (error) {
    console.error(error);
    return { passed, failed: 1 };
  } finally {
    await browser.close();
  }
}

/** One of each kind of word. */
const COLOURS = `CREATE TYPE shop.address (street text, city text);

CREATE TABLE shop.shelves (
  aisle int,
  slot int,
  keeper text STATIC,
  type text,
  moved_to map<text, frozen<address>>,
  PRIMARY KEY ((aisle), slot)
) WITH compaction = {'class': 'UnifiedCompactionStrategy'} AND gc_grace_seconds = 86400;

CREATE INDEX shelves_by_type ON shop.shelves (type) USING 'sai';
GRANT SELECT ON shop.shelves TO reader;

-- What stands in an aisle?
SELECT slot, keeper, writetime(type) FROM shop.shelves WHERE aisle = 7 AND slot > :after;
UPDATE shop.shelves USING TTL 86400 SET keeper = 'Ada' WHERE aisle = ?;
`;

const FILES = {
  'schema.cql': SCHEMA,
  'queries.cql': QUERIES,
  'writes.cql': WRITES,
  'graph.cql': GRAPH,
  'shelves.cql': COLOURS,
};

const WINDOW = { width: 1140, height: 560 };
const TALLER = { width: 1140, height: 760 };

const SHOWN = {
  'editor.fontSize': 13,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
};

const line = (page, text) => page.locator('.view-line', { hasText: text }).first();

/** Two programs side by side, with what is found in them. */
async function showPrograms(page) {
  await page.keyboard.press('Control+b');
  await openFile(page, 'books.py');
  await page.keyboard.press('Control+\\');
  await openFile(page, 'books.go');
  await page.locator('.squiggly-error').nth(1).waitFor();
  await page.locator('.view-line', { hasText: 'every partition' }).first().waitFor();
  await page.keyboard.press('Control+End');
  await page.mouse.move(500, 520);
}

/** A file with a word of each kind. */
async function showColours(page) {
  await openFile(page, 'shelves.cql');
  await page.keyboard.press('Control+b');
  await page.locator('.codelens-decoration', { hasText: '1 query' }).first().waitFor();
  await page.mouse.move(900, 500);
}

/** Each leaves the workbench as it was, but for what Escape closes. */
const LIGHT = {
  async 'code-lens'(page) {
    await openFile(page, 'schema.cql');
    await page.keyboard.press('Control+End');
  },
  async 'inlay-hints'(page) {
    await openFile(page, 'queries.cql');
    // What stands behind the longest query is shown, too.
    await page.keyboard.press('Control+b');
    await page.locator('.view-line', { hasText: 'every partition' }).first().waitFor();
  },
  async hover(page) {
    await page.keyboard.press('Control+b');
    await page
      .locator('.view-line span', { hasText: /^users$/ })
      .first()
      .hover();
    await page.locator('.monaco-hover', { hasText: 'Read by' }).first().waitFor();
  },
  async 'quick-fix'(page) {
    await page.mouse.move(500, 500);
    await line(page, 'country')
      .locator('span', { hasText: /^country$/ })
      .first()
      .click();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: TITLE }).first().waitFor();
  },
  async rename(page) {
    await page.mouse.move(500, 500);
    await line(page, 'joined FROM')
      .locator('span', { hasText: /^joined$/ })
      .first()
      .click();
    await page.keyboard.press('F2');
    await page.locator('.rename-box input').fill('member_since');
    await page.keyboard.press('Control+Enter');
    await page.locator('.bulk-edit-panel .monaco-list-row', { hasText: 'schema.cql' }).first().waitFor();
  },
  async preview(page) {
    await page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Discard' }).click();
    await line(page, 'country')
      .locator('span', { hasText: /^country$/ })
      .first()
      .click();
    await page.keyboard.press('Control+.');
    const chosen = page.locator('.action-widget .monaco-list-row.focused', { hasText: `${TITLE}${IN_STEP}` });
    await page.locator('.action-widget .monaco-list-row', { hasText: TITLE }).first().waitFor();
    for (let steps = 0; steps < 20 && (await chosen.count()) === 0; steps++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.setViewportSize(TALLER);
    await page.locator('.bulk-edit-panel .monaco-list-row', { hasText: 'schema.cql' }).first().waitFor();
  },
  async completion(page) {
    await page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Discard' }).click();
    await page.setViewportSize(WINDOW);
    await openFile(page, 'queries.cql');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('SELECT total FROM shop.orders_by_user WHERE ');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'user_name' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
  },
  async outline(page) {
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await openFile(page, 'schema.cql');
    await page.setViewportSize(TALLER);
    await page.locator('.pane-header', { hasText: 'Outline' }).click();
    await page.locator('.pane-header', { hasText: 'workspace' }).click();
    await page.mouse.move(600, 700);
    await page.locator('.outline-tree .monaco-list-row', { hasText: 'shop.users' }).first().waitFor();
  },
  async 'colours-light'(page) {
    await page.setViewportSize(WINDOW);
    await showColours(page);
  },
};

const DARK = { 'colours-dark': showColours };
