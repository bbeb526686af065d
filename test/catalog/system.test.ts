import { describe, expect, test } from 'vitest';
import { systemCatalog } from '../../server/src/catalog/index.ts';
import { RELEASES } from '../../server/src/text/release.ts';
import { brief } from './fixtures.ts';

describe('built-in keyspaces', () => {
  test.each([
    ['3.11', 'system system_auth system_distributed system_schema system_traces'],
    ['4.0', 'system system_auth system_distributed system_schema system_traces system_views system_virtual_schema'],
    ['5.0', 'system system_auth system_distributed system_schema system_traces system_views system_virtual_schema'],
    [
      '6.0',
      'system system_auth system_cluster_metadata system_distributed system_metrics system_schema system_traces system_views system_virtual_schema',
    ],
  ] as const)('of %s', (release, names) => {
    expect(
      [...systemCatalog(release).keyspaces()]
        .map(({ name }) => name)
        .toSorted()
        .join(' '),
    ).toBe(names);
  });

  test('tables have the columns of their release', () => {
    const table = (release: (typeof RELEASES)[number], keyspace: string, name: string): string | undefined =>
      brief(systemCatalog(release).table(keyspace, name));
    expect(table('3.11', 'system_auth', 'role_members')).toBe('system_auth.role_members (role text; member text)');
    expect(table('3.11', 'system', 'compaction_history')).toMatch(/^system\.compaction_history \(id uuid \|/);
    expect(table('5.0', 'system', 'compaction_history')).toMatch(
      /^system\.compaction_history \(id timeuuid \|.*frozen<map<text, text>>/,
    );
    expect(table('3.11', 'system', 'peers_v2')).toBeUndefined();
    expect(table('4.0', 'system', 'peers_v2')).toMatch(/^system\.peers_v2 \(peer inet; peer_port int \|/);
    expect(table('5.0', 'system', 'hints')).toBeUndefined();
    expect(table('4.1', 'system', 'top_partitions')).toMatch(/top frozen<list<frozen<tuple<text, bigint>>>>/);
    expect(systemCatalog('4.0').table('system_views', 'settings')?.kind).toBe('virtual');
    expect(systemCatalog('5.0').table('system', 'local')?.system).toBe(true);
  });

  test('every line of the list can be read', () => {
    for (const release of RELEASES) {
      for (const { tables } of systemCatalog(release).keyspaces()) {
        for (const table of tables.values()) {
          expect(table.partitionKey.length).toBeGreaterThan(0);
          expect(brief(table)).not.toMatch(/[?@]/);
        }
      }
    }
  });
});
