import { wordSet } from './alternatives.ts';
import { lineEnd, matchEnd } from './beside.ts';
import { changeBetween } from '../../text/changed-span.ts';
import { firstIndex } from '../../text/occupied.ts';
import { readFences } from './fences.ts';
import type { HoleForm, Host, StringForm } from './host.ts';
import { type Literal, LONGEST_HOLE, readLiteral } from './literal.ts';
import { readShell } from './shell.ts';
import { HostTokens } from './tokens.ts';

export interface HostComment {
  readonly start: number;
  readonly end: number;
  readonly kind: 'line' | 'block';
}

export interface HostReading {
  readonly tokens: HostTokens;
  readonly comments: readonly HostComment[];
}

/** What was read in a program before something in it changed. */
export interface EarlierReading {
  readonly text: string;
  readonly reading: HostReading;
}

/**
 * Cuts a program into words, marks and texts. It never throws: what it does not know is a mark. Of an earlier reading it takes what
 * cannot have changed, and gives what it would without.
 */
export function readHost(text: string, host: Host, earlier?: EarlierReading): HostReading {
  if (host.fences === true) return readFences(text);
  if (host.shell === true) return readShell(text);
  const rest = earlier === undefined || host.heredocs !== undefined ? undefined : restOf(earlier, text);
  const tokens = new HostTokens(rest === undefined ? (text.length >> 2) + FEW : rest.reading.tokens.count + FEW);
  const comments: HostComment[] = [];
  const { block, line } = host.comments;
  /** Heredocs whose text begins on the next line. */
  let awaited: (Heredoc & { readonly start: number; readonly index: number })[] = [];
  let depth = 0;
  let fresh = true;
  let at = host.name === 'php' ? beginOfCode(text, 0) : 0;
  if (rest !== undefined) {
    const { reading, restart } = rest;
    tokens.take(reading.tokens, 0, restart, 0);
    at = reading.tokens.start(restart);
    depth = reading.tokens.depth(restart);
    comments.push(...reading.comments.slice(0, firstFrom(reading.comments, at)));
  }
  const add = (isWord: boolean, end: number): void => {
    tokens.add(isWord, at, end, depth, fresh);
    fresh = false;
    at = end;
  };
  const comment = (kind: HostComment['kind'], end: number): void => {
    comments.push({ start: at, end, kind });
    at = end;
  };
  while (at < text.length) {
    if (rest?.meets(tokens, at, depth, fresh) === true) return rest.joinedTo(tokens, comments, at);
    const code = text.charCodeAt(at);
    if (code === LF) {
      fresh = true;
      at += 1;
      for (const heredoc of awaited) {
        const literal = heredocFrom(text, at, heredoc);
        tokens.putText(heredoc.index, literal, heredoc.tag);
        at = literal.end;
      }
      if (awaited.length > 0) awaited = [];
    } else if (code <= SPACE || (code === BACKSLASH && LINE_BREAKS.includes(text[at + 1] ?? ' '))) {
      // Behind a backslash the line goes on.
      at += code === BACKSLASH ? (text.startsWith('\r\n', at + 1) ? 3 : 2) : 1;
    } else if (isWordCode(code)) {
      let end = at + 1;
      while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
      add(true, end);
    } else if (block && code === STROKE && text.charCodeAt(at + 1) === STAR) {
      const end = text.indexOf('*/', at + 2);
      comment('block', end < 0 ? text.length : end + 2);
    } else if (line.some((mark) => text.startsWith(mark, at)) && !isAttribute(text, at, host)) {
      comment('line', lineEnd(text, at));
    } else if (host.name === 'php' && text.startsWith('?>', at)) {
      at = beginOfCode(text, at + 2);
    } else if (host.name === 'ruby' && fresh && text.startsWith('=begin', at)) {
      const end = text.indexOf('\n=end', at);
      comment('block', end < 0 ? text.length : end + 5);
    } else if (host.name === 'elixir' && SIGN_OF_ELIXIR.test(text.slice(at, at + 3))) {
      add(false, at + (text.charCodeAt(at + 1) === BACKSLASH ? 3 : 2));
    } else {
      const heredoc = host.heredocs === undefined ? undefined : heredocAt(text, at, host.heredocs);
      const mayOpen = heredoc === undefined && host.openers.includes(text[at]!);
      const opened = mayOpen ? openedAt(text, at, host, mayBeginValue(text, tokens)) : undefined;
      if (heredoc !== undefined) {
        awaited.push({ ...heredoc, start: at, index: tokens.count });
        add(false, heredoc.end);
      } else if (opened !== undefined) {
        const { form, close, textStart, tag, before } = opened;
        // What belongs to the quotes was read as words and marks.
        while (tokens.end(tokens.count - 1) > at - before) fresh = tokens.takeLast();
        const literal = readLiteral(text, at - before, textStart, form, close);
        at -= before;
        add(false, literal.end);
        tokens.putText(tokens.count - 1, literal, tag);
      } else if (host.characters && code === QUOTE) {
        add(false, characterEnd(text, at));
      } else if (host.strokes && code === STROKE && mayBeginValue(text, tokens)) {
        add(false, expressionEnd(text, at));
      } else {
        if (OPENS.includes(text[at]!)) {
          add(false, at + 1);
          depth += 1;
        } else {
          if (CLOSES.includes(text[at]!)) depth = Math.max(0, depth - 1);
          add(false, at + 1);
        }
      }
    }
  }
  return { tokens, comments };
}

