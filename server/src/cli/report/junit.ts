import { printable } from '../../text/printable.ts';
import type { Report } from './report.ts';

/** A JUnit file: one suite a file, one test case a finding; a file without findings is one case that passed. */
export function junitReport({ files }: Report): string {
  const suites = files.map(({ file, findings }) => {
    const cases = findings.map(({ finding, severity, start }) => {
      const { line, character } = file.document.positionAt(start);
      const name = `${finding.code} ${line + 1}:${character + 1}`;
      const text = finding.server === undefined ? finding.message : `${finding.message}\n${finding.server.message}`;
      return `    <testcase classname="${escaped(file.path)}" name="${escaped(name)}">
      <failure type="${severity}" message="${escaped(finding.message)}">${escaped(text)}</failure>
    </testcase>`;
    });
    const shown = cases.length > 0 ? cases : [`    <testcase classname="${escaped(file.path)}" name="no findings"/>`];
    return `  <testsuite name="${escaped(file.path)}" tests="${shown.length}" failures="${cases.length}">
${shown.join('\n')}
  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cql-analyzer">\n${suites.join('\n')}\n</testsuites>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no place for most of what is not printable; a line end in an attribute would be read as a space. */
const escaped = (text: string): string =>
  text
    .split('\n')
    .map((line) => printable(line).replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!))
    .join('&#10;');
