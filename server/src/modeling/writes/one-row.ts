import type { Given } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** What a write of a batch asks of a copy: as it is, with others of its row, nothing since another asks for both, or what nobody can tell. */
export type OfRow = ReadWrite | 'with another' | undefined;

/**
 * Writes of one batch that set columns of one row, read as one write of all of them: what is read before the batch has nothing of what
 * another of its statements sets.
 */
export function asOneRow(writes: readonly (ReadWrite | undefined)[]): readonly OfRow[] {
  const result: OfRow[] = [...writes];
  for (const [index, write] of writes.entries()) {
    if (write === undefined || result[index] !== write) continue;
    const others = writes.flatMap((other, at) =>
      at > index && other !== undefined && isOneRow(write, other) ? [{ other, at }] : [],
    );
    const one = others.reduce<ReadWrite | undefined>((all, { other }) => all && both(all, other), write);
    result[index] = one;
    for (const { at } of others) result[at] = one === undefined ? undefined : 'with another';
  }
  return result;
}

/** Writes of which only the values that are bound tell whether they are of one row, and that set different columns. */
export const mayBeOneRow = (writes: readonly ReadWrite[]): boolean =>
  writes.some((write, index) =>
    writes
      .slice(index + 1)
      .some(
        (other) =>
          sets(write) &&
          sets(other) &&
          !isOneRow(write, other) &&
          keysOf(write).every((name) => mayBeEqual(write.key.get(name), other.key.get(name))) &&
          [...write.changed, ...other.changed].some((name) => !write.changed.has(name) || !other.changed.has(name)),
      ),
  );

const isOneRow = (a: ReadWrite, b: ReadWrite): boolean =>
  a.table === b.table && keysOf(a).every((name) => areEqual(a.key.get(name), b.key.get(name)));

const keysOf = ({ table }: ReadWrite): readonly string[] =>
  [...table.partitionKey, ...table.clustering].map(({ name }) => name);

const sets = ({ statement: { kind } }: ReadWrite): boolean => kind === 'insert' || kind === 'update';

/** Constants of one text, or markers of one name. */
function areEqual(a: Given | undefined, b: Given | undefined): boolean {
  if (a?.kind === 'constant' && b?.kind === 'constant') return a.text === b.text;
  return a?.kind === 'bound' && b?.kind === 'bound' && isNamed(a) && JSON.stringify(a.term) === JSON.stringify(b.term);
}

const mayBeEqual = (a: Given | undefined, b: Given | undefined): boolean =>
  areEqual(a, b) || (a?.kind === 'bound' && !isNamed(a)) || (b?.kind === 'bound' && !isNamed(b));

const isNamed = ({ term }: Given & { kind: 'bound' }): boolean =>
  term.binds.every((bind) => 'original' in bind && typeof bind.original === 'string');

/** `undefined` where it depends on more than the columns: a deletion, another write time, a column that both set. */
function both(a: ReadWrite, b: ReadWrite): ReadWrite | undefined {
  if (!sets(a) || !sets(b) || a.using?.text !== b.using?.text) return undefined;
  if ([...a.changed].some((name) => b.changed.has(name))) return undefined;
  const [first, second] = a.statement.kind === 'insert' ? [a, b] : [b, a];
  return {
    ...first,
    set: new Map([...first.set, ...second.set]),
    partial: [...first.partial, ...second.partial],
    changed: new Set([...first.changed, ...second.changed]),
  };
}