/** What of an earlier reading holds: the tokens before `restart`, and all from where they are met again. */
interface Rest {
  readonly reading: HostReading;
  /** The first on its line. */
  readonly restart: number;
  /** Whether all goes on as it did, from an offset before which some tokens were read. */
  meets(tokens: HostTokens, at: number, depth: number, isFresh: boolean): boolean;
  /** Tokens and comments up to an offset with those that stood behind it. */
  joinedTo(tokens: HostTokens, comments: readonly HostComment[], at: number): HostReading;
}

function restOf({ text: before, reading }: EarlierReading, text: string): Rest | undefined {
  const { start, end, grown } = changeBetween(before, text);
  const old = reading.tokens;
  let restart = old.firstFrom(start - FARTHEST_LOOK) - 1;
  while (restart >= 0 && (!old.isFresh(restart) || closes(before, old.start(restart)))) restart -= 1;
  if (restart < 0) return undefined;
  let next = old.firstFrom(end + LONGEST_LOOK_BACK);
  return {
    reading,
    restart,
    meets(tokens, at, depth, isFresh) {
      while (next < old.count && old.start(next) + grown < at) next += 1;
      if (next === old.count || old.start(next) + grown !== at || closes(text, at)) return false;
      if (old.depth(next) !== depth || old.isFresh(next) !== isFresh) return false;
      const last = tokens.count - 1;
      return (
        tokens.start(last) === old.start(next - 1) + grown &&
        tokens.end(last) === old.end(next - 1) + grown &&
        tokens.isText(last) === old.isText(next - 1) &&
        old.start(next - 1) >= end
      );
    },
    joinedTo(tokens, comments, at) {
      tokens.take(old, next, old.count, grown);
      const behind = reading.comments.slice(firstFrom(reading.comments, at - grown));
      return { tokens, comments: [...comments, ...behind.map((one) => movedComment(one, grown))] };
    },
  };
}

/** How many brackets are open before one that closes is not known of its token. */
const closes = (text: string, at: number): boolean => CLOSES.includes(text[at]!);

const movedComment = ({ start, end, kind }: HostComment, by: number): HostComment => ({
  start: start + by,
  end: end + by,
  kind,
});

/** The first comment that begins at an offset or behind it. */
export const firstFrom = (comments: readonly HostComment[], offset: number): number =>
  firstIndex(comments.length, (at) => comments[at]!.start >= offset);

/** So many tokens more than there were find room at once. */
const FEW = 64;

/** A token may hang on what stands so much further on: what is put into a text ends there. */
const FARTHEST_LOOK = LONGEST_HOLE + 100;

/** The quotes of a text may be those of what stands so much before them. */
const LONGEST_LOOK_BACK = 100;

const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code > 127;

interface Opened {
  readonly form: StringForm;
  readonly close: string;
  readonly textStart: number;
  readonly tag: string;
  /** How many characters before the quotes belong to them. */
  readonly before: number;
}

