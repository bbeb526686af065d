import { createRequire } from 'node:module';
import { native, type Type } from './types.ts';
import type { Row, Value } from './values.ts';

/** A connection in a keyspace. */
export interface Session {
  readonly keyspace: string;
  /** Executes a statement without values, such as one on the schema. */
  run(cql: string): Promise<void>;
  /** Prepares and executes; a read gives all its rows. */
  rows(cql: string, values?: readonly Value[]): Promise<Answer>;
  /** Several statements with one write time, in microseconds, all or none; without one that of the server. */
  together(statements: readonly Bound[], time?: Value): Promise<void>;
  /** The bind markers of a statement as the server names them; throws what the server says against it. */
  markers(cql: string): Promise<readonly Marker[]>;
  close(): Promise<void>;
}

export interface Bound {
  readonly cql: string;
  readonly values: readonly Value[];
}

export interface Marker {
  readonly name: string;
  readonly type: Type;
}

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** The server, or its machine, took too long: nothing is said about the statement. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'OperationTimedOutError' || ('code' in error && TOO_SLOW.has(error.code as number)));

/** Error codes of the protocol: overloaded, write timeout, read timeout. */
const TOO_SLOW: ReadonlySet<number> = new Set([0x10_01, 0x11_00, 0x12_00]);

interface Client {
  readonly keyspace: string | undefined;
  readonly options: { readonly policies: { readonly loadBalancing: unknown } };
  readonly metadata: { clearPrepared(): void };
  connect(): Promise<void>;
  shutdown(): Promise<void>;
  execute(cql: string, values: readonly unknown[], options: object): Promise<Result>;
  batch(queries: readonly { query: string; params: readonly unknown[] }[], options: object): Promise<Result>;
}

interface Result {
  readonly columns: readonly { readonly name: string; readonly type: WireType }[] | null;
  readonly rows?: readonly { values(): readonly unknown[] }[];
}

interface WireType {
  readonly code: number;
  readonly info: unknown;
  readonly options?: { readonly frozen?: boolean };
}

interface Driver {
  readonly Client: new (options: object) => Client;
  readonly policies: { readonly retry: { readonly FallthroughRetryPolicy: new () => object } };
  readonly types: {
    readonly dataTypes: Readonly<Record<string, number>>;
    readonly Tuple: { new (...items: unknown[]): { elements: readonly unknown[] } };
    readonly Duration: { fromString(text: string): unknown };
    readonly BigDecimal: { fromString(text: string): unknown };
  };
}

interface PrepareHandler {
  getPrepared(
    client: Client,
    policy: unknown,
    cql: string,
    keyspace: string | undefined,
  ): Promise<{ readonly meta: { readonly columns?: readonly { name: string; type: WireType }[] } }>;
}

const require = createRequire(new URL('../conformance/package.json', import.meta.url));

/** Opens a session on a node of this machine. */
export async function openSession(port: number, keyspace: string): Promise<Session> {
  const driver = require('cassandra-driver') as Driver;
  const handler = require('cassandra-driver/lib/prepare-handler.js') as PrepareHandler;
  const client = new driver.Client({
    contactPoints: ['127.0.0.1'],
    localDataCenter: 'datacenter1',
    keyspace,
    isMetadataSyncEnabled: false,
    prepareOnAllHosts: false,
    rePrepareOnUp: false,
    protocolOptions: { port, maxSchemaAgreementWaitSeconds: 0 },
    socketOptions: { readTimeout: 60_000, connectTimeout: 30_000 },
    pooling: { heartBeatInterval: 0, coreConnectionsPerHost: { 0: 1, 1: 1, 2: 1 } },
    policies: { retry: new driver.policies.retry.FallthroughRetryPolicy() },
    encoding: { map: Map, set: Set, useBigIntAsLong: true, useBigIntAsVarint: true },
  });
  await client.connect();
  const known = new Map<string, readonly Marker[]>();
  const markers = async (cql: string): Promise<readonly Marker[]> => {
    const found = known.get(cql);
    if (found !== undefined) return found;
    const { meta } = await handler.getPrepared(client, client.options.policies.loadBalancing, cql, client.keyspace);
    const all = (meta.columns ?? []).map(({ name, type }) => ({ name, type: typeOf(type, driver) }));
    known.set(cql, all);
    return all;
  };
  const sent = async ({ cql, values }: Bound): Promise<readonly unknown[]> => {
    const asked = await markers(cql);
    if (asked.length !== values.length) throw new Error(`${values.length} values for ${asked.length} markers: ${cql}`);
    return values.map((value, index) => toDriver(value, asked[index]!.type, driver));
  };
  return {
    keyspace,
    markers,
    run: async (cql) => {
      await client.execute(cql, [], {});
      // What was prepared may be about another table of the same name.
      if (/^\s*drop\b/i.test(cql)) {
        known.clear();
        client.metadata.clearPrepared();
      }
    },
    rows: async (cql, values = []) => {
      const result = await client.execute(cql, await sent({ cql, values }), { prepare: true, fetchSize: 5000 });
      const columns = result.columns ?? [];
      return {
        columns: columns.map(({ name }) => name),
        rows: (result.rows ?? []).map((row) =>
          row.values().map((value, index) => fromDriver(value, columns[index]!.type, driver)),
        ),
      };
    },
    together: async (statements, time) => {
      const queries = await Promise.all(statements.map(async (one) => ({ query: one.cql, params: await sent(one) })));
      // On one node an unlogged batch is as good, and costs half.
      const timestamp = time === undefined ? {} : { timestamp: Number(time) };
      if (queries.length > 0) await client.batch(queries, { prepare: true, logged: false, ...timestamp });
    },
    close: () => client.shutdown(),
  };
}

