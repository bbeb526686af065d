import type { Edit, WriteChange } from '../proposal/proposal.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/** The edits that put the changed writes in their places; the same list for the same changes. */
export const writeEdits = (changes: readonly WriteChange[], surroundings: Surroundings): readonly Edit[] =>
  surroundings.memory.kept(writeEdits, changes, () => changes.flatMap((change) => changeEdits(change, surroundings)));

/** A batch with a copy already has a read above it: where that finds the same row, it gets the columns, and stays the only one. */
export function changeEdits({ at, replacement }: WriteChange, { before }: Surroundings): readonly Edit[] {
  const label = 'keeps the copy in step';
  const read = readIn(replacement);
  const above = at.segment.statement()?.kind === 'batch' ? before(at) : undefined;
  const other = above?.statement()?.kind === 'select' ? readIn(above.text.slice(above.begin)) : undefined;
  if (read === undefined || above === undefined || other === undefined || read.rows !== other.rows)
    return [{ at, text: replacement, label }];
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
