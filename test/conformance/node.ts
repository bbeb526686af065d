import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient, type Door, type Login } from './driver.ts';
import type { Release } from './releases.ts';

/** A running Cassandra node on the loopback interface. */
export interface CassandraNode extends Door {
  /** Kills the process and deletes its data; safe to call twice. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Native protocol port; a free one by default. */
  readonly port?: number;
  /** Lines appended to cassandra.yaml: guardrails, authenticator, feature switches. */
  readonly yaml?: string;
}

const cache = resolve(import.meta.dirname, '../../.cache/cassandra');
const storageOffset = 10_000;
/** Milliseconds; a machine of its own needs six seconds, a crowded one sometimes two minutes. */
const slowestStart = 240_000;

/** Starts a release on new, empty data and waits until it answers; throws with the end of its log when it does not. */
export async function startNode(release: Release, options: NodeOptions = {}): Promise<CassandraNode> {
  const port = options.port ?? (await freePort());
  const home = mkdtempSync(join(tmpdir(), `cassandra-${release.version}-`));
  mkdirSync(join(home, 'conf'));
  mkdirSync(join(home, 'data'));
  writeFileSync(join(home, 'conf/cassandra.yaml'), [...yamlOf(release, port), options.yaml ?? ''].join('\n'));
  writeFileSync(join(home, 'conf/logback.xml'), logback);

  const lib = join(cache, release.version);
  const log = join(home, 'node.log');
  const child = supervised(javaOf17(), argumentsOf(home, lib), home, log);
  const stopNow = () => {
    child.stdin?.destroy();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  // The supervisor kills the node as soon as its standard input closes, so a crash of ours ends it as well;
  // these handlers are there for the data folder.
  process.once('exit', stopNow);
  const stop = async () => {
    process.off('exit', stopNow);
    child.stdin?.destroy();
    if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    await untilAnswering(child, port, release, log);
    const consistency = knowsTransactions(options.yaml) ? ONE : undefined;
    if (!asksWhoOneIs(options.yaml)) return { port, consistency, stop };
    return { port, login: await ordinaryUser(port, authorizes(options.yaml)), superuser, consistency, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// A class is named behind the colon or, since 5.0, on an indented line.
export const asksWhoOneIs = (yaml = ''): boolean => /^authenticator:(?:.|\n[ \t])*PasswordAuthenticator/m.test(yaml);
const authorizes = (yaml = ''): boolean => /^authorizer:(?:.|\n[ \t])*CassandraAuthorizer/m.test(yaml);

/** Whether lines for cassandra.yaml switch transactions on (6.0). */
export const knowsTransactions = (yaml = ''): boolean => /^accord(?:\.enabled:|:\s+enabled:)\s*true/m.test(yaml);

/** The driver's number for it. */
const ONE = 1;

const superuser: Login = { name: 'cassandra', password: 'cassandra' };

/** Superusers are bound by no guardrail, so another user is made, who may do all that is not about roles. */
async function ordinaryUser(port: number, authorizes: boolean): Promise<Login> {
  const login = { name: 'conformance', password: 'conformance' };
  const deadline = Date.now() + slowestStart;
  for (;;) {
    try {
      const client = await connectClient({ port, login: superuser });
      await client.execute(`CREATE ROLE ${login.name} WITH LOGIN = true AND PASSWORD = '${login.password}'`, [], {});
      if (authorizes) {
        for (const what of ['KEYSPACES', 'FUNCTIONS'])
          await client.execute(`GRANT ALL ON ALL ${what} TO ${login.name}`, [], {});
      }
      await client.shutdown();
      return login;
    } catch (error) {
      // The superuser is made some time after the port is open.
      if (Date.now() > deadline) throw error;
      await sleep(500);
    }
  }
}

/** Ends the process on the usual signals by way of `exit`, so that every node started is stopped. */
export function stopNodesOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}

async function untilAnswering(child: ChildProcess, port: number, release: Release, log: string): Promise<void> {
  const deadline = Date.now() + slowestStart;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`Cassandra ${release.version} stopped while starting:\n${endOf(log)}`);
    }
    if (await answers(port)) return;
    await sleep(100);
  }
  throw new Error(`Cassandra ${release.version} did not answer in ${slowestStart / 1000} s:\n${endOf(log)}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function endOf(log: string): string {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-20).join('\n') : '(no log)';
}

/** A port whose storage ports (native + 10,000 and the one after it) are free, too. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const wanted = [port, port + storageOffset, port + storageOffset + 1];
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return port;
  }
  throw new Error('no free ports on the loopback interface');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** A Java 17, found as setup.sh finds it. */
function javaOf17(): string {
  const installed = existsSync('/usr/lib/jvm') ? readdirSync('/usr/lib/jvm').filter((name) => name.includes('17')) : [];
  const candidates = [
    ...(process.env['JAVA_HOME'] === undefined ? [] : [join(process.env['JAVA_HOME'], 'bin/java')]),
    'java',
    ...installed.map((name) => join('/usr/lib/jvm', name, 'bin/java')),
  ];
  const found = candidates.find(is17);
  if (found === undefined) throw new Error('no JDK 17 was found; test/conformance/setup.sh installs one');
  return found;
}

function is17(java: string): boolean {
  try {
    return /\bversion "17/.test(execFileSync('sh', ['-c', '"$0" -version 2>&1', java], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

/**
 * Runs a command under a shell that kills it when the shell's standard input closes, and deletes its folder, whatever has
 * become of us. Its data is thrown away, so there is nothing to shut down in order.
 */
function supervised(command: string, args: readonly string[], folder: string, log: string): ChildProcess {
  const script = `
    exec 3<&0
    "$0" "$@" < /dev/null & pid=$!
    { cat <&3 > /dev/null; kill -9 $pid 2> /dev/null; sleep 0.2; rm -rf "$NODE_HOME"; } &
    wait $pid`;
  const out = openSync(log, 'a');
  return spawn('sh', ['-c', script, command, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_HOME: folder },
    detached: true,
    stdio: ['pipe', out, out],
  });
}

function argumentsOf(home: string, lib: string): readonly string[] {
  const agent = readdirSync(lib).find((name) => /^jamm-.*\.jar$/.test(name));
  if (agent === undefined) throw new Error(`no Cassandra in ${lib}; test/conformance/setup.sh fetches it`);
  return [
    '-Xms1g',
    '-Xmx1g',
    '-Xss1m',
    '-XX:+UseSerialGC',
    // Code is compiled the quick way: compiling it well takes longer than a node lives.
    '-XX:TieredStopAtLevel=1',
    '-Djava.security.manager=allow',
    `-javaagent:${join(lib, agent)}`,
    `-Dcassandra.config=file://${home}/conf/cassandra.yaml`,
    `-Dcassandra.storagedir=${home}/data`,
    `-Dcassandra.logdir=${home}/data`,
    '-Dcassandra-foreground=true',
    // Nothing has to survive: no flush of system tables, none of the schema after each change.
    '-Dcassandra.unsafesystem=true',
    '-Dcassandra.test.flush_local_schema_changes=false',
    // Schema changes of 6.0 are agreed on in memory, not through Paxos.
    '-Dcassandra.test.use_atomic_long_processor=true',
    '-Dcassandra.skip_wait_for_gossip_to_settle=0',
    '-Dcassandra.ring_delay_ms=1',
    // The default role is there from the start, not ten seconds later.
    '-Dcassandra.superuser_setup_delay_ms=0',
    '-Dchronicle.analytics.disable=true',
    // Each table has hundreds of beans, at which nobody looks.
    '-Dorg.apache.cassandra.disable_mbean_registration=true',
    '-Djava.net.preferIPv4Stack=true',
    '-Djdk.attach.allowAttachSelf=true',
    '-Dio.netty.tryReflectionSetAccessible=true',
    ...exported.map((name) => `--add-exports=${name}=ALL-UNNAMED`),
    ...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
    '-cp',
    `conf:${lib}/*`,
    'org.apache.cassandra.service.CassandraDaemon',
  ];
}

