import { isNative } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { Scope } from '../judging/names.ts';
import { refuse, PLACEHOLDER } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { dependsOn, isTokenized, usableIndexes } from '../restrictions/index-support.ts';
import { firstColumn, type Restriction } from '../restrictions/model.ts';
import { columnReceiver, isNull } from '../typing/values.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

/** What LIKE asks for shows only with its value: `x%`, `%x`, `%x%` or `x`. */
export function checkLike(
  restriction: Restriction,
  scope: Scope,
  allowFiltering: boolean,
): Refused | Undecided | undefined {
  const [part] = restriction.parts;
  if (part.operator !== 'LIKE') return undefined;
  const column = firstColumn(part);
  const [written] = part.values;
  const value = written === undefined ? undefined : plain(written);
  const newer = since(scope.release, '6.0');
  if (value?.kind !== 'literal' || value.type !== 'string') {
    // Null is refused as anywhere else, and rows are looked through for any constant; what is computed has no known pattern.
    const missing = newer && written !== undefined && isNull(written, columnReceiver(column), scope);
    return missing || (newer && allowFiltering && value?.kind === 'literal') ? undefined : PLACEHOLDER;
  }
  const pattern = patternOf(value.value);
  if (pattern.term === '') return refuse('empty-like', "LIKE value can't be empty.", value.span, [column.name]);
  const supported = usableIndexes(scope).some((index) => {
    if (index.family !== 'sasi' || !dependsOn(index, column)) return false;
    const mode = index.options.get('mode')?.toUpperCase() ?? 'PREFIX';
    const text = isNative(column.type, 'text') || isNative(column.type, 'ascii');
    if (pattern.kind === 'prefix' && mode === 'CONTAINS' && isTokenized(index, text)) return false;
    if (mode === 'CONTAINS') return true;
    return mode === 'PREFIX' && (pattern.kind === 'prefix' || pattern.kind === 'matches');
  });
  if (supported || (newer && allowFiltering)) return undefined;
  const way = newer ? 'properly indexed columns or with ALLOW FILTERING' : 'properly indexed columns';
  const message = `${column.name} LIKE '${pattern.shape}' ${pattern.term} is only supported on ${way}`;
  return refuse('like-needs-index', message, value.span, [column.name]);
}

/** Without parentheses, and without the type before it. */
const plain = (value: Expression): Expression => {
  const [only] = value.kind === 'tuple' && value.items.length === 1 ? value.items : [];
  if (only !== undefined) return plain(only);
  return value.kind === 'hint' ? plain(value.value) : value;
};

interface Pattern {
  readonly kind: 'contains' | 'prefix' | 'suffix' | 'matches';
  /** As the server prints the kind. */
  readonly shape: string;
  readonly term: string;
}

function patternOf(text: string): Pattern {
  const starts = text.startsWith('%');
  const ends = text.endsWith('%');
  if (starts && ends) return { kind: 'contains', shape: '%<term>%', term: text.slice(1, -1) };
  if (ends) return { kind: 'prefix', shape: '<term>%', term: text.slice(0, -1) };
  return starts
    ? { kind: 'suffix', shape: '%<term>', term: text.slice(1) }
    : { kind: 'matches', shape: '<term>', term: text };
}
