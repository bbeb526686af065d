import type { Span } from '../text/span.ts';

/**
 * The typed syntax tree of one statement: plain data, made from the flat parse tree by `lower.ts`.
 *
 * Spans are relative to the start of the statement's segment, so a tree stays valid while text before it changes.
 * What could not be read (broken text, a template placeholder) is `unknown`, or absent where the field is optional;
 * checks stay silent about it.
 */
export type Statement =
  | Select
  | Insert
  | Update
  | Delete
  | Batch
  | Use
  | Truncate
  | CreateKeyspace
  | AlterKeyspace
  | CreateTable
  | CreateTableLike
  | AlterTable
  | CreateType
  | AlterType
  | CreateIndex
  | CreateView
  | AlterView
  | CreateFunction
  | CreateAggregate
  | CreateTrigger
  | Drop
  | RoleStatement
  | Permission
  | ListStatement
  | Describe
  | Transaction
  | CommentOn
  | SecurityLabel
  | ShellCommand
  | ForeignStatement
  | BrokenStatement;

/** An identifier as written and as Cassandra reads it. */
export interface Name {
  /** Folded: lower case unless quoted, quotes removed. */
  readonly name: string;
  /** As the user wrote it, quotes included. */
  readonly text: string;
  readonly quoted: boolean;
  /** It is, or contains, a template placeholder or bind marker: it equals only itself. */
  readonly template?: true;
  /** A placeholder stands in its place: a program puts it in. */
  readonly putIn?: true;
  readonly span: Span;
}

/** `name` or `keyspace.name`. */
export interface QualifiedName {
  readonly keyspace?: Name;
  readonly name: Name;
  readonly span: Span;
}

// ---------------------------------------------------------------- expressions

export type LiteralType = 'string' | 'integer' | 'float' | 'boolean' | 'uuid' | 'hex' | 'duration';

/** Terms and selectors alike; where one may not stand, the verdict says so. */
export type Expression =
  | Literal
  /** `unset`: what DEFAULT UNSET gives, which cannot be written. */
  | { readonly kind: 'null'; readonly unset?: true; readonly span: Span }
  | Marker
  | { readonly kind: 'column'; readonly column: Name; readonly span: Span }
  /** `*`, only as a selector or in `count(*)`; `of` is the table of SQL's `t.*`. */
  | { readonly kind: 'star'; readonly of?: Name; readonly span: Span }
  /** `[…]`: a list or a vector. */
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly span: Span }
  /** `{a, b}` and `{}`. */
  | { readonly kind: 'set'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[]; readonly span: Span }
  /** `{field: value}`. */
  | { readonly kind: 'udt'; readonly fields: readonly FieldValue[]; readonly span: Span }
  /** `(a, b)`; one element is a tuple in a term and a grouping in a selector. */
  | { readonly kind: 'tuple'; readonly items: readonly Expression[]; readonly span: Span }
  | Call
  /** `CAST(value AS type)`. */
  | { readonly kind: 'cast'; readonly value: Expression; readonly type: TypeRef; readonly span: Span }
  | Hint
  | { readonly kind: 'negate'; readonly value: Expression; readonly span: Span }
  | Arithmetic
  | { readonly kind: 'field'; readonly of: Expression; readonly field: Name; readonly span: Span }
  | { readonly kind: 'element'; readonly of: Expression; readonly key: Expression; readonly span: Span }
  /** `c[from..to]`. */
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly from?: Expression;
      readonly to?: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'unknown'; readonly span: Span };

export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  /** The value: a string without its quotes, anything else as written (`NaN`, `-Infinity` are floats). */
  readonly value: string;
  readonly span: Span;
}

export interface Marker {
  readonly kind: 'marker';
  /** Of `:name`; `?` has none. */
  readonly name?: Name;
  readonly span: Span;
}

/** `(type) value`. */
export interface Hint {
  readonly kind: 'hint';
  readonly type: TypeRef;
  readonly value: Expression;
  readonly span: Span;
}