/** The quotes that open a text. A stroke does where a value may begin. */
function openedAt(text: string, at: number, host: Host, mayBegin: boolean): Opened | undefined {
  const sign = text[at]!;
  if (host.characters && sign === "'") return undefined;
  let hashes = 0;
  if (host.name === 'rust') while (text[at - 1 - hashes] === '#') hashes += 1;
  const tag = PREFIX.exec(text.slice(Math.max(0, at - hashes - LONGEST_PREFIX), at - hashes))![0];
  const fitting = host.strings.filter(
    ({ open, counted }) => text.startsWith(open, at) && (hashes === 0 || counted === '#'),
  );
  const form = fitting.find(({ prefix, open }) => prefix.test(tag) && (open !== '/' || tag !== '' || mayBegin));
  // A bracket is one, unless a sign says that it is a quote.
  const chosen =
    form ??
    (OPENS.includes(sign)
      ? undefined
      : fitting.find(({ prefix, open }) => prefix.test('') && (open !== '/' || mayBegin)));
  if (chosen === undefined) return undefined;
  const own = form === undefined ? '' : tag;
  let quotes = chosen.open.length;
  if (chosen.counted === '"') while (text[at + quotes] === '"') quotes += 1;
  const close =
    chosen.counted === '"' ? '"'.repeat(quotes) : chosen.close + '#'.repeat(chosen.counted === '#' ? hashes : 0);
  return { form: chosen, close, textStart: at + quotes, tag: own, before: own.length + (own === '' ? 0 : hashes) };
}

const PREFIX = /(?:[A-Za-z_]\w*|[$@]{1,2}|%[qQ]?|~(?:[a-z]|[A-Z]+))?$/;
const LONGEST_PREFIX = 12;

interface Heredoc {
  readonly tag: string;
  readonly form: StringForm;
  readonly end: number;
}

function heredocAt(text: string, at: number, kind: 'php' | 'ruby'): Heredoc | undefined {
  if (text[at] !== '<' || text[at + 1] !== '<') return undefined;
  const pattern = kind === 'php' ? /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1(?=\r?\n)/y : /<<[~-]?(["']?)([A-Z_]\w*)\1/y;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const raw = found[1] === "'";
  const holes: readonly HoleForm[] = kind === 'php' ? ['brace-dollar', 'dollar-brace', 'dollar-word'] : ['hash-brace'];
  const form: StringForm = {
    prefix: /^$/,
    open: '',
    close: '',
    escapes: raw ? 'none' : 'backslash',
    lines: true,
    holes: raw ? [] : holes,
  };
  return { tag: found[2]!, form, end: at + found[0].length };
}

/** The text of a heredoc: from the line behind its mark to the line that holds the mark again. */
function heredocFrom(text: string, from: number, { start, tag, form }: Heredoc & { readonly start: number }): Literal {
  const found = new RegExp(`^[ \\t]*${tag}\\b`, 'm').exec(text.slice(from));
  const textEnd = found === null ? text.length : from + found.index;
  const { marks } = readLiteral(text.slice(0, textEnd), start, from, form, NEVER);
  const end = found === null ? textEnd : textEnd + found[0].length;
  return { form, start, end, textStart: from, textEnd, marks, closed: found !== null };
}

/** Stands in no text. */
const NEVER = '\0\0';

/** A quote by itself: `?"`, `?'`. */
const SIGN_OF_ELIXIR = /^\?\\?["']/;

/** `'a'`, `'\n'`; of a lifetime or a symbol the quote alone. */
function characterEnd(text: string, at: number): number {
  const end = matchEnd(/'(?:\\[^\n][^'\n]{0,8}|[^'\\\n]{1,2})'/y, text, at);
  return Math.max(end, at + 1);
}

function expressionEnd(text: string, at: number): number {
  const end = matchEnd(/\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y, text, at);
  return Math.max(end, at + 1);
}

/** Whether a value may begin behind a token. */
function mayBeginValue(text: string, tokens: HostTokens): boolean {
  const before = tokens.count - 1;
  if (before < 0) return true;
  if (tokens.isText(before)) return false;
  const written = text.slice(tokens.start(before), tokens.end(before));
  return tokens.isWord(before) ? VALUE_WORDS.has(written) : !')]}'.includes(written);
}

const VALUE_WORDS: ReadonlySet<string> = wordSet(
  'return typeof case in of delete void throw new else do if unless when and or not',
);

/** `#[…]` of PHP. */
const isAttribute = (text: string, at: number, { name }: Host): boolean =>
  name === 'php' && text[at] === '#' && text[at + 1] === '[';

function beginOfCode(text: string, at: number): number {
  const begin = text.indexOf('<?', at);
  return begin < 0 ? text.length : begin + 2;
}

const OPENS = '([{';
const CLOSES = ')]}';
const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x27;
const BACKSLASH = 0x5c;
const LINE_BREAKS = '\r\n';
const STAR = 0x2a;
const STROKE = 0x2f;
