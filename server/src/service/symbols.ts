import type { ColumnDefinition, Name, QualifiedName, Statement } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { Subject } from './subject.ts';

/** An entry of a document's outline; offsets in the document. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'keyspace' | 'table' | 'view' | 'type' | 'index' | 'function' | 'column' | 'key-column' | 'field';
  readonly range: Span;
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

/** What a document declares, in the order of its text, columns and fields below their tables and types. */
export function outlineOf({ document }: Pick<Subject, 'document'>): readonly OutlineSymbol[] {
  return document.segments.flatMap((segment, index) => {
    const statement = segment.statement();
    return statement === undefined ? [] : symbolOf(statement, document.startOf(index), segment.text);
  });
}

function symbolOf(statement: Statement, from: number, text: string): readonly OutlineSymbol[] {
  const make = (
    kind: OutlineSymbol['kind'],
    name: Name | undefined,
    detail: string,
    children: readonly OutlineSymbol[] = [],
    qualified?: QualifiedName,
  ): readonly OutlineSymbol[] =>
    name === undefined || name.name === ''
      ? []
      : [
          {
            name: qualified?.keyspace === undefined ? name.text : `${qualified.keyspace.text}.${name.text}`,
            detail,
            kind,
            range: shifted(statement.span, from),
            selection: shifted(name.span, from),
            children,
          },
        ];
  switch (statement.kind) {
    case 'create-keyspace':
      return make('keyspace', statement.name, 'keyspace');
    case 'create-table': {
      const keys = new Set(
        statement.primaryKeys.flatMap((key) => [...key.partition, ...key.clustering]).map(({ name }) => name),
      );
      const children = statement.columns.map((column) => columnSymbol(column, keys, from, text));
      return make('table', statement.name?.name, 'table', children, statement.name);
    }
    case 'create-table-like':
      return make('table', statement.name?.name, 'table', [], statement.name);
    case 'create-view':
      return make('view', statement.name?.name, 'materialized view', [], statement.name);
    case 'create-type': {
      const children = statement.fields.map(({ name, type, span }) =>
        leaf('field', name, text.slice(type.span.start, type.span.end), span, from),
      );
      return make('type', statement.name?.name, 'type', children, statement.name);
    }
    case 'create-index':
      return make('index', statement.name?.name, 'index', [], statement.name);
    case 'create-function':
      return make('function', statement.name?.name, 'function', [], statement.name);
    case 'create-aggregate':
      return make('function', statement.name?.name, 'aggregate', [], statement.name);
    default:
      return [];
  }
}

function columnSymbol(column: ColumnDefinition, keys: ReadonlySet<string>, from: number, text: string): OutlineSymbol {
  const isKey = column.primaryKey !== undefined || keys.has(column.name.name);
  const type = text.slice(column.type.span.start, column.type.span.end);
  return leaf(isKey ? 'key-column' : 'column', column.name, column.static ? `${type} static` : type, column.span, from);
}

const leaf = (kind: OutlineSymbol['kind'], name: Name, detail: string, span: Span, from: number): OutlineSymbol => ({
  name: name.text,
  detail,
  kind,
  range: shifted(span, from),
  selection: shifted(name.span, from),
  children: [],
});

const shifted = ({ start, end }: Span, from: number): Span => ({ start: start + from, end: end + from });
