import type { Column } from '../../catalog/model.ts';
import { isMultiCell } from '../../catalog/types.ts';
import { refuse } from '../judging/outcome.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Refused } from '../judging/verdict-model.ts';
import { firstColumn, type Part, type Restriction } from './model.ts';
import {
  containsSomething,
  isAnn,
  isContains,
  isIn,
  isLike,
  isLowerBound,
  isSlice,
  isUpperBound,
} from './predicates.ts';

/** Two restrictions of the same columns as one, the first in the text first. */
export const merge = (existing: Restriction, added: Restriction, release: CassandraRelease): Restriction | Refused =>
  (since(release, '6.0') ? clashIn6(existing, added, release) : clash(existing, added)) ?? {
    columns: existing.columns.length < added.columns.length ? added.columns : existing.columns,
    parts: [...existing.parts, ...added.parts] as const,
    multi: existing.multi || added.multi,
  };

/** Until 5.0 the first restriction decides the sentence (`SingleColumnRestriction`, `MultiColumnRestriction`, `TokenRestriction`). */
function clash(existing: Restriction, added: Restriction): Refused | undefined {
  const [first] = existing.parts;
  const token = first.on === 'token';
  const names = token ? existing.columns.map(({ name }) => name) : commonNames(existing, added);
  const text = names.join(token ? ', ' : ' ,');
  if (isIn(existing))
    return clashing(
      'more-than-one-relation',
      `${text} cannot be restricted by more than one relation if it includes a IN`,
    );
  if (isLike(existing))
    return clashing(
      'more-than-one-relation',
      `${text} cannot be restricted by more than one relation if it includes a LIKE`,
    );
  if (isAnn(existing))
    return clashing(
      'more-than-one-relation',
      `${text} cannot be restricted by more than one relation in an ANN ordering`,
    );
  if (containsSomething(existing)) {
    return containsSomething(added)
      ? undefined
      : clashing(
          'contains-with-other-relation',
          `Collection column ${text} can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality`,
        );
  }
  if (!isSlice(existing)) {
    return clashing(
      'more-than-one-relation',
      `${text} cannot be restricted by more than one relation if it includes an Equal`,
    );
  }
  if (!isSlice(added)) {
    return clashing(
      'equality-and-inequality',
      `${token ? 'Columns' : 'Column'} "${text}" cannot be restricted by both an equality and an inequality relation`,
    );
  }
  const later = laterStart(existing, added);
  if (later !== undefined && !token) return inequalitiesApart(later);
  if (bothHave(existing, added, isLowerBound)) return boundTwice('start', text);
  if (bothHave(existing, added, isUpperBound)) return boundTwice('end', text);
  return undefined;

  function clashing(
    check: 'more-than-one-relation' | 'contains-with-other-relation' | 'equality-and-inequality',
    message: string,
  ): Refused {
    return refuse(check, message, spansOf(added, existing), names);
  }
  function inequalitiesApart(column: Column): Refused {
    return refuse('inequalities-apart', inequalitiesMessage(column), spansOf(added, existing), [column.name]);
  }
  function boundTwice(bound: 'start' | 'end', columns: string): Refused {
    return refuse('bound-twice', boundMessage(bound, columns), spansOf(added, existing), names);
  }
}

/** From 6.0 on every part is compared with the new one (`MergedRestriction.validate`). */
function clashIn6(existing: Restriction, added: Restriction, release: CassandraRelease): Refused | undefined {
  const [other] = added.parts;
  for (const part of existing.parts) {
    const problem = loneOperator(part) ?? loneOperator(other) ?? mixed(part, other) ?? slices(part, other);
    if (problem !== undefined) return problem;
  }
  return undefined;

  function loneOperator(part: Part): Refused | undefined {
    if (part.on === 'element') return undefined;
    const text = joined(part.columns);
    const names = part.columns.map(({ name }) => name);
    const refused = (message: string): Refused =>
      refuse('more-than-one-relation', message, spansOf(added, existing), names);
    if (part.operator === '=')
      return refused(`${text} cannot be restricted by more than one relation if it includes an Equal`);
    if (part.operator === 'IN')
      return refused(`${text} cannot be restricted by more than one relation if it includes a IN`);
    if (part.operator === 'ANN')
      return refused(`${text} cannot be restricted by more than one relation in an ANN ordering`);
    return undefined;
  }
  function mixed(a: Part, b: Part): Refused | undefined {
    if (isContains(a) === isContains(b)) return undefined;
    const containing = isContains(a) ? a : b;
    const column = firstColumn(containing);
    const names = [column.name];
    if (containing.on === 'element' && !isMultiCell(column.type)) {
      const message = `Map-entry predicates on frozen map column ${column.name} are not supported`;
      return refuse('frozen-map-entry', message, spansOf(added, existing), names);
    }
    const message =
      `Collection column ${firstColumn(a).name} can only be restricted by CONTAINS, CONTAINS KEY, NOT_CONTAINS, NOT_CONTAINS_KEY` +
      ' or map-entry equality if it already restricted by one of those';
    return refuse('contains-with-other-relation', message, spansOf(added, existing), names);
  }
  function slices(a: Part, b: Part): Refused | undefined {
    if (!isSlice(alone(a)) || !isSlice(alone(b))) return undefined;
    const later = laterStart(a, b);
    if (later !== undefined) {
      return refuse('inequalities-apart', inequalitiesMessage(later), spansOf(added, existing), [later.name]);
    }
    const common = a.columns.filter(({ name }) => b.columns.some((column) => column.name === name));
    const names = common.map(({ name }) => name);
    if (isLowerBound(a.operator) && isLowerBound(b.operator)) {
      return refuse('bound-twice', boundMessage('start', joined(common)), spansOf(added, existing), names);
    }
    if (isUpperBound(a.operator) && isUpperBound(b.operator)) {
      return refuse('bound-twice', boundMessage('end', joined(common)), spansOf(added, existing), names);
    }
    return undefined;
  }
  function joined(columns: readonly Column[]): string {
    return columns.map(({ name }) => quoteIfNeeded(name, release)).join(' ,');
  }
}

/** The new relation is the guilty one. */
const spansOf = (
  added: Restriction,
  existing: Restriction,
): readonly [Part['source']['span'], ...Part['source']['span'][]] => [
  added.parts[0].source.span,
  ...existing.parts.map((part) => part.source.span),
];

const inequalitiesMessage = (column: Column): string =>
  `Column "${column.name}" cannot be restricted by two inequalities not starting with the same column`;

const boundMessage = (bound: 'start' | 'end', columns: string): string =>
  `More than one restriction was found for the ${bound} bound on ${columns}`;

const alone = (part: Part): Restriction => ({ columns: part.columns, parts: [part], multi: part.on === 'tuple' });

const bothHave = (a: Restriction, b: Restriction, test: (operator: Part['operator']) => boolean): boolean =>
  a.parts.some((part) => test(part.operator)) && b.parts.some((part) => test(part.operator));

/** Where the two do not begin with the same column: the later one. */
function laterStart(a: Pick<Restriction, 'columns'>, b: Pick<Restriction, 'columns'>): Column | undefined {
  const [left, right] = [firstColumn(a), firstColumn(b)];
  if (left.name === right.name) return undefined;
  return left.position > right.position ? left : right;
}

/** The server keeps them in a hash set: their order is any. */
const commonNames = (a: Restriction, b: Restriction): readonly string[] =>
  a.columns.flatMap(({ name }) => (b.columns.some((column) => column.name === name) ? [name] : []));
