import { setTimeout as sleep } from 'node:timers/promises';
import type { Door } from './driver.ts';
import { openJudge, type Judge } from './judge.ts';
import { knowsTransactions, startNode, type CassandraNode, type NodeOptions } from './node.ts';
import type { Release } from './releases.ts';

/** A node that is started when it is first needed and started anew when asked to, with the connections to it. */
export interface House {
  /** A connection by number, opened on first use: 0 and 1 let one round be asked while another is compared. */
  judge(number?: 0 | 1): Promise<Judge>;
  /** Ends the node with all that it holds; the next judge comes from a new one. */
  leave(): Promise<void>;
  /** Transactions are switched on. */
  readonly transactions: boolean;
  close(): Promise<void>;
}

export function houseOf(release: Release, options: NodeOptions = {}): House {
  let node: CassandraNode | undefined;
  let judges: (Judge | undefined)[] = [];
  const leave = async () => {
    const [oldJudges, oldNode] = [judges, node];
    [judges, node] = [[], undefined];
    for (const judge of oldJudges) await judge?.close().catch(() => undefined);
    await oldNode?.stop();
  };
  return {
    judge: async (number = 0) => {
      // A start can fail for the machine's reasons, as a port that was just taken; a second failure is the release's.
      node ??= await startNode(release, options).catch(() => startNode(release, options));
      return (judges[number] ??= await connected(node));
    },
    leave,
    close: leave,
    transactions: knowsTransactions(options.yaml),
  };
}

/** Does work that needs nothing made before it; where the node fails at it, once more on a new one. */
export async function onNode<T>(house: House, work: (judge: Judge) => Promise<T>): Promise<T> {
  try {
    return await work(await house.judge());
  } catch {
    await house.leave();
    return work(await house.judge());
  }
}

const attempts = 5;

/** A node that has just begun to answer may still drop a connection. */
async function connected(door: Door): Promise<Judge> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openJudge(door);
    } catch (error) {
      if (attempt === attempts) throw error;
      await sleep(1000 * attempt);
    }
  }
}
