import type { Statement } from '../../syntax/ast.ts';
import type { Synced } from './compose.ts';
import type { Copy } from './copy.ts';
import { asOneRow } from './one-row.ts';
import { NOTHING, type Sync } from './sync-model.ts';
import { clashesAtOneTime } from './sync.ts';
import { readWrite, type ReadWrite, type Write } from './write.ts';

/** What keeps a copy in step with a write of its base, which names the base so; `undefined` where nobody can tell. */
export type AskCopy = (write: ReadWrite, copy: Copy, base: string) => Sync | undefined;

/** The base's columns that a copy holds. */
export const sharedWith = ({ columns }: Copy): ReadonlySet<string> =>
  new Set(columns.flatMap(({ from }) => from.map(({ name }) => name)));

/** What the writes of a table within one statement ask of a copy, in their order; `undefined` of each that cannot be followed. */
export function followWrites(
  writes: readonly Write[],
  { whole, text }: { readonly whole: Statement; readonly text: string },
  { copy, shared, ask }: { readonly copy: Copy; readonly shared: ReadonlySet<string>; readonly ask: AskCopy },
): readonly (Synced | undefined)[] {
  const read = writes.map((write) => readWrite(write, copy.base, text, shared, whole));
  const rows = asOneRow(read, shared);
  return read.map((write, index) => {
    const row = rows[index];
    if (write === undefined || row === undefined) return undefined;
    if (row === 'with another') return { write, sync: NOTHING };
    const sync = ask(row, copy, baseName(row.statement, text));
    return sync === undefined || clashes(sync, whole) ? undefined : { write, sync };
  });
}

/** Of a batch with a time of its own, what is written beside it has that time, too. */
const clashes = (sync: Sync, whole: Statement): boolean =>
  whole.kind === 'batch' && whole.using?.timestamp !== undefined && clashesAtOneTime(sync);

/** The base's name as the write has it. */
function baseName(statement: Write, text: string): string {
  const name =
    statement.kind === 'insert' ? statement.into : statement.kind === 'update' ? statement.table : statement.from;
  return name === undefined ? '' : text.slice(name.span.start, name.span.end);
}