export interface Call {
  readonly kind: 'call';
  readonly function: QualifiedName;
  readonly arguments: readonly Expression[];
  readonly span: Span;
}

export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly operator: '+' | '-' | '*' | '/' | '%';
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
}

export interface FieldValue {
  readonly field: Name;
  readonly value: Expression;
}

// ---------------------------------------------------------------- types

export type TypeRef =
  | {
      /** A native type (lower case; `varchar` stays `varchar`). */
      readonly kind: 'native';
      readonly name: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'list' | 'set' | 'map' | 'tuple' | 'frozen';
      readonly arguments: readonly TypeRef[];
      readonly span: Span;
    }
  | {
      readonly kind: 'vector';
      readonly arguments: readonly TypeRef[];
      /** As written; absent where it is a placeholder. */
      readonly dimension?: number;
      readonly span: Span;
    }
  | { readonly kind: 'user'; readonly type: QualifiedName; readonly span: Span }
  /** `'org.apache.cassandra.db.marshal.X'`. */
  | { readonly kind: 'custom'; readonly className: string; readonly span: Span }
  | { readonly kind: 'unknown'; readonly span: Span };

// ---------------------------------------------------------------- queries and writes

export interface Select {
  readonly kind: 'select';
  readonly json: boolean;
  readonly distinct: boolean;
  readonly selectors: readonly Selector[];
  /** Absent in a broken statement. */
  readonly from?: QualifiedName;
  /** Of the table, which CQL does not have. */
  readonly alias?: Name;
  /** Further tables, as SQL joins them; CQL has no such thing, but what is meant can be told. */
  readonly joins?: readonly Join[];
  readonly where?: Where;
  readonly groupBy: readonly Expression[];
  readonly groupBySpan?: Span;
  readonly orderBy: readonly Ordering[];
  readonly orderBySpan?: Span;
  readonly perPartitionLimit?: Clause<Expression>;
  readonly limit?: Clause<Expression>;
  /** Of the words ALLOW FILTERING. */
  readonly allowFiltering?: Span;
  /** Where these words may stand: before what says how the query runs (BYPASS CACHE, USING, WITH), else at its end. */
  readonly filteringAt: number;
  /** Of `WITH included_indexes = {…} AND excluded_indexes = {…}`. */
  readonly options?: readonly SelectOption[];
  /** ScyllaDB's: how long the query may take. */
  readonly using?: Using;
  /** A whole clause is a placeholder: nothing may be concluded from what is absent. */
  readonly template?: true;
  readonly span: Span;
}

/** What follows WITH in a SELECT of 6.0. */
export interface SelectOption {
  readonly name: Name;
  /** The names of indexes, which only the words `included_indexes` and `excluded_indexes` take; other options have none. */
  readonly indexes?: readonly QualifiedName[];
  readonly span: Span;
}

/** `JOIN t AS a ON …`, `JOIN t USING (…)`, or `, t`. */
export interface Join {
  readonly table: QualifiedName;
  readonly alias?: Name;
  /** Of ON. */
  readonly on: readonly Relation[];
  /** Of USING. */
  readonly using: readonly Name[];
  /** Rows without a partner stay. */
  readonly outer: boolean;
  readonly span: Span;
}

export interface Clause<T> {
  readonly value: T;
  readonly span: Span;
}

export interface Selector {
  readonly expression: Expression;
  readonly alias?: Name;
  readonly span: Span;
}

export interface Where {
  readonly relations: readonly Relation[];
  /** Where OR stands, which CQL does not have: the sides of each, as indexes of relations. */
  readonly or?: readonly Alternatives[];
  /** From the word WHERE to the last relation's end. */
  readonly span: Span;
}

/** Sides of OR: all relations of one are enough. */
export type Alternatives = readonly (readonly number[])[];

