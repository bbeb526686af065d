import type { SyntaxDocument, TextEdit } from '../../server/src/syntax/index.ts';
import type { Dice } from './dice.ts';

/** What one edit of a statement does: an edit as an editor sends it, and the one that takes it back. */
export interface Keystroke {
  readonly kind: string;
  readonly edit: TextEdit;
  readonly back: TextEdit;
}

const KINDS: readonly [string, (statement: string, dice: Dice) => { at: number; gone: number; text: string }][] = [
  ['letter typed', (statement, dice) => ({ at: dice.number(statement.length + 1), gone: 0, text: dice.pick(LETTERS) })],
  ['letter deleted', (statement, dice) => ({ at: dice.number(statement.length), gone: 1, text: '' })],
  ['word replaced', (statement, dice) => ({ ...wordOf(statement, dice), text: dice.pick(WORDS) })],
  ['word deleted', (statement, dice) => ({ ...wordOf(statement, dice), text: '' })],
  ['number changed', (statement, dice) => ({ ...numberOf(statement, dice), text: `${dice.number(1000)}` })],
  ['quote typed', (statement, dice) => ({ at: dice.number(statement.length + 1), gone: 0, text: "'" })],
  ['semicolon deleted', (statement) => ({ at: Math.max(0, statement.lastIndexOf(';')), gone: 1, text: '' })],
  ['statement deleted', (statement) => ({ at: 0, gone: statement.length, text: '' })],
  ['statement doubled', (statement) => ({ at: 0, gone: 0, text: `${statement}\n` })],
  ['tail cut off', (statement, dice) => cut(statement, dice.number(statement.length))],
];

/** One random edit of a segment's statement. */
export function keystroke(document: SyntaxDocument, segment: number, dice: Dice): Keystroke {
  const { text, begin } = document.segments[segment]!;
  const from = document.startOf(segment) + begin;
  const [kind, make] = dice.pick(KINDS);
  const statement = text.slice(begin);
  const { at, gone, text: written } = make(statement, dice);
  const start = from + at;
  return {
    kind,
    edit: { start, end: start + gone, text: written },
    back: { start, end: start + written.length, text: statement.slice(at, at + gone) },
  };
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789 (),.;='];
const WORDS = ['text', 'int', 'user_id', 'WHERE', 'ALLOW FILTERING', 'static', 'frozen', 'x'];

function found(pattern: RegExp, statement: string, dice: Dice): { at: number; gone: number } {
  const all = [...statement.matchAll(pattern)];
  if (all.length === 0) return { at: statement.length, gone: 0 };
  const { index, 0: word } = dice.pick(all);
  return { at: index, gone: word.length };
}

const wordOf = (statement: string, dice: Dice): { at: number; gone: number } => found(/\b[a-z]\w*/gi, statement, dice);
const numberOf = (statement: string, dice: Dice): { at: number; gone: number } => found(/\b\d+\b/g, statement, dice);
const cut = (statement: string, at: number): { at: number; gone: number; text: string } => ({
  at,
  gone: statement.length - at,
  text: '',
});
