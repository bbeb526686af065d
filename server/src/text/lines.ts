/** A place as people and editors name it: both numbers count from 0, `character` in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Where an offset of a text stands. */
export function positionAt(text: string, offset: number): Position {
  let line = 0;
  let start = 0;
  for (let next = nextLine(text, 0); next >= 0 && next <= offset; next = nextLine(text, next)) {
    line += 1;
    start = next;
  }
  return { line, character: offset - start };
}

/** How many lines end in a text: at LF, CR LF or CR. */
export function countLineBreaks(text: string): number {
  let count = 0;
  if (text.includes('\r')) {
    for (let at = nextLine(text, 0); at >= 0; at = nextLine(text, at)) count += 1;
  } else {
    // The engine finds one character faster than we do.
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}

/** Offset behind the next line break at or after `from`; -1 where there is none. */
export function nextLine(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF) return at + 1;
    if (code === CR) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }
  return -1;
}

/** Offsets behind all line breaks of a text. */
export function lineStartsOf(text: string): readonly number[] {
  const starts: number[] = [];
  if (text.includes('\r')) {
    for (let at = nextLine(text, 0); at >= 0; at = nextLine(text, at)) starts.push(at);
  } else {
    // The engine finds one character faster than we do.
    for (let at = text.indexOf('\n') + 1; at > 0; at = text.indexOf('\n', at) + 1) starts.push(at);
  }
  return starts;
}

/** Where the text before the line break that ends at `next` ends. */
export function beforeLineBreak(text: string, next: number): number {
  return text.charCodeAt(next - 1) === LF && text.charCodeAt(next - 2) === CR ? next - 2 : next - 1;
}

/** How many of the ascending numbers are at most `limit`. */
export function countUpTo(numbers: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LF = 0x0a;
const CR = 0x0d;
