// Drives the workbench as a person does: opens a file, sees the squiggle, presses Ctrl+. and gets the table.
// Each step that holds counts as passed; the pictures are kept.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GRAPH,
  IN_STEP,
  QUERIES,
  QUERIES_AFTER,
  SCHEMA,
  SCHEMA_AFTER,
  TITLE,
  WRITES,
  WRITES_AFTER,
  WRITES_TITLE,
} from './texts.mjs';
import { installExtension, makeHome, removeHome, startBrowser, startServer, writeFiles } from './workbench.mjs';

/** Gives `{ passed, failed }`. */
export async function runUi(vsix, screenshots) {
  const home = makeHome({ 'schema.cql': SCHEMA, 'queries.cql': QUERIES, 'graph.cql': GRAPH, 'writes.cql': WRITES });
  installExtension(home, vsix);
  const server = await startServer(home);
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  let passed = 0;
  const picture = (name) => page.screenshot({ path: join(screenshots, `${name}.png`) });
  const step = async (what, act) => {
    await act();
    passed += 1;
    console.log(`  ✔ ${what}`);
  };
  const read = (name) => readFileSync(join(home, 'workspace', name), 'utf8');
  const saved = async (name, text) => {
    for (let waited = 0; waited < 10_000 && read(name) !== text; waited += 50) await page.waitForTimeout(50);
    assert.equal(read(name), text);
  };
  const offered = async (title) => {
    const row = page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
    // A list closes again where the panel of problems takes the focus back.
    for (let asked = 0; asked < 4; asked++) {
      await page.keyboard.press('Control+.');
      if (await isThere(row)) return row;
      await page.keyboard.press('Escape');
    }
    throw new Error(`Ctrl+. did not offer ${title}`);
  };
  const rowOf = (label) => page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
  const isThere = (locator) =>
    locator.waitFor({ timeout: 8000 }).then(
      () => true,
      () => false,
    );
  // An item of the status bar is drawn anew while the server starts: a click may meet the old one.
  const choicesOf = async (item) => {
    for (let asked = 0; asked < 4; asked++) {
      await item.click();
      if (await isThere(rowOf('Change the target'))) return;
    }
    throw new Error('the status bar gave no choices');
  };
  // The list is drawn anew while it is filled, so a row is chosen by the keyboard.
  const choose = async (label) => {
    await rowOf(label).waitFor();
    await page.keyboard.type(label);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: label }).waitFor();
    await page.keyboard.press('Enter');
  };
  const openFile = async (name) => {
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await page.locator('.tab.active', { hasText: name }).waitFor();
  };
  try {
    await page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(join(home, 'workspace'))}`);
    await page.waitForSelector('.monaco-workbench');
    await step('a query that its table cannot serve is underlined', async () => {
      await openFile('schema.cql');
      await openFile('queries.cql');
      await page.waitForSelector('.monaco-editor .squiggly-error');
      await picture('1-squiggle');
    });
    await step(
      'the status bar tells target and schema, and gives choices; one of them changes the target',
      async () => {
        const item = page.locator('.statusbar-item', { hasText: 'Cassandra 5.0 · 2 tables' });
        await choicesOf(item);
        for (const choice of ['Change the target', 'schema.cql', 'Show the log']) await rowOf(choice).waitFor();
        await choose('Change the target');
        await choose('scylla');
        await choicesOf(page.locator('.statusbar-item', { hasText: 'ScyllaDB · 2 tables' }));
        await choose('Change the target');
        await choose('As cql-analyzer.toml says');
        await item.waitFor();
      },
    );
    await step('hovering over a query tells its partitions', async () => {
      await page.locator('.view-line', { hasText: 'email, joined' }).hover({ position: { x: 20, y: 8 } });
      await page.locator('.monaco-hover', { hasText: 'Reads one partition' }).first().waitFor();
      await picture('2-hover');
      await page.mouse.move(640, 700);
    });
    await step('the Problems panel has the finding', async () => {
      await page.keyboard.press('Control+Shift+M');
      await page.locator('.markers-panel .monaco-list-row', { hasText: 'is partitioned by' }).first().waitFor();
      await picture('3-problems');
    });
    await step('Ctrl+. offers the table', async () => {
      const line = page.locator('.view-line', { hasText: 'country' }).last();
      const box = await line.boundingBox();
      await page.mouse.click(box.x + 380, box.y + box.height / 2);
      await offered(TITLE);
      await picture('4-quick-fix');
    });
    await step('and writes it, with the query, and shows the way to the table', async () => {
      await page.locator('.action-widget .monaco-list-row', { hasText: TITLE }).first().click();
      await page.locator('.view-line', { hasText: 'users_by_country' }).first().waitFor();
      // A workbench that is tested shows no notification until one looks for it.
      await page.locator('[id="status.notifications"]').click();
      const way = page.locator('.notifications-center .monaco-button', { hasText: 'Show the table' });
      await way.waitFor();
      // What the pointer is over tells about itself, above the button.
      await page.mouse.move(640, 200);
      await picture('5-way-to-the-table');
      await way.click();
      await page.locator('.tab.active', { hasText: 'schema.cql' }).waitFor();
      await page.locator('.view-line', { hasText: 'users_by_country' }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('s');
      await saved('queries.cql', QUERIES_AFTER);
      await saved('schema.cql', SCHEMA_AFTER);
      await picture('6-table-written');
      await openFile('queries.cql');
      await page.locator('.view-line', { hasText: 'users_by_country' }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('.monaco-editor .squiggly-error') === null);
      await picture('6a-query-rewritten');
    });
    await step('an INSERT that forgets the new table becomes a batch of both', async () => {
      await openFile('writes.cql');
      await page.waitForSelector('.monaco-editor .squiggly-warning');
      await page
        .locator('.view-line', { hasText: 'INSERT' })
        .first()
        .click({ position: { x: 100, y: 8 } });
      const row = await offered(WRITES_TITLE);
      await picture('6b-batch-offered');
      await row.click();
      await page.locator('.view-line', { hasText: 'APPLY' }).first().waitFor();
      await page.keyboard.press('Control+s');
      await saved('writes.cql', WRITES_AFTER);
      await picture('6c-batch-written');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+s');
      await saved('writes.cql', WRITES);
    });
    await step('one undo takes it all back', async () => {
      await openFile('queries.cql');
      await page.locator('.view-line', { hasText: 'New Zealand' }).first().click();
      await page.keyboard.press('Control+z');
      const dialog = page.locator('.monaco-dialog-box .monaco-button', { hasText: /Undo in 2 Files/ });
      if (
        await dialog.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        )
      )
        await dialog.click();
      await page.waitForSelector('.monaco-editor .squiggly-error');
      await page.keyboard.press('Control+s');
      await saved('queries.cql', QUERIES);
      await openFile('schema.cql');
      await page.keyboard.press('Control+s');
      await saved('schema.cql', SCHEMA);
      await picture('7-undone');
    });
    await step('the table together with its writes can be looked at before it is applied', async () => {
      await openFile('queries.cql');
      const line = page.locator('.view-line', { hasText: 'country' }).last();
      const box = await line.boundingBox();
      await page.mouse.click(box.x + 380, box.y + box.height / 2);
      await offered(`${TITLE}${IN_STEP}`);
      const chosen = page.locator('.action-widget .monaco-list-row.focused', { hasText: IN_STEP });
      for (let steps = 0; steps < 20 && (await chosen.count()) === 0; steps++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+Enter');
      for (const file of ['queries.cql', 'schema.cql', 'writes.cql'])
        await page.locator('.bulk-edit-panel .monaco-list-row', { hasText: file }).first().waitFor();
      await picture('8-preview');
      assert.equal(read('writes.cql'), WRITES);
      await page.locator('.action-label[aria-label="Group Changes By Type"] >> visible=true').first().click();
      const label = page.locator('.bulk-edit-panel .monaco-list-row .label-name', { hasText: 'the new table' });
      await label.waitFor();
      const [row, shown] = [
        await label.locator('xpath=ancestor::*[@role="checkbox"]').boundingBox(),
        await label.boundingBox(),
      ];
      assert.ok(shown.y >= row.y && shown.y + shown.height <= row.y + row.height, 'the label stands in its row');
      await picture('8a-preview-by-type');
    });
    await step('applied from there, it writes all three files', async () => {
      await page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Apply' }).click();
      await page.locator('.view-line', { hasText: 'users_by_country' }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('s');
      await saved('queries.cql', QUERIES_AFTER);
      await saved('schema.cql', SCHEMA_AFTER);
      await saved('writes.cql', WRITES_AFTER);
      await picture('9-applied');
    });
    await step('the walkthrough tells the first steps', async () => {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input').first().waitFor();
      await page.keyboard.type('Open Walkthrough');
      await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Open Walkthrough' }).waitFor();
      await page.keyboard.press('Enter');
      await choose('CQL Analyzer');
      for (const title of ['Open a folder with .cql files', 'Say which server you use', 'Let a query have its table'])
        await page.locator('.gettingStartedContainer .step-title', { hasText: title }).first().waitFor();
      await picture('10-walkthrough');
    });
    await step('the first look at many files shows how far it is', async () => {
      const many = join(home, 'many');
      writeFiles(many, {
        'schema.cql': SCHEMA,
        ...Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`queries-${at}.cql`, QUERIES])),
      });
      await page.addInitScript(() => {
        new MutationObserver(() => {
          for (const item of document.querySelectorAll('.statusbar-item'))
            if (item.textContent.includes('Checking CQL')) globalThis.progressShown = item.textContent;
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(many)}`);
      await page.waitForFunction(() => /601 files|%/.test(globalThis.progressShown ?? ''));
    });
    return { passed, failed: 0 };
  } catch (error) {
    console.error(error);
    await picture('failure');
    return { passed, failed: 1 };
  } finally {
    await browser.close();
    await server.stop();
    removeHome(home);
  }
}
