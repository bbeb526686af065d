import { subjectOf } from '../../catalog/constraints.ts';
import type { Column } from '../../catalog/model.ts';
import type { Assignment, Delete, Relation, Update } from '../../syntax/ast.ts';
import { isRowReference } from '../../syntax/row-references.ts';
import { hasUnknown } from '../judging/markers.ts';
import { isColumn, isScope, isStaticCompact, resolveColumn, resolveTable, type Scope } from '../judging/names.ts';
import {
  inOrder,
  isRefused,
  isUndecided,
  type Outcome,
  PLACEHOLDER,
  refuse,
  UNKNOWN_SCHEMA,
} from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import type { Restrictions } from '../restrictions/model.ts';
import { restrict } from '../restrictions/restrict.ts';
import type { Refused, Session, Undecided } from '../judging/verdict-model.ts';
import { checkValue } from '../typing/values.ts';
import { prepareConditions } from './conditions.ts';
import { prepareInsert } from './insert.ts';
import { checkAssignment, checkDeletion, type PreparedOperation } from './operations.ts';
import {
  appliesOnlyToStatics,
  checkConditional,
  checkUsing,
  conditionsOf,
  type PreparedWrite,
  readsExisting,
  tableOf,
  TIMESTAMP_WITH_CONDITION,
  typeOf,
  type Write,
} from './write.ts';

/** What PREPARE says to an INSERT, UPDATE or DELETE (`ModificationStatement.Parsed.prepare`). */
export function prepareWrite(statement: Write, session: Session): PreparedWrite | Refused | Undecided {
  const scope = resolveTable(tableOf(statement), session);
  if (!isScope(scope)) return scope;
  const using = checkUsing(statement.using, (value, receiver) => checkValue(value, receiver, scope));
  if (isRefused(using)) return using;
  const conditions = prepareIf(statement, scope);
  if (isRefused(conditions)) return conditions;
  const body =
    statement.kind === 'insert' ? prepareInsert(statement, scope) : prepareBody(statement, conditions.columns, scope);
  if (isRefused(body) || isUndecided(body)) return body;
  const last = inOrder(
    () => checkConditional(statement, scope),
    () => (since(scope.release, '6.0') ? checkNotNull(statement, body, scope) : undefined),
    () =>
      statement.kind === 'delete' ? checkConditionalDelete(statement, body, conditions.columns, scope) : undefined,
  );
  if (isRefused(last)) return last;
  return {
    kind: 'prepared-write',
    statement,
    scope,
    restrictions: body.restrictions,
    operations: body.operations,
    conditions: conditions.columns,
    doubt: using ?? conditions.doubt ?? body.doubt ?? last ?? templateDoubt(statement),
  };
}

const templateDoubt = (statement: Write): Undecided | undefined =>
  statement.template === true || hasUnknown(statement) ? PLACEHOLDER : undefined;

/** IF comes before everything else but USING. */
function prepareIf(statement: Write, scope: Scope): ReturnType<typeof prepareConditions> {
  const conditions = conditionsOf(statement.condition);
  if (conditions.length > 0 && statement.using?.timestamp !== undefined) {
    return refuse('timestamp-with-condition', TIMESTAMP_WITH_CONDITION, statement.using.timestamp.span);
  }
  return prepareConditions(conditions, scope);
}

/** What is written, and to which rows. */
export interface Body {
  readonly kind: 'body';
  readonly operations: readonly PreparedOperation[];
  readonly restrictions: Restrictions;
  readonly doubt: Undecided | undefined;
}

function prepareBody(
  statement: Update | Delete,
  compared: readonly Column[],
  scope: Scope,
): Body | Refused | Undecided {
  if (statement.kind === 'delete' && scope.table.kind === 'virtual' && scope.release === '4.0') {
    const span = statement.from?.span ?? statement.span;
    return refuse('virtual-table-write', "Virtual tables don't support DELETE statements", span);
  }
  const operations =
    statement.kind === 'update' ? prepareAssignments(statement, scope) : prepareDeletions(statement, scope);
  if (isRefused(operations)) return operations;
  const relations = statement.where?.relations ?? [];
  const expression = relations.find(({ kind }) => kind === 'expr');
  if (expression !== undefined) {
    const message = 'Custom index expressions cannot be used in WHERE clauses for UPDATE or DELETE statements';
    return refuse('custom-expression', message, expression.span);
  }
  const restrictions = restrictWrite(statement, relations, operations, compared, scope);
  if (restrictions.kind !== 'restrictions') return restrictions;
  return { kind: 'body', operations: operations.done, restrictions, doubt: operations.doubt ?? restrictions.doubt };
}

function restrictWrite(
  statement: Update | Delete,
  relations: readonly Relation[],
  operations: Operations,
  compared: readonly Column[],
  scope: Scope,
): Restrictions | Refused | Undecided {
  const written = operations.done.map(({ column }) => column);
  const rows = statement.kind === 'delete' && written.length === 0;
  return restrict(
    {
      type: typeOf(statement),
      relations,
      onlyStatic: !rows && appliesOnlyToStatics(written, compared),
      allowFiltering: false,
      forView: false,
      selectsCollection: false,
      // Whether only statics are written cannot be told where something is hidden.
      hidden: statement.template === true || operations.hidden || hasUnknown(statement.condition),
      span: statement.where?.span ?? tableOf(statement)?.span ?? statement.span,
    },
    scope,
  );
}