// What 5.0 asks for on Java 17, and what 3.11 to 4.1, made for Java 8 and 11, reach for beside it.
const exported: readonly string[] = [
  ...['jdk.internal.misc', 'jdk.internal.ref', 'java.lang.ref', 'sun.nio.ch'].map((name) => `java.base/${name}`),
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.management/com.sun.jmx.remote.security',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.sql/java.sql',
  'jdk.attach/sun.tools.attach',
  'jdk.compiler/com.sun.tools.javac.file',
  'jdk.unsupported/sun.misc',
];

const opened: readonly string[] = [
  ...`java.io java.lang java.lang.module java.lang.reflect java.math java.net java.nio java.nio.channels java.nio.charset
      java.nio.file java.security java.text java.time java.util java.util.concurrent java.util.concurrent.atomic
      java.util.concurrent.locks java.util.function java.util.jar java.util.regex java.util.stream java.util.zip
      jdk.internal.loader jdk.internal.math jdk.internal.misc jdk.internal.module jdk.internal.perf jdk.internal.ref
      jdk.internal.reflect jdk.internal.util jdk.internal.util.jar sun.nio.ch sun.nio.cs sun.nio.fs`
    .split(/\s+/)
    .map((name) => `java.base/${name}`),
  ...['com.sun.jmx.mbeanserver', 'java.lang.management', 'javax.management', 'sun.management'].map(
    (name) => `java.management/${name}`,
  ),
  'jdk.compiler/com.sun.tools.javac',
  'jdk.management/com.sun.management.internal',
];

function yamlOf(release: Release, port: number): readonly string[] {
  const storage = port + storageOffset;
  // 3.11 takes its neighbours' port from its own.
  const seed = release.name === '3.11' ? '127.0.0.1' : `127.0.0.1:${storage}`;
  return [
    'cluster_name: conformance',
    'num_tokens: 1',
    'partitioner: org.apache.cassandra.dht.Murmur3Partitioner',
    'endpoint_snitch: SimpleSnitch',
    `seed_provider: [{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: "${seed}"}]}]`,
    'listen_address: 127.0.0.1',
    'rpc_address: 127.0.0.1',
    `storage_port: ${storage}`,
    `ssl_storage_port: ${storage + 1}`,
    'start_native_transport: true',
    `native_transport_port: ${port}`,
    'commitlog_sync: periodic',
    'auto_snapshot: false',
    'data_file_directories: [data/data]',
    ...['commitlog', 'hints', 'saved_caches', 'cdc_raw'].map((name) => `${name}_directory: data/${name}`),
    // Thrift has one port for all nodes, and nobody asks there.
    ...(release.name === '3.11' ? ['start_rpc: false'] : []),
    ...release.yaml,
  ];
}

const logback = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%-5level %date{HH:mm:ss.SSS} %logger{20} - %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
`;
