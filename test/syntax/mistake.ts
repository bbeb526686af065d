import { expect } from 'vitest';
import { openDocument } from '../../server/src/syntax/index.ts';

/**
 * A statement with the place of its one mistake (`«…»`, or `‸` where something is missing), what is said about it, and the
 * statement after the fix, where there is one.
 */
export type Mistake = readonly [marked: string, message: string, fixed?: string];

/** Expects one message in a text of three statements, and what its first fix makes of the broken one. */
export function expectMistake([marked, message, fixed]: Mistake): void {
  const text = `${marked.replaceAll(MARKS, '')};`;
  const document = openDocument(`${BEFORE}${text}${AFTER}`);
  const found = document.segments.flatMap(({ errors }, index) => errors.map((error) => ({ error, index })));
  expect(found.map(({ error }) => error.message)).toEqual([message]);
  const { error, index } = found[0]!;
  const offset = document.startOf(index) - BEFORE.length;
  expect(mark(text, error.span.start + offset, error.span.end + offset)).toBe(`${marked};`);
  let result: string | undefined = error.fixes.length === 0 ? undefined : text;
  for (const { span, text: inserted } of error.fixes[0]?.edits.toReversed() ?? []) {
    result = result!.slice(0, span.start + offset) + inserted + result!.slice(span.end + offset);
  }
  expect(result).toBe(fixed === undefined ? undefined : `${fixed};`);
}

function mark(text: string, start: number, end: number): string {
  const marked = start === end ? '‸' : `«${text.slice(start, end)}»`;
  return text.slice(0, start) + marked + text.slice(end);
}

const BEFORE = 'SELECT a FROM before;\n';
const AFTER = '\nSELECT b FROM after;\n';
const MARKS = /[«»‸]/g;
