// Statements in the literals of every language are changed, and the language itself is asked what it reads then.
//   run.ts [LANGUAGE]…
// LITERALS_JARS names a folder with the jars of Groovy, Scala and Kotlin, where these shall be asked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casesOf, failuresOf } from './cases.ts';
import { FORMS, NAMES } from './forms.ts';
import { isThere, LANGUAGES } from './languages.ts';

const asked = process.argv.slice(2);
let passed = 0;
let failed = 0;
const folder = mkdtempSync(join(tmpdir(), 'cql-literals-'));
for (const language of LANGUAGES) {
  if (asked.length > 0 && !asked.includes(language.host)) continue;
  if (!isThere(language)) {
    console.log(`${language.host}: not on this machine`);
    continue;
  }
  const cases = FORMS[language.host]!.flatMap((form) => {
    const own = casesOf(language, form);
    console.log(`  ${own.length} of ${NAMES.length} names: ${JSON.stringify(form)}`);
    return own;
  });
  const failures = failuresOf(language, cases, folder);
  for (const failure of failures) console.log(`  ${failure}`);
  failed += failures.length;
  passed += cases.length - failures.length;
  console.log(`${language.host}: ${cases.length - failures.length} of ${cases.length} literals say what they shall`);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync('artifacts/results', { recursive: true });
writeFileSync('artifacts/results/literals.json', JSON.stringify({ suite: 'literals', passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
