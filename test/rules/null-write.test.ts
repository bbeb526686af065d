import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

const TABLE = 'CREATE TABLE shop.units (code text PRIMARY KEY, name text, symbol text);';
const row = (values: string): string => `INSERT INTO shop.units (code, name, symbol) VALUES (${values});`;

const nulls = (...cql: readonly string[]): number =>
  allFindings(workspaceOf({ 'a.cql': [TABLE, ...cql].join('\n') }, { profile: 'recommended' })).filter(
    ({ finding }) => finding.code === 'null-write',
  ).length;

test.each([
  ['a statement that is run with values', [row("?, 'x', null"), row("'b', 'x', 'y'"), row("'c', 'x', 'y'")]],
  ['values that are put in', [row("'a', 'x', 'y'"), row("'${code}', 'x', null")]],
  ['a single row', [row("'a', 'x', null")]],
])('told: %s', (_, cql) => {
  expect(nulls(...cql)).toBe(1);
});

test.each([
  ['the first', [row("'a', 'x', null"), row("'b', 'x', 'y'"), row("'c', 'x', 'y'")]],
  ['one in between', [row("'a', 'x', 'y'"), row("'b', null, 'y'"), row("'c', 'x', 'y'")]],
  ['the last', [row("'a', 'x', 'y'"), row("'b', 'x', 'y'"), row("'c', 'x', null")]],
])('of rows that fill a table: %s', (_, cql) => {
  expect(nulls(...cql)).toBe(0);
});
