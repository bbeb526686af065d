import type { Draft } from './entry.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';

/** The commands of cqlsh where a statement may begin, and the words behind one; `undefined` behind anything else. */
export function shellAt(place: Place): readonly Draft[] | undefined {
  const { tokens, typed } = place;
  const written = inCase(place, 'upper');
  const drafts = (words: readonly (readonly [word: string, about: string])[]): readonly Draft[] =>
    words.map(([word, about]) => ({
      label: written(word),
      kind: 'keyword',
      ...(word.includes(' ') && { filter: written(word.replaceAll(' ', '')) }),
      about: () => about,
    }));
  if (tokens.count === 0) return typed === '' ? [] : drafts(COMMANDS);
  const behind = ARGUMENTS.get(
    Array.from({ length: Math.min(tokens.count, 3) }, (_, index) => tokens.name(index)).join(' '),
  );
  return behind && drafts(behind);
}

const COMMANDS: readonly (readonly [string, string])[] = [
  ['CONSISTENCY', 'cqlsh: how many replicas must answer.'],
  ['SERIAL CONSISTENCY', 'cqlsh: how many replicas must answer to conditions.'],
  ['SOURCE', 'cqlsh: runs a file.'],
  ['COPY', 'cqlsh: reads a table from CSV, or writes it.'],
  ['TRACING', 'cqlsh: shows what the server does for each statement.'],
  ['PAGING', 'cqlsh: how many rows are shown at once.'],
  ['EXPAND', 'cqlsh: shows a row as lines.'],
  ['CAPTURE', 'cqlsh: writes answers to a file.'],
  ['SHOW', 'cqlsh: the versions, the host, or a trace.'],
  ['LOGIN', 'cqlsh: changes the user.'],
  ['CLEAR', 'cqlsh: clears the screen.'],
  ['HELP', 'cqlsh: tells about a command.'],
  ['EXIT', 'cqlsh: ends it.'],
];

const LEVELS: readonly (readonly [string, string])[] = [
  ['LOCAL_QUORUM', 'Most replicas of the own data center.'],
  ['QUORUM', 'Most replicas of all data centers together.'],
  ['LOCAL_ONE', 'One replica of the own data center.'],
  ['ONE', 'One replica.'],
  ['TWO', 'Two replicas.'],
  ['THREE', 'Three replicas.'],
  ['EACH_QUORUM', 'Most replicas of each data center.'],
  ['ALL', 'All replicas.'],
  ['ANY', 'Any node; writes only.'],
  ['SERIAL', 'What conditions see, in all data centers; reads only.'],
  ['LOCAL_SERIAL', 'What conditions see, in the own data center; reads only.'],
];

const SWITCH: readonly (readonly [string, string])[] = [
  ['ON', 'Switches it on.'],
  ['OFF', 'Switches it off.'],
];

const ARGUMENTS: ReadonlyMap<string, readonly (readonly [string, string])[]> = new Map([
  ['consistency', LEVELS],
  ['serial', [['CONSISTENCY', 'cqlsh: how many replicas must answer to conditions.']]],
  ['serial consistency', LEVELS.filter(([level]) => level.endsWith('SERIAL'))],
  ['tracing', SWITCH],
  ['paging', SWITCH],
  ['expand', SWITCH],
  ['capture', SWITCH.slice(1)],
  [
    'show',
    [
      ['VERSION', 'Of cqlsh and the server.'],
      ['HOST', 'Which server it is.'],
      ['SESSION', 'A trace, by its id.'],
    ],
  ],
]);
