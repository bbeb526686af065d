import type { Expression } from '../../syntax/ast.ts';
import { printFunctionName } from '../functions/resolve.ts';
import { resolveColumn } from '../names.ts';
import { isVerdict, refuse, undecided } from '../refuse.ts';
import { prepareType } from '../types/prepare.ts';
import type { Refused, Undecided } from '../verdict-model.ts';
import {
  type CallLike,
  isOldToJson,
  operandsOf,
  type SelectorScope,
  signatureOf,
  writeTimeFunction,
} from './selectable.ts';

type Outcome = Refused | Undecided | undefined;

/** First step: columns exist, and calls find a function that takes their arguments (`Selectable.Raw.prepare`). */
export function prepareSelector(expression: Expression, scope: SelectorScope): Outcome {
  const each = (inner: readonly Expression[]): Outcome => firstOf(inner, (item) => prepareSelector(item, scope));
  switch (expression.kind) {
    case 'column': {
      const column = resolveColumn(expression.column, scope);
      return 'kind' in column && isVerdict(column) ? column : undefined;
    }
    case 'call':
    case 'negate':
    case 'arithmetic':
      return prepareCall(expression, scope);
    case 'cast':
      return prepareSelector(expression.value, scope);
    case 'hint': {
      const inner = prepareSelector(expression.value, scope);
      if (inner?.kind === 'refused') return inner;
      const type = prepareType(expression.type, scope.table.keyspace, scope.session);
      return isVerdict(type) ? type : inner;
    }
    case 'field':
    case 'element':
    case 'slice':
      return prepareSelector(expression.of, scope);
    case 'tuple':
    case 'list':
    case 'set':
      return each(expression.items);
    case 'unknown':
      return undecided('placeholder');
    default:
      // What stands in `{key: value}` is looked at only when its type is known.
      return undefined;
  }
}

function prepareCall(call: CallLike, scope: SelectorScope): Outcome {
  if (call.kind === 'call' && (call.function.name.template || call.function.keyspace?.template))
    return undecided('placeholder');
  const operands = firstOf(operandsOf(call), (operand) => prepareSelector(operand, scope));
  if (operands !== undefined || writeTimeFunction(call, scope) !== undefined || isOldToJson(call, scope))
    return operands;
  const signature = signatureOf(call, scope);
  if (signature !== undefined) return isVerdict(signature) ? signature : undefined;
  const name = call.kind === 'call' ? call.function.name.name : '';
  const keyspace = call.kind === 'call' ? call.function.keyspace?.name : 'system';
  return refuse('unknown-function', `Unknown function '${printFunctionName({ keyspace, name })}'`, call.span, [name]);
}

/** The first refusal, else the first doubt. */
function firstOf<T>(items: readonly T[], check: (item: T) => Outcome): Outcome {
  let doubt: Undecided | undefined;
  for (const item of items) {
    const outcome = check(item);
    if (outcome?.kind === 'refused') return outcome;
    doubt ??= outcome;
  }
  return doubt;
}
