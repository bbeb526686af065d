import { anyOf } from './alternatives.ts';
import { firstIndex } from '../../text/occupied.ts';
import { lineEnd } from './beside.ts';

/** A stretch of a program. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The functions of a program. */
export interface Functions {
  /** The function around an offset; the whole program where there is none. */
  around(offset: number): Stretch;
  /** Where the line begins on which the nearest loop around an offset does, in the same function. */
  loopAround(offset: number): number | undefined;
}

/**
 * The functions of a program, told by indentation: what is around an offset goes from the nearest line above that begins a function and
 * is indented less, to the next that begins one and is not indented more.
 */
export function functionsIn(text: string): Functions {
  const lines = linesOf(text);
  const known: (Stretch | undefined)[] = [];
  const aroundLine = (own: number): Stretch => {
    let least = lines[own]!.indentation;
    let head = own - 1;
    for (; head >= 0; head -= 1) {
      const above = lines[head]!;
      if (above.isNothing || above.indentation >= least) continue;
      least = above.indentation;
      if (above.begins()) break;
    }
    if (head < 0) return { start: 0, end: text.length };
    const { start } = lines[head]!;
    for (let next = own + 1; next < lines.length; next += 1) {
      const below = lines[next]!;
      if (below.indentation <= least && below.begins()) return { start, end: below.start - 1 };
    }
    return { start, end: text.length };
  };
  return {
    around(offset) {
      const own = lineAt(lines, offset);
      const line = lines[own]!;
      // All of a function may stand on its line.
      const before = offset - line.start < LONGEST_LINE ? text.slice(line.start, offset) : '';
      if (ON_ONE_LINE.test(before) && !OF_TYPE.test(before)) {
        const next = lines.findIndex((one, at) => at > own && !one.isNothing && one.indentation <= line.indentation);
        return { start: line.start, end: next < 0 ? text.length : lines[next]!.start - 1 };
      }
      return (known[own] ??= aroundLine(own));
    },
    loopAround(offset) {
      const own = lineAt(lines, offset);
      const line = lines[own]!;
      if (beginsLoop(text.slice(line.start, offset)) || LISTED.test(lineFrom(text, offset))) return line.start;
      let least = line.indentation;
      for (let at = own - 1; at >= 0 && least > 0; at -= 1) {
        const above = lines[at]!;
        if (above.isNothing || above.indentation >= least) continue;
        least = above.indentation;
        if (beginsLoop(lineFrom(text, above.start))) return above.start;
        if (above.begins()) return undefined;
      }
      return undefined;
    },
  };
}

const lineFrom = (text: string, start: number): string => text.slice(start, lineEnd(text, start));

