import type { Name, QualifiedName, Statement, TypeRef } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { CheckId } from '../judging/checks.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { undecided } from '../judging/refuse.ts';
import { releaseOf, since } from '../../text/release.ts';
import { complaintWhileParsing, reservedTypeName, unreadableNumber } from '../typing/types/syntax.ts';
import type { Session, Verdict } from '../judging/verdict-model.ts';
import { checkCreateAggregate } from './aggregates.ts';
import { checkAlterTable } from './alter-table.ts';
import { type Context, isNamedByTemplate } from './context.ts';
import { checkDescribe, checkDescription } from './descriptions.ts';
import { checkDrop } from './drops.ts';
import { checkCreateFunction } from './functions.ts';
import { checkCreateIndex } from './indexes.ts';
import { checkAlterKeyspace, checkCreateKeyspace } from './keyspaces.ts';
import { checkListing, checkPermission } from './permissions.ts';
import { checkRole } from './roles.ts';
import { checkCreateTableLike } from './table-like.ts';
import { checkCreateTable, whileParsing } from './tables.ts';
import { checkCreateTrigger } from './triggers.ts';
import { checkAlterType, checkCreateType } from './user-types.ts';
import { checkAlterView, checkCreateView } from './views.ts';
import { warningsOf } from './warnings.ts';
import { parseLong } from '../java/numbers.ts';

/** What the server says to a statement about the schema, or about who may do what; `undefined` for other statements. */
export function verdictOfDdl(statement: Statement, session: Session, text = ''): Verdict | undefined {
  const release = releaseOf(session);
  if (release === undefined) return { kind: 'undecided', why: 'dialect' };
  const context: Context = { session, release };
  const check = checkOf(statement, context, text);
  if (check === undefined) return undefined;
  const outcome = inOrder(
    // What the parser throws comes before what it collects.
    () => (statement.kind === 'create-table' && since(release, '4.0') ? whileParsing(statement) : undefined),
    () => inEach(typeNamesIn(statement), reservedTypeName),
    () => inEach(typesIn(statement), (type) => complaintWhileParsing(type, release, session, text)),
    () => complaintAboutDropTime(statement, text),
    check,
  );
  if (outcome?.kind === 'refused' && ABOUT_NAMES.has(outcome.check) && isAboutTemplate(statement, session))
    return undecided('placeholder');
  return outcome ?? { kind: 'accepted', warnings: warningsOf(statement, context) };
}

/** Whether a placeholder stands in the name of what a statement is about, or of what that is made of. */
const isAboutTemplate = (statement: Statement, { keyspace }: Session): boolean =>
  [...tableNamesOf(statement), ...otherNamesIn(statement)].some((name) => isNamedByTemplate(name, keyspace));

/** The types, functions, indexes and the rest beside tables that a statement is about. */
function otherNamesIn(statement: Statement): readonly QualifiedName[] {
  switch (statement.kind) {
    case 'create-type':
    case 'alter-type':
    case 'create-index':
    case 'create-function':
    case 'create-aggregate':
    case 'drop':
    case 'describe':
    case 'comment-on':
    case 'security-label':
      return statement.name === undefined ? [] : [statement.name];
    default:
      return [];
  }
}

/** The refusals for what a name is, or for what has it already or not: a placeholder may stand for any other. */
const ABOUT_NAMES: ReadonlySet<CheckId> = new Set([
  'already-exists',
  'duplicate-index',
  'foreign-user-type',
  'function-in-use',
  'function-name',
  'function-not-found',
  'function-replacement',
  'index-keyspace',
  'index-name',
  'index-not-found',
  'keyspace-not-found',
  'not-a-table',
  'not-a-view',
  'table-in-use',
  'table-name',
  'table-not-found',
  'trigger-not-found',
  'type-in-use',
  'type-not-found',
  'unknown-type',
  'view-not-found',
]);

function checkOf(statement: Statement, context: Context, text: string): (() => Outcome) | undefined {
  switch (statement.kind) {
    case 'create-keyspace':
      return () => checkCreateKeyspace(statement, context);
    case 'alter-keyspace':
      return () => checkAlterKeyspace(statement, context);
    case 'create-table':
      return () => checkCreateTable(statement, context);
    case 'create-table-like':
      return () => checkCreateTableLike(statement, context);
    case 'alter-table':
      return () => checkAlterTable(statement, context);
    case 'create-type':
      return () => checkCreateType(statement, context);
    case 'alter-type':
      return () => checkAlterType(statement, context);
    case 'create-index':
      return () => checkCreateIndex(statement, context);
    case 'create-view':
      return () => checkCreateView(statement, context);
    case 'alter-view':
      return () => checkAlterView(statement, context);
    case 'create-function':
      return () => checkCreateFunction(statement, context);
    case 'create-aggregate':
      return () => checkCreateAggregate(statement, context);
    case 'create-trigger':
      return () => checkCreateTrigger(statement, context);
    case 'drop':
      return () => checkDrop(statement, context);
    case 'permission':
      return () => checkPermission(statement, context, text);
    case 'list':
      return () => checkListing(statement, context);
    case 'role':
      return () => checkRole(statement, context, text);
    case 'describe':
      return () => checkDescribe(statement, context);
    case 'comment-on':
    case 'security-label':
      return () => checkDescription(statement, context);
    default:
      return undefined;
  }
}

/** `DROP … USING TIMESTAMP` takes a long. */
function complaintAboutDropTime(statement: Statement, text: string): Outcome {
  if (statement.kind !== 'alter-table' || statement.change.kind !== 'drop') return undefined;
  const value = statement.change.timestamp?.value;
  if (value?.kind !== 'literal' || value.type !== 'integer' || parseLong(value.value) !== undefined) return undefined;
  return unreadableNumber(value.value, value.span, text);
}

/** The user type that a statement is about. */
function typeNamesIn(statement: Statement): readonly Name[] {
  const isAboutType =
    statement.kind === 'create-type' ||
    statement.kind === 'alter-type' ||
    (statement.kind === 'drop' && statement.what === 'type');
  return isAboutType && statement.name !== undefined ? [statement.name.name] : [];
}

/** The types that a statement writes, in the order of its text. */
function typesIn(statement: Statement): readonly TypeRef[] {
  const there = (...types: readonly (TypeRef | undefined)[]): readonly TypeRef[] =>
    types.filter((type) => type !== undefined);
  switch (statement.kind) {
    case 'create-table':
      return statement.columns.map(({ type }) => type);
    case 'alter-table':
      if (statement.change.kind === 'alter-type') return [statement.change.type];
      return statement.change.kind === 'add' ? statement.change.columns.map(({ type }) => type) : [];
    case 'create-type':
      return statement.fields.map(({ type }) => type);
    case 'alter-type':
      if (statement.change.kind === 'alter') return [statement.change.type];
      return statement.change.kind === 'add' ? [statement.change.field.type] : [];
    case 'create-function':
      return [...statement.parameters.map(({ type }) => type), ...there(statement.returns)];
    case 'create-aggregate':
      return [...statement.parameters, ...there(statement.stateType)];
    case 'drop':
      return statement.parameters ?? [];
    default:
      return [];
  }
}
