import { matchesPattern, type PatternPart } from './path-pattern.ts';

/** The rules of a .gitignore, or of patterns of the same kind. */
export interface IgnoreRules {
  /** Whether a path below the folder of the rules is left out; `undefined` where no rule speaks of it. The last that does decides. */
  leavesOut(path: string, isFolder: boolean): boolean | undefined;
}

/** Reads lines as git does (gitignore(5)). */
export function readIgnoreRules(lines: readonly string[], caseMatters: boolean): IgnoreRules {
  const fold = (text: string): string => (caseMatters ? text : text.toLowerCase());
  /** Rules without wildcards, by name or path: a long list of them costs no more than a short one. */
  const plain = new Map<string, Rule>();
  const others = new Map<string, Rule>();
  lines.forEach((line, order) => {
    const rule = ruleOf(fold(line), order);
    if (rule === undefined) return;
    const key = keyOf(rule.onlyFolders, rule.anchored, rule.pattern);
    (/[*?[\\]/.test(rule.pattern) ? others : plain).set(key, rule);
  });
  const wild = [...others.values()].toSorted((a, b) => b.order - a.order);
  return {
    leavesOut(given, isFolder) {
      const path = fold(given);
      const name = path.slice(path.lastIndexOf('/') + 1);
      let last = (isFolder ? [false, true] : [false])
        .flatMap((onlyFolders) => [keyOf(onlyFolders, false, name), keyOf(onlyFolders, true, path)])
        .flatMap((key) => plain.get(key) ?? [])
        .reduce<Rule | undefined>((a, b) => (a === undefined || a.order < b.order ? b : a), undefined);
      for (const rule of wild) {
        if (last !== undefined && rule.order < last.order) break;
        if (rule.onlyFolders && !isFolder) continue;
        const subject = rule.anchored ? path : name;
        if (subject.endsWith(rule.tail) && matchesPattern(rule.parts(), subject)) {
          last = rule;
          break;
        }
      }
      return last === undefined ? undefined : !last.negated;
    },
  };
}

/** Of rules with one key the last holds. */
const keyOf = (onlyFolders: boolean, anchored: boolean, pattern: string): string =>
  `${onlyFolders ? 'f' : '-'}${anchored ? 'a' : '-'}${pattern}`;

interface Rule {
  readonly order: number;
  readonly pattern: string;
  readonly negated: boolean;
  readonly onlyFolders: boolean;
  /** It speaks of a path, not of a name in any folder. */
  readonly anchored: boolean;
  /** What stands behind the last wildcard: most rules are told by it at once. */
  readonly tail: string;
  parts(): readonly PatternPart[];
}

function ruleOf(line: string, order: number): Rule | undefined {
  let text = withoutTrailingSpaces(line);
  if (text === '' || text.startsWith('#')) return undefined;
  const negated = text.startsWith('!');
  if (negated) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  const anchored = text.includes('/');
  const pattern = text.startsWith('/') ? text.slice(1) : text;
  let parts: readonly PatternPart[] | undefined;
  if (pattern === '') return undefined;
  let tail = pattern.length;
  while (tail > 0 && !'*?]\\/'.includes(pattern[tail - 1]!)) tail--;
  return {
    order,
    pattern,
    negated,
    onlyFolders,
    anchored,
    tail: pattern.slice(tail),
    parts: () => (parts ??= partsOf(pattern)),
  };
}

/** A space behind a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (backslashes < end && line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end);
}

/** What matches nothing: a pattern that is not complete. */
const NEVER: readonly PatternPart[] = [{ kind: 'character', is: () => false }];

function partsOf(pattern: string): readonly PatternPart[] {
  const characters = [...pattern];
  const parts: PatternPart[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === '*') {
      const begins = at === 0 || characters[at - 1] === '/';
      let end = at + 1;
      while (characters[end] === '*') end++;
      const wide = begins && end - at > 1;
      if (wide && characters[end] === '/') {
        parts.push({ kind: 'folders' });
        end++;
      } else parts.push({ kind: wide && end === characters.length ? 'anything' : 'name' });
      at = end - 1;
    } else if (character === '?') parts.push({ kind: 'character', is: notSlash });
    else if (character === '[') {
      const set = setAt(characters, at);
      if (set === undefined) return NEVER;
      parts.push({ kind: 'character', is: set.has });
      at = set.end;
    } else if (character === '\\') {
      at++;
      if (at === characters.length) return NEVER;
      parts.push({ kind: 'character', is: characters[at]! });
    } else parts.push({ kind: 'character', is: character });
  }
  return parts;
}

const notSlash = (character: string): boolean => character !== '/';

/** The set of characters that begins at a bracket, and where it ends. */
function setAt(
  characters: readonly string[],
  from: number,
): { readonly has: (character: string) => boolean; readonly end: number } | undefined {
  const tests: ((character: string) => boolean)[] = [];
  let at = from + 1;
  const negated = characters[at] === '!' || characters[at] === '^';
  if (negated) at++;
  for (let first = true; first || characters[at] !== ']'; first = false) {
    const named = characters[at] === '[' && characters[at + 1] === ':' ? namedSetAt(characters, at) : undefined;
    if (named !== undefined) {
      tests.push(named.has);
      at = named.end + 1;
      continue;
    }
    if (characters[at] === '\\') at++;
    const low = characters[at++];
    if (low === undefined) return undefined;
    tests.push((character) => character === low);
    if (characters[at] !== '-' || characters[at + 1] === ']' || characters[at + 1] === undefined) continue;
    at++;
    if (characters[at] === '\\') at++;
    const high = characters[at++];
    if (high === undefined) return undefined;
    tests.push((character) => character >= low && character <= high);
  }
  return { has: (character) => notSlash(character) && tests.some((test) => test(character)) !== negated, end: at };
}

/** `[:alpha:]` and its kin, whose names are short. */
function namedSetAt(
  characters: readonly string[],
  from: number,
): { readonly has: (character: string) => boolean; readonly end: number } | undefined {
  const name = /^\[:(\w+):\]/.exec(characters.slice(from, from + LONGEST_NAME).join(''))?.[1];
  const set = name === undefined ? undefined : SETS.get(name);
  return set === undefined ? undefined : { has: (character) => set.test(character), end: from + name!.length + 3 };
}

const LONGEST_NAME = 12;

const SETS: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['digit', /\d/],
  ['lower', /[a-z]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /\s/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
]);
