import { type Play, playOf, chosenFor, timed } from './generate/writes.ts';
import { partitionOf, identity } from './model.ts';
import { playText } from './stranger/texts.ts';
import {
  changesOn,
  compareContents,
  empty,
  failureOf,
  groupsBy,
  isCollapsed,
  isUnfollowed,
  messageOf,
  Stopped,
  stoppedBy,
  storedRows,
  targetOf,
  type Trial,
} from './trial.ts';

const ROWS = 10;
const CHANGES = 4;

/** Plays writes by the texts of their replacements, as they stand: no row of the copy may be lost, wrong or too many. */
export async function tryTexts(trial: Trial): Promise<void> {
  const { session, base, proposal, random, tally } = trial;
  if (isCollapsed(proposal)) return;
  const target = await targetOf(trial);
  await empty(trial, target);
  const write = async (play: Play): Promise<void> => {
    const change = trial.changed(play.write);
    // What is not followed is told by the other way.
    if (isUnfollowed(play.write, proposal)) return;
    tally.texts++;
    const text = change?.replacement ?? play.write.cql;
    try {
      await playText(text, { session, play: await timed(play), derived: proposal.derived, base, target, random });
    } catch (error) {
      throw stoppedBy(error, failureOf(trial, 'texts', messageOf(error), { text }));
    }
  };
  const inserts = trial.writes.filter(({ kind }) => kind === 'insert');
  const plays = base.rows.slice(0, ROWS).map((row) => {
    const insert = random.pick(inserts);
    return playOf(insert, row, chosenFor(insert, row, random));
  });
  await Promise.all(
    groupsBy(plays, (play) => identity(play.key, partitionOf(base))).map(async (some) => {
      for (const play of some) await write(play);
    }),
  );
  let stored = await storedRows(trial);
  const compare = async (when: string, detail: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await compareContents(trial, target, stored, when, detail);
    } catch (error) {
      throw error instanceof Stopped ? new Stopped({ ...error.failure, kind: 'texts' }) : error;
    }
  };
  await compare('texts of inserts', {});
  const fragile = new Set<string>();
  for (let done = 0; done < CHANGES; done++) {
    const changes = changesOn(trial, stored, fragile);
    await Promise.all(changes.map(write));
    stored = await storedRows(trial);
    const texts = changes.map((play) => ({
      values: play.values.map(String),
      text: trial.changed(play.write)?.replacement ?? play.write.cql,
    }));
    await compare('texts of changes', { texts });
  }
}
