import * as T from '../syntax/generated/token-types.ts';
import type { Break, Group } from './groups.ts';
import type { Gap, Lexeme } from './lexemes.ts';
import type { FormatOptions } from './options.ts';
import { isSpaced } from './spacing.ts';

/** Writes a statement on one line, where it fits and nothing in it wants more of them; `undefined` where it does not. */
export function printOnOneLine(lexemes: readonly Lexeme[], { width }: FormatOptions): string | undefined {
  // Batches and transactions have a line for each statement.
  if (lexemes[0]?.type === T.BEGIN) return undefined;
  let out = '';
  for (let token = 0; token < lexemes.length; token++) {
    const { text, gap } = lexemes[token]!;
    if (token > 0) {
      if (gap.breaks > 0 || gap.remarks.length > 0) return undefined;
      if (isSpaced(lexemes[token - 1]!, lexemes[token]!)) out += ' ';
    }
    out += text;
    // With the `;`.
    if (out.length >= width || text.includes('\n')) return undefined;
  }
  return out;
}

/** Writes a statement: its tokens, laid out by their groups. */
export function print(lexemes: readonly Lexeme[], groups: readonly Group[], options: FormatOptions): string {
  const { indent, width } = options;
  const whole: Nested = { first: 0, end: lexemes.length, kind: 'all', breaks: [], inner: nested(groups) };
  const breakable = new Uint8Array(lexemes.length + 1);
  for (const { breaks } of groups) for (const { token } of breaks) breakable[token] = 1;
  const widths = flatWidths(lexemes);
  let out = '';
  let column = 0;
  /** Steps of indentation of the line that is being written. */
  let level = 0;
  printGroup(whole);
  return out;

  function printGroup(group: Nested): void {
    const base = level;
    const mode = modeOf(group);
    const { breaks } = group;
    let next = 0;
    let inner = 0;
    for (let token = group.first; token < group.end;) {
      let place: Break | undefined;
      // Between a comma and a closing bracket there are two of them, of which that of the bracket counts.
      for (; next < breaks.length && breaks[next]!.token <= token; next += 1)
        if (breaks[next]!.token === token) place = breaks[next];
      if (token > group.first) {
        const target = place !== undefined && breaksAt(group, mode, place, next - 1) ? base + place.indent : undefined;
        // Comments before a closing bracket belong to what stands in it.
        const remarks = place?.edge === true && place.indent === 0 ? base + 1 : undefined;
        writeGap(token, target, {
          remarks,
          blank: (group.kind === 'lines' || mode === 'all') && place?.edge !== true,
        });
      }
      const child = group.inner[inner];
      if (child?.first === token) {
        printGroup(child);
        token = child.end;
        inner += 1;
      } else {
        write(lexemes[token]!.text);
        token += 1;
      }
    }
  }

  function modeOf(group: Nested): Mode {
    const { kind, breaks, first, end } = group;
    const [opening] = breaks;
    if (opening === undefined) return 'flat';
    if (kind === 'lines' || (opening.edge === true && isBroken(opening))) return 'all';
    if (kind !== 'fill' && isChosen(group)) return kind;
    return !forcesLine(first + 1, end) && column + widthOf(first, end) + tailOf(end) <= width ? 'flat' : kind;
  }

  function isBroken({ token }: Break): boolean {
    return lexemes[token]!.gap.breaks > 0 || endsLine(lexemes[token]!.gap);
  }

  /** Whether the writer broke the line at a place of a group, or wrote a text of several lines as a clause. */
  function isChosen({ breaks, statement, inner, first, end }: Nested): boolean {
    if (breaks.some((one) => one.edge !== true && isBroken(one))) return true;
    if (statement !== true) return false;
    for (let token = first; token < end; token++) if (lexemes[token]!.text.includes('\n')) return true;
    return inner.some((one) => one.breaks.at(-1)?.indent !== 0 && (isChosen(one) || isBroken(one.breaks[0]!)));
  }

  function breaksAt(group: Nested, mode: Mode, { token, edge }: Break, index: number): boolean {
    switch (mode) {
      case 'flat':
        return false;
      case 'all':
        return true;
      case 'hang':
        return edge !== true;
      case 'fill': {
        if (edge === true) return false;
        const next = group.breaks[index + 1]?.token ?? group.end;
        return column + widths[next]! - widths[token]! + (next === group.end ? tailOf(next) : 0) > width;
      }
    }
  }

  /** Whether something between two tokens needs a line of its own. */
  function forcesLine(from: number, to: number): boolean {
    for (let token = from; token < to; token++) if (endsLine(lexemes[token]!.gap)) return true;
    return false;
  }

  /** How long tokens are on one line, without what stands before the first; up to its first line break where one of them has one. */
  function widthOf(from: number, to: number): number {
    return widths[to]! - widths[from]! - (from < to ? gapWidth(lexemes, from) : 0);
  }

  /** How long what follows is up to the next place where a line may be broken. */
  function tailOf(from: number): number {
    let to = from;
    while (to < lexemes.length && breakable[to] === 0 && to - from < 64) to += 1;
    return widths[to]! - widths[from]! + (to === lexemes.length ? 1 : 0);
  }

  function writeGap(
    token: number,
    target: number | undefined,
    { remarks: remarkLevel, blank }: { readonly remarks: number | undefined; readonly blank: boolean },
  ): void {
    const { remarks, breaks } = lexemes[token]!.gap;
    const inside = remarkLevel ?? target ?? level;
    let needsLine = false;
    for (const { text, line, breaks: before } of remarks) {
      if (needsLine || before > 0) newLine(inside, blank && before > 1);
      else write(column === 0 ? '' : ' ');
      write(text);
      needsLine = line;
    }
    const ownLine = remarks.length > 0 && breaks > 0 && (remarks.at(-1)!.breaks > 0 || target !== undefined);
    if (target !== undefined) {
      const closes = remarks.length > 0 && !needsLine && breaks === 0;
      if (closes) write(' ');
      else newLine(target, blank && breaks > 1);
    } else if (needsLine || ownLine) newLine(level, false);
    else if (remarks.length > 0 || isSpaced(lexemes[token - 1]!, lexemes[token]!)) write(' ');
  }

  function newLine(steps: number, blank: boolean): void {
    out = `${out}\n${blank ? '\n' : ''}${indent.repeat(steps)}`;
    column = indent.length * steps;
    level = steps;
  }

  function write(text: string): void {
    out += text;
    const line = text.lastIndexOf('\n');
    column = line < 0 ? column + text.length : text.length - line - 1;
  }
}

