/** A growing table of tokens; `count` entries are filled, and at least `SPARE` zeros follow. Offsets are those of the text that was read. */
export interface TokenTable {
  types: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  count: number;
}

/** How many tokens may be looked at behind the last one. */
export const SPARE = 8;

/** An empty table with room for so many tokens and the zeros behind them. */
export function newTable(capacity: number): TokenTable {
  return {
    types: new Uint8Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    count: 0,
  };
}

/** Appends a token. */
export function push(table: TokenTable, type: number, start: number, end: number): void {
  const { count } = table;
  if (count + SPARE === table.types.length) grow(table);
  table.types[count] = type;
  table.starts[count] = start;
  table.ends[count] = end;
  table.count = count + 1;
}

/** Lets go of what is behind the first `count` tokens. */
export function trim(table: TokenTable, count: number): void {
  const size = count + SPARE;
  table.count = count;
  if (table.types.length < size + 32) return;
  table.types = table.types.slice(0, size);
  table.starts = table.starts.slice(0, size);
  table.ends = table.ends.slice(0, size);
}

function grow(table: TokenTable): void {
  const capacity = table.types.length * 2;
  const { types, starts, ends } = table;
  (table.types = new Uint8Array(capacity)).set(types);
  (table.starts = new Int32Array(capacity)).set(starts);
  (table.ends = new Int32Array(capacity)).set(ends);
}
