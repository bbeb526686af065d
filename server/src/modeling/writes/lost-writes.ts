import { isMet } from '../../catalog/constraints.ts';
import type { Column, Table } from '../../catalog/model.ts';
import type {
  Assignment,
  Delete,
  DeleteTarget,
  Expression,
  Insert,
  Relation,
  Update,
  Using,
} from '../../syntax/ast.ts';
import { casesIn } from './case-comments.ts';
import { type Comparison, isSameValue, orderOf } from './same-values.ts';
import { writesIn, type WriteInput } from './stale-copies.ts';

/** A DELETE of a batch that takes away what the same batch writes: all of it has one write time, at which the DELETE wins. */
export interface LostWrites {
  readonly table: Table;
  readonly removal: Delete;
  readonly arrivals: readonly (Insert | Update)[];
  /** The columns that are emptied; none where whole rows go. */
  readonly columns: readonly string[];
}

/** What a batch loses for certain, where no comment says that a DELETE runs only in a case. */
export function lostWrites(input: WriteInput): readonly LostWrites[] {
  const { statement, segment, session } = input;
  if (statement.kind !== 'batch' || statement.type === 'counter') return [];
  if (statement.statements.some(({ template }) => template === true)) return [];
  const writes = writesIn(input);
  const isInCase = casesIn(segment.text, statement.span);
  const constants: Comparison['constants'] = new Map();
  const arrivals = writes.flatMap(({ write, table }) =>
    write.kind === 'delete' ? [] : [{ write, table, given: valuesOf(write) }],
  );
  return writes.flatMap(({ write: removal, table }): readonly LostWrites[] => {
    if (removal.kind !== 'delete' || isInCase(removal.span.start)) return [];
    const comparison = { text: segment.text, table, session, constants };
    const lost = arrivals.flatMap(({ write, table: other, given }) => {
      if (other.keyspace !== table.keyspace || other.name !== table.name) return [];
      if (!isNoLater(write.using, removal.using, comparison) || !coversRow(removal, given, comparison)) return [];
      const columns = emptiedBy(removal, write, comparison);
      return columns === undefined ? [] : [{ write, columns }];
    });
    if (lost.length === 0) return [];
    const columns = [...new Set(lost.flatMap((one) => one.columns))];
    return [{ table, removal, arrivals: lost.map(({ write }) => write), columns }];
  });
}

/** The write's time is at most that of the DELETE. */
function isNoLater(write: Using | undefined, removal: Using | undefined, { text }: Comparison): boolean {
  const [a, b] = [write?.timestamp?.value, removal?.timestamp?.value];
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'literal' && b.kind === 'literal')
    return a.type === 'integer' && b.type === 'integer' && BigInt(a.value) <= BigInt(b.value);
  const textOf = ({ span }: Expression): string => text.slice(span.start, span.end);
  return a.kind === 'marker' && a.name !== undefined && textOf(a) === textOf(b);
}

/** Each row, or the static row, that the write touches is one that the DELETE names. */
function coversRow({ where }: Delete, given: Given | undefined, comparison: Comparison): boolean {
  const { partitionKey, clustering, columns } = comparison.table;
  if (given === undefined) return false;
  const relations = where?.relations ?? [];
  const onKey = relations.every(
    (relation) =>
      relation.kind === 'column' && ['partition', 'clustering'].includes(columns.get(relation.column.name)?.kind ?? ''),
  );
  const isCovered = (column: Column): boolean => {
    const values = given.get(column.name) ?? [];
    return relations.every((relation) => {
      if (relation.kind !== 'column' || relation.column.name !== column.name) return true;
      return values.length > 0 && values.every((value) => isWithin(value, relation, column, comparison));
    });
  };
  return onKey && [...partitionKey, ...clustering].every(isCovered);
}

function isWithin(
  value: Expression,
  { operator, operand }: Extract<Relation, { kind: 'column' }>,
  column: Column,
  comparison: Comparison,
): boolean {
  if (operand.kind === 'several')
    return operator === 'IN' && operand.items.some((item) => isSameValue(value, item, column, comparison));
  if (operand.kind !== 'one') return false;
  if (operator === '=') return isSameValue(value, operand.value, column, comparison);
  const order = orderOf(value, operand.value, column, comparison);
  if (order === undefined) return false;
  return RANGE.test(operator) && isMet(order, operator);
}

const RANGE = /^[<>]=?$/;

type Given = ReadonlyMap<string, readonly Expression[]>;

/** The values that a write gives the columns of its key; `undefined` where they are not all told. */
function valuesOf(write: Insert | Update): Given | undefined {
  const given = new Map<string, readonly Expression[]>();
  if (write.kind === 'insert') {
    if (write.values.kind !== 'values') return undefined;
    const { columns, values } = write.values;
    for (const [index, { name }] of columns.entries())
      if (values[index] !== undefined) given.set(name, [values[index]]);
    return given;
  }
  for (const relation of write.where?.relations ?? []) {
    if (relation.kind !== 'column') return undefined;
    const { operand, column } = relation;
    if (operand.kind === 'one' && relation.operator === '=') given.set(column.name, [operand.value]);
    else if (operand.kind === 'several' && relation.operator === 'IN') given.set(column.name, operand.items);
    else return undefined;
  }
  return given;
}

/** The columns that the DELETE names and the write fills, none for a DELETE of rows; `undefined` where nothing is lost. */
function emptiedBy({ targets }: Delete, write: Insert | Update, comparison: Comparison): readonly string[] | undefined {
  const filled = filledBy(write);
  if (targets.length === 0) return filled.length > 0 || write.kind === 'insert' ? [] : undefined;
  const emptied = targets.flatMap((target) => {
    const { name } = target.column;
    const isWhole = target.key === undefined && target.field === undefined;
    return filled.includes(name) && (isWhole || fillsPart(write, target, comparison)) ? [name] : [];
  });
  return emptied.length > 0 ? emptied : undefined;
}

/** The write fills the element of a map or a set, or the field of a user type, that the DELETE names. */
const fillsPart = (write: Insert | Update, { column, key, field }: DeleteTarget, comparison: Comparison): boolean =>
  write.kind === 'update' &&
  write.assignments.some((one) => {
    if (!fills(one) || one.column.name !== column.name) return false;
    if (one.kind === 'set-field') return one.field.name === field?.name;
    const whole = comparison.table.columns.get(column.name);
    const type = whole?.type;
    if (key === undefined || whole === undefined || (type?.kind !== 'map' && type?.kind !== 'set')) return false;
    const ofKey: Column = { ...whole, type: type.kind === 'map' ? type.key : type.element };
    return keysOf(one).some((filled) => isSameValue(key, filled, ofKey, comparison));
  });

/** The elements that an assignment puts in beside those that are there. */
function keysOf(one: Assignment): readonly Expression[] {
  if (one.kind === 'set-element') return [one.key];
  if (one.kind !== 'add') return [];
  if (one.value.kind === 'map') return one.value.entries.map(({ key }) => key);
  return one.value.kind === 'set' ? one.value.items : [];
}

const filledBy = (write: Insert | Update): readonly string[] =>
  write.kind === 'update'
    ? write.assignments.flatMap((one) => (fills(one) ? [one.column.name] : []))
    : write.values.kind === 'values'
      ? write.values.columns.flatMap(({ name }, index) =>
          write.values.kind === 'values' && write.values.values[index]?.kind !== 'null' ? [name] : [],
        )
      : [];

const fills = (one: Assignment): one is Exclude<Assignment, { kind: 'unknown' | 'subtract' }> =>
  one.kind !== 'unknown' && one.kind !== 'subtract' && one.value.kind !== 'null';
