import type { Edit } from '../../modeling/proposal/proposal.ts';
import type { NameSymbol } from '../../names/symbol.ts';
import { fold, unquote } from '../../syntax/names.ts';
import type { Comment } from '../../syntax/index.ts';
import type { Span } from '../../text/span.ts';
import type { Subject } from '../subject.ts';

/** Where the annotations of its table name a column: edits that write another name there. */
export function annotationEdits(
  { project }: Subject,
  { kind, keyspace, of, name }: NameSymbol,
  to: string,
): readonly Edit[] {
  const table = kind === 'column' && of !== undefined ? project.final.table(keyspace, of) : undefined;
  if (table === undefined) return [];
  const places = [table, ...table.columns.values()].flatMap(({ location }) => location ?? []);
  return [...new Map(places.map((place) => [place.segment, place.uri]))].flatMap(([segment, uri]) =>
    segment.comments.flatMap((comment) =>
      columnsNamedIn(comment, segment.text, name).map((span) => ({ at: { uri, segment, span }, text: to })),
    ),
  );
}

/** The annotations in which words are names of columns. */
const ABOUT_COLUMNS: ReadonlySet<string> = new Set([
  'bucket',
  'cardinality',
  'fd',
  'fk',
  'immutable',
  'items',
  'notnull',
  'rate',
  'size',
  'unique',
]);

function columnsNamedIn({ span }: Comment, text: string, column: string): readonly Span[] {
  // Values stand in braces.
  const written = text.slice(span.start, span.end).replaceAll(/\{[^{}]*\}/g, (values) => ' '.repeat(values.length));
  const [head = '', kind = ''] = /^\W*@([a-z-]+)/i.exec(written) ?? [];
  if (!ABOUT_COLUMNS.has(kind.toLowerCase())) return [];
  const from = kind === 'rate' ? Math.max(head.length, written.search(/\bper\b/)) : head.length;
  // What stands right of the arrow of `@fk` is of the other table.
  const arrow = kind === 'fk' ? written.indexOf('->') : -1;
  const until = arrow < 0 ? written.length : arrow;
  return [...written.matchAll(WORDS)].flatMap((match): readonly Span[] => {
    const [word] = match;
    const { index } = match;
    const name = word.startsWith('"') ? unquote(word.slice(1, -1), '"') : fold(word);
    if (index < from || index >= until || name !== column) return [];
    return [{ start: span.start + index, end: span.start + index + word.length }];
  });
}

/** Names: no function before its bracket, no unit behind a number. */
const WORDS = /(?<![\w/.\d]|\d )(?:"(?:[^"]|"")+"|[A-Za-z_]\w*)(?!\s*\()(?![\w"])/g;
