// Run inside the extension host, by @vscode/test-electron or what stands in for it: Mocha, and a report of what passed.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const Mocha = require('mocha');
const { workspace } = require('vscode');

/** The tests of a window, by the first folder that is open in it; none is, where there is no folder. */
const OF_WINDOWS = {
  workspace: ['features.test.cjs', 'changes.test.cjs', 'programs.test.cjs', 'extension.test.cjs'],
  'with-driver': ['with-driver.test.cjs'],
  'without-driver': ['without-driver.test.cjs'],
  orders: ['several-folders.test.cjs'],
  restricted: ['restricted.test.cjs'],
  none: ['no-folder.test.cjs'],
};

exports.run = () =>
  new Promise((resolve, reject) => {
    const mocha = new Mocha({ ui: 'bdd', timeout: 60_000 });
    for (const name of OF_WINDOWS[workspace.workspaceFolders?.[0].name ?? 'none']) mocha.addFile(join(__dirname, name));
    const report = process.env.CQL_REPORT;
    const before =
      report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 0, failures: [] };
    const failures = [...before.failures];
    const runner = mocha.run((failed) => {
      const { passes, failures: count } = runner.stats;
      const counted = { passed: before.passed + passes, failed: before.failed + count, failures };
      if (report) writeFileSync(report, JSON.stringify(counted));
      if (failed > 0) reject(new Error(`${failed} failed:\n${failures.join('\n')}`));
      else resolve();
    });
    runner.on('pass', (test) => console.log(`  ✔ ${test.fullTitle()}`));
    runner.on('fail', (test, error) => {
      failures.push(`${test.fullTitle()}: ${error.stack ?? error.message}`);
      console.log(`  ${failures.length}) ${test.fullTitle()}: ${error.message}`);
    });
  });
