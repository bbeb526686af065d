import type {
  Assignment,
  Expression,
  Mask,
  Name,
  Operand,
  PrimaryKey,
  QualifiedName,
  Relation,
  Select,
  Statement,
  TypeRef,
  Using,
} from '../syntax/ast.ts';

/** One place where a statement names something. */
export interface Occurrence {
  readonly kind: 'keyspace' | 'table' | 'column' | 'type' | 'function' | 'index' | 'field';
  readonly name: Name;
  /** The keyspace written before it. */
  readonly keyspace?: Name;
  /** Of a column: the table as the statement names it. */
  readonly table?: QualifiedName;
  /** It is being declared here. */
  readonly declares?: true;
}

/** All names in a statement, in no particular order. */
export function occurrencesIn(statement: Statement): readonly Occurrence[] {
  const found: Occurrence[] = [];
  visit(statement, found);
  return found;
}

type Found = Occurrence[];

function visit(statement: Statement, found: Found): void {
  switch (statement.kind) {
    case 'select':
      return select(statement, found);
    case 'insert':
      tableName(statement.into, found);
      if (statement.values.kind === 'values') {
        columns(statement.values.columns, statement.into, found);
        for (const value of statement.values.values) expression(value, undefined, found);
      }
      return using(statement.using, found);
    case 'update':
      tableName(statement.table, found);
      for (const one of statement.assignments) assignment(one, statement.table, found);
      relations(statement.where?.relations, statement.table, found);
      if (statement.condition?.kind === 'if') relations(statement.condition.conditions, statement.table, found);
      return using(statement.using, found);
    case 'delete':
      tableName(statement.from, found);
      for (const target of statement.targets) {
        columns([target.column], statement.from, found);
        if (target.field !== undefined) found.push({ kind: 'field', name: target.field });
      }
      relations(statement.where?.relations, statement.from, found);
      if (statement.condition?.kind === 'if') relations(statement.condition.conditions, statement.from, found);
      return;
    case 'batch':
      for (const inner of statement.statements) visit(inner, found);
      return;
    case 'transaction':
      for (const { select: inner } of statement.lets) select(inner, found);
      if (statement.result !== undefined) select(statement.result, found);
      for (const inner of statement.writes) visit(inner, found);
      return;
    case 'use':
      return keyspace(statement.keyspace, found);
    case 'truncate':
      return tableName(statement.table, found);
    case 'create-keyspace':
      return keyspace(statement.name, found, true);
    case 'alter-keyspace':
      return keyspace(statement.name, found);
    case 'create-table':
      tableName(statement.name, found, true);
      for (const column of statement.columns) {
        found.push({
          kind: 'column',
          name: column.name,
          declares: true,
          ...(statement.name && { table: statement.name }),
        });
        type(column.type, found);
        mask(column.mask, found);
      }
      for (const key of statement.primaryKeys) primaryKey(key, statement.name, found);
      return columns(
        statement.clusteringOrder.map(({ column }) => column),
        statement.name,
        found,
      );
    case 'create-table-like':
      tableName(statement.name, found, true);
      return tableName(statement.source, found);
    case 'alter-table':
      return alterTable(statement, found);
    case 'create-type':
      typeName(statement.name, found, true);
      for (const field of statement.fields) {
        found.push({ kind: 'field', name: field.name, declares: true });
        type(field.type, found);
      }
      return;
    case 'alter-type':
      typeName(statement.name, found);
      if (statement.change.kind === 'add') type(statement.change.field.type, found);
      return;
    case 'create-index':
      if (statement.name !== undefined) found.push(occurrence('index', statement.name, true));
      tableName(statement.table, found);
      return columns(
        statement.targets.map(({ column }) => column),
        statement.table,
        found,
      );
    case 'create-view':
      tableName(statement.name, found, true);
      if (statement.select !== undefined) select(statement.select, found);
      if (statement.primaryKey !== undefined) primaryKey(statement.primaryKey, statement.select?.from, found);
      return columns(
        statement.clusteringOrder.map(({ column }) => column),
        statement.select?.from,
        found,
      );
    case 'alter-view':
      return tableName(statement.name, found);
    case 'create-function':
      if (statement.name !== undefined) found.push(occurrence('function', statement.name, true));
      for (const parameter of statement.parameters) type(parameter.type, found);
      return type(statement.returns, found);
    case 'create-aggregate':
      if (statement.name !== undefined) found.push(occurrence('function', statement.name, true));
      for (const parameter of statement.parameters) type(parameter, found);
      type(statement.stateType, found);
      for (const name of [statement.stateFunction, statement.finalFunction])
        if (name !== undefined) found.push({ kind: 'function', name });
      return;
    case 'create-trigger':
      return tableName(statement.table, found);
    case 'drop':
      return drop(statement, found);
    case 'permission':
      if (statement.resource?.kind === 'table') tableName(statement.resource.name, found);
      if (['keyspace', 'tables', 'functions'].includes(statement.resource?.kind ?? ''))
        keyspace(statement.resource?.name?.name, found);
      return;
    case 'shell':
      return tableName(statement.table, found);
    default:
      return;
  }
}

function select(statement: Select, found: Found): void {
  const { from } = statement;
  tableName(from, found);
  for (const selector of statement.selectors) expression(selector.expression, from, found);
  relations(statement.where?.relations, from, found);
  for (const group of statement.groupBy) expression(group, from, found);
  columns(
    statement.orderBy.map(({ column }) => column),
    from,
    found,
  );
}

