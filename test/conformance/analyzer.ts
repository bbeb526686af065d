import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer, Script } from './answer.ts';

/** The built command-line tool, asked through `dry-run --jsonl`. */
export interface Analyzer {
  /** Its answers to a script that starts from an empty cluster of the target's release. */
  ask(target: string, script: readonly string[]): Promise<readonly Answer[]>;
  close(): Promise<void>;
}

interface Line {
  readonly id: string;
  readonly results: readonly Answer[];
}

const program = resolve(import.meta.dirname, '../../server/dist/cli.cjs');

/** Starts the tool once; it answers line by line. Throws where it has not been built. */
export function startAnalyzer(command: readonly string[] = [program, 'dry-run', '--jsonl']): Analyzer {
  if (!existsSync(command[0] ?? '')) throw new Error(`${command[0]} is not there: npm run build makes it`);
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<string, { resolve(line: Line): void; reject(error: Error): void }>();
  let asked = 0;
  let ended: Error | undefined;
  child.once('exit', (code, signal) => {
    ended = new Error(`the analyzer ended with ${signal ?? code}`);
    for (const { reject } of waiting.values()) reject(ended);
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    waiting.get(line.id)?.resolve(line);
    waiting.delete(line.id);
  });

  return {
    ask: async (target, script) => {
      if (ended !== undefined) throw ended;
      const line: Script = { id: String(++asked), target, script };
      const answered = new Promise<Line>((done, failed) => waiting.set(line.id, { resolve: done, reject: failed }));
      child.stdin.write(`${JSON.stringify(line)}\n`);
      const { results } = await answered;
      if (results.length !== script.length) {
        throw new Error(`the analyzer gave ${results.length} answers to ${script.length} statements`);
      }
      return results;
    },
    close: async () => {
      if (ended !== undefined) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
