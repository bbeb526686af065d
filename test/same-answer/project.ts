import type { Random } from '../conformance/generate/random.ts';
import { queryOf } from './generate/queries.ts';
import { type Schema, schemaOf, schemaText } from './generate/tables.ts';
import { writable, type Write, writesOf } from './generate/writes.ts';
import type { Base, Query } from './model.ts';
import { type Proposal, propose } from './propose.ts';
import { openSession } from './wire.ts';

/** A random project: tables with rows, queries and writes, one a line of its file. */
export interface Project {
  readonly keyspace: string;
  readonly schema: Schema;
  readonly schemaText: string;
  readonly queries: readonly Query[];
  readonly writes: ReadonlyMap<Base, readonly Write[]>;
  readonly files: Readonly<Record<string, string>>;
}

const TABLES = 4;
const QUERIES = 8;

export function projectOf(keyspace: string, random: Random): Project {
  const way = random.weighted<'qualified' | 'use' | 'bare'>([
    [5, 'qualified'],
    [3, 'use'],
    [2, 'bare'],
  ]);
  const prefix = way === 'qualified' ? `${keyspace}.` : '';
  const schema = schemaOf(random, prefix, TABLES);
  const use = way === 'use' ? [`USE ${keyspace};`] : [];
  const { tables } = schema;
  const queries = tables.flatMap((base) => random.times(QUERIES, () => queryOf(base, random)));
  const writes = new Map(tables.filter(writable).map((base) => [base, writesOf(base, random)]));
  const text = schemaText(schema, prefix);
  const lines = (all: readonly string[]): string => [...use, ...all.map((one) => `${one};`), ''].join('\n');
  return {
    keyspace,
    schema,
    schemaText: text,
    queries,
    writes,
    files: {
      'schema.cql': [...(way === 'bare' ? [] : [`${createKeyspace(keyspace)};`]), ...use, text].join('\n'),
      'queries.cql': lines(queries.map(({ text }) => text)),
      'writes.cql': lines([...writes.values()].flat().map(({ cql }) => cql)),
    },
  };
}

export const createKeyspace = (name: string): string =>
  `CREATE KEYSPACE ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`;

export const schemaStatements = ({ files }: Project): readonly string[] =>
  files['schema.cql']!.split(/;\n/)
    .map((one) => one.replaceAll(/^--.*$/gm, '').trim())
    .filter((one) => one !== '' && !/^(?:use|create keyspace)\b/i.test(one));

/** Drops the keyspace with all its tables: a schema change costs the server as much as the schema is large. */
export const dropKeyspace = ({ keyspace }: Project, port: number): Promise<void> =>
  runInSystem(port, `DROP KEYSPACE ${keyspace}`);

async function runInSystem(port: number, cql: string): Promise<void> {
  const system = await openSession(port, 'system');
  await system.run(cql);
  await system.close();
}

/** A query and what is proposed for it. */
export interface Asked {
  readonly query: Query;
  readonly proposals: readonly Proposal[];
}

/** The queries for which something is proposed. */
export async function askedOf({ files, queries }: Project, release: string): Promise<readonly Asked[]> {
  const proposed = await propose(files, release);
  const before = files['queries.cql']!.startsWith('USE') ? 1 : 0;
  return queries.flatMap((query, index) => {
    const found = proposed.queries.find(
      ({ path, range }) => path === 'queries.cql' && range.start.line === index + before,
    );
    return found === undefined ? [] : [{ query, proposals: found.proposals }];
  });
}

/** Makes the keyspace with its types and tables. Nothing has to survive: without a commit log, dropping a table flushes no other. */
export async function makeSchema(project: Project, port: number): Promise<void> {
  await runInSystem(port, `${createKeyspace(project.keyspace)} AND durable_writes = false`);
  const own = await openSession(port, project.keyspace);
  for (const cql of schemaStatements(project)) await own.run(cql);
  await own.close();
}
