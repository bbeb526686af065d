import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { inSlices, type Turn } from './slices.ts';

/** Goes through the documents of a session, a few at a time; where the first time takes a while, the editor shows how far it is. */
export function lookingThrough(
  connection: Connection,
  client: Client,
): <T>(all: readonly T[], turn: Turn) => AsyncIterable<T> {
  let isFirst = true;
  return (all, turn) => {
    if (!isFirst || !client.showsProgress || all.length < MANY) return inSlices(all, turn);
    isFirst = false;
    return shown(connection, all, turn);
  };
}

async function* shown<T>(connection: Connection, all: readonly T[], turn: Turn): AsyncIterable<T> {
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin('Checking CQL', 0, `${all.length} files`);
  let told = 0;
  try {
    for await (const [index, one] of inSlices(all.entries(), turn)) {
      const percent = Math.floor((100 * index) / all.length);
      if (percent >= told + STEP) progress.report((told = percent));
      yield one;
    }
  } finally {
    progress.done();
  }
}

/** Documents. */
const MANY = 200;
/** Percent. */
const STEP = 5;
