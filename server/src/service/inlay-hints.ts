import type { Partitions } from '../analysis/access/model.ts';
import { printType, type Table } from '../catalog/index.ts';
import type { Expression, Marker, Relation, Statement } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { tablesOf } from './at.ts';
import type { Subject } from './subject.ts';

/** Which hints are wanted. */
export interface HintKinds {
  /** How many partitions a query or write touches, at its end. */
  readonly partitions: boolean;
  /** The column of each value of an INSERT. */
  readonly columns: boolean;
  /** The type of each marker. */
  readonly markers: boolean;
}

/** A word that an editor shows in the text. */
export interface InlayHint {
  /** In the document. */
  readonly offset: number;
  readonly label: string;
  readonly kind: keyof HintKinds;
  /** What it means, in Markdown. */
  readonly tooltip?: string;
}

/** The hints of the statements that a range touches, in the order of the text. */
export function inlayHintsIn(subject: Subject, range: Span, kinds: HintKinds): readonly InlayHint[] {
  const { document } = subject;
  const hints: InlayHint[] = [];
  const last = document.segmentAt(range.end);
  for (let index = document.segmentAt(range.start); index <= last; index++) {
    const segment = document.segments[index]!;
    const statement = segment.errors.length === 0 ? segment.statement() : undefined;
    if (statement === undefined) continue;
    const from = document.startOf(index);
    const inner = statement.kind === 'batch' ? statement.statements : [statement];
    const found = [
      ...(kinds.columns ? inner.flatMap(columnHints) : []),
      ...(kinds.markers ? inner.flatMap((one) => markerHints(subject, index, one)) : []),
      ...(kinds.partitions ? partitionHints(subject, index, statement) : []),
    ];
    for (const hint of found.toSorted((a, b) => a.offset - b.offset))
      hints.push({ ...hint, offset: from + hint.offset });
  }
  return hints.filter(({ offset }) => offset >= range.start && offset <= range.end);
}

function partitionHints(subject: Subject, index: number, { kind, span }: Statement): readonly InlayHint[] {
  if (kind !== 'select' && kind !== 'update' && kind !== 'delete') return [];
  const path = subject.contexts(index)[0]?.path;
  if (path === undefined) return [];
  const label =
    partitionsInShort(path.partitions) + (path.index === undefined || path.index.within ? '' : ', by index');
  return [
    { offset: span.end, label, kind: 'partitions', tooltip: `${path.why[0]!.toUpperCase()}${path.why.slice(1)}.` },
  ];
}

/** `1 partition`, `3 partitions`, `k partitions`, `every partition`. */
export function partitionsInShort(partitions: Partitions): string {
  switch (partitions.kind) {
    case 'one':
      return '1 partition';
    case 'many':
      return partitions.count === undefined
        ? 'k partitions'
        : `${partitions.count} partition${partitions.count === 1 ? '' : 's'}`;
    case 'all':
      return 'every partition';
  }
}

function columnHints(statement: Statement): readonly InlayHint[] {
  if (statement.kind !== 'insert' || statement.values.kind !== 'values') return [];
  const { columns, values } = statement.values;
  if (columns.length !== values.length) return [];
  return values.flatMap((value, index): readonly InlayHint[] => {
    const column = columns[index]!;
    if (value.kind === 'marker' && value.name?.name === column.name) return [];
    return [{ offset: value.span.start, label: `${column.text}:`, kind: 'columns' }];
  });
}

function markerHints(subject: Subject, index: number, statement: Statement): readonly InlayHint[] {
  const name = tableNameOf(statement);
  const table = name === undefined ? undefined : tablesOf(subject, index, name)[0];
  if (table === undefined) return [];
  return markersIn(statement, table).map(({ marker, type }) => ({
    offset: marker.span.end,
    label: `: ${type}`,
    kind: 'markers',
  }));
}

interface TypedMarker {
  readonly marker: Marker;
  readonly type: string;
}

function tableNameOf(statement: Statement): Parameters<typeof tablesOf>[2] | undefined {
  switch (statement.kind) {
    case 'select':
    case 'delete':
      return statement.from;
    case 'insert':
      return statement.into;
    case 'update':
      return statement.table;
    default:
      return undefined;
  }
}

/** The markers of a statement whose type its table tells. */
function markersIn(statement: Statement, table: Table): readonly TypedMarker[] {
  const typeOf = (column: string): string | undefined => {
    const found = table.columns.get(column);
    return found === undefined ? undefined : printType(found.type);
  };
  const typed = (expression: Expression | undefined, type: string | undefined): readonly TypedMarker[] =>
    expression?.kind === 'marker' && type !== undefined ? [{ marker: expression, type }] : [];
  const ofRelations = (relations: readonly Relation[]): readonly TypedMarker[] =>
    relations.flatMap((relation) => markersOfRelation(relation, typeOf, typed));
  switch (statement.kind) {
    case 'select':
      return [
        ...ofRelations(statement.where?.relations ?? []),
        ...typed(statement.limit?.value, 'int'),
        ...typed(statement.perPartitionLimit?.value, 'int'),
      ];
    case 'insert':
      if (statement.values.kind === 'json') return typed(statement.values.json, 'text');
      if (statement.values.kind !== 'values') return [];
      return statement.values.values.flatMap((value, index) =>
        statement.values.kind === 'values' ? typed(value, typeOf(statement.values.columns[index]?.name ?? '')) : [],
      );
    case 'update':
      return [
        ...statement.assignments.flatMap((assignment) =>
          assignment.kind === 'set' || assignment.kind === 'add' || assignment.kind === 'prepend'
            ? typed(assignment.value, typeOf(assignment.column.name))
            : [],
        ),
        ...ofRelations(statement.where?.relations ?? []),
      ];
    case 'delete':
      return ofRelations(statement.where?.relations ?? []);
    default:
      return [];
  }
}

function markersOfRelation(
  relation: Relation,
  typeOf: (column: string) => string | undefined,
  typed: (expression: Expression | undefined, type: string | undefined) => readonly TypedMarker[],
): readonly TypedMarker[] {
  if (relation.kind !== 'column') return [];
  const type = typeOf(relation.column.name);
  const { operand, operator } = relation;
  switch (operand.kind) {
    case 'one':
      if (operator === 'IN') return typed(operand.value, type === undefined ? undefined : `list<${type}>`);
      return operator.includes('CONTAINS') ? [] : typed(operand.value, type);
    case 'several':
      return operand.items.flatMap((item) => typed(item, type));
    case 'between':
      return [...typed(operand.low, type), ...typed(operand.high, type)];
    case 'none':
      return [];
  }
}
