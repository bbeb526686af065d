/** Words of cqlsh, each with what it does. */
export type Words = readonly (readonly [word: string, about: string])[];

/** What a word of a command means behind those before it, in upper case all. */
export const aboutShellWord = (before: string, word: string): string | undefined =>
  (before === ''
    ? COMMANDS
    : before.startsWith('COPY')
      ? [...DIRECTIONS, ...COPY_OPTIONS]
      : ARGUMENTS.get(before.toLowerCase())
  )?.find(([one]) => one.split(' ')[0] === word)?.[1];

export const DIRECTIONS: Words = [
  ['FROM', 'Reads rows from a file.'],
  ['TO', 'Writes rows to a file.'],
];
export const FIRST: Words = [['WITH', 'Options.']];
export const MORE: Words = [['AND', 'Another option.']];
export const VALUES: Words = [
  ['TRUE', 'Switches it on.'],
  ['FALSE', 'Switches it off.'],
];
export const COPY_OPTIONS: Words = [
  ['HEADER', 'Whether the first line names the columns; false.'],
  ['DELIMITER', "What parts the fields; `','`."],
  ['NULL', "How null is written; `''`."],
  ['QUOTE', "What stands around fields; `'\"'`."],
  ['ESCAPE', 'What stands before a quote in a field.'],
  ['DATETIMEFORMAT', 'How instants are written.'],
  ['NUMPROCESSES', 'How many processes work.'],
  ['CHUNKSIZE', 'How many rows a process gets at once.'],
  ['SKIPROWS', 'How many lines are left out.'],
  ['MAXROWS', 'How many rows are read at most.'],
  ['PAGESIZE', 'How many rows are asked for at once.'],
  ['INGESTRATE', 'How many rows a second are written at most.'],
  ['MAXATTEMPTS', 'How often a batch is tried.'],
  ['MAXBATCHSIZE', 'How many rows a batch has at most.'],
  ['ERRFILE', 'Where rows go that could not be written.'],
];

export const COMMANDS: Words = [
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

const LEVELS: Words = [
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

const SWITCH: Words = [
  ['ON', 'Switches it on.'],
  ['OFF', 'Switches it off.'],
];

export const ARGUMENTS: ReadonlyMap<string, Words> = new Map([
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
