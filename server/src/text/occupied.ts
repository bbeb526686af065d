import type { Span } from './span.ts';

/** The places of a text that edits take, none of which overlap. */
export interface Occupied {
  /** Whether an edit gets in the way of none that was taken; insertions at one place follow each other. */
  isFree(span: Span): boolean;
  take(span: Span): void;
}

export function nothingOccupied(): Occupied {
  // By their rising beginning; an insertion has no length, so those are kept apart.
  const spans: Span[] = [];
  const insertions: number[] = [];
  return {
    isFree({ start, end }) {
      const next = spans[firstIndex(spans.length, (at) => spans[at]!.end > start)];
      if (next !== undefined && next.start < end) return false;
      const inserted = insertions[firstIndex(insertions.length, (at) => insertions[at]! > start)];
      return start === end || inserted === undefined || inserted >= end;
    },
    take(span) {
      const { start, end } = span;
      if (start < end)
        spans.splice(
          firstIndex(spans.length, (at) => spans[at]!.start > start),
          0,
          span,
        );
      else {
        const index = firstIndex(insertions.length, (at) => insertions[at]! >= start);
        if (insertions[index] !== start) insertions.splice(index, 0, start);
      }
    },
  };
}

/** The first index at which something holds that holds for all behind it as well; the length where it never does. */
export function firstIndex(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
