import * as T from '../generated/token-types.ts';
import type { Segment, SyntaxProblem } from '../segment.ts';
import { SHELL_COMMANDS } from '../lexing/statement-start.ts';
import { type Broken, spanAt, textAt } from './broken.ts';
import type { Tokens } from '../tokens.ts';
import { shown } from './candidate.ts';

/** Whether a statement begins as a command of cqlsh does. */
export function isShellCommand(text: string, { starts, ends }: Tokens): boolean {
  const word = (token: number): string => text.slice(starts[token], ends[token]).toLowerCase();
  return SHELL_WORDS.has(word(0)) && (word(0) !== 'show' || starts.length < 2 || !NOT_SHOWN.has(word(1)));
}

/** Whether a segment may hold a command of cqlsh by its first token; asks no parser. */
export const mayBeShellCommand = ({ firstType }: Segment): boolean =>
  firstType === T.IDENT || firstType === T.LOGIN || firstType === T.QMARK;

/** A first word or sign that begins no statement of CQL and no command of cqlsh. */
export function unknownStatement(broken: Broken): SyntaxProblem {
  const { start } = spanAt(broken, 0);
  const prompt = PROMPT.exec(broken.text.slice(start, start + LONGEST_PROMPT));
  if (prompt !== null) {
    const span = { start, end: start + prompt[0].length };
    const edits = [{ span, text: '' }];
    const message = `${shown(prompt[0])} is what cqlsh writes before a statement: it is no part of it.`;
    return { message, span, begins: 'nothing', fixes: [{ title: 'Remove it', edits }] };
  }
  const message = `${shown(textAt(broken, 0))} begins no statement of CQL.`;
  return { message, span: spanAt(broken, 0), begins: 'nothing', fixes: [] };
}

/** `cqlsh>`, and `cqlsh:shop>` where a keyspace is used. */
const PROMPT = /^cqlsh(?::\w+)?>/i;
const LONGEST_PROMPT = 80;

/** What SQL shows and cqlsh describes. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'aggregates',
  'columns',
  'create',
  'databases',
  'functions',
  'index',
  'indexes',
  'keyspaces',
  'schemas',
  'tables',
  'types',
]);

/** Three commands are not over at the end of a line that others end with. */
const SHELL_WORDS: ReadonlySet<string> = new Set([...SHELL_COMMANDS, 'copy', 'login', 'unicode']);
