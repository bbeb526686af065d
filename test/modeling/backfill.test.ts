import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

const commands = (schema: string, query: string): readonly string[] =>
  proposals({ 'schema.cql': schema, 'query.cql': `${query};` }, 'query.cql', 'select').find(
    ({ backfill }) => backfill !== undefined,
  )?.backfill?.commands ?? [];

// What these texts do was tried with a real Spark and DSBulk: test/same-answer/README.md.
describe('backfill', () => {
  test('both tools write as of long ago, so that newer writes win', () => {
    expect(
      commands('CREATE TABLE ks.t (a int, b int, c int, PRIMARY KEY (a, b));', 'SELECT c FROM ks.t WHERE b = ?'),
    ).toEqual([
      'dsbulk unload -query "SELECT b, a, c FROM ks.t" -url t_by_b',
      'dsbulk load -k ks -t t_by_b -url t_by_b --schema.queryTimestamp 1970-01-01T00:00:01Z --connector.csv.maxCharsPerColumn -1',
      'SET spark.cassandra.output.timestamp=1000000',
      'INSERT INTO cass.`ks`.`t_by_b` SELECT `b` AS `b`, `a` AS `a`, `c` AS `c` FROM cass.`ks`.`t`;',
    ]);
  });

  test('what the tools cannot carry, or would carry twice', () => {
    const all = (schema: string, query: string): string => commands(schema, query).join('\n');
    const mixed = all(
      'CREATE TABLE ks.t (a int, "B" int, c int, PRIMARY KEY (a, "B"));',
      'SELECT c FROM ks.t WHERE "B" = ?',
    );
    expect(mixed).toContain(String.raw`-query "SELECT \\\"B\\\", a, c FROM ks.t"`);
    const lists = all(
      'CREATE TABLE ks.t (a int PRIMARY KEY, l list<int>);',
      'SELECT a, l FROM ks.t WHERE l CONTAINS ?',
    );
    expect(lists).toContain('LATERAL VIEW explode(array_distinct(`l`)) x AS element');
    const maps = all(
      'CREATE TABLE ks.t (a int PRIMARY KEY, m map<int, int>);',
      'SELECT a FROM ks.t WHERE m CONTAINS ?',
    );
    expect(maps).toContain('LATERAL VIEW explode(array_distinct(map_values(`m`))) x AS element_value');
    const frozen = all(
      'CREATE TABLE ks.t (a int PRIMARY KEY, b int, s frozen<set<int>>);',
      'SELECT s FROM ks.t WHERE b = ?',
    );
    expect(frozen).toContain('IF(size(`s`) > 0, `s`, NULL) AS `s`');
    const tuples = all(
      'CREATE TABLE ks.t (a int, b int, t tuple<int, int>, PRIMARY KEY (a, b));',
      'SELECT t FROM ks.t WHERE b = ?',
    );
    expect(tuples).toMatch(/^dsbulk unload .*\ndsbulk load [^\n]*$/);
  });

  test('tables of keys only, and of one row for several', () => {
    const filled = (schema: string, query: string, title: RegExp): readonly string[] =>
      proposals({ 'schema.cql': schema, 'query.cql': `${query};` }, 'query.cql', 'select').find((one) =>
        title.test(one.title),
      )!.backfill!.commands;
    const users = 'CREATE TABLE ks.users (id uuid PRIMARY KEY, email text, age int);';
    expect(filled(users, 'SELECT age FROM ks.users WHERE email = ?', /keys only/).at(-1)).toBe(
      'INSERT INTO cass.`ks`.`users_by_email_lookup` SELECT `email` AS `email`, `id` AS `id` FROM cass.`ks`.`users` WHERE `email` IS NOT NULL AND length(`email`) > 0;',
    );
    const sensors =
      '-- @cardinality network 500\nCREATE TABLE ks.sensors (network text, sensor text, PRIMARY KEY ((network), sensor));';
    expect(filled(sensors, 'SELECT DISTINCT network FROM ks.sensors', /networks/).at(-1)).toBe(
      "INSERT INTO cass.`ks`.`networks` SELECT 'all' AS `bucket`, `network` AS `network` FROM cass.`ks`.`sensors`;",
    );
  });

  test('a shard is a hash that programs can compute as well', () => {
    const all = proposals(
      {
        'schema.cql': 'CREATE TABLE ks.t (a timestamp, b blob, n int, PRIMARY KEY (a, b));',
        'query.cql': 'SELECT b FROM ks.t WHERE n > ?;',
      },
      'query.cql',
      'select',
    );
    const { backfill } = all[0]!;
    expect(backfill?.why).toContain(
      '`shard` is the CRC-32 of `a`, `b`, as texts joined by `|` (timestamps in milliseconds, blobs in hexadecimal digits, capital ones), modulo 16',
    );
    expect(backfill?.commands.at(-1)).toContain(
      "CAST(pmod(crc32(encode(concat_ws('|', CAST(unix_millis(`a`) AS STRING), hex(`b`)), 'UTF-8')), 16) AS INT) AS `shard`",
    );
  });

  test('a shard is a hash of what every language writes alike, where there is such', () => {
    const commandsFor = (key: string): readonly string[] =>
      commands(`CREATE TABLE ks.t (a uuid, d decimal, n int, ${key});`, 'SELECT a FROM ks.t WHERE n > ?');
    expect(commandsFor('PRIMARY KEY (a, d)').at(-1)).toContain("concat_ws('|', CAST(`a` AS STRING))");
    expect(commandsFor('PRIMARY KEY (d)')).toEqual([]);
  });

  test('a partition of static values alone is no row of a copy that wants its rows', () => {
    const all = commands(
      'CREATE TABLE ks.t (a int, b int, s text STATIC, PRIMARY KEY (a, b));',
      'SELECT a, s FROM ks.t WHERE b = ?',
    );
    expect(all).toHaveLength(2);
    // The connector takes `b IS NOT NULL` for true without looking.
    expect(all[1]).toMatch(/WHERE length\(CAST\(`b` AS STRING\)\) IS NOT NULL;$/);
  });

  test('no key of one column is empty, no decimal that Spark makes longer is one', () => {
    const tagged = 'CREATE TABLE ks.t (a int PRIMARY KEY, tags set<text>);';
    expect(commands(tagged, 'SELECT a FROM ks.t WHERE tags CONTAINS ?').at(-1)).toMatch(/ AND length\(element\) > 0;$/);
    const two = 'CREATE TABLE ks.t (a int PRIMARY KEY, b text, c text);';
    expect(commands(two, 'SELECT a FROM ks.t WHERE b = ? AND c = ?').at(-1)).not.toContain('length(');
    const sorted = 'CREATE TABLE ks.t (a int, price decimal, v int, w int, PRIMARY KEY ((a, price), v, w));';
    expect(
      commands(sorted, 'SELECT v FROM ks.t WHERE a = ? AND price = ? AND w > ?').map((one) => one.slice(0, 6)),
    ).toEqual(['dsbulk', 'dsbulk']);
  });

  test('of rows of one write time the newest of each partition alone is copied', () => {
    const all = proposals(
      {
        'schema.cql':
          'CREATE TABLE ks.t (site text, dev text, at timeuuid, v int, PRIMARY KEY ((site, dev), at)) WITH CLUSTERING ORDER BY (at DESC);',
        'query.cql': 'SELECT dev, at, v FROM ks.t WHERE site = ? PER PARTITION LIMIT 1;',
      },
      'query.cql',
      'select',
    );
    const [unload, , , spark] = all.find(({ title }) => title.includes('what is written last'))!.backfill!.commands;
    expect(unload).toContain('FROM ks.t PER PARTITION LIMIT 1"');
    expect(spark).toMatch(
      /row_number\(\) OVER \(PARTITION BY `site`, `dev` ORDER BY CAST\(conv\(.*\) DESC\) AS place_in_partition FROM cass\.`ks`\.`t`\) WHERE place_in_partition = 1\)/,
    );
  });

  test.each([
    ['1', 'DAYS', 'date_from_unix_date(CAST(floor(unix_millis(`at`) / 86400000) AS INT)) AS `day`'],
    ['6', 'HOURS', 'timestamp_millis((floor(unix_millis(`at`) / 21600000) * 21600000)) AS '],
  ])('a bucket of %s %s', (size, unit, expected) => {
    const schema = `CREATE TABLE ks.t (id uuid, at timestamp, kind text, PRIMARY KEY (id, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '${unit}', 'compaction_window_size': '${size}'};`;
    const [first] = proposals(
      { 'schema.cql': schema, 'query.cql': 'SELECT id FROM ks.t WHERE kind = ? AND at > ? AND at < ?;' },
      'query.cql',
      'select',
    );
    expect(first!.backfill!.commands.at(-1)).toContain(expected);
  });
});
