import { chosenFor, type Play, playOf, timed, type Write } from './generate/writes.ts';
import { identity, partitionOf } from './model.ts';
import { playText } from './stranger/texts.ts';
import {
  changesOn,
  compareContents,
  empty,
  failureOf,
  groupsBy,
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

/** What stands in place of a write; `undefined` of one that is not followed, which is told by another way. */
export type TextOf = (write: Write) => string | undefined;

/** The text of a trial's replacement; a write without one stays. */
export const replacementIn =
  (trial: Trial): TextOf =>
  (write) =>
    isUnfollowed(write, trial) ? undefined : (trial.changed(write)?.replacement ?? write.cql);

/** Plays writes by texts that keep the tables of one or several trials of a base in step: no row of them may be lost, wrong or too many. */
export async function tryTexts(trials: readonly [Trial, ...Trial[]], textOf: TextOf): Promise<void> {
  const [trial] = trials;
  const { session, base, query, random, tally } = trial;
  const copies = await Promise.all(
    trials.map(async (one) => ({ one, target: await targetOf(one), derived: one.proposal.derived })),
  );
  // Several copies may be of different rows.
  const seen = copies.length > 1 ? base : query.base;
  for (const { one, target } of copies) await empty(one, target);
  const write = async (play: Play): Promise<void> => {
    const text = textOf(play.write);
    if (text === undefined) return;
    tally.texts++;
    try {
      await playText(text, {
        session,
        play: await timed(play),
        base: seen,
        copies,
        random,
      });
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
  const compare = async (when: string, played: readonly Play[]): Promise<void> => {
    const texts = played.map((play) => ({ values: play.values.map(String), text: textOf(play.write) }));
    try {
      for (const { one, target } of copies) await compareContents(one, target, stored, when, { texts });
    } catch (error) {
      throw error instanceof Stopped ? new Stopped({ ...error.failure, kind: 'texts' }) : error;
    }
  };
  await compare('texts of inserts', plays);
  const fragile = new Set<string>();
  const notes = trials.flatMap(({ proposal }) => proposal.notes);
  for (let done = 0; done < CHANGES; done++) {
    const changes = changesOn({ ...trial, proposal: { ...trial.proposal, notes } }, stored, fragile, seen);
    await Promise.all(changes.map(write));
    stored = await storedRows(trial);
    await compare('texts of changes', changes);
  }
}
