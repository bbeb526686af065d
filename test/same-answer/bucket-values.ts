import { createKeyspace } from './project.ts';
import { propose } from './propose.ts';
import type { Tally } from './tally.ts';
import { canonical, type Value } from './values.ts';
import { openSession, type Session } from './wire.ts';

interface Bucketed {
  /** The bucket column. */
  readonly bucket: string;
  /** How the rows' buckets are written. */
  readonly form: (at: Date) => string;
  /** A comment above the table. */
  readonly declared?: string;
  /** The project shows a write with its constants. */
  readonly shown?: boolean;
}

const digits =
  (length: number) =>
  (at: Date): string =>
    at.toISOString().replaceAll(/[-T:]/g, '').slice(0, length);
const iso =
  (length: number, rest = '') =>
  (at: Date): string =>
    `'${at.toISOString().slice(0, length)}${rest}'`;
const since =
  (milliseconds: number, unit: number) =>
  (at: Date): string =>
    String((Math.floor(at.getTime() / milliseconds) * milliseconds) / unit);
const monthOfYear = (at: Date): string => String(at.getUTCMonth() + 1);

const HOUR = 3_600_000;

const BUCKETED: readonly Bucketed[] = [
  ...[true, false].flatMap((shown): readonly Bucketed[] => [
    { bucket: 'month int', form: digits(6), shown },
    { bucket: 'month int', form: monthOfYear, shown },
    { bucket: 'month bigint', form: digits(6), shown },
    { bucket: 'month text', form: iso(7), shown },
    { bucket: 'month text', form: iso(10), shown },
    { bucket: 'month date', form: iso(7, '-01'), shown },
    { bucket: 'year int', form: digits(4), shown },
    { bucket: 'year text', form: iso(4), shown },
    { bucket: 'day int', form: digits(8), shown },
    { bucket: 'day int', form: since(24 * HOUR, 24 * HOUR), shown },
    { bucket: 'day bigint', form: since(24 * HOUR, 1), shown },
    { bucket: 'day date', form: iso(10), shown },
    { bucket: 'day text', form: iso(10), shown },
    { bucket: 'day text', form: (at) => `'${digits(8)(at)}'`, shown },
    { bucket: 'hour int', form: since(HOUR, 1000), shown },
    { bucket: 'hour int', form: digits(10), shown },
    { bucket: 'hour bigint', form: since(HOUR, 1), shown },
    { bucket: 'bucket int', form: digits(6), shown },
    { bucket: 'yyyymmdd int', form: digits(8), shown },
  ]),
  { bucket: 'month int', form: digits(6), declared: 'month = month(at)' },
  { bucket: 'day int', form: digits(8), declared: 'day = day(at)' },
  { bucket: 'b int', form: digits(8), declared: 'b = day(at) as yyyymmdd' },
  { bucket: 'b int', form: since(HOUR, 1000), declared: 'b = hour(at) as s' },
];

const TIMES: readonly string[] = [
  '2014-08-30T23:30',
  '2014-09-29T22:10',
  '2014-09-30T23:50',
  '2014-10-01T00:00',
  '2014-12-31T23:59',
];

const QUERY = "SELECT v FROM m WHERE who = 'd' AND at >= '2014-09-29 21:00+0000' AND at < '2014-10-01 01:00+0000'";

/** Runs the first offer for a query without its bucket, as it stands, over rows whose buckets are written in each of the usual forms. */
export async function tryBucketValues(port: number, release: string, label: string, tally: Tally): Promise<void> {
  const keyspace = `buckets_${label}`;
  const system = await openSession(port, 'system');
  await system.run(`${createKeyspace(keyspace)} AND durable_writes = false`);
  await system.close();
  const session = await openSession(port, keyspace);
  try {
    for (const one of BUCKETED) await tryBucket(one, { session, release, tally });
  } finally {
    await session.close();
  }
}

interface Trial {
  readonly session: Session;
  readonly release: string;
  readonly tally: Tally;
}

async function tryBucket(
  { bucket, form, declared, shown }: Bucketed,
  { session, release, tally }: Trial,
): Promise<void> {
  const [name = ''] = bucket.split(' ');
  const table = `CREATE TABLE m (who text, ${bucket}, at timestamp, v text, PRIMARY KEY ((who, ${name}), at))`;
  const writes = TIMES.map(
    (time) =>
      `INSERT INTO m (who, ${name}, at, v) VALUES ('d', ${form(new Date(`${time}Z`))}, '${time.replace('T', ' ')}+0000', '${time}')`,
  );
  const lines = [
    declared === undefined ? [] : [`-- @bucket ${declared}`],
    `${table};`,
    shown === true ? `${writes[1]!};` : [],
  ];
  const files = { 'schema.cql': lines.flat().join('\n'), 'queries.cql': `${QUERY};\n` };
  const { queries } = await propose(files, release);
  const offered = queries.find(({ path }) => path === 'queries.cql')?.proposals[0];
  await session.run(table);
  for (const cql of writes) await session.run(cql);
  const owed = textOf((await session.rows(`${QUERY} ALLOW FILTERING`)).rows);
  const stored = (await session.rows(`SELECT ${name} FROM m`)).rows.map(([value]) => value ?? null);
  const buckets = [...new Map(stored.map((value) => [canonical(value), value])).values()];
  const given = await Promise.all(
    (offered?.queries ?? []).flatMap((cql) =>
      cql.includes('?') ? buckets.map((value) => session.rows(cql, [value])) : [session.rows(cql)],
    ),
  );
  await session.run('DROP TABLE m');
  tally.cases++;
  tally.strings += offered?.queries.length ?? 0;
  tally.comparisons++;
  if (owed !== '') tally.notEmpty++;
  const found = textOf(given.flatMap(({ rows }) => rows));
  if (offered?.kind === 'rewrite' && found === owed) return;
  tally.failures.push({
    kind: 'rows',
    what: `${bucket}: ${found} instead of ${owed}`,
    detail: { query: QUERY, title: offered?.title, queries: offered?.queries, files },
  });
}

const textOf = (rows: readonly (readonly Value[])[]): string => rows.map(canonical).toSorted().join(' ');