export type Operator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'IN'
  | 'NOT IN'
  | 'CONTAINS'
  | 'CONTAINS KEY'
  | 'NOT CONTAINS'
  | 'NOT CONTAINS KEY'
  | 'LIKE'
  | 'BETWEEN'
  | 'IS NOT NULL';

/** What a relation compares with. */
export type Operand =
  | { readonly kind: 'one'; readonly value: Expression }
  /** `IN (a, b)`; of a multi-column relation the items are tuples or markers. */
  | { readonly kind: 'several'; readonly items: readonly Expression[]; readonly span: Span }
  /** `BETWEEN low AND high`. */
  | { readonly kind: 'between'; readonly low: Expression; readonly high: Expression }
  /** `IS NOT NULL`. */
  | { readonly kind: 'none' };

/** `IN ?` has the operand `one` with a marker. */
export type Relation =
  | {
      readonly kind: 'column';
      readonly column: Name;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly span: Span;
    }
  | {
      /** `column[key] op value`. */
      readonly kind: 'element';
      readonly column: Name;
      readonly key: Expression;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly span: Span;
    }
  | {
      readonly kind: 'tuple';
      readonly columns: readonly Name[];
      readonly columnsSpan: Span;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly span: Span;
    }
  | {
      readonly kind: 'token';
      readonly columns: readonly Name[];
      readonly columnsSpan: Span;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly span: Span;
    }
  /** `expr(index, value)`. */
  | { readonly kind: 'expr'; readonly index: Name; readonly value: Expression; readonly span: Span }
  /** `c.f op value`, only in IF. */
  | {
      readonly kind: 'field';
      readonly column: Name;
      readonly field: Name;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly span: Span;
    }
  | {
      readonly kind: 'unknown';
      /** A function left of the operator, which SQL has: `lower(email) = ?`. */
      readonly computed?: { readonly call: Call; readonly operator: Operator; readonly operand: Operand };
      /** The column before an operator that only SQL has: IS NULL, NOT LIKE, NOT BETWEEN. */
      readonly compared?: Name;
      readonly span: Span;
    };

export interface Ordering {
  readonly column: Name;
  /** As written; absent means ASC. */
  readonly direction?: 'ASC' | 'DESC';
  /** `ANN OF vector`. */
  readonly annOf?: Expression;
  readonly span: Span;
}

export interface Using {
  readonly timestamp?: Clause<Expression>;
  readonly ttl?: Clause<Expression>;
  /** ScyllaDB's USING TIMEOUT. */
  readonly timeout?: Clause<Expression>;
  readonly span: Span;
}

export type Conditions =
  | { readonly kind: 'not-exists'; readonly span: Span }
  | { readonly kind: 'exists'; readonly span: Span }
  | { readonly kind: 'if'; readonly conditions: readonly Relation[]; readonly span: Span };

export interface Insert {
  readonly kind: 'insert';
  readonly into?: QualifiedName;
  readonly values:
    | {
        readonly kind: 'values';
        readonly columns: readonly Name[];
        readonly columnsSpan: Span;
        readonly values: readonly Expression[];
        readonly valuesSpan: Span;
      }
    | { readonly kind: 'json'; readonly json: Expression; readonly default?: 'NULL' | 'UNSET' }
    | { readonly kind: 'unknown' };
  readonly using?: Using;
  readonly condition?: Conditions;
  readonly template?: true;
  readonly span: Span;
}

export interface Update {
  readonly kind: 'update';
  readonly table?: QualifiedName;
  readonly using?: Using;
  readonly assignments: readonly Assignment[];
  readonly where?: Where;
  readonly condition?: Conditions;
  readonly template?: true;
  readonly span: Span;
}

