import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// The JSON of `propose --format json`, which is all that this suite knows of the analyzer besides `dry-run --jsonl`.

export interface Proposed {
  readonly queries: readonly ProposedQuery[];
}

export interface ProposedQuery {
  readonly path: string;
  readonly range: Range;
  readonly cql: string;
  readonly proposals: readonly Proposal[];
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** A fix of one file. */
export interface Fix {
  readonly edits: readonly { readonly path: string; readonly range: Range; readonly text: string }[];
}

export interface Proposal {
  readonly rank: number;
  readonly kind: string;
  readonly title: string;
  readonly why: string;
  readonly table?: string;
  readonly ddl: readonly string[];
  readonly undo: readonly string[];
  readonly queries: readonly string[];
  readonly binds?: readonly (readonly BindSource[])[];
  readonly merge?: 'concat' | 'sort';
  readonly clientFilter?: readonly number[];
  readonly select?: readonly string[];
  readonly derived: readonly Derived[];
  readonly copy?: { readonly select: string };
  readonly writes: readonly WriteChange[];
  readonly backfill?: { readonly why: string; readonly commands: readonly string[] };
  readonly notes: readonly string[];
}

export type BindSource =
  | { readonly original: number | string }
  | { readonly derived: string }
  | { readonly each: readonly BindSource[] }
  | { readonly row: string; readonly query: number }
  | { readonly literal: string };

export interface Derived {
  readonly column: string;
  readonly type: string;
  readonly from: readonly string[];
  readonly function: string;
  readonly unit?: string;
  readonly size?: number;
  readonly weekStart?: string;
  readonly resolution?: string;
  readonly as?: string;
  readonly count?: number;
  readonly value?: string;
  readonly length?: number;
}

export interface WriteChange {
  readonly path: string;
  readonly range: Range;
  readonly replacement: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly cql: string;
  readonly binds: readonly StepBind[];
  readonly when?: string;
  readonly each?: boolean;
}

export type StepBind =
  | { readonly original: number | string }
  | { readonly before: string }
  | { readonly after: string }
  | { readonly literal: string };

const cli = resolve(import.meta.dirname, '../../server/dist/cli.cjs');

/** Asks for proposals on a project of files. */
export const propose = (files: Readonly<Record<string, string>>, release: string): Promise<Proposed> =>
  inFolder(files, (folder) => proposedIn(folder, release));

async function inFolder<T>(files: Readonly<Record<string, string>>, run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'same-answer-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proposedIn(folder: string, release: string): Promise<Proposed> {
  const { code, output } = await runCli(
    ['propose', '.', '--format', 'json', '--target', `cassandra-${release}`],
    folder,
  );
  if (code !== 0) throw new Error(`propose ended with ${code}`);
  return JSON.parse(output) as Proposed;
}

/** What is proposed, and the files as `propose --write` leaves them. */
export async function proposeAndWrite(
  files: Readonly<Record<string, string>>,
  release: string,
): Promise<{ readonly proposed: Proposed; readonly files: Readonly<Record<string, string>> }> {
  return inFolder(files, async (folder) => {
    const target = ['--target', `cassandra-${release}`];
    const proposed = await proposedIn(folder, release);
    const { code } = await runCli(['propose', '.', '--write', ...target], folder);
    if (code !== 0) throw new Error(`propose --write ended with ${code}`);
    const names = Object.keys(files);
    return {
      proposed,
      files: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    };
  });
}

/** The fixes of the findings of `stale-copy` in each file; `undefined` of a finding that has none. */
export const staleFixes = (
  files: Readonly<Record<string, string>>,
  release: string,
): Promise<ReadonlyMap<string, readonly (Fix | undefined)[]>> =>
  inFolder(files, async (folder) => {
    const { output } = await runCli(['check', '.', '--format', 'json', '--target', `cassandra-${release}`], folder);
    const checked = JSON.parse(output) as {
      readonly files: readonly {
        readonly path: string;
        readonly diagnostics: readonly { readonly rule: string; readonly fixes: readonly Fix[] }[];
      }[];
    };
    return new Map(
      checked.files.map(({ path, diagnostics }) => [
        path,
        diagnostics.filter(({ rule }) => rule === 'stale-copy').map(({ fixes }) => fixes[0]),
      ]),
    );
  });

/** How many partitions each statement of a script reaches, by our access path; `refused` with the reason where it is not taken. */
export async function partitionsOf(
  scripts: readonly (readonly string[])[],
  release: string,
): Promise<readonly (readonly string[])[]> {
  const lines = scripts.map((script, id) => JSON.stringify({ id: String(id), script }));
  const { output } = await runCli(
    ['dry-run', '--jsonl', '--target', `cassandra-${release}`],
    undefined,
    lines.join('\n'),
  );
  return output
    .trim()
    .split('\n')
    .map((line) =>
      (JSON.parse(line) as { results: readonly { ok: boolean; partitions?: string; message?: string }[] }).results.map(
        ({ ok, partitions, message }) => (ok ? (partitions ?? '') : `refused: ${message}`),
      ),
    );
}

function runCli(
  args: readonly string[],
  cwd: string | undefined,
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output: Buffer.concat(chunks).toString('utf8') }));
    child.stdin.end(input);
  });
}
