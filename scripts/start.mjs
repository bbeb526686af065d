// Builds and shows the main job on the examples: what is found, one finding whole, what is proposed for it, what to do next.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { at, has } from './project.mjs';

const WIDTH = 100;
const QUERY = 'one-to-one/queries.cql';

if (!(await build())) process.exit(1);
if (!has('server', 'dist', 'cli.cjs')) {
  console.error('There is no command line to run yet.');
  process.exit(1);
}

/** What a command says; findings (exit 1) are no failure, because the examples hold bad queries on purpose. */
function said(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('server', 'dist', 'cli.cjs'), ...args], {
    cwd: at('examples'),
    encoding: 'utf8',
  });
  if (status !== null && status < 2) return stdout;
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}

const cut = (line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

const { files, summary } = JSON.parse(said('check', '--format', 'json'));
const lines = files.flatMap(({ path, diagnostics }) =>
  diagnostics.map(({ range, severity, message }) => `  ${path}:${range.start.line + 1} ${severity}: ${message}`),
);
const { queries } = JSON.parse(said('propose', '--format', 'json', QUERY));
const query = queries.find(({ proposals }) => proposals[0]?.kind === 'new-table');
const offers = query?.proposals ?? [];

console.log(
  [
    '',
    `cql-analyzer check examples     ${summary.files} files, ${summary.statements} statements: ${summary.error} errors, ${summary.warning} warnings`,
    '',
    ...lines.slice(0, 16),
    ...(lines.length > 16 ? [`  … and ${lines.length - 16} more`] : []),
    '',
    `cql-analyzer propose examples/${QUERY}`,
    '',
    `  for ${query?.cql}`,
    `  1. ${offers[0]?.title}`,
    '',
    ...[...(offers[0]?.ddl ?? []), ...(offers[0]?.queries ?? [])].flatMap((cql) =>
      `${cql};`.split('\n').map((line) => `       ${line}`),
    ),
    '',
    ...offers.slice(1, 4).map(({ title }, index) => `  ${index + 2}. ${title}`),
    '',
    'Next:',
    '  node server/dist/cli.cjs check FOLDER      all findings of your own files, with their places',
    '  node server/dist/cli.cjs propose FOLDER    what to do about them; --write does it',
    '  node server/dist/cli.cjs --help            everything else',
    '  npm run package                            the extension for VS Code, in artifacts/',
    '  npm test                                   the tests',
  ]
    .map(cut)
    .join('\n'),
);
