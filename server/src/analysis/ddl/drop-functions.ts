import type { Table, UserFunction } from '../../catalog/model.ts';
import type { Drop } from '../../syntax/ast.ts';
import { printSignature } from '../typing/functions/signature.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { printTypeRef } from '../typing/types/text.ts';
import { type Context, isResolvedName, missing, tablesIn, type ResolvedName } from './context.ts';
import {
  frozenProblem,
  frozenProblemIn311,
  functionKeyspace,
  functionTarget,
  prepareTypes,
  typesMatch,
} from './function-parts.ts';

/** DROP FUNCTION and DROP AGGREGATE: there is one, only one is meant, and nothing uses it. */
export function checkDropFunction(statement: Drop, context: Context): Outcome {
  const target = functionTarget(statement.name, context);
  if (!isResolvedName(target)) return target;
  const modern = since(context.release, '4.0');
  const before = functionKeyspace(target, context);
  if (before !== undefined) return before;
  const { parameters, ifExists } = statement;
  const keyspace = context.session.catalog.keyspace(target.keyspace);
  const overloads = keyspace?.functions.get(target.name) ?? [];
  const types = keyspace === undefined ? [] : prepareTypes(parameters ?? [], target.keyspace, context);
  // Types are looked up for the permission to drop what has the name; before 4.0 wherever there is a keyspace.
  const foundIn = overloads.length > 0 || !modern ? keyspace?.name : undefined;
  const written = writtenAs(target, parameters, foundIn);
  const check = inOrder(
    () => (mayBeMeant(statement, overloads, modern) ? ambiguous(statement, overloads, target, context) : undefined),
    () => (modern || keyspace === undefined ? undefined : frozenIn311(statement)),
    () => (foundIn !== undefined && isVerdict(types) ? types : undefined),
    () =>
      modern && keyspace !== undefined ? frozenProblem(parameters ?? [], 'Argument', context, foundIn) : undefined,
    () => (isVerdict(types) ? types : undefined),
  );
  if (check !== undefined || isVerdict(types)) return check;
  const ofKind = overloads.filter(({ kind }) => kind === statement.what);
  const found = parameters === undefined ? ofKind[0] : ofKind.find((one) => typesMatch(one.parameters, types));
  if (found === undefined) {
    if (ifExists && context.session.complete) return undefined;
    return missing('function-not-found', sentence(statement.what, written, context), target, context);
  }
  return statement.what === 'function' ? users(found, written, target, context) : undefined;
}

function frozenIn311({ parameters = [], what }: Drop): Outcome {
  // Aggregates are only looked for, never prepared for the message.
  return inOrder(
    ...parameters.map(
      (type) => () => (what === 'function' || what === 'aggregate' ? frozenProblemIn311(type, 'arguments') : undefined),
    ),
  );
}

/** Before 4.0 aggregates are no functions to DROP FUNCTION. */
const mayBeMeant = ({ what }: Drop, overloads: readonly UserFunction[], modern: boolean): boolean =>
  modern || what === 'aggregate' || overloads.some(({ kind }) => kind === 'function');

function ambiguous(
  { parameters, what }: Drop,
  overloads: readonly UserFunction[],
  target: ResolvedName,
  { release }: Context,
): Outcome {
  if (parameters !== undefined || overloads.length < 2) return undefined;
  const modern = since(release, '4.0');
  const word = what.toUpperCase();
  const name = modern ? target.name : `${target.keyspace}.${target.name}`;
  const message =
    `'DROP ${word} ${name}' matches multiple function definitions; specify the argument types by issuing a statement like ` +
    `'DROP ${word} ${name} (type, type, ...)'. ${modern ? 'You can use' : 'Hint: use'} cqlsh 'DESCRIBE ${word} ${name}' command to find all overloads`;
  return refuse('ambiguous-function', message, target.span, [target.name]);
}

/** A function as the statement names it, its types as far as they were looked up. */
interface Written {
  readonly name: string;
  readonly types: readonly string[] | undefined;
}

const writtenAs = (
  { keyspace, name }: ResolvedName,
  parameters: Drop['parameters'],
  foundIn: string | undefined,
): Written => ({
  name: `${keyspace}.${name}`,
  types: parameters?.map((type) => printTypeRef(type, false, foundIn)),
});

const printWritten = ({ name, types }: Written): string =>
  types === undefined ? name : `${name}(${types.join(', ')})`;

function sentence(what: Drop['what'], written: Written, { release }: Context): string {
  const text = printWritten(written);
  if (since(release, '4.0')) return `${what === 'function' ? 'Function' : 'Aggregate'} '${text}' doesn't exist`;
  if (what === 'function') return `Unconfigured function ${written.name}(${written.types?.join(',') ?? ''})`;
  return `Cannot drop non existing aggregate '${text}'`;
}

/** Aggregates and masks that would lose their function. */
function users(found: UserFunction, written: Written, target: ResolvedName, context: Context): Outcome {
  const { session, release } = context;
  const keyspace = session.catalog.keyspace(target.keyspace);
  if (keyspace === undefined) return undecided('unknown-schema');
  const aggregates = [...keyspace.functions.values()].flat().filter((one) => isMadeOf(one, found, context));
  const text = printWritten(written);
  if (aggregates.length > 0) {
    const names = aggregates.map((one) => `${one.keyspace}.${one.name}`);
    const message = since(release, '4.0')
      ? `Function '${text}' is still referenced by aggregates ${names.join(', ')}`
      : `Function '${printSignature(found, release)}' still referenced by ` +
        `[${aggregates.map((one) => printSignature(one, release)).join(', ')}]`;
    return refuse('function-in-use', message, target.span, [target.name, ...names]);
  }
  if (!since(release, '5.0')) return undefined;
  const tables = tablesIn(keyspace)
    .filter((table) => isMaskedBy(table, target))
    .map(({ name }) => name);
  if (tables.length === 0) return undefined;
  // Which overload masks a column is not kept.
  if ((keyspace.functions.get(target.name)?.length ?? 0) > 1) return undecided('unknown-schema');
  const message = `Function '${text}' is still referenced by column masks in tables ${tables.join(', ')}`;
  return refuse('function-in-use', message, target.span, [target.name, ...tables]);
}

/** Since 4.0 an aggregate goes on with a function that was replaced, and does not hold the new one. */
const isMadeOf = ({ madeOf = [] }: UserFunction, found: UserFunction, { release }: Context): boolean =>
  since(release, '4.0')
    ? madeOf.includes(found)
    : madeOf.some(({ name, parameters }) => name === found.name && typesMatch(parameters, found.parameters));

const isMaskedBy = (table: Table, { keyspace, name }: ResolvedName): boolean =>
  [...table.columns.values()].some(
    ({ mask }) =>
      mask?.kind === 'function' &&
      mask.function.name.name === name &&
      (mask.function.keyspace?.name ?? keyspace) === keyspace,
  );
