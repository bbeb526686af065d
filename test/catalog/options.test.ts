import { describe, expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import { type OptionOwner, optionsOf, partsOf } from '../../server/src/catalog/builtin/options.ts';
import { existsIn, RELEASES, type CassandraRelease } from '../../server/src/text/release.ts';

const KEYSPACE = "CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
const TABLE = 'CREATE TABLE ks.t (k int PRIMARY KEY, v text)';
const VIEW =
  'CREATE MATERIALIZED VIEW ks.w AS SELECT * FROM ks.t WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)';

const CONFIGURATION = new Map([
  ['materialized_views_enabled', true],
  ['enable_materialized_views', true],
]);

const statement = (owner: OptionOwner, option: string): string =>
  ({
    keyspace: `ALTER KEYSPACE ks WITH ${option}`,
    table: `ALTER TABLE ks.t WITH ${option}`,
    view: `ALTER MATERIALIZED VIEW ks.w WITH ${option}`,
    index: `CREATE CUSTOM INDEX ON ks.t (v) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH ${option}`,
  })[owner];

/** What the server says to a value of an option; nothing where it takes it. */
function problemOf(owner: OptionOwner, option: string, release: CassandraRelease): string | undefined {
  const answer = dryRun([statement(owner, option)], release, {
    schema: [KEYSPACE, TABLE, ...(owner === 'view' ? [VIEW] : [])],
    configuration: CONFIGURATION,
  })[0]!;
  return answer.ok ? undefined : `${release}: ${option}: ${answer.message}`;
}

const written = (value: string): string => (/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value) ? value : `'${value}'`);

describe.each(RELEASES)('the options of %s', (release) => {
  test.each(['keyspace', 'table', 'view'] as const)('of a %s have values that the server takes', (owner) => {
    const problems = optionsOf(owner, release).flatMap(({ name, values }) =>
      values.flatMap((value) => problemOf(owner, `${name} = ${value}`, release) ?? []),
    );
    expect(problems.filter((problem) => !/accord|transactional/.test(problem))).toEqual([]);
  });

  test('have entries that the server takes', () => {
    const problems = optionsOf('table', release).flatMap((option) => {
      const classes = option.parts.find(({ name }) => name === 'class')?.values ?? [{ text: '', lifetime: {} }];
      return classes
        .filter(({ lifetime }) => existsIn(release, lifetime))
        .flatMap(({ text }) =>
          partsOf(option, text, release)
            .filter(({ name }) => name !== 'class')
            .flatMap(({ name, values }) => values.map(({ text: value }) => `'${name}': ${written(value)}`))
            .flatMap((entry) => {
              const alone = entry === "'enabled': false" || text === '';
              return (
                problemOf(
                  'table',
                  `${option.name} = {${alone && option.name === 'compression' ? '' : text === '' ? '' : `'class': '${text}', `}${entry}}`,
                  release,
                ) ?? []
              );
            }),
        );
    });
    expect(problems).toEqual([]);
  });
});
