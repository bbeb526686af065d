import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const FOLDER = 'test/bench/tree-sitter';
const TARGET = 'artifacts/bench/tree-sitter';

/** A native tree-sitter with the texts of some files. */
export interface TreeSitter {
  /** Parses a text from scratch; gives the milliseconds it took. Throws where it reports an error. */
  parse(file: number): Promise<number>;
  stop(): void;
}

/** Builds and starts it; gives a sentence where that is not possible here. */
export function treeSitter(files: readonly string[]): TreeSitter | string {
  const build = spawnSync(
    'cargo',
    ['build', '--release', '--locked', '--quiet', '--manifest-path', `${FOLDER}/Cargo.toml`],
    {
      env: { ...process.env, CARGO_TARGET_DIR: TARGET },
      encoding: 'utf8',
    },
  );
  if (build.error !== undefined) return 'left out, there is no cargo';
  const program = `${TARGET}/release/tree-sitter-peer`;
  if (build.status !== 0 || !existsSync(program)) return `left out, cargo could not build it:\n${build.stderr.trim()}`;
  const child = spawn(program, files, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async parse(file) {
      child.stdin.write(`${file}\n`);
      const [nanoseconds, verdict] = String((await answers.next()).value).split(' ');
      if (verdict !== 'fine') throw new Error(`tree-sitter reports an error in ${files[file]}`);
      return Number(nanoseconds) / 1e6;
    },
    stop: () => child.stdin.end(),
  };
}
