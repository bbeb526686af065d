import { setTimeout } from 'node:timers/promises';
import type { Answer, Refused } from './answer.ts';
import { connectClient, prepareOn, type Door, type DriverClient } from './driver.ts';

/** A connection to a real node that turns statements into answers. */
export interface Judge {
  /** Executes one statement, or prepares it when it has bind markers. */
  ask(cql: string): Promise<Answer>;
  /** Prepares one statement: parsed and checked, nothing is changed. */
  prepare(cql: string): Promise<Answer>;
  /** Asks in order, each after the answer to the one before. */
  askInOrder(script: readonly string[]): Promise<readonly Answer[]>;
  /** Asks many that do not depend on each other, several in flight; the answers are in the order of the statements. */
  askMany(statements: readonly string[], how?: 'ask' | 'prepare'): Promise<readonly Answer[]>;
  /** Drops what a script created outside its session: keyspaces, roles, identities. The keyspace in use stays in use. */
  drop(script: readonly string[]): Promise<void>;
  /** The same, and begins a new session. */
  cleanUp(script: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const inFlight = 64;
/** So many in a row without an answer, and the node has stopped: of those asked one by one, and of those in flight. */
const mostSilent = { alone: 5, inFlight: 100 };
const mostDrops = 5;
/** Conditional writes that a view breaks are never answered, and hold up those of their partition: milliseconds. */
const patience = 4000;

/** Opens a judge on a node of `startNode`. A `USE` holds until `cleanUp`. */
export async function openJudge(door: Door): Promise<Judge> {
  let client = await connectClient(door);
  let superuser = await superuserOf(door);
  let silentAlone = 0;
  let silentChanges = 0;

  async function reconnect(keyspace?: string): Promise<void> {
    const old = [client, superuser];
    [client, superuser] = [await connectClient(door), await superuserOf(door)];
    for (const each of old) await each?.shutdown().catch(() => undefined);
    await use(client, keyspace);
  }

  /** Who asks: a superuser where it is about roles and the node has one, in the keyspace that is in use. */
  async function clientFor(cql: string): Promise<DriverClient> {
    if (superuser === undefined || !isAboutRoles(cql)) return client;
    if (superuser.keyspace !== client.keyspace) await use(superuser, client.keyspace);
    return superuser;
  }

  async function ask(cql: string): Promise<Answer> {
    client.metadata.clearPrepared();
    const { keyspace } = client;
    const answer = await execute(await clientFor(cql), cql);
    const silent = isSilent(answer);
    silentAlone = silent ? silentAlone + 1 : 0;
    // A node whose log of changes waits for itself goes on to answer everything else.
    if (changesSchema.test(cql)) silentChanges = silent ? silentChanges + 1 : 0;
    if (Math.max(silentAlone, silentChanges) >= mostSilent.alone)
      throw new Error(`the node does not answer any more, last to ${cql}`);
    // After an answer that the driver cannot decode the connection is of no more use.
    if (!answer.ok && answer.kind === 'client') await reconnect(keyspace);
    return answer;
  }

  async function askInOrder(script: readonly string[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const cql of script) answers.push(await ask(cql));
    return answers;
  }

  async function askMany(statements: readonly string[], how: 'ask' | 'prepare' = 'ask'): Promise<readonly Answer[]> {
    client.metadata.clearPrepared();
    const one = (to: DriverClient, cql: string): Promise<Answer> =>
      how === 'ask' ? execute(to, cql, patience) : prepare(to, cql);
    const answers: Answer[] = [];
    let next = 0;
    let silent = 0;
    const worker = async () => {
      while (next < statements.length) {
        const index = next++;
        const cql = statements[index] ?? '';
        const answer = await one(await clientFor(cql), cql);
        answers[index] = answer;
        silent = isSilent(answer) ? silent + 1 : 0;
        if (silent >= mostSilent.inFlight) throw new Error('the node does not answer any more');
        if (index % 1000 === 999) client.metadata.clearPrepared();
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    // A broken connection spoils its neighbours' answers, so those are asked again, one at a time.
    for (const [index, answer] of answers.entries()) {
      if (answer.ok || answer.kind !== 'client') continue;
      await reconnect(client.keyspace);
      answers[index] = await one(client, statements[index] ?? '');
    }
    return answers;
  }

  /** What stays behind would spoil all that follows, so a drop at which the server fails is tried again. */
  async function drop(script: readonly string[]): Promise<void> {
    for (const cql of dropsOf(script)) {
      let answer = await ask(cql);
      for (let times = 1; fails(answer) && times < mostDrops; times++) {
        await setTimeout(1000);
        answer = await ask(cql);
      }
      if (fails(answer)) throw new Error(`${cql}: ${answer.message}`);
    }
  }

  return {
    ask,
    prepare: (cql) => {
      client.metadata.clearPrepared();
      return prepare(client, cql);
    },
    askInOrder,
    askMany,
    drop,
    cleanUp: async (script) => {
      if (client.keyspace !== undefined) await reconnect();
      await drop(script);
    },
    close: async () => {
      await superuser?.shutdown();
      await client.shutdown();
    },
  };
}

const superuserOf = async ({ port, superuser }: Door): Promise<DriverClient | undefined> =>
  superuser === undefined ? undefined : connectClient({ port, login: superuser });

async function use(client: DriverClient, keyspace: string | undefined): Promise<void> {
  if (keyspace !== undefined) await execute(client, `USE "${keyspace.replaceAll('"', '""')}"`);
}

/** No refusal: the statement itself was fine. */
const failures = new Set(['server', 'timeout', 'unavailable', 'write_failure', 'client']);
const fails = (answer: Answer): answer is Refused => !answer.ok && failures.has(answer.kind);

/** The server counts bind markers after its other checks, so this complaint says: prepare it instead. */
const wantsValues = /markers\(\?\) in CQL|Invalid amount of bind variables/;

async function execute(client: DriverClient, cql: string, readTimeout?: number): Promise<Answer> {
  try {
    const result = await client.execute(cql, [], {
      autoPage: false,
      fetchSize: 5000,
      ...(readTimeout !== undefined && { readTimeout }),
    });
    const warnings = result.info?.warnings ?? [];
    return {
      ok: true,
      ...(warnings.length > 0 && { warnings }),
      ...(result.rows !== undefined && { rows: result.rows.length }),
    };
  } catch (error) {
    const refused = refusalOf(error);
    return wantsValues.test(refused.message) ? prepare(client, cql) : refused;
  }
}

async function prepare(client: DriverClient, cql: string): Promise<Answer> {
  try {
    await prepareOn(client, cql);
    return { ok: true, prepared: true };
  } catch (error) {
    return refusalOf(error);
  }
}

const kinds: ReadonlyMap<number, string> = new Map([
  [0x0000, 'server'],
  [0x000a, 'protocol'],
  [0x0100, 'credentials'],
  [0x1000, 'unavailable'],
  [0x1001, 'overloaded'],
  [0x1003, 'truncate'],
  [0x1100, 'timeout'],
  [0x1200, 'timeout'],
  [0x1300, 'read_failure'],
  [0x1400, 'function'],
  [0x1500, 'write_failure'],
  [0x2000, 'syntax'],
  [0x2100, 'unauthorized'],
  [0x2200, 'invalid'],
  [0x2300, 'config'],
  [0x2400, 'already_exists'],
  [0x2500, 'unprepared'],
]);

interface DriverError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly innerErrors?: Readonly<Record<string, DriverError>>;
}

function refusalOf(error: unknown): Refused {
  const outer = error as DriverError;
  const cause = outer.innerErrors === undefined ? outer : (Object.values(outer.innerErrors)[0] ?? outer);
  const message = String(cause.message);
  if (typeof cause.code === 'number')
    return { ok: false, kind: kinds.get(cause.code) ?? `0x${cause.code.toString(16)}`, message };
  // 3.11 never answers what it fails to handle; the connection stays good.
  return { ok: false, kind: message.includes(noAnswer) ? 'timeout' : 'client', message };
}

const noAnswer = 'did not reply before timeout';
const isSilent = (answer: Answer): boolean => !answer.ok && answer.message.includes(noAnswer);

const changesSchema = /^\s*(?:create|alter|drop)\b/i;

/** Statements of which the analyzer judges what it says to a superuser. */
const isAboutRoles = (cql: string): boolean => aboutRoles.test(withoutComments(cql));

const aboutRoles =
  /^(?:(?:create|alter|drop)\s+(?:generated\s+)?(?:role|user|identity)|add\s+identity|grant|revoke|list)\b/i;

const created = /^create\s+(keyspace|schema|role|user)\s+(?:if\s+not\s+exists\s+)?("(?:[^"]|"")+"|'(?:[^']|'')+'|\w+)/i;
const added = /^add\s+identity\s+(?:if\s+not\s+exists\s+)?('(?:[^']|'')+')/i;
const comment = /--[^\n\r]*|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;

const withoutComments = (cql: string): string =>
  /^\s*(?:--|\/)/.test(cql) ? cql.replaceAll(comment, ' ').trim() : cql.trim();

function dropsOf(script: readonly string[]): ReadonlySet<string> {
  const drops = new Set<string>();
  for (const cql of script) {
    const text = withoutComments(cql);
    const [, what, name] = created.exec(text) ?? [];
    const [, identity] = added.exec(text) ?? [];
    if (what !== undefined)
      drops.add(`DROP ${/^(?:keyspace|schema)$/i.test(what) ? 'KEYSPACE' : 'ROLE'} IF EXISTS ${name}`);
    if (identity !== undefined) drops.add(`DROP IDENTITY IF EXISTS ${identity}`);
  }
  return drops;
}