export type Assignment =
  /** `column = value`. */
  | { readonly kind: 'set'; readonly column: Name; readonly value: Expression; readonly span: Span }
  /** `column[key] = value`. */
  | {
      readonly kind: 'set-element';
      readonly column: Name;
      readonly key: Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  /** `column.field = value`. */
  | {
      readonly kind: 'set-field';
      readonly column: Name;
      readonly field: Name;
      readonly value: Expression;
      readonly span: Span;
    }
  /** `column = operand ± value`, `column = column -3` (the sign is in the value) and `column += value`. */
  | {
      readonly kind: 'add' | 'subtract';
      readonly column: Name;
      /** The column on the right-hand side; the same as `column` unless the user erred; absent for `+=` and `-=`. */
      readonly operand?: Name;
      readonly value: Expression;
      /** No operator stands before the value, as in `column = column -3`. */
      readonly bare?: true;
      readonly span: Span;
    }
  /** `column = value + operand`. */
  | {
      readonly kind: 'prepend';
      readonly column: Name;
      readonly operand: Name;
      readonly value: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'unknown'; readonly span: Span };

export interface Delete {
  readonly kind: 'delete';
  readonly targets: readonly DeleteTarget[];
  readonly from?: QualifiedName;
  readonly using?: Using;
  readonly where?: Where;
  readonly condition?: Conditions;
  readonly template?: true;
  readonly span: Span;
}

export interface DeleteTarget {
  readonly column: Name;
  readonly key?: Expression;
  readonly field?: Name;
  readonly span: Span;
}

export interface Batch {
  readonly kind: 'batch';
  readonly type: 'logged' | 'unlogged' | 'counter';
  readonly using?: Using;
  readonly statements: readonly (Insert | Update | Delete)[];
  readonly span: Span;
}

/** `BEGIN TRANSACTION … COMMIT TRANSACTION` (6.0). */
export interface Transaction {
  readonly kind: 'transaction';
  readonly lets: readonly { readonly name: Name; readonly select: Select; readonly span: Span }[];
  /** Without FROM it gives parts of rows that LET has read. */
  readonly result?: Select;
  readonly conditions: readonly TransactionCondition[];
  /** All that stands for rows read by LET, in the order of the text. */
  readonly references: readonly RowReference[];
  readonly writes: readonly (Insert | Update | Delete)[];
  readonly span: Span;
}

/** A row that LET has read, or a part of it: `row`, `row.column`, `row.column.field`, `row.column[key]`. */
export interface RowReference {
  readonly row: Name;
  readonly column?: Name;
  readonly field?: Name;
  readonly key?: Expression;
  readonly span: Span;
}

/** `reference operator value`, or the other way round. */
export interface TransactionCondition {
  readonly reference: RowReference;
  /** Absent in `IS [NOT] NULL`. */
  readonly value?: Expression;
  readonly span: Span;
}

export interface Use {
  readonly kind: 'use';
  readonly keyspace?: Name;
  readonly span: Span;
}

export interface Truncate {
  readonly kind: 'truncate';
  readonly table?: QualifiedName;
  readonly span: Span;
}

// ---------------------------------------------------------------- schema

/** The value of `option = …`. */
export type OptionValue =
  | { readonly kind: 'literal'; readonly literal: Literal; readonly span: Span }
  /** A bare unreserved keyword, or true/false. */
  | { readonly kind: 'word'; readonly word: string; readonly span: Span }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[]; readonly span: Span }
  | { readonly kind: 'unknown'; readonly span: Span };

export interface Option {
  /** Folded: lower case unless quoted. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: OptionValue;
  readonly span: Span;
}

export interface CreateKeyspace {
  readonly kind: 'create-keyspace';
  readonly name?: Name;
  readonly ifNotExists: boolean;
  readonly options: readonly Option[];
  readonly span: Span;
}

export interface AlterKeyspace {
  readonly kind: 'alter-keyspace';
  readonly name?: Name;
  readonly ifExists: boolean;
  readonly options: readonly Option[];
  readonly span: Span;
}

export interface ColumnDefinition {
  readonly name: Name;
  readonly type: TypeRef;
  readonly static: boolean;
  /** `PRIMARY KEY` behind the column: the span of these words. */
  readonly primaryKey?: Span;
  /** `MASKED WITH …`. */
  readonly mask?: Mask;
  /** `TTL`: the column says when its row expires (ScyllaDB). */
  readonly ttl?: Span;
  /** `CHECK …` and `NOT NULL` (6.0). */
  readonly constraints: readonly ColumnConstraint[];
  readonly span: Span;
}

