import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { markersIn } from '../proposal/pieces.ts';
import type {
  Assignment,
  Conditions,
  Delete,
  Expression,
  Insert,
  Marker,
  Relation,
  Statement,
  Update,
  Using,
} from '../../syntax/ast.ts';
import { contains, type Span } from '../../text/span.ts';
import type { WriteBind } from '../proposal/proposal.ts';
import { jsonValues } from './json-values.ts';
import { type Given, givenBy, isFickle, boundAfter, type MarkerStyle, type Term } from './terms.ts';

export type Write = Insert | Update | Delete;

/** A write of the base, read for what it says about each column. */
export interface ReadWrite {
  readonly statement: Write;
  readonly table: Table;
  /** Key columns that WHERE or the values give by one value. */
  readonly key: ReadonlyMap<string, Given>;
  /** Columns set: by INSERT, or by a plain `column = value`. */
  readonly set: ReadonlyMap<string, Given>;
  /** The values of key columns that WHERE gives by an IN with its items. */
  readonly choices: ReadonlyMap<string, readonly Given[]>;
  /** Assignments that change a part of a value: `tags = tags + …`, `m['k'] = …`, and DELETE of an element. */
  readonly partial: readonly PartialChange[];
  /** Every column that is changed. */
  readonly changed: ReadonlySet<string>;
  readonly relations: readonly Relation[];
  /** USING …, with its markers. */
  readonly using: Term | undefined;
  /** The value of its TIMESTAMP. */
  readonly timestamp: Term | undefined;
  /** The value of its TTL. */
  readonly ttl: Term | undefined;
  readonly condition: Conditions | undefined;
  /** A condition decides whether it runs, its own or that of another statement of its batch. */
  readonly waits: boolean;
  readonly style: MarkerStyle;
  /** The statement as it stands, but for functions that must be asked once. */
  readonly text: Term;
  /** Those functions, as they are written, by the columns that they fill. */
  readonly asked: ReadonlyMap<string, string>;
  /** A function gives each row a key of its own: it overwrites none. */
  readonly isNew: boolean;
  textOf(part: { readonly span: Span }): string;
  bindsOf(part: { readonly span: Span }): readonly WriteBind[];
}

/** A change of a part of a column's value. */
export interface PartialChange extends Term {
  readonly column: Column;
  /** What becomes of the elements: some come, those that are listed go, or only the row before and after tells. */
  readonly effect:
    | { readonly kind: 'adds' }
    | { readonly kind: 'takes'; readonly elements: readonly Term[] }
    | { readonly kind: 'changes' };
  /** It writes something, so that the row is there afterwards. */
  readonly gives: boolean;
}

/**
 * Reads a write in its segment's text; `undefined` where a part of it is hidden (a placeholder). Functions that give another
 * value each time are asked once where they fill one of the columns `shared` with a copy.
 */
export function readWrite(
  statement: Write,
  table: Table,
  text: string,
  shared: ReadonlySet<string>,
  whole: Statement = statement,
): ReadWrite | undefined {
  if (statement.template === true) return undefined;
  const markers = markersIn(whole).toSorted((a, b) => a.span.start - b.span.start);
  const style: MarkerStyle = { named: markers.some(({ name }) => name !== undefined) };
  const textOf = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const given = (expression: Expression, column: string): Given =>
    givenBy(expression, textOf(expression), column, markers, style);
  const parts =
    statement.kind === 'insert'
      ? insertParts(statement, table, given, style)
      : whereParts(statement, table, given, textOf, bindsWithin(markers));
  if (parts === undefined) return undefined;
  const using = usingOf(statement.using);
  const valueOf = (value: Expression | undefined): Term | undefined =>
    value === undefined ? undefined : { text: textOf(value), binds: bindsWithin(markers)(value) };
  const asked = fickleValues(statement, shared);
  return {
    statement,
    table,
    ...parts,
    using: using === undefined ? undefined : { text: textOf(using), binds: bindsWithin(markers)(using) },
    timestamp: valueOf(statement.using?.timestamp?.value),
    ttl: valueOf(statement.using?.ttl?.value),
    condition: statement.condition,
    waits: isConditional(whole),
    style,
    text: askedOnce(statement, text, markers, style, asked),
    asked: new Map(asked.map(({ column, value }) => [column, textOf(value)])),
    isNew: makesNewRow(statement, table, text),
    textOf,
    bindsOf: bindsWithin(markers),
  };
}

