/** The one change that makes a text of another: the lines between those that both begin with and those that both end with. */
export function changedLines(
  before: string,
  now: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const old = before.split(LINES);
  const fresh = now.split(LINES);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const start = old.slice(0, head).join('').length;
  const text = fresh.slice(head, fresh.length - tail).join('');
  return { start, end: before.length - old.slice(old.length - tail).join('').length, text };
}

/** Behind each line feed. */
const LINES = /(?<=\n)/;