/** `NOT NULL`, or `CHECK` with its conditions. */
export interface ColumnConstraint {
  readonly conditions: readonly CheckCondition[];
  readonly span: Span;
}

/** `NOT NULL`, `function(…)` with or without a comparison, or the comparison of a column. */
export interface CheckCondition {
  readonly kind: 'not-null' | 'function' | 'column';
  /** Of the function or the column. */
  readonly name?: Name | undefined;
  readonly arguments: readonly Expression[];
  readonly operator?: string | undefined;
  readonly value?: Expression | undefined;
  readonly span: Span;
}

export type Mask =
  | { readonly kind: 'default'; readonly span: Span }
  | {
      readonly kind: 'function';
      readonly function: QualifiedName;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    };

export interface PrimaryKey {
  readonly partition: readonly Name[];
  readonly clustering: readonly Name[];
  readonly span: Span;
}

export interface ClusteringOrder {
  readonly column: Name;
  readonly direction: 'ASC' | 'DESC';
}

export interface CreateTable {
  readonly kind: 'create-table';
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly columns: readonly ColumnDefinition[];
  /** `PRIMARY KEY (…)` clauses; more than one is the user's mistake. Inline ones stand on their column. */
  readonly primaryKeys: readonly PrimaryKey[];
  readonly clusteringOrder: readonly ClusteringOrder[];
  readonly clusteringOrderSpan?: Span;
  readonly compactStorage?: Span;
  readonly options: readonly Option[];
  /** A placeholder stands for columns or options: more may be there than is seen. */
  readonly template?: true;
  readonly span: Span;
}

export interface CreateTableLike {
  readonly kind: 'create-table-like';
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly source?: QualifiedName;
  readonly options: readonly Option[];
  /** `WITH INDEXES AND COMMENTS …`. */
  readonly copies?: readonly ('indexes' | 'comments' | 'security-labels' | 'all')[];
  readonly span: Span;
}

export interface AlterTable {
  readonly kind: 'alter-table';
  readonly name?: QualifiedName;
  readonly ifExists: boolean;
  readonly change:
    | { readonly kind: 'add'; readonly ifNotExists: boolean; readonly columns: readonly ColumnDefinition[] }
    | {
        readonly kind: 'drop';
        readonly ifExists: boolean;
        readonly columns: readonly Name[];
        readonly timestamp?: Clause<Expression>;
      }
    | {
        readonly kind: 'rename';
        readonly ifExists: boolean;
        readonly pairs: readonly { readonly from: Name; readonly to: Name }[];
      }
    | { readonly kind: 'alter-type'; readonly column: Name; readonly type: TypeRef }
    | { readonly kind: 'mask'; readonly ifExists: boolean; readonly column: Name; readonly mask: Mask | 'drop' }
    /** `ALTER c CHECK …`, `ALTER c DROP CHECK`. */
    | {
        readonly kind: 'check';
        readonly ifExists: boolean;
        readonly column: Name;
        readonly constraint?: ColumnConstraint;
        readonly dropped?: true;
      }
    | { readonly kind: 'drop-compact-storage' }
    /** ScyllaDB's `TTL c`, and `TTL NULL` without a column. */
    | { readonly kind: 'row-ttl'; readonly column?: Name }
    | { readonly kind: 'options'; readonly options: readonly Option[] }
    | { readonly kind: 'unknown' };
  readonly span: Span;
}

export interface FieldDefinition {
  readonly name: Name;
  readonly type: TypeRef;
  readonly span: Span;
}

