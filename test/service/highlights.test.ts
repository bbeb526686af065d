import { expect, test } from 'vitest';
import { highlightsAt } from '../../server/src/service/highlights.ts';
import { openMarked } from './marked.ts';

/** The text with a line of letters below it: `r` read, `w` written, `t` neither. */
function highlighted(marked: string): string {
  const { subject, caret } = openMarked({ 'a.cql': marked, 'b.cql': 'SELECT v FROM k.t' });
  const text = subject.document.text();
  const line = [...' '.repeat(text.length)];
  for (const { start, end, kind } of highlightsAt(subject, caret)) line.fill(kind[0]!, start, end);
  return `${text}\n${line.join('').trimEnd()}`;
}

test.each([
  [
    'CREATE TABLE k.t (id int, v int, PRIMARY KEY (id)); UPDATE k.t SET ¦v = v + 1 WHERE id = 1 IF v > 0; SELECT v FROM k.u',
    `
CREATE TABLE k.t (id int, v int, PRIMARY KEY (id)); UPDATE k.t SET v = v + 1 WHERE id = 1 IF v > 0; SELECT v FROM k.u
                          w                                        w   r                     r`,
  ],
  [
    'CREATE TABLE k.t (id int PRIMARY KEY); INSERT INTO k.¦t (id) VALUES (1); SELECT id FROM k.t; DROP TABLE k.t',
    `
CREATE TABLE k.t (id int PRIMARY KEY); INSERT INTO k.t (id) VALUES (1); SELECT id FROM k.t; DROP TABLE k.t
               w                                     w                                   r               t`,
  ],
  ['SELECT ¦now() FROM k.t', '\nSELECT now() FROM k.t\n       ttt'],
  ['SELECT id FROM ¦-- nothing', '\nSELECT id FROM -- nothing\n'],
])('%s', (marked, expected) => {
  expect(`\n${highlighted(marked)}`).toBe(expected);
});
