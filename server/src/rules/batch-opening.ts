import type { Batch } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';

/** Of the words with which a batch begins. */
export function batchOpening({ span: { start } }: Batch, text: string): Span {
  const words = /^BEGIN(?:\s+UNLOGGED)?\s+BATCH|^BEGIN/i.exec(text.slice(start))?.[0] ?? '';
  return { start, end: start + words.length };
}
