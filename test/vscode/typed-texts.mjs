// What is typed: the files of `examples/`, and statements of the parser's tests laid out over several lines.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STATEMENTS } from '../syntax/statements.ts';

export const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** All files of `examples/`, as `{ name, text }`. */
export const exampleTexts = () =>
  readdirSync(EXAMPLES, { recursive: true })
    .filter((name) => name.endsWith('.cql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(EXAMPLES, name), 'utf8') }));

/** So many of the tests' shorter statements, some to a text, beginning with the one at `first`. */
export function statementTexts(count, toText, first) {
  const short = STATEMENTS.filter(({ length }) => length <= 80);
  const chosen = Array.from({ length: count }, (_, index) => short[(first + index) % short.length]);
  return Array.from({ length: Math.ceil(count / toText) }, (_, index) => {
    const own = chosen.slice(index * toText, (index + 1) * toText);
    const from = (first + index * toText) % short.length;
    return { name: `statements from ${from} on`, text: own.map(laidOut).join('\n') };
  });
}

const COLUMNS = [...'abcdefgimnstuvx', 'json', 'distinct', 'key', 'type', 'values', 'ttl', 'count'];

/** What the statements are about, so that the editor has names to offer. */
export const STATEMENTS_SCHEMA = `CREATE TABLE t (k int PRIMARY KEY, ${COLUMNS.map((name) => `${name} text`).join(', ')});
CREATE TABLE s (k int PRIMARY KEY);
CREATE TYPE ty (f text, g int);
`;

const laidOut = (statement) =>
  `${statement
    .replace(/;$/, '')
    .replaceAll(/(?<!MASKED|CLUSTERING) (?=(?:FROM|WHERE|AND|GROUP BY|ORDER BY|VALUES|SET|USING|WITH) )/g, '\n  ')
    .replaceAll(/ (?=APPLY )/g, '\n')};`;
