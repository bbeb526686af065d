import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer, Script } from './answer.ts';

/** The built command-line tool, asked through `dry-run --jsonl`. */
export interface Analyzer {
  /**
   * Its answers to a script that starts from an empty cluster of the target's release. A statement that ends the program
   * is answered with kind `crash`, and the rest as if it were not there.
   */
  ask(target: string, script: readonly string[]): Promise<readonly Answer[]>;
  close(): Promise<void>;
}

interface Line {
  readonly id: string;
  readonly results?: readonly Answer[];
  readonly error?: string;
}

const program = resolve(import.meta.dirname, '../../server/dist/cli.cjs');
const tooManyCrashes = 50;

/** Starts the tool, and again whenever it has crashed. Throws where it has not been built. */
export function startAnalyzer(path = program, args: readonly string[] = []): Analyzer {
  if (!existsSync(path)) throw new Error(`${path} is not there: npm run build makes it`);
  let running = start(path, args);
  let crashes = 0;

  /** The answers, or `undefined` where the program ended on the script. */
  async function tried(target: string, script: readonly string[]): Promise<readonly Answer[] | undefined> {
    const answers = await running.ask(target, script);
    if (answers === undefined) running = start(path, args);
    return answers;
  }

  /** The index of the first statement that ends the program, with those before it. */
  async function culprit(target: string, script: readonly string[]): Promise<number> {
    let fine = 0;
    let bad = script.length;
    while (bad - fine > 1) {
      const middle = Math.floor((fine + bad) / 2);
      if ((await tried(target, script.slice(0, middle))) === undefined) bad = middle;
      else fine = middle;
    }
    return bad - 1;
  }

  return {
    ask: async (target, script) => {
      const crashed = new Set<number>();
      for (;;) {
        const rest = [...script.keys()].filter((index) => !crashed.has(index));
        const part = rest.map((index) => script[index] ?? '');
        const answers = await tried(target, part);
        if (answers !== undefined) {
          const results = script.map((): Answer => ({ ok: false, kind: 'crash', message: 'the analyzer crashed' }));
          for (const [place, index] of rest.entries()) results[index] = answers[place] as Answer;
          return results;
        }
        if (++crashes > tooManyCrashes)
          throw new Error(`the analyzer crashed ${crashes} times; its messages are above`);
        crashed.add(rest[await culprit(target, part)] ?? 0);
      }
    },
    close: () => running.close(),
  };
}

/** Milliseconds after which a program that gives no answer counts as crashed: a thousand times what it should need. */
const slowest = (statements: number): number => 60_000 + 100 * statements;

interface Running {
  ask(target: string, script: readonly string[]): Promise<readonly Answer[] | undefined>;
  close(): Promise<void>;
}

function start(path: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [path, 'dry-run', '--jsonl', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<string, (line: Line | undefined) => void>();
  let asked = 0;
  let ended = false;
  const end = () => void child.kill();
  process.once('exit', end);
  child.once('exit', () => {
    process.off('exit', end);
    ended = true;
    for (const answer of waiting.values()) answer(undefined);
  });
  // What is written to a program that has just ended is nobody's loss.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    waiting.get(line.id)?.(line);
    waiting.delete(line.id);
  });
  return {
    ask: async (target, script) => {
      if (ended) return undefined;
      const line: Script = { id: String(++asked), target, script };
      const answered = new Promise<Line | undefined>((done) => waiting.set(line.id, done));
      child.stdin.write(`${JSON.stringify(line)}\n`);
      const deadline = setTimeout(() => child.kill(), slowest(script.length));
      const answer = await answered;
      clearTimeout(deadline);
      if (answer?.error !== undefined) throw new Error(`the analyzer: ${answer.error}`);
      const results = answer?.results;
      if (results !== undefined && results.length !== script.length) {
        throw new Error(`the analyzer gave ${results.length} answers to ${script.length} statements`);
      }
      return results;
    },
    close: async () => {
      if (ended) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