/** The rows by the names of their columns. */
export const rowsOf = ({ columns, rows }: Answer): readonly Row[] =>
  rows.map((row) => new Map(columns.map((name, index) => [name, row[index]!])));

function typeOf({ code, info, options }: WireType, driver: Driver): Type {
  const { dataTypes } = driver.types;
  const frozen = options?.frozen === true;
  const of = (type: unknown): Type => typeOf(type as WireType, driver);
  switch (code) {
    case dataTypes['list']:
    case dataTypes['set']:
      return { kind: code === dataTypes['list'] ? 'list' : 'set', element: of(info), frozen };
    case dataTypes['map']: {
      const [key, value] = info as readonly unknown[];
      return { kind: 'map', key: of(key), value: of(value), frozen };
    }
    case dataTypes['tuple']:
      return { kind: 'tuple', items: (info as readonly unknown[]).map(of) };
    case dataTypes['udt']: {
      const { name, fields } = info as { name: string; fields: readonly { name: string; type: WireType }[] };
      return { kind: 'user', name, fields: fields.map((one) => ({ name: one.name, type: of(one.type) })), frozen };
    }
    case dataTypes['custom']:
      return native(String(info).endsWith('DurationType') ? 'duration' : 'blob');
    default:
      return native(Object.entries(dataTypes).find(([, one]) => one === code)?.[0] ?? 'blob');
  }
}

function toDriver(value: Value, type: Type, driver: Driver): unknown {
  if (value === null) return null;
  const { types } = driver;
  const parts = (of: (index: number) => Type): readonly unknown[] =>
    (value as readonly Value[]).map((one, index) => toDriver(one, of(index), driver));
  switch (type.kind) {
    case 'native':
      return nativeToDriver(value, type.name, driver);
    case 'list':
      return parts(() => type.element);
    case 'set':
      return new Set(parts(() => type.element));
    case 'map': {
      const entries = value as readonly (readonly [Value, Value])[];
      return new Map(entries.map(([key, one]) => [toDriver(key, type.key, driver), toDriver(one, type.value, driver)]));
    }
    case 'tuple':
      return new types.Tuple(...parts((index) => type.items[index]!));
    case 'user': {
      const all = parts((index) => type.fields[index]!.type);
      return Object.fromEntries(type.fields.map(({ name }, index) => [name, all[index] ?? null]));
    }
  }
}

function nativeToDriver(value: Value, name: string, { types }: Driver): unknown {
  switch (name) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return Number(value);
    case 'timestamp':
      return new Date(Number(value));
    case 'blob':
      return Buffer.from(String(value).slice(2), 'hex');
    case 'duration':
      return types.Duration.fromString(String(value));
    case 'decimal':
      return types.BigDecimal.fromString(String(value));
    default:
      return value;
  }
}

function fromDriver(value: unknown, wire: WireType, driver: Driver): Value {
  if (value === null || value === undefined) return null;
  const type = typeOf(wire, driver);
  return type.kind === 'native' ? nativeFromDriver(value, type.name) : partsFromDriver(value, wire, type, driver);
}

function nativeFromDriver(value: unknown, name: string): Value {
  switch (name) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return BigInt(value as number);
    case 'bigint':
    case 'counter':
    case 'varint':
    case 'float':
    case 'double':
    case 'boolean':
      return value as Value;
    case 'timestamp':
      return (value as Date).getTime();
    case 'blob':
      return `0x${(value as Buffer).toString('hex')}`;
    case 'time': {
      const [whole = '', fraction = ''] = String(value).split('.');
      return `${whole}.${fraction.padEnd(9, '0')}`;
    }
    default:
      return String(value);
  }
}

function partsFromDriver(value: unknown, { info }: WireType, type: Type, driver: Driver): Value {
  const one = (part: unknown, wire: unknown): Value => fromDriver(part, wire as WireType, driver);
  switch (type.kind) {
    case 'map': {
      const [key, of] = info as readonly unknown[];
      return [...(value as Map<unknown, unknown>)].map(([left, right]) => [one(left, key), one(right, of)]);
    }
    case 'tuple':
      return (info as readonly unknown[]).map((wire, index) =>
        one((value as { elements: readonly unknown[] }).elements[index], wire),
      );
    case 'user':
      return (info as { fields: readonly { name: string; type: unknown }[] }).fields.map((field) =>
        one((value as Record<string, unknown>)[field.name], field.type),
      );
    default:
      return [...(value as Iterable<unknown>)].map((part) => one(part, info));
  }
}
