import { createRequire } from 'node:module';

/** The part of cassandra-driver's client that the judge uses. */
export interface DriverClient {
  readonly keyspace: string | undefined;
  readonly metadata: { clearPrepared(): void };
  readonly options: { readonly policies: { readonly loadBalancing: unknown } };
  connect(): Promise<void>;
  shutdown(): Promise<void>;
  execute(cql: string, values: readonly unknown[], options: object): Promise<DriverResult>;
}

export interface DriverResult {
  readonly info?: { readonly warnings?: readonly string[] };
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

interface Driver {
  readonly auth: { readonly PlainTextAuthProvider: new (name: string, password: string) => object };
  readonly Client: new (options: object) => DriverClient;
  readonly policies: { readonly retry: { readonly FallthroughRetryPolicy: new () => object } };
}

interface PrepareHandler {
  getPrepared(client: DriverClient, policy: unknown, cql: string, keyspace: string | undefined): Promise<unknown>;
}

const require = createRequire(import.meta.url);

/** Where a node answers, and as whom it is asked where it lets nobody in without a name. */
export interface Door {
  readonly port: number;
  readonly login?: Login | undefined;
  /** Who is asked about roles and permissions instead. */
  readonly superuser?: Login | undefined;
  /** Tables of transactions know no LOCAL_ONE, which drivers begin with. */
  readonly consistency?: number | undefined;
}

export interface Login {
  readonly name: string;
  readonly password: string;
}

/** Connects one client with one connection; it neither follows the schema nor waits for nodes to agree on it. */
export async function connectClient({ port, login, consistency }: Door): Promise<DriverClient> {
  const { auth, Client, policies } = require('cassandra-driver') as Driver;
  const client = new Client({
    contactPoints: ['127.0.0.1'],
    localDataCenter: 'datacenter1',
    isMetadataSyncEnabled: false,
    prepareOnAllHosts: false,
    rePrepareOnUp: false,
    protocolOptions: { port, maxSchemaAgreementWaitSeconds: 0 },
    socketOptions: { readTimeout: 8_000, connectTimeout: 30_000 },
    pooling: { heartBeatInterval: 0, coreConnectionsPerHost: { 0: 1, 1: 1, 2: 1 } },
    ...(consistency !== undefined && { queryOptions: { consistency } }),
    ...(login !== undefined && { authProvider: new auth.PlainTextAuthProvider(login.name, login.password) }),
    policies: { retry: new policies.retry.FallthroughRetryPolicy() },
  });
  await client.connect();
  return client;
}

/** Sends a PREPARE, which gives the static verdict and touches no data. */
export async function prepareOn(client: DriverClient, cql: string): Promise<void> {
  const handler = require('cassandra-driver/lib/prepare-handler.js') as PrepareHandler;
  await handler.getPrepared(client, client.options.policies.loadBalancing, cql, client.keyspace);
}
