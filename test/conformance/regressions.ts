import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAnswers, printAnswers } from '../recorded-answers.ts';
import type { Answer } from './answer.ts';
import { linesOfAnswer } from './warnings.ts';

/** A small script that once showed a disagreement, and what each release answers to its statements. */
export interface Regression {
  /** The file's name without its ending. */
  readonly name: string;
  readonly script: readonly string[];
  /** Answers (`taken`, or kind and message; then the warnings, a line each), by release; those not listed are not asked. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

export const regressionsFolder = join(import.meta.dirname, 'regressions');

/** All regressions on file, by name. */
export function readRegressions(folder = regressionsFolder): readonly Regression[] {
  mkdirSync(folder, { recursive: true });
  const paths = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return paths.toSorted().map((path) => {
    const { releases, statements } = parseAnswers(readFileSync(join(folder, path), 'utf8'));
    return {
      name: path.slice(0, -'.txt'.length),
      script: statements.map(({ cql }) => cql),
      answers: Object.fromEntries(
        releases.map((release) => [release, statements.map(({ server }) => server.get(release) ?? '')]),
      ),
    };
  });
}

/** Writes a regression to its file. */
export function writeRegression({ name, script, answers }: Regression, folder = regressionsFolder): void {
  mkdirSync(folder, { recursive: true });
  const releases = Object.keys(answers);
  const statements = script.map((cql, at) => ({
    cql,
    server: new Map(releases.map((release) => [release, answers[release]?.[at] ?? ''])),
    ours: new Map<string, string>(),
  }));
  writeFileSync(join(folder, `${name}.txt`), printAnswers(releases, statements));
}

/** The regression with a release's answers set anew. */
export function withAnswers(regression: Regression, release: string, answers: readonly Answer[]): Regression {
  return { ...regression, answers: { ...regression.answers, [release]: answers.map(linesOfAnswer) } };
}

/** A file name made of words, as `false-error-select-token`. */
export function nameOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 70);
}
