import { wordSet } from './hosts/alternatives.ts';
import * as T from '../syntax/generated/token-types.ts';
import { lex } from '../syntax/lexing/lexer.ts';
import { edited } from '../text/edited.ts';
import type { Embedded } from './extract.ts';
import type { HoleForm, Host } from './hosts/host.ts';
import type { Literal } from './hosts/literal.ts';

/** What is written in place of a span of a text. */
export interface SpanEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Edits of a statement as edits of the program that it stands in, written by the rules of its literals. `undefined` where one cannot be
 * written: it would touch what is put in, end the text, or bind values to other markers. Whoever applies them reads the program again:
 * `isWritten` tells whether the statement is what it shall be.
 */
export function programEdits(
  text: string,
  host: Host,
  embedded: Embedded,
  edits: readonly SpanEdit[],
): readonly SpanEdit[] | undefined {
  if (!bindsAlike(embedded.text, wanted(embedded, edits))) return undefined;
  const written = edits.map((edit) => inLiterals(text, host, embedded, edit));
  return written.includes(undefined) ? undefined : written.flatMap((one) => one ?? []);
}

/** An edit as the literal in which it stands writes it; `undefined` where that cannot hold it. */
export function literalEdit(text: string, host: Host, embedded: Embedded, edit: SpanEdit): SpanEdit | undefined {
  const written = inLiterals(text, host, embedded, edit);
  return written?.length === 1 ? written[0] : undefined;
}

/** Whether a statement, read again, says what the edits were to make of it. */
export const isWritten = (before: Embedded, edits: readonly SpanEdit[], after: Embedded | undefined): boolean =>
  after !== undefined && tokensOf(after.text).join(' ') === tokensOf(wanted(before, edits)).join(' ');

const wanted = ({ text, start }: Embedded, edits: readonly SpanEdit[]): string =>
  edited(
    text,
    edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text })),
  );

/** The tokens of a statement as they are written; what is put in has no name. */
function tokensOf(cql: string): readonly string[] {
  const { types, starts, ends, count } = lex(cql).visible;
  const tokens: string[] = [];
  for (let token = 0; token < count; token += 1)
    tokens.push(types[token] === T.TEMPLATE ? '$' : cql.slice(starts[token], ends[token]));
  return tokens;
}

/** Whether markers without names stay in their order: the program binds values by it. */
function bindsAlike(before: string, after: string): boolean {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  if (!old.includes('?') && !now.includes('?')) return true;
  const [bound, binds] = [boundIn(old), boundIn(now)];
  if (old.length !== now.length)
    return /^insert$/i.test(old[0] ?? '') ? fillsAlike(old, now) : bound.join() === binds.join();
  // A name in the place of another is a new one, and none that stood elsewhere.
  return (
    bound.length === binds.length &&
    old.every((token, at) => (token === '?') === (now[at] === '?')) &&
    binds.every((one, at) => one === bound[at] || !bound.includes(one))
  );
}

/** Whether the values of an INSERT, each of which belongs to the column at its place, have their markers where they were. */
function fillsAlike(old: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [filledIn(old), filledIn(now)];
  if (before === undefined || after === undefined) return false;
  const isNamed = before.columns === '' || before.columns === after.columns;
  return isNamed && before.places.join() === after.places.join();
}

/** The columns of an INSERT as they are written, and which of the values hold markers; of others what stands before them. */
function filledIn(
  tokens: readonly string[],
): { readonly columns: string; readonly places: readonly (string | number)[] } | undefined {
  const values = tokens.findIndex((token) => /^values$/i.test(token));
  if (values < 0) return undefined;
  const opening = tokens.indexOf('(');
  const places: (string | number)[] = [];
  let depth = 0;
  let place = 0;
  for (let at = values + 1; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (OPENING.has(token)) depth++;
    else if (CLOSING.has(token)) depth--;
    else if (token === ',' && depth === 1) place++;
    else if (token === '?') places.push(depth > 0 ? place : wordsBefore(tokens, at));
  }
  return { columns: opening < values ? tokens.slice(opening, values).join(' ') : '', places };
}

const OPENING: ReadonlySet<string> = wordSet('( [ {');
const CLOSING: ReadonlySet<string> = wordSet(') ] }');

/** What stands before each marker. */
const boundIn = (tokens: readonly string[]): readonly string[] =>
  tokens.flatMap((token, at) => (token === '?' ? [wordsBefore(tokens, at)] : []));

const wordsBefore = (tokens: readonly string[], at: number): string =>
  tokens
    .slice(Math.max(0, at - 2), at)
    .join(' ')
    .toLowerCase();

