import type { OptionValue } from '../../syntax/ast.ts';
import { printCondition } from '../constraints.ts';
import type { Column, Index, Table } from '../model.ts';
import { sameType } from '../types.ts';

/** Whether two declarations say the same of a table, wherever they stand; what is unknown is never the same. */
export function sameTable(a: Table, b: Table): boolean {
  return (
    a === b ||
    (a.keyspace === b.keyspace &&
      a.name === b.name &&
      a.kind === b.kind &&
      a.compactStorage === b.compactStorage &&
      !a.partial &&
      !b.partial &&
      sameEntries(a.columns, b.columns, sameColumn) &&
      sameEntries(a.options, b.options, (x, y) => printOption(x) === printOption(y)) &&
      sameEntries(a.dropped, b.dropped, (x, y) => x.kind === y.kind && sameType(x.type, y.type)) &&
      a.indexes.length === b.indexes.length &&
      a.indexes.every((index, at) => sameIndexes(index, b.indexes[at])) &&
      a.triggers.join('\0') === b.triggers.join('\0') &&
      a.base?.table === b.base?.table)
  );
}

/** The value of an option as CQL, without what its place in the text says. */
export function printOption(value: OptionValue): string {
  switch (value.kind) {
    case 'literal':
      return value.literal.type === 'string' ? `'${value.literal.value.replaceAll("'", "''")}'` : value.literal.value;
    case 'word':
      return value.word;
    case 'map':
      return `{${value.entries
        .map((entry) =>
          [entry.key, entry.value].map((one) => (one.kind === 'literal' ? `'${one.value}'` : one.kind)).join(': '),
        )
        .join(', ')}}`;
    case 'unknown':
      return '?';
  }
}

function sameEntries<V>(a: ReadonlyMap<string, V>, b: ReadonlyMap<string, V>, same: (x: V, y: V) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !same(value, other)) return false;
  }
  return true;
}

const sameColumn = (a: Column, b: Column): boolean =>
  a.kind === b.kind &&
  a.position === b.position &&
  a.order === b.order &&
  sameType(a.type, b.type) &&
  (a.mask === undefined) === (b.mask === undefined) &&
  printConstraints(a) === printConstraints(b);

const printConstraints = ({ constraints = [] }: Column): string => constraints.map(printCondition).join(' AND ');

const sameIndexes = (a: Index, b: Index | undefined): boolean =>
  b !== undefined &&
  a.name === b.name &&
  a.family === b.family &&
  a.className === b.className &&
  a.targets.length === b.targets.length &&
  a.targets.every((target, at) => target.column === b.targets[at]?.column && target.of === b.targets[at]?.of) &&
  sameEntries(a.options, b.options, (x, y) => x === y);
