import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { throwing, type Dice } from './dice.ts';
import { QUICK, median, milliseconds, percentile, table } from './statistics.ts';

// Statements in programs: from a keystroke in a long program to its findings, in process; and `check` of a folder of programs, of which
// few hold statements. The peer is the folder with its schema alone.

const LINES = QUICK ? 500 : 5000;
const EDITS = QUICK ? 20 : 100;
const FILES = QUICK ? 40 : 10_000;
const ROUNDS = QUICK ? 1 : 3;
const FOLDER = resolve('artifacts/bench/programs');

const COLUMNS = ['city', 'mail', 'name', 'state'];
const SCHEMA = Array.from(
  { length: 50 },
  (_, index) =>
    `CREATE TABLE shop.t${index} (id int, at timestamp, ${COLUMNS.join(' text, ')} text, PRIMARY KEY (id, at));`,
).join('\n');

/** How the lines of a language look: those that begin a program, a long one of code, and one that runs a statement. */
interface Manner {
  readonly ending: string;
  readonly head: string;
  readonly code: (name: string) => string;
  readonly call: (cql: string) => string;
}

const MANNERS: readonly Manner[] = [
  {
    ending: 'go',
    head: 'package shop\n\nimport "github.com/gocql/gocql"\n',
    code: (name) =>
      `\tif ${name}, err := load(ctx, "${name}"); err != nil { return fmt.Errorf("no %s: %w", ${name}, err) }`,
    call: (cql) => `\titer := s.Query("${cql}", id).Iter()`,
  },
  {
    ending: 'java',
    head: 'package shop;\n\nimport com.datastax.oss.driver.api.core.CqlSession;\n',
    code: (name) => `    var ${name} = cache.computeIfAbsent("${name}", key -> load(key, Map.of("a", 1)));`,
    call: (cql) => `    session.execute("${cql.replace(' WHERE', ' "\n        + "WHERE')}", id);`,
  },
  {
    ending: 'py',
    head: 'from cassandra.cluster import Cluster\n',
    code: (name) => `    ${name} = [f"{key}: {value}" for key, value in self.read("${name}").items() if key]`,
    call: (cql) => `    rows = session.execute("""\n        ${cql.replaceAll('?', '%s')}\n    """, (id,))`,
  },
  {
    ending: 'ts',
    head: "import { Client } from 'cassandra-driver';\n",
    code: (name) =>
      `  const ${name} = items.filter((item) => /a+b/.test(item)).map((item) => \`\${item}-${'$'}{${name}Of(item)}\`);`,
    call: (cql) => `  await client.execute('${cql}', [id], { prepare: true });`,
  },
];

function statement(dice: Dice): string {
  const name = `shop.t${dice.number(50)}`;
  return dice.pick([
    `SELECT ${dice.pick(COLUMNS)} FROM ${name} WHERE id = ?`,
    `SELECT id FROM ${name} WHERE ${dice.pick(COLUMNS)} = ?`,
    `INSERT INTO ${name} (id, at, ${dice.pick(COLUMNS)}) VALUES (?, ?, ?)`,
    `UPDATE ${name} SET ${dice.pick(COLUMNS)} = ? WHERE id = ? AND at = ?`,
  ]);
}

/** A program of so many lines; one line of so many runs a statement, or none. */
function program({ head, code, call }: Manner, lines: number, every: number | undefined, dice: Dice): string {
  const line = (): string => dice.pick([code(`n${dice.number(1000)}`), '    return total', '', '    }']);
  const body = Array.from({ length: lines }, (_, at) =>
    every !== undefined && at % every === every - 1 ? call(statement(dice)) : line(),
  );
  return `${every === undefined ? '' : head}${body.join('\n')}\n`;
}

const rows = [['milliseconds', 'edits', 'median', 'p90', 'p99', 'worst']];
for (const manner of MANNERS) {
  const dice = throwing(3);
  const workspace = new Workspace();
  const uri = `file:///long.${manner.ending}`;
  workspace.configure(DEFAULT_CONFIGURATION);
  workspace.set('file:///schema.cql', SCHEMA, { path: 'schema.cql', contributes: true });
  const text = program(manner, LINES, 20, dice);
  workspace.set(uri, text, { path: `long.${manner.ending}`, contributes: true });
  const found = workspace.findings(uri).length;
  const starts = [...text.matchAll(/(?:SELECT|INSERT|UPDATE)\b/g)].map(({ index }) => index);
  for (const [what, placeOf] of [
    ['in statements', () => dice.pick(starts) + 7 + dice.number(12)],
    ['anywhere', () => dice.number(text.length)],
  ] as const) {
    const times: number[] = [];
    while (times.length < EDITS) {
      const start = placeOf();
      const edits = [
        { start, end: start, text: dice.pick(['a', ' ', '\n', '"', '(']) },
        { start, end: start + 1, text: '' },
      ];
      for (const edit of edits)
        times.push(
          milliseconds(() => {
            workspace.edit(uri, edit);
            workspace.findings(uri);
          }),
        );
    }
    const figures = [median(times), percentile(times, 90), percentile(times, 99), Math.max(...times)];
    rows.push([
      `${manner.ending}, ${LINES} lines, ${starts.length} statements, ${found} findings: ${what}`,
      `${times.length}`,
      ...figures.map((figure) => figure.toFixed(2)),
    ]);
  }
}
console.log(table(rows));

rmSync(FOLDER, { recursive: true, force: true });
const [alone, whole] = ['alone', 'whole'].map((name) => join(FOLDER, name)) as [string, string];
for (const folder of [alone, whole]) {
  mkdirSync(folder, { recursive: true });
  // The folder is a project of its own: without this file it is a part of ours, whose programs are read as well.
  writeFileSync(join(folder, 'cql-analyzer.toml'), '');
  writeFileSync(join(folder, 'schema.cql'), SCHEMA);
}
const dice = throwing(4);
let size = 0;
for (let file = 0; file < FILES; file += 1) {
  const manner = dice.pick(MANNERS);
  const folder = join(whole, `p${file % 200}`);
  mkdirSync(folder, { recursive: true });
  const text = program(manner, 60 + dice.number(200), dice.chance(3) ? 12 : undefined, dice);
  size += text.length;
  writeFileSync(join(folder, `f${file}.${manner.ending}`), text);
}
const check = (folder: string): number =>
  milliseconds(() => {
    const { status, stderr } = spawnSync(process.execPath, ['server/dist/cli.cjs', 'check', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 1) throw new Error(`check: ${status} ${stderr}`);
  });
const times = new Map<string, number[]>([
  [alone, []],
  [whole, []],
]);
for (let round = 0; round < ROUNDS; round += 1) for (const [folder, list] of times) list.push(check(folder));
const [without, withPrograms] = [...times.values()] as [number[], number[]];
const shown = (list: readonly number[]): string =>
  `${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)} ms`;
console.log(
  `check of the schema alone: ${shown(without)}; with ${FILES} programs, ${(size / 1e6).toFixed(1)} MB: ${shown(withPrograms)}; ` +
    `${(Math.min(...withPrograms) - Math.min(...without)).toFixed(0)} ms more in the fastest runs`,
);