export interface CreateType {
  readonly kind: 'create-type';
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly fields: readonly FieldDefinition[];
  readonly span: Span;
}

export interface AlterType {
  readonly kind: 'alter-type';
  readonly name?: QualifiedName;
  readonly ifExists: boolean;
  readonly change:
    | { readonly kind: 'add'; readonly ifNotExists: boolean; readonly field: FieldDefinition }
    | {
        readonly kind: 'rename';
        readonly ifExists: boolean;
        readonly pairs: readonly { readonly from: Name; readonly to: Name }[];
      }
    | { readonly kind: 'alter'; readonly field: Name; readonly type: TypeRef }
    | { readonly kind: 'unknown' };
  readonly span: Span;
}

export interface IndexTarget {
  /** Absent: the bare column. */
  readonly of?: 'values' | 'keys' | 'entries' | 'full';
  readonly column: Name;
  readonly span: Span;
}

export interface CreateIndex {
  readonly kind: 'create-index';
  readonly custom: boolean;
  readonly ifNotExists: boolean;
  readonly name?: QualifiedName;
  readonly table?: QualifiedName;
  readonly targets: readonly IndexTarget[];
  /** The first part of ScyllaDB's `((partition key), column)`: an index of each partition by itself. */
  readonly local?: readonly Name[];
  /** The class of USING, without its quotes. */
  readonly using?: Clause<string>;
  readonly options: readonly Option[];
  readonly span: Span;
}

export interface CreateView {
  readonly kind: 'create-view';
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly select?: Select;
  readonly primaryKey?: PrimaryKey;
  readonly clusteringOrder: readonly ClusteringOrder[];
  readonly clusteringOrderSpan?: Span;
  readonly compactStorage?: Span;
  readonly options: readonly Option[];
  readonly span: Span;
}

export interface AlterView {
  readonly kind: 'alter-view';
  readonly name?: QualifiedName;
  readonly ifExists: boolean;
  readonly options: readonly Option[];
  readonly span: Span;
}

export interface CreateFunction {
  readonly kind: 'create-function';
  readonly name?: QualifiedName;
  readonly orReplace: boolean;
  readonly ifNotExists: boolean;
  readonly parameters: readonly { readonly name: Name; readonly type: TypeRef }[];
  readonly onNull?: 'called' | 'returns-null';
  readonly returns?: TypeRef;
  readonly language?: Name;
  readonly body?: Literal;
  readonly span: Span;
}

export interface CreateAggregate {
  readonly kind: 'create-aggregate';
  readonly name?: QualifiedName;
  readonly orReplace: boolean;
  readonly ifNotExists: boolean;
  readonly parameters: readonly TypeRef[];
  readonly stateFunction?: Name;
  readonly stateType?: TypeRef;
  readonly finalFunction?: Name;
  readonly initialCondition?: Expression;
  readonly span: Span;
}

export interface CreateTrigger {
  readonly kind: 'create-trigger';
  readonly name?: Name;
  readonly ifNotExists: boolean;
  readonly table?: QualifiedName;
  readonly className?: Literal;
  readonly span: Span;
}

export interface Drop {
  readonly kind: 'drop';
  readonly what: 'keyspace' | 'table' | 'type' | 'index' | 'view' | 'function' | 'aggregate' | 'trigger' | 'other';
  readonly ifExists: boolean;
  readonly name?: QualifiedName;
  /** `DROP FUNCTION f (int, text)`; absent without parentheses. */
  readonly parameters?: readonly TypeRef[];
  /** `DROP TRIGGER x ON table`. */
  readonly on?: QualifiedName;
  readonly span: Span;
}

// ---------------------------------------------------------------- roles, descriptions, the rest

