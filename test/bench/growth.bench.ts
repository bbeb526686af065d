import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { settle } from '../../server/src/workspace/settle.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { generate } from './generate.ts';
import { QUICK, milliseconds, table } from './statistics.ts';

// How the time to open and analyse a text grows with its size: a text that twice as long takes about twice the time is read in
// linear time. The first texts are ordinary, the others are what a scanner or a parser may stumble over. Then how the time for a
// project grows with its statements, tables, columns and files.

const SIZES = QUICK ? [0.025, 0.05] : [0.25, 0.5, 1, 2, 4, 8];
/** A text that takes longer is not tried in the next size. */
const ENOUGH = 2000;

const repeated = (piece: string, size: number): string => piece.repeat(Math.ceil((size * 1e6) / piece.length));
const TEXTS: readonly [string, (size: number) => string][] = [
  ['generated statements', (size) => generate({ seed: 6, length: size * 1e6 })],
  [
    'statements on one line',
    (size) =>
      generate({ seed: 6, length: size * 1e6 })
        .replaceAll('\n', ' ')
        .replaceAll(/--|\/\//g, ' '),
  ],
  ['one string literal', (size) => `INSERT INTO k.t (a, b) VALUES (1, '${repeated('a', size)}');`],
  ['an unclosed string', (size) => `SELECT '${repeated('a\nSELECT * FROM k.t;\n', size)}`],
  ['an unclosed comment', (size) => `/* ${repeated('SELECT * FROM k.t;\n', size)}`],
  ['opening brackets', (size) => `SELECT ${repeated('(', size)}`],
  ['opening brackets, a line each', (size) => repeated('SELECT (\n', size)],
  ['no semicolons', (size) => repeated('SELECT a FROM k.t WHERE b = 1\n', size)],
  ['one long IN', (size) => `SELECT a FROM k.t WHERE b IN (${repeated('1, ', size)}1);`],
  ['one long batch', (size) => `BEGIN BATCH ${repeated('DELETE FROM k.t WHERE a = 1; ', size)}APPLY BATCH;`],
  ['broken statements', (size) => repeated('SELECT FROM WHERE;\n', size)],
  ['truncated text', (size) => generate({ seed: 6, length: size * 1e6 }).slice(0, -30)],
];

const rows = [['', ...SIZES.map((size) => `${size} MB`), 'last step']];
for (const [what, make] of TEXTS) {
  // The code is warm before the first size is timed.
  analysed(make(SIZES[0]! / 4));
  const times: number[] = [];
  for (const size of SIZES) {
    if ((times.at(-1) ?? 0) < ENOUGH) times.push(milliseconds(() => analysed(make(size))));
  }
  const step = times.length < 2 ? '' : `${(times.at(-1)! / times.at(-2)!).toFixed(1)} x`;
  rows.push([what, ...SIZES.map((_, index) => (index < times.length ? `${times[index]!.toFixed(0)} ms` : '')), step]);
}
console.log(table(rows));

const FACTORS = [1, 2, 4];
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
const TABLE = 'CREATE TABLE k.t (a int, b int, c text, d int, PRIMARY KEY (a, b));\n';
/** A third reads what the table does not serve, half writes it. */
const mixed = (index: number): string =>
  [
    `SELECT * FROM k.t WHERE c = 'x${index}';`,
    `INSERT INTO k.t (a, b, c, d) VALUES (${index}, 1, 'v', 2);`,
    `UPDATE k.t SET c = 'z${index}' WHERE a = ${index} AND b = 2;`,
    `SELECT d FROM k.t WHERE a = ${index};`,
    `DELETE FROM k.t WHERE a = ${index} AND b = 1;`,
    `SELECT * FROM k.t WHERE d = ${index};`,
  ][index % 6]!;
const own = (name: string, index: number): string =>
  `CREATE TABLE ${name} (a int, b int, c text, PRIMARY KEY (a, b));\nSELECT b FROM ${name} WHERE a = ${index};\n`;
const eachIn = (count: number, text: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => text(index));
const PROJECTS: readonly [string, number, (size: number) => readonly string[]][] = [
  ['statements on one table', 500, (size) => [KEYSPACE + TABLE + lines(size, mixed)]],
  ['statements on many tables', 500, (size) => [KEYSPACE + lines(size, (index) => own(`k.t${index}`, index))]],
  ['files on one table', 250, (size) => [KEYSPACE + TABLE, ...eachIn(size, mixed)]],
  ['files with a table each', 250, (size) => [KEYSPACE, ...eachIn(size, (index) => own(`k.t${index}`, index))]],
  [
    'files with a keyspace each',
    250,
    (size) => eachIn(size, (index) => `${KEYSPACE.replace(' k ', ` k${index} `)}USE k${index};\n${own('t', index)}`),
  ],
  ['files that leave the keyspace out', 250, (size) => [KEYSPACE, ...eachIn(size, (index) => own(`t${index}`, index))]],
  [
    'columns of a table',
    500,
    (size) => {
      const columns = eachIn(size, (index) => `c${index}`);
      const some = columns.filter((_, index) => index % Math.ceil(size / 100) === 0);
      const insert = `INSERT INTO k.t (a, ${some.join(', ')}) VALUES (?${', ?'.repeat(some.length)});`;
      return [
        `${KEYSPACE}CREATE TABLE k.t (a int PRIMARY KEY, ${columns.join(' int, ')} int);\n${lines(50, () => insert)}`,
      ];
    },
  ],
  [
    'changes of one table',
    1000,
    (size) => [KEYSPACE + TABLE + lines(size, (index) => `ALTER TABLE k.t ADD x${index} int;`)],
  ],
  [
    'elements of an IN beside files',
    20_000,
    (size) => [
      `SELECT * FROM k.t WHERE a IN (${'1, '.repeat(size)}1);`,
      ...eachIn(5, (index) => KEYSPACE + TABLE.replace('PRIMARY', `x${index} int, PRIMARY`)),
      ...eachIn(50, mixed),
    ],
  ],
];

const ofProjects = [['milliseconds', ...FACTORS.flatMap((factor) => [`${factor}n`]), '4n : n']];
for (const [what, full, make] of PROJECTS) {
  const size = QUICK ? full / 25 : full;
  const times = FACTORS.map((factor) => {
    const texts = make(size * factor);
    return [
      milliseconds(() => opened(texts)),
      milliseconds(() => {
        const workspace = opened(texts);
        for (const { proposals } of proposedIn(workspace, [...workspace.files()]))
          for (const one of proposals) one.sync();
      }),
      milliseconds(() => {
        const workspace = opened(texts);
        const files = [...workspace.files()];
        settle(workspace, files, [...proposedIn(workspace, files)]);
      }),
    ];
  });
  ['check', 'propose', 'propose --write'].forEach((command, at) => {
    const ratio = times.at(-1)![at]! / times[0]![at]!;
    ofProjects.push([
      `${command}: ${size} ${what}`,
      ...times.map((one) => one[at]!.toFixed(0)),
      `${ratio.toFixed(1)} x`,
    ]);
  });
}
console.log(table(ofProjects));

function analysed(text: string): void {
  opened([text]);
}

/** A workspace of texts that all have their findings. */
function opened(texts: readonly string[]): Workspace {
  const workspace = new Workspace();
  workspace.configure(DEFAULT_CONFIGURATION);
  texts.forEach((text, index) =>
    workspace.set(`file:///a${index}.cql`, text, { path: `a${index}.cql`, contributes: true }),
  );
  for (const { uri } of workspace.files()) workspace.findings(uri);
  return workspace;
}
