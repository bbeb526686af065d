import type { Index } from '../../catalog/model.ts';
import type { Name, Select } from '../../syntax/ast.ts';
import type { Scope } from '../names.ts';
import { inEach, inOrder, type Outcome, PLACEHOLDER, refuse } from '../outcome.ts';
import { indexGroups, supports } from '../restrictions/index-support.ts';
import { firstColumn, type Part, type Restriction } from '../restrictions/model.ts';
import type { Refused, Undecided } from '../verdict-model.ts';

/** The scope of a SELECT whose hints hold, without the indexes that they exclude (`IndexHints.fromCQLNames`). */
export function withHints({ indexHints }: Select, scope: Scope): Scope | Refused | Undecided {
  if (indexHints === undefined) return scope;
  const { included, excluded } = indexHints;
  const { table } = scope;
  const exists = ({ name, span, template }: Name): Outcome => {
    if (table.indexes.some((index) => index.name === name)) return undefined;
    if (template === true || table.partial) return PLACEHOLDER;
    return refuse('index-hints', `Table ${table.name} doesn't have an index named ${name}`, span, [name]);
  };
  const excludedIndexes = new Set(excluded.map(({ name }) => name));
  const problem = inOrder(
    () => inEach(included, exists),
    () => inEach(excluded, exists),
    () => {
      const both = included.find(({ name }) => excludedIndexes.has(name));
      if (both === undefined) return undefined;
      const message = `Indexes cannot be both included and excluded: ${both.name}`;
      return refuse('index-hints', message, both.span, [both.name]);
    },
  );
  return problem ?? { ...scope, excludedIndexes };
}

/** One plan has to use all the indexes that hints include (`IndexHints.validate`). */
export function checkIncludedIndexes(
  { indexHints, where }: Select,
  filters: readonly Restriction[],
  scope: Scope,
): Outcome {
  const [first, ...more] = indexHints?.included ?? [];
  if (first === undefined || where?.relations.some(({ kind }) => kind === 'expr') === true) return undefined;
  const wanted = [first, ...more].map(({ name }) => name);
  const parts = filters.flatMap((restriction) => restriction.parts).filter(isFiltered);
  const served = indexGroups(scope).some((group) =>
    wanted.every((name) => group.some((index) => index.name === name && answersAny(index, parts, scope))),
  );
  if (served) return undefined;
  const message = "It's not possible to use all the specified included indexes with this query.";
  return refuse('index-hints-unusable', message, [first.span, ...more.map(({ span }) => span)], wanted);
}

/** Elements of lists never become part of a row filter. */
const isFiltered = (part: Part): boolean => part.on !== 'element' || firstColumn(part).type.kind === 'map';

const answersAny = (index: Index, parts: readonly Part[], { release }: Scope): boolean =>
  parts.some(({ columns, operator }) => columns.some((column) => supports(index, column, operator, release)));