type Mode = 'flat' | 'all' | 'fill' | 'hang';

interface Nested extends Group {
  readonly inner: readonly Nested[];
}

/** Groups within the groups that hold them. */
function nested(groups: readonly Group[]): readonly Nested[] {
  const top: Nested[] = [];
  const open: { readonly group: Group; readonly inner: Nested[] }[] = [];
  for (const group of groups) {
    while (open.length > 0 && open.at(-1)!.group.end <= group.first) open.pop();
    const inner: Nested[] = [];
    (open.at(-1)?.inner ?? top).push({ ...group, inner });
    open.push({ group, inner });
  }
  return top;
}

/** A comment that ends its line, or stands on one of its own. */
const endsLine = ({ remarks }: Gap): boolean => remarks.some(({ line, breaks }) => line || breaks > 0);

/** Running sums of the widths of tokens on one line, the space or comments before each included. */
function flatWidths(lexemes: readonly Lexeme[]): Float64Array {
  const widths = new Float64Array(lexemes.length + 1);
  lexemes.forEach(({ text }, token) => {
    const line = text.indexOf('\n');
    widths[token + 1] = widths[token]! + gapWidth(lexemes, token) + (line < 0 ? text.length : line);
  });
  return widths;
}

/** The width of the space and comments before a token on one line. */
function gapWidth(lexemes: readonly Lexeme[], token: number): number {
  const { remarks } = lexemes[token]!.gap;
  let comments = 0;
  for (const { text } of remarks) comments += 1 + text.length;
  const space = token > 0 && (remarks.length > 0 || isSpaced(lexemes[token - 1]!, lexemes[token]!)) ? 1 : 0;
  return comments + space;
}
