import type {
  Assignment,
  Expression,
  Name,
  Operand,
  QualifiedName,
  Relation,
  Statement,
  TypeRef,
} from '../../../server/src/syntax/ast.ts';
import { openDocument } from '../../../server/src/syntax/index.ts';

/** The typed tree of the one statement that a text consists of. */
export function statementOf(text: string): Statement {
  const [segment] = openDocument(text).segments;
  const statement = segment!.statement();
  if (statement === undefined) throw new Error(`no statement: ${text}`);
  return statement;
}

/** A statement of an expected kind. */
export function statementOfKind<K extends Statement['kind']>(kind: K, text: string): Extract<Statement, { kind: K }> {
  const statement = statementOf(text);
  if (statement.kind !== kind) throw new Error(`${statement.kind} instead of ${kind}: ${text}`);
  return statement as Extract<Statement, { kind: K }>;
}

/** An expression with everything that the tree makes of it: brackets around operators, `<…>` around placeholders. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return expression.type === 'string' ? `'${expression.value}'` : `${expression.type}:${expression.value}`;
    case 'null':
      return 'null';
    case 'marker':
      return expression.name === undefined ? '?' : `:${expression.name.name}`;
    case 'column':
      return printName(expression.column);
    case 'star':
      return '*';
    case 'list':
      return `[${printAll(expression.items)}]`;
    case 'set':
      return `set{${printAll(expression.items)}}`;
    case 'map':
      return `map{${expression.entries.map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`).join(', ')}}`;
    case 'udt':
      return `udt{${expression.fields.map(({ field, value }) => `${field.name}: ${printExpression(value)}`).join(', ')}}`;
    case 'tuple':
      return `tuple(${printAll(expression.items)})`;
    case 'call':
      return `${printQualified(expression.function)}(${printAll(expression.arguments)})`;
    case 'cast':
      return `cast(${printExpression(expression.value)} as ${printType(expression.type)})`;
    case 'hint':
      return `hint(${printType(expression.type)}, ${printExpression(expression.value)})`;
    case 'negate':
      return `-${printExpression(expression.value)}`;
    case 'arithmetic':
      return `(${printExpression(expression.left)} ${expression.operator} ${printExpression(expression.right)})`;
    case 'field':
      return `${printExpression(expression.of)}.${expression.field.name}`;
    case 'element':
      return `${printExpression(expression.of)}[${printExpression(expression.key)}]`;
    case 'slice': {
      const { of, from, to } = expression;
      return `${printExpression(of)}[${from === undefined ? '' : printExpression(from)}..${to === undefined ? '' : printExpression(to)}]`;
    }
    case 'unknown':
      return 'unknown';
  }
}

export const printAll = (expressions: readonly Expression[]): string => expressions.map(printExpression).join(', ');

export const printName = (name: Name): string => (name.template ? `<${name.name}>` : name.name);

export const printNames = (names: readonly Name[]): string => names.map(printName).join(', ');

export const printQualified = (name: QualifiedName | undefined): string => {
  if (name === undefined) return 'nothing';
  return name.keyspace === undefined ? printName(name.name) : `${printName(name.keyspace)}.${printName(name.name)}`;
};

export function printType(type: TypeRef): string {
  switch (type.kind) {
    case 'native':
      return type.name;
    case 'user':
      return `user ${printQualified(type.type)}`;
    case 'custom':
      return `'${type.className}'`;
    case 'unknown':
      return 'unknown';
    case 'vector':
      return `vector<${type.arguments.map(printType).join(', ')}; ${type.dimension}>`;
    default:
      return `${type.kind}<${type.arguments.map(printType).join(', ')}>`;
  }
}

export function printRelation(relation: Relation): string {
  switch (relation.kind) {
    case 'unknown':
      return 'unknown';
    case 'expr':
      return `expr(${printName(relation.index)}, ${printExpression(relation.value)})`;
    case 'column':
      return `${printName(relation.column)} ${relation.operator}${printOperand(relation.operand)}`;
    case 'element':
      return `${relation.column.name}[${printExpression(relation.key)}] ${relation.operator}${printOperand(relation.operand)}`;
    case 'field':
      return `${relation.column.name}.${relation.field.name} ${relation.operator}${printOperand(relation.operand)}`;
    case 'tuple':
      return `(${printNames(relation.columns)}) ${relation.operator}${printOperand(relation.operand)}`;
    case 'token':
      return `token(${printNames(relation.columns)}) ${relation.operator}${printOperand(relation.operand)}`;
  }
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'one':
      return ` ${printExpression(operand.value)}`;
    case 'several':
      return ` several(${printAll(operand.items)})`;
    case 'between':
      return ` ${printExpression(operand.low)} AND ${printExpression(operand.high)}`;
    case 'none':
      return '';
  }
}

export function printAssignment(assignment: Assignment): string {
  switch (assignment.kind) {
    case 'unknown':
      return 'unknown';
    case 'set':
      return `${assignment.column.name} = ${printExpression(assignment.value)}`;
    case 'set-element':
      return `${assignment.column.name}[${printExpression(assignment.key)}] = ${printExpression(assignment.value)}`;
    case 'set-field':
      return `${assignment.column.name}.${assignment.field.name} = ${printExpression(assignment.value)}`;
    case 'add':
    case 'subtract':
    case 'prepend': {
      const { kind, column, operand, value } = assignment;
      return `${column.name}: ${kind} ${printExpression(value)}${operand === undefined ? '' : ` (${operand.name})`}`;
    }
  }
}
