import type { Span } from '../text/span.ts';

/** A place in the text of a `cql-analyzer.toml` where something is named, or a value stands. */
export interface SettingsPlace extends Span {
  /** The name of a table in brackets, a key, or a value. */
  readonly kind: 'table' | 'key' | 'value';
  /** The keys before it: those of the table that it is in, and those before its dots; of a value its own as well. */
  readonly path: readonly string[];
  /** The quotes around a text; `start` and `end` lie within them. */
  readonly quote: '"' | "'" | undefined;
  /** It is an item of a list. */
  readonly inList: boolean;
}

/** What a text sets, and the place of an offset in it. */
export interface SettingsReading {
  /** `undefined` in a comment, and behind a value. */
  readonly place: SettingsPlace | undefined;
  /** The whole names of the keys that the text sets elsewhere. */
  readonly keys: ReadonlySet<string>;
}

/** Reads a text, which may be broken anywhere, around an offset. */
export function readSettings(text: string, offset: number): SettingsReading {
  const keys = new Set<string>();
  let place: SettingsPlace | undefined;
  let table: readonly string[] = [];
  /** The braces and brackets that are open; those in braces have the keys before them. */
  const open: { readonly sign: '{' | '['; readonly path: readonly string[] }[] = [];
  let kind: SettingsPlace['kind'] = 'key';
  /** The keys before the word. */
  let path: readonly string[] = [];
  /** The last word; on its line nothing else follows a value. */
  let word = '';
  let isOver = false;

  const home = (): readonly string[] => open.at(-1)?.path ?? table;
  const begin = (): void => {
    kind = 'key';
    path = home();
    word = '';
    isOver = false;
  };
  const inList = (): boolean => open.at(-1)?.sign === '[';
  const meet = (start: number, end: number, quote?: '"' | "'"): void => {
    if (start <= offset && offset <= end && !isOver) place = { kind, path, start, end, quote, inList: inList() };
  };

  for (let at = 0; at <= text.length;) {
    const sign = text[at] ?? '\n';
    if (sign === '#') {
      const end = endOfLine(text, at);
      // Nothing is written in a comment, but right before it something may be.
      if (at < offset && offset <= end) return { place: undefined, keys };
      at = end;
      continue;
    }
    if (sign === '"' || sign === "'") {
      const end = endOfString(text, at, sign);
      const closed = text[end - 1] === sign && end - 1 > at ? end - 1 : end;
      meet(at + 1, closed, sign);
      word = text.slice(at + 1, closed);
      if (kind === 'value') isOver = !inList();
      at = end;
      continue;
    }
    if (/[\w-]/.test(sign)) {
      const end = at + /^[\w-]+/.exec(text.slice(at))![0].length;
      meet(at, end);
      word = text.slice(at, end);
      if (kind === 'value') isOver = !inList();
      at = end;
      continue;
    }
    if (at === offset && place === undefined) meet(at, at);
    at += 1;
    switch (sign) {
      case '\n':
        if (open.length > 0 && (open[0]!.sign === '[' || open.at(-1)!.sign === '[')) break;
        open.length = 0;
        begin();
        break;
      case '.':
        if (kind !== 'value') path = [...path, word];
        break;
      case '=':
        path = [...path, word];
        if (!(place !== undefined && place.kind === 'key' && place.end >= at - 1 - gapBefore(text, at - 1)))
          keys.add(path.join('.'));
        kind = 'value';
        word = '';
        break;
      case '[':
        if (kind === 'value') open.push({ sign, path });
        else if (word === '') {
          kind = 'table';
          path = [];
        }
        break;
      case ']':
        if (kind === 'table') {
          table = [...path, word];
          isOver = true;
        } else if (inList()) {
          open.pop();
          isOver = !inList();
        }
        break;
      case '{':
        open.push({ sign, path });
        begin();
        break;
      case '}':
        open.pop();
        isOver = true;
        break;
      case ',':
        if (open.at(-1)?.sign === '{') begin();
        break;
    }
  }
  return { place, keys };
}

const gapBefore = (text: string, at: number): number => at - text.slice(0, at).trimEnd().length;

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Behind the closing quote; a text that is not closed ends with its line. */
function endOfString(text: string, at: number, quote: '"' | "'"): number {
  const line = text.slice(at, endOfLine(text, at)).replace(/\r$/, '');
  const closed = (quote === '"' ? /^"(?:\\.|[^"\\])*"/ : /^'[^']*'/).exec(line);
  return at + (closed?.[0] ?? line).length;
}
