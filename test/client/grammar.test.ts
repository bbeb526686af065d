import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// What the letters of a line are coloured by where no server has told what they stand for.

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly patterns?: readonly Rule[];
}

const { repository } = JSON.parse(
  readFileSync(new URL('../../syntaxes/cql.tmLanguage.json', import.meta.url), 'utf8'),
) as { readonly repository: Readonly<Record<string, Rule>> };

/** What the rules of a group match in a line. */
const matched = (group: string, line: string): readonly string[] =>
  (repository[group]!.patterns ?? [repository[group]!]).flatMap(({ match = '$.' }) =>
    [...line.matchAll(new RegExp(match.replace('(?i)', ''), match.startsWith('(?i)') ? 'gi' : 'g'))].map(
      ([text]) => text,
    ),
  );

describe('commands of cqlsh', () => {
  test.each([
    ['CONSISTENCY QUORUM', 'CONSISTENCY QUORUM'],
    ['serial consistency local_serial;', 'serial consistency local_serial'],
    ['CONSISTENCY', 'CONSISTENCY'],
    ['TRACING ON', 'TRACING ON'],
    ['PAGING 500', 'PAGING'],
    ["SOURCE 'schema.cql'", 'SOURCE'],
    ["COPY shop.users (id, name) TO 'users.csv'", 'COPY'],
    ['copy "Users" FROM STDIN', 'copy'],
    ['DESCRIBE FULL SCHEMA;', 'DESCRIBE FULL SCHEMA'],
    ['SHOW VERSION', 'SHOW VERSION'],
  ])('%s', (line, command) => expect(matched('commands', line)).toEqual([command]));

  test.each([
    '  consistency text,',
    '  source text,',
    '  copy int PRIMARY KEY',
    'paging boolean',
    '  desc text,',
    'show int,',
    'SELECT consistency FROM t;',
    'ORDER BY c DESC',
  ])('none in %s', (line) => expect(matched('commands', line)).toEqual([]));
});

describe('placeholders', () => {
  test.each([
    ['SELECT * FROM %KS%.users_%ENV%;', ['%KS%']],
    ['USE ${ks};', ['${ks}']],
    ['SELECT a%b%c, a % b FROM t;', []],
    ['SELECT * FROM t WHERE a = %s;', []],
  ])('%s', (line, found) => expect(matched('placeholders', line)).toEqual(found));
});

describe('names behind the words that they follow', () => {
  test.each([
    ['INSERT INTO shop.users (id) VALUES (1);', ['INTO shop.users']],
    ['CREATE TABLE IF NOT EXISTS "Shop".users (', ['TABLE IF NOT EXISTS "Shop".users']],
    ['TABLE shop.users (', ['TABLE shop.users']],
    ['UPDATE ${ks}.users SET a = 1', ['UPDATE ${ks}.users']],
    ['CREATE INDEX i ON users (name);', ['ON users']],
    ['CREATE TYPE shop.address (', ['CREATE TYPE shop.address']],
    ['TYPE shop.address (', ['TYPE shop.address']],
    ['CREATE KEYSPACE IF NOT EXISTS shop WITH', ['KEYSPACE IF NOT EXISTS shop']],
    ['GRANT SELECT ON TABLE shop.users TO reader;', ['TABLE shop.users']],
    ['SELECT a FROM "Users";', ['FROM "Users"']],
  ])('%s', (line, found) => expect(matched('names', line)).toEqual(found));

  test.each([
    'type text,',
    'type text',
    'CALLED ON NULL INPUT',
    'GRANT SELECT ON ALL KEYSPACES TO reader;',
    "COPY users FROM 'users.csv'",
    'COPY users FROM STDIN',
    'view text,',
    'CREATE TABLE IF NOT EXISTS',
  ])('none in %s', (line) => expect(matched('names', line)).toEqual([]));
});
