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
export const newTable = (capacity: number): TokenTable => ({ ...columns(capacity), count: 0 });

/** One buffer holds all three, because each costs more than the tokens of a short text. */
function columns(capacity: number): Pick<TokenTable, 'types' | 'starts' | 'ends'> {
  const buffer = new ArrayBuffer(capacity * 9);
  return {
    types: new Uint8Array(buffer, capacity * 8, capacity),
    starts: new Int32Array(buffer, 0, capacity),
    ends: new Int32Array(buffer, capacity * 4, capacity),
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
  if (table.types.length >= size + 32) resize(table, size);
}

const grow = (table: TokenTable): void => resize(table, table.types.length * 2);

function resize(table: TokenTable, capacity: number): void {
  const { types, starts, ends } = table;
  Object.assign(table, columns(capacity));
  table.types.set(types.subarray(0, capacity));
  table.starts.set(starts.subarray(0, capacity));
  table.ends.set(ends.subarray(0, capacity));
}
