import type { TypeRef } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';

/** What a name in a statement is the name of. */
export type NameKind =
  | 'keyspace'
  | 'table'
  | 'view'
  | 'column'
  | 'type'
  /** One of Cassandra's own types, `list` and its like among them. */
  | 'native-type'
  /** Of a user-defined type. */
  | 'field'
  | 'function'
  | 'aggregate'
  /** Of a function that is being created. */
  | 'parameter'
  | 'index'
  | 'trigger'
  | 'role'
  | 'user'
  | 'identity'
  | 'service-level'
  /** Behind AS, or of a table in SQL. */
  | 'alias'
  /** Of `:name`, or the placeholder of a template for a value. */
  | 'marker'
  /** A row that LET reads. */
  | 'variable'
  | 'option'
  | 'option-value'
  /** Of SQL. */
  | 'constraint'
  | 'graph-label'
  /** In which the body of a function is written. */
  | 'language'
  /** Of a security label. */
  | 'provider'
  /** Behind DESCRIBE: a keyspace, a table, a view or an index. */
  | 'object'
  /** The first word of a command of cqlsh. */
  | 'command'
  /** It names nothing that is known: a word of a command, or of what could not be read. */
  | 'word';

/** What a statement does with the thing that it names. */
export type NameRole = 'declaration' | 'read' | 'write' | 'reference';

/** One identifier in a statement; offsets are relative to the segment. */
export interface Occurrence extends Span {
  readonly kind: NameKind;
  readonly role: NameRole;
  /** As Cassandra reads it: lower case unless quoted, without quotes. */
  readonly name: string;
  readonly quoted: boolean;
  /** It holds a template placeholder or is one: it equals only itself. */
  readonly template?: true;
  /** A placeholder stands in its place: a program puts it in. */
  readonly putIn?: true;
  /** It is a key in the JSON of a string. */
  readonly json?: true;
  /** What it belongs to; absent where that cannot be told from the statement, or where it belongs to nothing. */
  readonly owner?: Owner;
}

/** A name with the keyspace that is written before it. */
export interface Written {
  readonly keyspace?: string;
  readonly name: string;
}

export type Owner =
  /** Of what lives in a keyspace; without a name the one in force. */
  | { readonly kind: 'keyspace'; readonly name?: string }
  | ({ readonly kind: 'table' } & Written)
  | ({ readonly kind: 'type' } & Written)
  /** Of a field: the user-defined type that this value has. */
  | { readonly kind: 'value'; readonly value: Value };

/** A value by what its type is known from. */
export interface Value {
  readonly of:
    | { readonly kind: 'column'; readonly table: Written; readonly column: string }
    | { readonly kind: 'type'; readonly type: TypeRef; readonly keyspace?: string };
  /** How it lies in what `of` names, from the outside in. */
  readonly path: readonly Step[];
}

/**
 * `element` is what stands in a literal of a list, set or vector, which may be a key taken from a map; `value` is what a subscript or
 * CONTAINS finds; a number is a place in a tuple. What JSON calls a field may be the key of a map.
 */
export type Step = 'element' | 'key' | 'value' | number | { readonly field: string };