/** An edit in one literal; one over several puts its text into the first and takes out what the others have of the span. */
function inLiterals(text: string, host: Host, embedded: Embedded, edit: SpanEdit): readonly SpanEdit[] | undefined {
  const literals = embedded.chain.parts.flatMap((part) => (part.kind === 'text' ? [part.literal] : []));
  // A marker is longer in the program: behind it is behind all of it.
  const sign = embedded.pieces.find(
    (piece) => piece.kind === 'marker' && piece.start + piece.value.length <= edit.start && edit.start < piece.end,
  );
  const start = sign?.end ?? edit.start;
  const end = Math.max(start, edit.end);
  const isHoled = embedded.pieces.some(
    (piece) => (piece.kind === 'hole' || piece.kind === 'marker') && piece.start < end && start < piece.end,
  );
  const beyond = embedded.chain.parts.some((part) => part.kind === 'hole' && part.start < end && start < part.end);
  if (isHoled || beyond) return undefined;
  const first = literals.find(({ textStart, textEnd }) => start >= textStart && start <= textEnd);
  if (first === undefined) return undefined;
  // Quotes in a text that three of them close stand apart from others and from its ends.
  const quote = first.form.close[0] ?? '"';
  const apart =
    !edit.text.includes(quote + quote) &&
    (!edit.text.includes(quote) ||
      (start > first.textStart && end < first.textEnd && text[start - 1] !== quote && text[end] !== quote));
  const opening = text.slice(first.start, first.textStart);
  const isTaken =
    !(NOT_ASCII.test(edit.text) && BYTES.test(opening)) && !(edit.text.includes('%') && opening[0] === 'f');
  const put = isTaken ? escaped(host, embedded, first, edit.text, apart) : undefined;
  if (put === undefined) return undefined;
  const touched = literals.filter((one) => one === first || (one.textStart < end && start < one.textEnd));
  return touched.map((literal) => {
    const from = literal === first ? start : literal.textStart;
    const to = Math.min(end, literal.textEnd);
    return { ...wholeEscapes(literal, from, Math.max(from, to)), text: literal === first ? put : '' };
  });
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Texts of bytes, in Python and Rust, hold ASCII only; those of `f` in Scala take a `%` for the form of a value. */
const BYTES = /^(?:b|rb|br)\W/i;

/** A span that begins or ends within an escape takes all of it. */
function wholeEscapes(
  { marks }: Literal,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const first = marks.find((mark) => mark.start < start && start < mark.end);
  const last = marks.find((mark) => mark.start < end && end < mark.end);
  return { start: first?.start ?? start, end: last?.end ?? end };
}

/** A text as the literal writes it; `undefined` where it cannot. */
function escaped(
  host: Host,
  { chain, pieces }: Embedded,
  { form }: Literal,
  cql: string,
  apart: boolean,
): string | undefined {
  let text = form.lines ? cql : cql.replaceAll(/\s*\r?\n\s*/g, ' ');
  const binds = pieces.flatMap((piece) => (piece.kind === 'marker' ? [piece.value] : []));
  // Markers are written as the driver takes them.
  if (binds.length > 0 && text.includes('?')) {
    if (host.name !== 'python') return undefined;
    text = text.replaceAll('?', '%s');
  } else if (text.includes('%') && (chain.formatted || host.name === 'python')) return undefined;
  if (chain.formatted && /[{}]/.test(text)) return undefined;
  if (host.shell === true && form.escapes === 'quotes' && /[$`]/.test(text)) return undefined;
  for (const hole of form.holes) {
    if (hole === 'brace' && form.counted === undefined) text = text.replaceAll(/[{}]/g, '$&$&');
    else if (HELD_BY[hole].test(text)) return undefined;
  }
  const quote = form.close[0] ?? '';
  switch (form.escapes) {
    case 'none':
      // How many signs close it the re-reading tells.
      if (form.counted === '#') return text;
      if (form.close === '') return text.includes('\n') ? undefined : text;
      return (form.close.length < 3 ? !text.includes(quote) : apart) ? text : undefined;
    case 'doubled':
      return text.replaceAll(form.close, form.close + form.close);
    case 'kept':
      return text.includes('\\') || text.includes(quote) ? undefined : text;
    case 'stroke':
      return text.includes('\\') ? undefined : text.replaceAll('/', '\\/');
    case 'within':
      return /[\\$`]/.test(text) ? undefined : text.replaceAll('"', '\\\\\\"');
    case 'quotes':
    case 'backslash': {
      const safe = text.replaceAll('\\', '\\\\');
      return quote === '' || form.nests === true || (form.close.length > 2 && apart)
        ? safe
        : safe.replaceAll(quote, `\\${quote}`);
    }
  }
}

/** What would be taken for a value that is put in. */
const HELD_BY: Readonly<Record<HoleForm, RegExp>> = {
  'dollar-brace': /\$[A-Za-z_{]|\{\$/,
  'dollar-word': /\$[A-Za-z_{]|\{\$/,
  'brace-dollar': /\$[A-Za-z_{]|\{\$/,
  'hash-brace': /#\{/,
  brace: /[{}]/,
  'double-brace': /\{\{|\}\}/,
};
