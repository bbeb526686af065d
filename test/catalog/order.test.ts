import { describe, expect, test } from 'vitest';
import { orderFiles } from '../../server/src/catalog/project/order.ts';

describe('the order in which files run', () => {
  test.each<[string, string[]]>([
    ['by path, numbers as numbers', ['a/x2.cql', 'a/x10.cql', 'b.cql']],
    ['Flyway', ['V1__a.cql', 'V1_1__b.cql', 'V1.2__c.cql', 'V2__d.cql', 'V10__e.cql', 'R__views.cql']],
    ['numbers', ['m/1_a.cql', 'm/2-b.cql', 'm/003.cql', 'm/10_d.up.cql']],
    ['timestamps', ['m/20230102030405_a.cql', 'm/20230102030406_b.cql', 'm/20240101000000_c.cql']],
    ['dates', ['2023-1-30-a.cql', '2023-2-1-b.cql', '2023-10-1-c.cql']],
    ['version folders', ['s/v0.9/z.cql', 's/v1.0/a.cql', 's/v1.0/b.cql', 's/v1.2/a.cql', 's/v1.10/a.cql']],
    ['version folders with numbered files', ['1.0/01_a.cql', '1.0/02_b.cql', '1.1/01_a.cql']],
  ])('%s', (_, paths) => {
    for (const shuffled of [paths.toReversed(), paths.toSorted(), paths]) {
      expect(orderFiles(shuffled).map(({ index }) => shuffled[index])).toEqual(paths);
    }
  });

  test('numbered files of a folder are a chain, others are not', () => {
    expect(chains(['m/1_a.cql', 'm/2_b.cql', 'm/x.cql', 'n/1_a.cql', 'schema.cql'])).toEqual([
      ['m/1_a.cql', 'm/2_b.cql'],
      ['m/x.cql'],
      ['n/1_a.cql'],
      ['schema.cql'],
    ]);
    expect(chains(['s/v1.0/a.cql', 's/v1.1/a.cql', 's/schema.cql'])).toEqual([
      ['s/v1.0/a.cql', 's/v1.1/a.cql'],
      ['s/schema.cql'],
    ]);
  });

  test.each([
    '1_x.down.cql',
    'U1__x.cql',
    'rollback/1_x.cql',
    'undo/a.cql',
    'x.undo.cql',
    '3_x_down.cql',
    '3_x-rollback.cql',
  ])('%s undoes', (path) => {
    expect(orderFiles([path, 'a.cql']).find(({ index }) => index === 0)?.contributes).toBe(false);
  });

  test.each([
    ['down.cql', 'up.cql'],
    ['m/down/1.cql', 'm/up/1.cql'],
    ['a_down.cql', 'a_up.cql'],
  ])('%s undoes %s', (down, up) => {
    expect(
      orderFiles([down, up])
        .map(({ index, contributes }) => [index, contributes])
        .toSorted(),
    ).toEqual([
      [0, false],
      [1, true],
    ]);
  });

  test.each(['drop_down.cql', 'drop_down_items.cql', 'down.cql', 'shutdown.cql', 'Users.cql', 'rollback.cql'])(
    '%s does not undo',
    (path) => {
      expect(orderFiles([path])[0]?.contributes).toBe(true);
    },
  );

  test('the files of the settings come first, as one chain in the order of the list', () => {
    const paths = ['a.cql', 'schema/types.cql', 'schema/tables.cql', 'schema/deep/x.cql', 'z.cql'];
    const ordered = orderFiles(paths, ['z.cql', './schema/types.cql', 'schema', 'missing.cql']);
    expect(ordered.map(({ index, chain }) => [paths[index], chain])).toEqual([
      ['z.cql', 'settings'],
      ['schema/types.cql', 'settings'],
      ['schema/deep/x.cql', 'settings'],
      ['schema/tables.cql', 'settings'],
      ['a.cql', 'path:a.cql'],
    ]);
  });

  test.each<[string, string[]]>([
    ['*.cql', ['a.cql', 'b/c.cql', 'b/d/e.cql']],
    ['/*.cql', ['a.cql']],
    ['b/*.cql', ['b/c.cql']],
    ['b/**/*.cql', ['b/c.cql', 'b/d/e.cql']],
    ['**/e.cql', ['b/d/e.cql']],
    ['?.cql', ['a.cql', 'b/c.cql', 'b/d/e.cql']],
    ['b/', ['b/c.cql', 'b/d/e.cql']],
    ['a.c', []],
    ['e.cql', []],
  ])('the pattern %s', (pattern, expected) => {
    const paths = ['a.cql', 'b/c.cql', 'b/d/e.cql'];
    const listed = orderFiles(paths, [pattern]).filter(({ chain }) => chain === 'settings');
    expect(listed.map(({ index }) => paths[index]).toSorted()).toEqual(expected);
  });
});

test('a pattern of stars costs no more than its length', () => {
  const pattern = `${'**a'.repeat(2000)}b`;
  expect(orderFiles([`${'a'.repeat(250)}.cql`], [pattern])).toMatchObject([{ contributes: true }]);
  expect(orderFiles(['a.cql'], [`${'/'.repeat(200_000)}a`, `a${'/'.repeat(200_000)}b`])).toHaveLength(1);
}, 5000);

function chains(paths: readonly string[]): readonly (readonly (string | undefined)[])[] {
  const ordered = orderFiles(paths);
  return [...new Set(ordered.map(({ chain }) => chain))].map((wanted) =>
    ordered.filter(({ chain }) => chain === wanted).map(({ index }) => paths[index]),
  );
}