interface Operations {
  readonly kind: 'operations';
  readonly done: readonly PreparedOperation[];
  readonly hidden: boolean;
  readonly doubt: Undecided | undefined;
}

function prepareAssignments(statement: Update, scope: Scope): Operations | Refused {
  const reads = readsExisting(statement, scope);
  return collect(
    inOrderOfChecks(statement.assignments, scope),
    (assignment) => (assignment.kind === 'unknown' ? undefined : assignment.column),
    (assignment, column) => {
      if (assignment.kind === 'unknown') return undefined;
      if (column.kind === 'partition' || column.kind === 'clustering') {
        const message = `PRIMARY KEY part ${column.name} found in SET part`;
        return refuse('set-primary-key', message, assignment.span, [column.name]);
      }
      return checkAssignment(assignment, column, reads, scope);
    },
    (assignment, column) => ({
      column,
      what: assignment.kind === 'unknown' ? 'set' : assignment.kind,
      ...('key' in assignment && { key: assignment.key }),
      ...('field' in assignment && { field: assignment.field }),
      ...('value' in assignment && { value: assignment.value }),
    }),
    scope,
  );
}

/** What a transaction has read is assigned last. */
function inOrderOfChecks(assignments: Update['assignments'], { session }: Scope): Update['assignments'] {
  if (session.rows === undefined) return assignments;
  const reads = (assignment: Assignment): boolean => 'value' in assignment && isRowReference(assignment.value);
  return [...assignments.filter((each) => !reads(each)), ...assignments.filter(reads)];
}

function prepareDeletions(statement: Delete, scope: Scope): Operations | Refused {
  return collect(
    statement.targets,
    (target) => target.column,
    (target, column) => {
      if (column.kind === 'partition' || column.kind === 'clustering') {
        const message = `Invalid identifier ${column.name} for deletion (should not be a PRIMARY KEY part)`;
        return refuse('delete-primary-key', message, target.span, [column.name]);
      }
      return checkDeletion(target, column, scope);
    },
    (target, column) => ({
      column,
      what: target.key !== undefined ? 'delete-element' : target.field !== undefined ? 'delete-field' : 'delete',
      ...(target.key !== undefined && { key: target.key }),
    }),
    scope,
  );
}

/** Looks up and checks each item in turn. */
function collect<T>(
  items: readonly T[],
  nameOf: (item: T) => Parameters<typeof resolveColumn>[0] | undefined,
  check: (item: T, column: Column) => Outcome,
  operationOf: (item: T, column: Column) => PreparedOperation,
  scope: Scope,
): Operations | Refused {
  const done: PreparedOperation[] = [];
  let hidden = false;
  let doubt: Undecided | undefined;
  for (const item of items) {
    const name = nameOf(item);
    const column = name === undefined ? PLACEHOLDER : resolveColumn(name, scope);
    if (isRefused(column)) return column;
    if (!isColumn(column)) {
      hidden = true;
      continue;
    }
    const problem = check(item, column);
    if (isRefused(problem)) return problem;
    doubt ??= problem;
    done.push(operationOf(item, column));
  }
  return { kind: 'operations', done, hidden, doubt };
}

/** A DELETE with IF names one row, unless only statics are concerned. */
function checkConditionalDelete(
  statement: Delete,
  { restrictions, operations }: Body,
  compared: readonly Column[],
  { table, release }: Scope,
): Outcome {
  const { condition } = statement;
  if (condition === undefined || namesWholeKey(restrictions, table)) return undefined;
  const refused = (end: string): Refused =>
    refuse(
      'conditional-delete-key',
      `DELETE statements must restrict all PRIMARY KEY columns with equality relations${end}`,
      statement.where?.span ?? condition.span,
    );
  if (table.kind === 'virtual' && since(release, '4.0')) return refused('');
  // Without targets whole rows are deleted.
  const isRegular = ({ kind }: Column): boolean => kind === 'regular' && !isStaticCompact(table);
  const regular = operations.length === 0 || operations.some(({ column }) => isRegular(column));
  if (regular) return refused(' in order to delete non static columns');
  return compared.some(isRegular) ? refused(' in order to use IF condition on non static columns') : undefined;
}

/** `hasAllPKColumnsRestrictedByEqualities`. */
export const namesWholeKey = ({ partition, clustering }: Restrictions, table: Scope['table']): boolean =>
  !isStaticCompact(table) &&
  partition.entries.length === table.partitionKey.length &&
  partition.onlyEqualities &&
  clustering.entries.length === table.clustering.length &&
  clustering.onlyEqualities;

/** A row that is written has all columns that are NOT NULL. */
function checkNotNull(statement: Write, { operations }: Body, { table }: Scope): Outcome {
  const wanted = [...table.columns.values()]
    .filter(({ constraints = [] }) => constraints.some((condition) => subjectOf(condition) === 'NOT_NULL'))
    .filter(({ kind }) => kind === 'regular' || kind === 'static')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const written = (column: Column): boolean => operations.some((operation) => operation.column.name === column.name);
  if (wanted.length === 0) return undefined;
  if (table.partial || statement.template) return UNKNOWN_SCHEMA;
  const [target] = statement.kind === 'delete' ? wanted.filter(written) : wanted.filter((column) => !written(column));
  if (target === undefined) return undefined;
  const message =
    statement.kind === 'delete'
      ? `Column '${target.name}' can not be set to null.`
      : `Column '${target.name}' has to be specified as part of this query.`;
  return refuse('not-null', message, tableOf(statement)?.span ?? statement.span, [target.name]);
}
