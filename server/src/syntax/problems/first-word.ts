import type { SyntaxProblem } from '../segment.ts';
import { type Broken, spanAt, textAt } from './broken.ts';
import { shown } from './candidate.ts';

/** Whether a word begins a command of cqlsh. */
export const isShellWord = (word: string): boolean => SHELL_WORDS.has(word.toLowerCase());

/** A first word that begins no statement of CQL and no command of cqlsh. */
export function unknownStatement(broken: Broken): SyntaxProblem {
  return { message: `${shown(textAt(broken, 0))} begins no statement of CQL.`, span: spanAt(broken, 0), fixes: [] };
}

const SHELL_WORDS: ReadonlySet<string> = new Set([
  'capture',
  'clear',
  'cls',
  'consistency',
  'copy',
  'debug',
  'elapsed',
  'exit',
  'expand',
  'help',
  'history',
  'login',
  'paging',
  'quit',
  'serial',
  'show',
  'source',
  'tracing',
  'unicode',
]);