/** The server may refuse it, and then does nothing of it. */
export const isConditional = (whole: Statement): boolean =>
  whole.kind === 'batch'
    ? whole.statements.some(({ condition }) => condition !== undefined)
    : 'condition' in whole && whole.condition !== undefined;

type Parts = Pick<ReadWrite, 'key' | 'choices' | 'set' | 'partial' | 'changed' | 'relations'>;
type GivenOf = (expression: Expression, column: string) => Given;

/** Where the markers inside of a part get their values. */
export const bindsWithin =
  (markers: readonly Marker[]) =>
  ({ span }: { readonly span: Span }): readonly WriteBind[] =>
    markers.flatMap((marker, index) => (contains(span, marker.span) ? [{ original: marker.name?.text ?? index }] : []));

function insertParts({ values }: Insert, table: Table, given: GivenOf, style: MarkerStyle): Parts | undefined {
  if (values.kind === 'json') return partsOf(jsonValues(values, table, style), table);
  if (values.kind !== 'values' || values.columns.length !== values.values.length) return undefined;
  const key = new Map<string, Given>();
  const set = new Map<string, Given>();
  for (const [index, { name }] of values.columns.entries()) {
    const column = table.columns.get(name);
    if (column === undefined) return undefined;
    (column.kind === 'partition' || column.kind === 'clustering' ? key : set).set(
      name,
      given(values.values[index]!, name),
    );
  }
  return { key, choices: new Map(), set, partial: [], changed: new Set(set.keys()), relations: [] };
}

/** Of an INSERT that gives so many columns. */
function partsOf(given: ReadonlyMap<string, Given> | undefined, table: Table): Parts | undefined {
  if (given === undefined) return undefined;
  const isKey = (name: string): boolean => /^(?:partition|clustering)$/.test(table.columns.get(name)!.kind);
  const key = new Map([...given].filter(([name]) => isKey(name)));
  const set = new Map([...given].filter(([name]) => !isKey(name)));
  return { key, choices: new Map(), set, partial: [], changed: new Set(set.keys()), relations: [] };
}

function whereParts(
  statement: Update | Delete,
  table: Table,
  given: GivenOf,
  textOf: ReadWrite['textOf'],
  bindsOf: ReadWrite['bindsOf'],
): Parts | undefined {
  const relations = statement.where?.relations ?? [];
  const key = new Map<string, Given>();
  const choices = new Map<string, readonly Given[]>();
  for (const relation of relations) {
    if (relation.kind === 'unknown') return undefined;
    const { operand } = relation.kind === 'column' ? relation : { operand: undefined };
    if (relation.kind === 'column' && relation.operator === '=' && operand?.kind === 'one') {
      key.set(relation.column.name, given(operand.value, relation.column.name));
    }
    if (relation.kind === 'tuple' && relation.operator === '=' && relation.operand.kind === 'one') {
      const { value } = relation.operand;
      if (value.kind === 'tuple' && value.items.length === relation.columns.length)
        for (const [index, { name }] of relation.columns.entries()) key.set(name, given(value.items[index]!, name));
    }
    if (relation.kind === 'column' && relation.operator === 'IN' && operand?.kind === 'several') {
      const { name } = relation.column;
      choices.set(
        name,
        operand.items.map((item) => given(item, name)),
      );
    }
  }
  const termOf = (part: Expression): Term => ({ text: textOf(part), binds: bindsOf(part) });
  const set = new Map<string, Given>();
  const partial: PartialChange[] = [];
  if (statement.kind === 'update') {
    for (const assignment of statement.assignments) {
      if (assignment.kind === 'unknown') return undefined;
      const column = table.columns.get(assignment.column.name);
      if (column === undefined) return undefined;
      if (assignment.kind === 'set') set.set(column.name, given(assignment.value, column.name));
      else {
        const effect = effectOf(assignment, column, termOf);
        const gives = assignment.kind !== 'subtract';
        partial.push({ column, text: textOf(assignment), binds: bindsOf(assignment), effect, gives });
      }
    }
  } else {
    for (const target of statement.targets) {
      const column = table.columns.get(target.column.name);
      if (column === undefined) return undefined;
      if (target.key === undefined && target.field === undefined) set.set(column.name, { kind: 'null' });
      else {
        const effect = target.key === undefined ? CHANGES : takes([target.key], column, termOf);
        partial.push({ column, text: textOf(target), binds: bindsOf(target), effect, gives: false });
      }
    }
  }
  return {
    key,
    choices,
    set,
    partial,
    changed: new Set([...set.keys(), ...partial.map(({ column }) => column.name)]),
    relations,
  };
}

