import { describe, expect, test } from 'vitest';
import { parseCassandraYaml } from '../../server/src/config/cassandra-yaml.ts';

const settingsOf = (text: string): unknown => {
  const read = parseCassandraYaml(text);
  return read.kind === 'settings' ? Object.fromEntries(read.settings) : read.message;
};

describe('a cassandra.yaml', () => {
  test('is read as a server reads it', () => {
    expect(settingsOf('')).toEqual({});
    expect(settingsOf('# nothing is set\n')).toEqual({});
    expect(settingsOf('materialized_views_enabled: yes\nsasi_indexes_enabled: off')).toEqual({
      materialized_views_enabled: true,
      sasi_indexes_enabled: false,
    });
  });

  test('may name a setting twice: the last holds', () => {
    expect(settingsOf('num_tokens: 1\nnum_tokens: 16')).toEqual({ num_tokens: 16 });
  });

  test('keeps sizes, times and lists', () => {
    expect(
      settingsOf(
        'collection_size_warn_threshold: 10KiB\nmaximum_timestamp_warn_threshold: 5m\ntables_fail_threshold: -1\n' +
          'keyspaces_fail_threshold:\ntable_properties_warned: [comment]',
      ),
    ).toEqual({
      collection_size_warn_threshold: '10KiB',
      maximum_timestamp_warn_threshold: '5m',
      tables_fail_threshold: -1,
      keyspaces_fail_threshold: null,
      table_properties_warned: ['comment'],
    });
  });

  test('with a wrong value is no cassandra.yaml: line and setting are named', () => {
    expect(settingsOf('cluster_name: x\nmaterialized_views_enabled: maybe')).toBe(
      'line 2: materialized_views_enabled is true or false, not "maybe"',
    );
    expect(settingsOf('tables_fail_threshold: many')).toBe(
      'line 1: tables_fail_threshold is a number or a size such as 10KiB, not "many"',
    );
    expect(settingsOf('- a\n- b')).toBe('it holds no settings');
    expect(settingsOf('a: [')).toMatch(/line 1/);
    expect(settingsOf('a: *b')).toMatch(/b/);
  });

  test('may be as deep, and point at itself as often, as it likes', () => {
    for (const text of [`a: ${'['.repeat(50_000)}`, `a: ${'{b: '.repeat(20_000)}`, '- '.repeat(20_000)])
      expect(settingsOf(text)).toBe('it is nested too deeply');
    const doubled = Array.from(
      { length: 40 },
      (_, index) => `a${index}: &a${index} [${index > 0 ? `*a${index - 1}, *a${index - 1}` : 'x'}]`,
    );
    expect(settingsOf(doubled.join('\n'))).toMatch(/^Excessive alias count/);
  });

  test('may name settings like what every object has', () => {
    expect(Object.keys(settingsOf('__proto__: 1\nconstructor: 2\nhasOwnProperty: 3') as object)).toEqual([
      '__proto__',
      'constructor',
      'hasOwnProperty',
    ]);
  });
});
