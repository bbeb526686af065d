import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

const found = (table: string): readonly string[] =>
  allFindings(
    workspaceOf({ 'a.cql': `${table}\nSELECT at FROM lab.visits WHERE door = ? AND who = ? ALLOW FILTERING;` }),
  ).flatMap(({ finding: { code, message } }) => (code === 'partition-filtering' ? [message] : []));

const visits = (key: string, more = ''): string =>
  `CREATE TABLE lab.visits (door int, day date, at timestamp, who uuid, PRIMARY KEY (${key}, at))${more};`;

test.each([
  [`-- @rate 2/s per door\n${visits('door')}`, 'which grows for ever'],
  [`-- @rate 2/s per door\n${visits('door', ' WITH default_time_to_live = 31536000')}`, 'which grows for 365 days'],
])('how long the partition grows that is filtered', (table, words) => {
  const [message, ...others] = found(table);
  expect(others).toEqual([]);
  expect(message).toContain(words);
});

test('a bucket that holds too much is called so', () => {
  const [message] = allFindings(
    workspaceOf({
      'a.cql': `-- @rate 2/s per door
-- @bucket day = day(at)
${visits('(door, day)')}
SELECT at FROM lab.visits WHERE door = ? AND day = ? AND who = ? ALLOW FILTERING;`,
    }),
  ).flatMap(({ finding: { code, message: text } }) => (code === 'partition-filtering' ? [text] : []));
  expect(message).toContain('which holds too many rows of one `day`');
});
