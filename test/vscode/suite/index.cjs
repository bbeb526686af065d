// Run inside the extension host, by @vscode/test-electron or what stands in for it: Mocha, and a report of what passed.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const Mocha = require('mocha');

exports.run = () =>
  new Promise((resolve, reject) => {
    const mocha = new Mocha({ ui: 'bdd', timeout: 30_000 });
    for (const name of ['features.test.cjs', 'programs.test.cjs', 'extension.test.cjs'])
      mocha.addFile(join(__dirname, name));
    const failures = [];
    const runner = mocha.run((failed) => {
      const { passes, failures: count } = runner.stats;
      if (process.env.CQL_REPORT) {
        writeFileSync(process.env.CQL_REPORT, JSON.stringify({ passed: passes, failed: count, failures }));
      }
      if (failed > 0) reject(new Error(`${failed} failed:\n${failures.join('\n')}`));
      else resolve();
    });
    runner.on('pass', (test) => console.log(`  ✔ ${test.fullTitle()}`));
    runner.on('fail', (test, error) => {
      failures.push(`${test.fullTitle()}: ${error.stack ?? error.message}`);
      console.log(`  ${failures.length}) ${test.fullTitle()}: ${error.message}`);
    });
  });
