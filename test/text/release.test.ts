import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { existsIn, parseTarget, RELEASES, since, TARGET_NAMES, targetName } from '../../server/src/text/release.ts';
import { releases } from '../conformance/releases.ts';

const SOURCES = fileURLToPath(new URL('../../server/src/', import.meta.url));

describe('releases', () => {
  test('are told apart by age, not by spelling', () => {
    expect(since('4.0', '3.11')).toBe(true);
    expect(since('3.11', '4.0')).toBe(false);
    expect(RELEASES.filter((release) => existsIn(release, { since: '4.0', until: '5.0' }))).toEqual(['4.0', '4.1']);
  });

  test('are listed in one place', () => {
    const lists = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
      .filter((path) => /4\.0\b[^\n]{1,8}4\.1\b[^\n]{1,8}5\.0\b/.test(readFileSync(join(SOURCES, path), 'utf8')));
    expect(lists).toEqual([join('text', 'release.ts')]);
  });

  test('are those whose nodes are asked', () => {
    expect(releases.map(({ name }) => name)).toEqual([...RELEASES]);
  });
});

describe('targets', () => {
  test.each(TARGET_NAMES)('%s is read as it is printed', (name) => {
    const target = parseTarget(name);
    expect(target && targetName(target)).toBe(name);
  });

  test.each([
    ['5.0', 'cassandra-5.0'],
    ['5', 'cassandra-5.0'],
    ['4.1.10', 'cassandra-4.1'],
    ['6.0-alpha2', 'cassandra-6.0'],
    ['Cassandra 4.0', 'cassandra-4.0'],
    [' ScyllaDB', undefined],
    ['Scylla ', 'scylla'],
    ['4.2', undefined],
    ['', undefined],
  ])('%j means %s', (text, name) => {
    const target = parseTarget(text);
    expect(target && targetName(target)).toBe(name);
  });
});
