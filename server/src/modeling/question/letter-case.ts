import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { isNative } from '../../catalog/types.ts';
import type { Expression, Relation } from '../../syntax/ast.ts';
import { quoteString } from '../../syntax/names.ts';
import type { KeyPart } from './elements.ts';
import { rangeText, type RangeLike } from './like.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { NoPattern, Pattern } from './pattern.ts';
import type { PlannedColumn } from './plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

/** `lower(email) = ?`, as SQL asks for a text however its letters are written. */
export interface Folded {
  readonly column: Column;
  readonly relation: number;
  readonly operator: '=' | 'LIKE';
  /** A constant in lower case, or a marker. */
  readonly value: { readonly constant: string } | { readonly marker: Expression };
}

const LOWER: ReadonlySet<string> = new Set(['lower', 'lcase']);
const UPPER: ReadonlySet<string> = new Set(['upper', 'ucase']);

/** Reads a relation with a function left of its operator; `undefined` where it is about more than the case of letters. */
export function foldedOf(relation: Relation, index: number, table: Table): Folded | undefined {
  if (relation.kind !== 'unknown' || relation.computed === undefined) return undefined;
  const { call, operator, operand } = relation.computed;
  const [argument, ...more] = call.arguments;
  const column = argument?.kind === 'column' && more.length === 0 ? table.columns.get(argument.column.name) : undefined;
  const called = call.function.name.name;
  if (column === undefined || !TEXTS.some((name) => isNative(column.type, name))) return undefined;
  if (!LOWER.has(called) && !UPPER.has(called)) return undefined;
  if ((operator !== '=' && operator !== 'LIKE') || operand.kind !== 'one') return undefined;
  const value = foldedValue(operand.value, LOWER.has(called));
  return value === undefined ? undefined : { column, relation: index, operator, value };
}

const TEXTS = ['text', 'ascii'] as const;

/** A constant that is not in the case that it is compared in matches nothing: that is no question to a table. */
function foldedValue(value: Expression, lower: boolean): Folded['value'] | undefined {
  const [argument, ...more] = value.kind === 'call' ? value.arguments : [];
  if (value.kind === 'call' && argument !== undefined && more.length === 0) {
    const { name } = value.function.name;
    if (!(lower ? LOWER : UPPER).has(name)) return undefined;
    if (argument.kind === 'marker') return { marker: argument };
    return argument.kind === 'literal' && argument.type === 'string'
      ? { constant: argument.value.toLowerCase() }
      : undefined;
  }
  if (value.kind === 'marker') return { marker: value };
  if (value.kind !== 'literal' || value.type !== 'string') return undefined;
  const constant = value.value.toLowerCase();
  return value.value === (lower ? constant : value.value.toUpperCase()) ? { constant } : undefined;
}

/** What it becomes: a column that holds the text in lower case, which the key begins with, or sorts by where a beginning is asked for. */
export function foldedParts(
  { folded, textOf }: Pattern,
  table: Table,
): (KeyPart & { readonly slice: readonly RangeLike[]; readonly notes: readonly string[] }) | NoPattern {
  const partition: PlannedColumn[] = [];
  const slice: RangeLike[] = [];
  const relations = new Map<number, string>();
  const notes: string[] = [];
  if (new Set(folded.map(({ column }) => column.name)).size < folded.length)
    return { why: 'The query compares one text in several ways.' };
  for (const { column, relation, operator, value } of folded) {
    const derived: DerivedColumn = {
      column: freeColumnName(table, [`${column.name}_lower`]),
      type: column.type,
      from: [column.name],
      function: 'lower',
    };
    const part: PlannedColumn = { kind: 'derived', derived };
    const name = printName(derived.column);
    if (operator === '=') {
      partition.push(part);
      relations.set(relation, `${name} = ${'constant' in value ? quoteString(value.constant) : textOf(value.marker)}`);
      if ('marker' in value) notes.push(`The client binds \`${name}\` in lower case.`);
      continue;
    }
    const prefix = 'constant' in value ? /^([^%]+)%$/.exec(value.constant)?.[1] : undefined;
    const range = prefix === undefined ? undefined : rangeText(derived.column, prefix);
    if (range === undefined) return { why: 'No key finds a text by anything but its beginning.' };
    slice.push({ columns: [part], relations: [relation] });
    relations.set(relation, range);
  }
  return { partition, relations, filtering: [], slice, notes };
}
