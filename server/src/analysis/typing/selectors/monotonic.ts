import type { CqlType } from '../../../catalog/model.ts';
import { sameType } from '../../../catalog/types.ts';
import type { Expression } from '../../../syntax/ast.ts';
import { printSignature, type Signature } from '../functions/signature.ts';
import { isVerdict, refuse, undecided } from '../../judging/refuse.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';
import { isOldToJson, operandsOf, type SelectorScope } from './calls.ts';
import { typeSelector } from './factory.ts';
import { castSignature, signatureOf } from './selectable.ts';

/** What the server says, before it reads any row, to what GROUP BY calls (`Selector.validateForGroupBy`). */
export function complaintAboutGroup(
  selector: Expression,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Refused | Undecided | undefined {
  const typed = typeSelector(selector, expected, scope);
  if (isVerdict(typed)) return typed;
  if (typed.constant !== undefined) return undefined;
  switch (selector.kind) {
    case 'column':
      return undefined;
    case 'call':
    case 'negate':
    case 'arithmetic':
      if (isOldToJson(selector, scope)) return undecided('not-cql');
      return complaintAboutCall(selector, operandsOf(selector), signatureOf(selector, scope), scope);
    case 'cast': {
      const inner = typeSelector(selector.value, undefined, scope);
      return !isVerdict(inner) && sameType(inner.type, typed.type)
        ? complaintAboutGroup(selector.value, undefined, scope)
        : complaintAboutCall(selector, [selector.value], castSignature(selector, scope), scope);
    }
    case 'hint':
      return complaintAboutGroup(selector.value, typed.type, scope);
    case 'tuple': {
      const [only] = selector.items;
      if (only !== undefined && selector.items.length === 1 && typed.type.kind !== 'tuple')
        return complaintAboutGroup(only, expected, scope);
    }
  }
  const message = 'Only column names and monotonic scalar functions are supported in the GROUP BY clause.';
  return refuse('group-by-not-monotonic', message, selector.span);
}

function complaintAboutCall(
  { span }: Expression,
  operands: readonly Expression[],
  signature: ReturnType<typeof signatureOf>,
  scope: SelectorScope,
): Refused | Undecided | undefined {
  if (signature === undefined) return undecided('unknown-schema');
  if (isVerdict(signature)) return signature;
  const constant = operands.map((operand, at) => {
    const typed = typeSelector(operand, signature.parameters[at], scope);
    return !isVerdict(typed) && typed.constant !== undefined;
  });
  if (!isMonotonic(signature, constant)) {
    const given = printSignature(signature, scope.release, constant);
    const message = `Only monotonic functions are supported in the GROUP BY clause. Got: ${given} `;
    return refuse('group-by-not-monotonic', message, span, [signature.name]);
  }
  for (const [at, operand] of operands.entries()) {
    const complaint = complaintAboutGroup(operand, signature.parameters[at], scope);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** Windows are in order where only what they are made of varies (`Function.isMonotonic`). */
function isMonotonic({ native, name }: Signature, [, ...constant]: readonly boolean[]): boolean {
  return native && (name === 'floor' ? constant.every(Boolean) : CONVERSIONS.has(name.replaceAll('_', '')));
}

const CONVERSIONS: ReadonlySet<string> = new Set(['todate', 'totimestamp', 'tounixtimestamp']);
