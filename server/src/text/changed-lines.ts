import { changedItems } from './changed-items.ts';

/** The one change that makes a text of another: the lines between those that both begin with and those that both end with. */
export function changedLines(
  before: string,
  now: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const old = before.split(LINES);
  const fresh = now.split(LINES);
  const { from, to, come } = changedItems(old, fresh);
  const start = old.slice(0, from).join('').length;
  const text = fresh.slice(from, from + come).join('');
  return { start, end: before.length - old.slice(to).join('').length, text };
}

/** Behind each line feed. */
const LINES = /(?<=\n)/;
