import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const cache = resolve(import.meta.dirname, '../../../.cache/bulk');

/** The jars of `spark.xml` or `dsbulk.xml`, fetched once. */
function jarsOf(tool: 'spark' | 'dsbulk'): string {
  const folder = join(cache, tool);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    const pom = join(import.meta.dirname, `${tool}.xml`);
    execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}`], {
      stdio: 'inherit',
    });
    execFileSync('mv', [fresh, folder]);
  }
  return folder;
}

const OPENED =
  'java.lang java.lang.invoke java.lang.reflect java.util java.nio sun.nio.ch java.net java.util.concurrent sun.security.action java.util.concurrent.atomic sun.util.calendar java.io sun.nio.cs';

/** Runs statements of Spark SQL in order; gives what was said against each, by its place. */
export async function runSpark(statements: readonly string[], port: number): Promise<ReadonlyMap<number, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'spark-'));
  try {
    const file = join(folder, 'backfill.sql');
    writeFileSync(file, statements.map((one) => one.replaceAll('\n', ' ')).join('\n'));
    const output = await run(
      'java',
      [
        '--add-exports=java.base/sun.nio.ch=ALL-UNNAMED',
        ...OPENED.split(' ').map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
        '-cp',
        `${jarsOf('spark')}/*`,
        join(import.meta.dirname, 'RunSql.java'),
        file,
        String(port),
      ],
      folder,
    );
    return new Map(
      output.split('\n').flatMap((line) => {
        const [, place, what = ''] = /^(\d+)\t(.*)$/.exec(line) ?? [];
        return place === undefined ? [] : [[Number(place), what] as const];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs commands of a shell that knows `dsbulk`; throws with its words when one fails. */
export async function runDsbulk(commands: readonly string[], port: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dsbulk-'));
  try {
    const script = [
      'set -e',
      `dsbulk() { java -cp '${jarsOf('dsbulk')}/*' com.datastax.oss.dsbulk.runner.DataStaxBulkLoader "$@" -h 127.0.0.1 -port ${port} -logDir logs; }`,
      ...commands,
    ];
    await run('bash', ['-c', script.join('\n')], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Record<'out' | 'err', Buffer[]> = { out: [], err: [] };
    child.stdout.on('data', (chunk: Buffer) => chunks.out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.err.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => {
      const output = Buffer.concat(chunks.out).toString('utf8');
      if (code === 0) done(output);
      else
        fail(
          new Error(
            `${command} ended with ${code}: ${Buffer.concat(chunks.err).toString('utf8').slice(-1500)}${output.slice(-500)}`,
          ),
        );
    });
  });
}