/** What is told apart from the words of texts and comments. */
const beginsLoop = (line: string): boolean =>
  line.length < LONGEST_LINE &&
  !AGAIN.test(line) &&
  LOOP.test(line.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|(?:\/\/|#|--).*$|^\s*\*.*$/g, ''));

/** A loop, or a function that is run for each of several. */
const LOOP =
  /^\W*(?:await\s+)?(?:for|foreach|while|until|loop)\b|\.(?:forEach|foreach|each|eachRow|each_with_index|map|mapNotNull|flatMap|for_each|concatMap)\s*(?:[({|]|\bdo\b)|\.(?:collect|onEach)\s*(?:\{|\bdo\b)|\.Select(?:Many)?\(\s*(?:async\s*)?\(?\w+\)?\s*=>|\bmap\(\s*lambda\b|\bEnum\.(?:each|map|flat_map)\b|\b(?:array_map|Task\.WhenAll|asyncio\.gather)\(/i;

/** A loop that does the same again until it succeeds. */
const AGAIN = /\bretr(?:y|ies)|_retries\b|[rR]etries\b|attempt|\btries\b/i;

/** The end of a call that a comprehension makes: `execute(q, [id]) for id in ids`. */
const LISTED = /\)\s*for\s+[\w, ]+\s+in\s/;

interface Line {
  readonly start: number;
  /** How many blanks begin it; a tab is as good as any other. */
  readonly indentation: number;
  readonly isNothing: boolean;
  /** Whether a function begins on it. */
  begins(): boolean;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const line = lineFrom(text, start);
    const first = /[^ \t]/.exec(line);
    let begins: boolean | undefined;
    lines.push({
      start,
      indentation: first?.index ?? line.length,
      isNothing: NOTHING.test(line),
      begins: () => (begins ??= beginsFunction(line)),
    });
    start += line.length + 1;
  }
  return lines;
}

const lineAt = (lines: readonly Line[], offset: number): number =>
  firstIndex(lines.length, (at) => lines[at]!.start > offset) - 1;

const beginsFunction = (line: string): boolean =>
  line.length < LONGEST_LINE && BEGINS.test(line) && !OF_TYPE.test(line);

/** Longer ones are not written by a person. */
const LONGEST_LINE = 500;

/** A method and the beginning of its body, on one line: `void done(User user) throws Failure { …`, `public Task Done(User user) => …`. */
const METHOD =
  /^\s*(?!\s|[^(]*\b(?:if|else|for|foreach|while|until|unless|switch|case|match|select|catch|try|with|using|lock|fixed|synchronized|return|yield|await|throw|new|val|var|let|const|by|in|do|go|defer)[ \t])(?:@\w+\s+)*[\w<>[\],?.]+(?:[ \t]+[\w<>[\],?.]+)*[ \t]+(\w+)\([^();={}]*(?:\([^();={}]*\)[^();={}]*)*\)[^();={}]*(?:\{|=>)\s*\S/;

/** The beginning of a function, a method, or a function that is handed to another. */
const BEGINS = anyOf([
  /\b(?:def|defp|func|fun|fn|function)\b/,
  /=>\s*[({]?\s*$/,
  /\bdo(?:\s*\|[^|]*\|)?\s*$/,
  /->\s*\{?\s*$/,
  /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|internal|static|final|async|override|virtual|synchronized|abstract)\s+)+[^=;]*\([^;]*$/,
  /^\s*(?!\s|(?:if|for|while|switch|catch|with|synchronized|using|lock|else|match|return)\b)[\w<>[\], ?.*]*\b\w+\s*\([^;=]*\)[^;=]*\{\s*$/,
  METHOD,
]);

/** The beginning of a function before what it does. */
const ON_ONE_LINE = anyOf([
  /^\s*(?:[\w@]+\s+)*(?:def|defp|fun|func|fn|function)\s+[\w(][^{=]*\)[^=]*(?::|=|\bdo:|\{)\s*\S/,
  /^\s*(?:\w+\s+)*[\w.$]+\s*[:=]\s*(?:async\s*)?(?:\w+|\([^()]*\))(?::[^=]+)?\s*=>\s*\S/,
  METHOD,
]);

/** The beginning of a type, whose constructor may stand on its line. */
const OF_TYPE =
  /^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|private|protected|internal|static|final|abstract|export|default|data|sealed|open|case|implicit|partial)\s+)*(?:class|object|interface|trait|record|struct|enum|namespace|module)\s+\w/;

/** A line that tells nothing of what it stands in: empty, or a bracket alone. */
const NOTHING = /^\s*\{?\s*$/;

/** The name of a function, by its first line. */
export function functionName(text: string, { start }: Stretch): string | undefined {
  const head = lineFrom(text, start);
  for (const pattern of NAMED) {
    const name = pattern.exec(head)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** `def f`, `func (r *R) F(`; `f = async (a) =>`, `f: function`; a method: its name before brackets, at the end of the line, or with its body; a property: `string Base =>`. */
const NAMED: readonly RegExp[] = [
  /\b(?:def|defp|func|fun|fn|function)\s+(?:\([^)]*\)\s*)?(?:self\.)?(\w+)/,
  /([\w$]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)/,
  /^[\w<>[\], ?.*@]*?\b(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)?[^()=]*$/,
  /^[ \t]*\w[\w<>[\], ?.]*[ \t](\w+)\s*=>/,
  METHOD,
];