function alterTable(statement: Extract<Statement, { kind: 'alter-table' }>, found: Found): void {
  const { name, change } = statement;
  tableName(name, found);
  switch (change.kind) {
    case 'add':
      for (const column of change.columns) {
        found.push({ kind: 'column', name: column.name, declares: true, ...(name && { table: name }) });
        type(column.type, found);
      }
      return;
    case 'drop':
      return columns(change.columns, name, found);
    case 'rename':
      return columns(
        change.pairs.flatMap(({ from, to }) => [from, to]),
        name,
        found,
      );
    case 'alter-type':
      columns([change.column], name, found);
      return type(change.type, found);
    case 'mask':
    case 'check':
      return columns([change.column], name, found);
    default:
      return;
  }
}

function drop(statement: Extract<Statement, { kind: 'drop' }>, found: Found): void {
  const { name, what } = statement;
  if (name === undefined) return;
  if (what === 'keyspace') keyspace(name.name, found);
  else if (what === 'table' || what === 'view') tableName(name, found);
  else if (what === 'type') typeName(name, found);
  else if (what === 'index') found.push(occurrence('index', name));
  else if (what === 'function' || what === 'aggregate') found.push(occurrence('function', name));
  else if (what === 'trigger') tableName(statement.on, found);
}

function keyspace(name: Name | undefined, found: Found, declares = false): void {
  if (name !== undefined) found.push({ kind: 'keyspace', name, ...(declares && { declares }) });
}

function tableName(name: QualifiedName | undefined, found: Found, declares = false): void {
  if (name === undefined) return;
  keyspace(name.keyspace, found);
  found.push(occurrence('table', name, declares));
}

function typeName(name: QualifiedName | undefined, found: Found, declares = false): void {
  if (name === undefined) return;
  keyspace(name.keyspace, found);
  found.push(occurrence('type', name, declares));
}

const occurrence = (kind: Occurrence['kind'], { name, keyspace: of }: QualifiedName, declares = false): Occurrence => ({
  kind,
  name,
  ...(of && { keyspace: of }),
  ...(declares && { declares: true }),
});

function columns(names: readonly Name[], table: QualifiedName | undefined, found: Found): void {
  for (const name of names) found.push({ kind: 'column', name, ...(table && { table }) });
}

const primaryKey = (key: PrimaryKey, table: QualifiedName | undefined, found: Found): void =>
  columns([...key.partition, ...key.clustering], table, found);

function type(ref: TypeRef | undefined, found: Found): void {
  if (ref === undefined) return;
  if (ref.kind === 'user') return typeName(ref.type, found);
  if ('arguments' in ref) for (const inner of ref.arguments) type(inner, found);
}

function mask(one: Mask | undefined, found: Found): void {
  if (one?.kind === 'function') found.push(occurrence('function', one.function));
}

function using(clause: Using | undefined, found: Found): void {
  for (const part of [clause?.timestamp, clause?.ttl]) if (part !== undefined) expression(part.value, undefined, found);
}

function assignment(one: Assignment, table: QualifiedName | undefined, found: Found): void {
  if (one.kind === 'unknown') return;
  columns([one.column], table, found);
  if ('operand' in one && one.operand !== undefined) columns([one.operand], table, found);
  if (one.kind === 'set-field') found.push({ kind: 'field', name: one.field });
  if (one.kind === 'set-element') expression(one.key, undefined, found);
  expression(one.value, undefined, found);
}

function relations(list: readonly Relation[] | undefined, table: QualifiedName | undefined, found: Found): void {
  for (const relation of list ?? []) {
    if (relation.kind === 'unknown') continue;
    if (relation.kind === 'expr') {
      found.push({ kind: 'index', name: relation.index });
      expression(relation.value, undefined, found);
      continue;
    }
    columns('columns' in relation ? relation.columns : [relation.column], table, found);
    if (relation.kind === 'field') found.push({ kind: 'field', name: relation.field });
    if (relation.kind === 'element') expression(relation.key, undefined, found);
    operand(relation.operand, found);
  }
}

function operand(one: Operand, found: Found): void {
  if (one.kind === 'one') expression(one.value, undefined, found);
  else if (one.kind === 'several') for (const item of one.items) expression(item, undefined, found);
  else if (one.kind === 'between') {
    expression(one.low, undefined, found);
    expression(one.high, undefined, found);
  }
}

function expression(one: Expression, table: QualifiedName | undefined, found: Found): void {
  switch (one.kind) {
    case 'column':
      return columns([one.column], table, found);
    case 'list':
    case 'set':
    case 'tuple':
      for (const item of one.items) expression(item, table, found);
      return;
    case 'map':
      for (const { key, value } of one.entries) {
        expression(key, table, found);
        expression(value, table, found);
      }
      return;
    case 'udt':
      for (const { field, value } of one.fields) {
        found.push({ kind: 'field', name: field });
        expression(value, table, found);
      }
      return;
    case 'call':
      found.push(occurrence('function', one.function));
      for (const argument of one.arguments) expression(argument, table, found);
      return;
    case 'cast':
    case 'hint':
      type(one.type, found);
      return expression(one.value, table, found);
    case 'negate':
      return expression(one.value, table, found);
    case 'arithmetic':
      expression(one.left, table, found);
      return expression(one.right, table, found);
    case 'field':
      found.push({ kind: 'field', name: one.field });
      return expression(one.of, table, found);
    case 'element':
      expression(one.key, table, found);
      return expression(one.of, table, found);
    case 'slice':
      if (one.from !== undefined) expression(one.from, table, found);
      if (one.to !== undefined) expression(one.to, table, found);
      return expression(one.of, table, found);
    default:
      return;
  }
}