export interface RoleStatement {
  readonly kind: 'role';
  readonly action: 'create' | 'alter' | 'drop';
  readonly what: 'role' | 'user' | 'generated-role' | 'identity' | 'service-level' | 'other';
  /** Names of users and identities, and of the role that has an identity, keep their case. */
  readonly name?: Name;
  /** Of an identity: the role that has it. */
  readonly role?: Name | undefined;
  readonly ifExists: boolean;
  readonly ifNotExists: boolean;
  /** By lower case name; `value` of those that are one of these words, `text` of a password. */
  readonly options: readonly {
    readonly name: string;
    readonly value?: 'true' | 'false' | 'all' | undefined;
    readonly text?: string | undefined;
    /** Of OPTIONS: the map behind it. */
    readonly entries?: readonly MapEntry[] | undefined;
    /** Of a service level. */
    readonly given?: OptionValue;
    readonly span: Span;
  }[];
  readonly span: Span;
}

export interface Permission {
  readonly kind: 'permission';
  readonly action: 'grant' | 'revoke';
  /** Upper case permission names; empty where a role is granted. */
  readonly permissions: readonly string[];
  readonly resource?: Resource;
  /** The role that is granted. */
  readonly role?: Name;
  /** To whom, or from whom. */
  readonly grantee?: Name;
  readonly span: Span;
}

/** What a permission is about. */
export interface Resource {
  /** `tables` and `functions` are all of a keyspace, whose name it is; `functions` without a name are all there are. */
  readonly kind:
    | 'keyspaces'
    | 'keyspace'
    | 'tables'
    | 'table'
    | 'roles'
    | 'role'
    | 'functions'
    | 'function'
    | 'mbeans'
    | 'mbean';
  readonly name?: QualifiedName;
  /** Of a function. */
  readonly parameters?: readonly TypeRef[];
  /** The name of an MBean, or the pattern of several, without quotes. */
  readonly text?: string;
  readonly span: Span;
}

export interface ListStatement {
  readonly kind: 'list';
  readonly what: 'permissions' | 'roles' | 'users' | 'superusers' | 'other';
  /** Of permissions: what they are about. */
  readonly resource?: Resource;
  /** Behind OF. */
  readonly role?: Name;
  readonly span: Span;
}

export interface Describe {
  readonly kind: 'describe';
  readonly what: string;
  readonly name?: QualifiedName;
  readonly span: Span;
}

export interface CommentOn {
  readonly kind: 'comment-on';
  readonly what: 'keyspace' | 'table' | 'column' | 'type' | 'field';
  readonly name?: QualifiedName;
  /** The column of the table, or the field of the type, that it is about. */
  readonly member?: Name | undefined;
  readonly text?: Literal | undefined;
  readonly span: Span;
}

export interface SecurityLabel {
  readonly kind: 'security-label';
  /** `FOR provider`. */
  readonly provider?: Name | undefined;
  readonly what: 'keyspace' | 'table' | 'column' | 'type' | 'field';
  readonly name?: QualifiedName;
  /** The column of the table, or the field of the type, that it is about. */
  readonly member?: Name | undefined;
  readonly text?: Literal | undefined;
  readonly span: Span;
}

/** A command of cqlsh, or of a migration tool's own, such as `SOURCE 'x'`; never sent to a server. */
export interface ShellCommand {
  readonly kind: 'shell';
  /** Lower case first word. */
  readonly command: string;
  /** Of SOURCE: the file, without its quotes. Of COPY: absent. */
  readonly file?: Literal;
  /** Of COPY: the table. */
  readonly table?: QualifiedName;
  readonly span: Span;
}

/** A statement of another dialect that Cassandra does not have (`PRUNE MATERIALIZED VIEW …`). */
export interface ForeignStatement {
  readonly kind: 'foreign';
  readonly feature: string;
  /** What it is ON, where it is about an index. */
  readonly table?: QualifiedName | undefined;
  readonly span: Span;
}

/** Text that starts no statement, or one whose kind cannot be told. */
export interface BrokenStatement {
  readonly kind: 'broken';
  readonly span: Span;
}
