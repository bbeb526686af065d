import type { Location } from '../../catalog/model.ts';
import type { Delete } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Edit, WriteChange } from '../proposal/proposal.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/** The edits that put the changed writes in their places; the same list for the same changes. */
export const writeEdits = (changes: readonly WriteChange[], surroundings: Surroundings): readonly Edit[] =>
  surroundings.memory.kept(writeEdits, changes, () => changes.flatMap((change) => changeEdits(change, surroundings)));

/** A batch with a copy already has a read above it: where that finds the same row, it gets the columns, and stays the only one. */
export function changeEdits({ at, replacement }: WriteChange, surroundings: Surroundings): readonly Edit[] {
  const label = 'keeps the copy in step';
  const read = readIn(replacement);
  const isBatch = at.segment.statement()?.kind === 'batch';
  const found = read === undefined || !isBatch ? undefined : sameRead(read, at, surroundings);
  if (read === undefined || found === undefined) return [{ at, text: replacement, label }];
  const { above, other } = found;
  const columns = [...new Set([...other.columns, ...read.columns])];
  const start = above.begin + other.from;
  const span = { start, end: start + other.columns.join(', ').length };
  const rest = replacement.slice(read.length);
  return [
    ...(columns.length === other.columns.length
      ? []
      : [{ at: { uri: at.uri, segment: above, span }, text: columns.join(', '), label }]),
    { at, text: rest, label },
  ];
}

/** The read of the same row above a batch; what stands between are other reads, and rows of copies that are taken away first. */
function sameRead(
  read: Read,
  { uri, segment, span }: Location,
  { before }: Surroundings,
): { readonly above: Segment; readonly other: Read } | undefined {
  for (let above = before({ uri, segment, span }); above !== undefined; above = before({ uri, segment: above, span })) {
    const statement = above.statement();
    const other = statement?.kind === 'select' ? readIn(above.text.slice(above.begin)) : undefined;
    if (other?.rows === read.rows) return { above, other };
    const isAside = statement?.kind === 'delete' && !read.rows.startsWith(` from ${fromText(statement, above)} `);
    if (statement?.kind !== 'select' && !isAside) return undefined;
  }
  return undefined;
}

const fromText = ({ from }: Delete, { text }: Segment): string =>
  from === undefined ? '' : text.slice(from.span.start, from.span.end).toLowerCase();

interface Read {
  readonly columns: readonly string[];
  /** Where its columns begin. */
  readonly from: number;
  /** The table and the rows, as the text has them. */
  readonly rows: string;
  /** With what separates it from the next statement. */
  readonly length: number;
}

/** The SELECT of plain columns that a text begins with, on a line of its own. */
function readIn(text: string): Read | undefined {
  const match = /^(select )([\w", ]+)( from \S+ where [^\n;]+?)(;\s*|\s*$)/i.exec(text);
  if (match === null) return undefined;
  const [whole, word = '', columns = '', rows = ''] = match;
  return { columns: columns.split(', '), from: word.length, rows: rows.toLowerCase(), length: whole.length };
}