const CHANGES = { kind: 'changes' } as const;

function effectOf(assignment: Assignment, column: Column, termOf: (part: Expression) => Term): PartialChange['effect'] {
  switch (assignment.kind) {
    case 'add':
    case 'prepend':
      return { kind: 'adds' };
    case 'subtract': {
      const { value } = assignment;
      return value.kind === 'set' || value.kind === 'list' ? takes(value.items, undefined, termOf) : CHANGES;
    }
    case 'set-element': {
      const { key, value } = assignment;
      if (value.kind === 'null') return takes([key], column, termOf);
      // A value that is bound may be null, which takes the entry away.
      return column.type.kind === 'map' && isWhole(value) ? { kind: 'adds' } : CHANGES;
    }
    default:
      return CHANGES;
  }
}

/** An element of a list is named by its place, which does not tell what it is. */
function takes(
  elements: readonly Expression[],
  column: Column | undefined,
  termOf: (part: Expression) => Term,
): PartialChange['effect'] {
  return column?.type.kind === 'list' || elements.some(isFickle)
    ? CHANGES
    : { kind: 'takes', elements: elements.map(termOf) };
}

const isWhole = ({ kind }: Expression): boolean => kind === 'literal';

const usingOf = (using: Using | undefined): Using | undefined =>
  using !== undefined && (using.timestamp !== undefined || using.ttl !== undefined) ? using : undefined;

/** The statement with each fickle function replaced by a marker, so that the copies get the same value. */
function askedOnce(
  statement: Write,
  text: string,
  markers: readonly Marker[],
  style: MarkerStyle,
  values: readonly ColumnValue[],
): Term {
  const replaced = values
    .map(({ column, value }) => ({ span: value.span, ...boundAfter(column, style) }))
    .toSorted((a, b) => a.span.start - b.span.start);
  const binds: WriteBind[] = [];
  let result = '';
  let at = statement.span.start;
  const keep = (end: number): void => {
    result += text.slice(at, end);
    for (const [index, { span, name }] of markers.entries()) {
      if (span.start >= at && span.end <= end) binds.push({ original: name?.text ?? index });
    }
  };
  for (const one of replaced) {
    keep(one.span.start);
    result += one.text;
    binds.push(...one.binds);
    at = one.span.end;
  }
  keep(statement.span.end);
  return { text: result, binds };
}

/** `-- id: uuid(), asked once`: what the client has to ask before the statement below, where several tables get the answer. */
export const askedComment = (column: string, asked: string): string => `-- ${printName(column)}: ${asked}, asked once`;

/** The columns that such comments right above a place name, as they are written. */
const askedAbove = (text: string): readonly string[] => {
  const [comments = ''] = /(?:--[^\n]*\n\s*)+$/.exec(text) ?? [];
  return [...comments.matchAll(/-- (.+): (?:now|uuid|current_?timeuuid)\(\), asked once/gi)].map(
    ([, column]) => column!,
  );
};

function makesNewRow(statement: Write, table: Table, text: string): boolean {
  const isKey = (column: string): boolean =>
    [...table.partitionKey, ...table.clustering].some(({ name }) => name === column || printName(name) === column);
  if (statement.kind === 'insert' && askedAbove(text.slice(0, statement.span.start)).some(isKey)) return true;
  return valuesOf(statement).some(
    ({ column, value }) =>
      value.kind === 'call' && /^(?:now|uuid|current_?timeuuid)$/i.test(value.function.name.name) && isKey(column),
  );
}

const fickleValues = (statement: Write, shared: ReadonlySet<string>): readonly ColumnValue[] =>
  valuesOf(statement).filter(({ column, value }) => shared.has(column) && isFickle(value));

interface ColumnValue {
  readonly column: string;
  readonly value: Expression;
}

function valuesOf(statement: Write): readonly ColumnValue[] {
  if (statement.kind === 'insert') {
    const { values } = statement;
    return values.kind === 'values'
      ? values.columns.map(({ name }, index) => ({ column: name, value: values.values[index]! }))
      : [];
  }
  const assigned =
    statement.kind === 'update'
      ? statement.assignments.flatMap((one) =>
          one.kind === 'set' ? [{ column: one.column.name, value: one.value }] : [],
        )
      : [];
  const compared = (statement.where?.relations ?? []).flatMap((relation) =>
    relation.kind === 'column' && relation.operand.kind === 'one'
      ? [{ column: relation.column.name, value: relation.operand.value }]
      : [],
  );
  return [...assigned, ...compared];
}
