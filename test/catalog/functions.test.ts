import { describe, expect, test } from 'vitest';
import { builtInFunction, builtInFunctions, printFunction } from '../../server/src/catalog/index.ts';
import { RELEASES } from '../../server/src/text/release.ts';

const names = (release: (typeof RELEASES)[number]): ReadonlySet<string> =>
  new Set(builtInFunctions(release).map(({ name }) => name));

describe('built-in functions', () => {
  // Each was put to the five servers.
  test.each([
    ['uuid', '3.11 4.0 4.1 5.0 6.0'],
    ['minTimeuuid', '3.11 4.0 4.1 5.0 6.0'],
    ['min_timeuuid', '5.0 6.0'],
    ['dateOf', '3.11 4.0 4.1'],
    ['unixTimestampOf', '3.11 4.0 4.1'],
    ['currentTimeUUID', '4.0 4.1 5.0 6.0'],
    ['current_timeuuid', '5.0 6.0'],
    ['floor', '4.1 5.0 6.0'],
    ['maxwritetime', '5.0 6.0'],
    ['toJson', '3.11 4.0 4.1 5.0 6.0'],
    ['to_json', '5.0 6.0'],
    ['log10', '5.0 6.0'],
    ['collection_avg', '5.0 6.0'],
    ['similarity_cosine', '5.0 6.0'],
    ['mask_hash', '5.0 6.0'],
    ['length', '6.0'],
    ['octet_length', '6.0'],
    ['counterAsBlob', '3.11 4.0 4.1 5.0 6.0'],
    ['blob_as_varchar', '5.0 6.0'],
  ])('%s is in %s', (name, releases) => {
    expect(RELEASES.filter((release) => names(release).has(name)).join(' ')).toBe(releases);
  });

  test('are found in any case, with all their signatures', () => {
    expect(builtInFunction('TOJSON', '4.1').map(printFunction)).toEqual(['toJson(value any) text']);
    expect(builtInFunction('floor', '5.0').map(printFunction)).toEqual([
      'floor(value timestamp | timeuuid | date, size duration, [start timestamp | date]) timestamp | date',
      'floor(value time, size duration) time',
    ]);
    expect(builtInFunction('nope', '5.0')).toEqual([]);
  });

  test('an old name tells the new one where that is known', () => {
    expect(builtInFunction('todate', '5.0').map(({ replacedBy }) => replacedBy)).toEqual(['to_date']);
    expect(builtInFunction('todate', '4.1').map(({ replacedBy }) => replacedBy)).toEqual([undefined]);
  });

  test('each has a sentence, and no name and signature twice', () => {
    for (const release of RELEASES) {
      const all = builtInFunctions(release);
      expect(all.every(({ doc }) => doc.endsWith('.'))).toBe(true);
      expect(new Set(all.map(printFunction)).size).toBe(all.length);
    }
  });
});
