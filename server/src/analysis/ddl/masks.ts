import type { CheckId } from '../judging/checks.ts';
import type { CqlType } from '../../catalog/model.ts';
import { containsUnknown, printType, sameType } from '../../catalog/types.ts';
import type { ColumnDefinition, Mask } from '../../syntax/ast.ts';
import type { Argument } from '../typing/functions/argument.ts';
import { type FunctionCall, printFunctionName, resolveFunction } from '../typing/functions/resolve.ts';
import type { Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { argumentOf } from '../typing/terms/fit.ts';
import { prepareTerm } from '../typing/terms/prepare.ts';
import { scopeAt } from '../typing/terms/scope.ts';
import { isLeftOpen, printTerm } from '../typing/terms/text.ts';
import { marshalText } from '../typing/types/marshal-text.ts';
import { fitOf } from '../typing/types/relations.ts';
import type { Context, ResolvedName } from './context.ts';
import { isSwitchedOn } from './switches.ts';

/** Masking must be switched on where a column has a mask. */
export function maskSwitch(columns: readonly Pick<ColumnDefinition, 'mask'>[], { session }: Context): Outcome {
  const mask = columns.find((column) => column.mask !== undefined)?.mask;
  if (mask === undefined || isSwitchedOn(session, 'dynamic_data_masking_enabled')) return undefined;
  const message =
    'Cannot mask columns because dynamic data masking is not enabled. ' +
    'You can enable it with the dynamic_data_masking_enabled property on cassandra.yaml';
  return refuse('masking-disabled', message, mask.span);
}

/** The mask of a column: its function exists, masks, and gives back the column's type (`ColumnMask.Raw.prepare`). */
export function complaintAboutMask(
  column: Pick<ColumnDefinition, 'name' | 'mask'>,
  type: CqlType,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const { mask, name } = column;
  if (mask === undefined) return undefined;
  if (containsUnknown(type, session.catalog)) return undecided('unknown-schema');
  const table = session.catalog.keyspace(target.keyspace)?.tables.get(target.name);
  const scope = scopeAt(session, release, target.keyspace, table);
  const terms = mask.kind === 'function' ? mask.arguments : [];
  const call: FunctionCall = {
    ...calledBy(mask),
    arguments: [typeArgument(type, mask, session.catalog), ...terms.map((term) => argumentOf(term, scope))],
    span: mask.span,
  };
  const text = `${printFunctionName(call)}(${terms.map((term) => printTerm(term, release)).join(', ')})`;
  const refused = (check: CheckId, message: string): Outcome =>
    refuse(check, message, mask.span, [name.name, call.name]);

  if (table === undefined && call.name === 'token' && (call.keyspace ?? 'system') === 'system') {
    const made = `${target.keyspace}.${target.name}`;
    return refused(
      'no-mask',
      `The receiver table ${made} specified by call to function system.token hasn't been found`,
    );
  }
  const signature = resolveFunction(call, { name: name.name, type }, scope);
  if (signature === undefined) {
    return refused(
      'unknown-mask',
      `Unable to find masking function for ${name.name}, no declared function matches the signature ${text}`,
    );
  }
  if (isVerdict(signature)) return signature;
  if (signature.aggregate)
    return refused('no-mask', `Aggregate function ${text} cannot be used for masking table columns`);
  if (signature.native && !signature.name.startsWith('mask_')) {
    return refused('no-mask', `Not-masking function ${text} cannot be used for masking table columns`);
  }
  if (!signature.native && signature.keyspace !== target.keyspace) {
    const message = `Masking function ${text} doesn't belong to the same keyspace as the table ${target.keyspace}.${target.name}`;
    return refused('no-mask', message);
  }
  if (!sameType(signature.returns, type)) {
    const message =
      `Masking function ${text} return type is ${printType(signature.returns, release)}. ` +
      `This is different to the type of the masked column ${name.name} of type ${printType(type, release)}. ` +
      'Masking functions can only be attached to table columns if they return the same data type as the masked column.';
    return refused('mask-type', message);
  }
  for (const [index, term] of terms.entries()) {
    const receiver = { name: '(dummy)', type: signature.parameters[index + 1] ?? ({ kind: 'unknown' } as const) };
    const prepared = prepareTerm(term, receiver, scope);
    if (isVerdict(prepared)) return prepared;
    if (isLeftOpen(term)) {
      const message = `Failed parsing CQL term: [${printTerm(term, release)}]`;
      return refuse('mask-term', message, term.span, [name.name], 'syntax');
    }
  }
  return undefined;
}

const calledBy = (mask: Mask): Pick<FunctionCall, 'keyspace' | 'name'> =>
  mask.kind === 'default'
    ? { keyspace: 'system', name: 'mask_default' }
    : { keyspace: mask.function.keyspace?.name, name: mask.function.name.name };

/** The column itself, as the first argument. */
function typeArgument(type: CqlType, mask: Mask, catalog: Context['session']['catalog']): Argument {
  return {
    text: () => marshalText(type, catalog),
    span: mask.span,
    marker: false,
    fit: (receiver) => fitOf(type, receiver.type, catalog),
    type: () => type,
  };
}
