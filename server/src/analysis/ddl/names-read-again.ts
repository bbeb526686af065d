import { INDEX_HINTS } from '../../syntax/token-classes.ts';
import type { Span } from '../../text/span.ts';
import type { Outcome } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';

/** 6.0 prints what is created and reads it once more, and leaves some words without the quotes that they need. */
export function nameReadAgain(
  names: readonly { readonly name: string; readonly span: Span }[],
  release: CassandraRelease,
): Outcome {
  if (!since(release, '6.0')) return undefined;
  const lost = names.find(({ name }) => UNQUOTED.has(name));
  if (lost === undefined) return undefined;
  // The place is one of what the server prints.
  const message = `line 1:0 The server prints \`${lost.name}\` without quotes, and cannot read that again.`;
  return refuse('name-read-again', message, lost.span, [lost.name], 'syntax');
}

/** Words that are no names to the grammar, and that `ReservedKeywords` does not hold. */
const UNQUOTED: ReadonlySet<string> = new Set([...INDEX_HINTS, 'true', 'false']);
