import type { Span } from './span.ts';

/** Where a text differs from another: what of it gave way, and how much longer the other is. */
export interface Change extends Span {
  readonly grown: number;
}

export function changeBetween(before: string, after: string): Change {
  const shortest = Math.min(before.length, after.length);
  const head = alike(before, after, shortest);
  const tail = alikeAtEnd(before, after, shortest - head);
  return { start: head, end: before.length - tail, grown: after.length - before.length };
}

/** How many characters two texts begin with that are the same. */
function alike(before: string, after: string, most: number): number {
  let at = 0;
  while (at + BLOCK <= most && before.slice(at, at + BLOCK) === after.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at;
}

function alikeAtEnd(before: string, after: string, most: number): number {
  const [old, now] = [before.length, after.length];
  let at = 0;
  while (at + BLOCK <= most && before.slice(old - at - BLOCK, old - at) === after.slice(now - at - BLOCK, now - at))
    at += BLOCK;
  while (at < most && before.charCodeAt(old - 1 - at) === after.charCodeAt(now - 1 - at)) at += 1;
  return at;
}

/** So many characters are compared at once. */
const BLOCK = 1024;
