import type { Index } from '../../catalog/model.ts';
import type { QualifiedName, Select, SelectOption } from '../../syntax/ast.ts';
import { inHashOrder, qualifiedInHashOrder } from '../java/hash-order.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, inOrder, type Outcome, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { indexGroups, supports } from '../restrictions/index-support.ts';
import { firstColumn, type Part, type Restriction } from '../restrictions/model.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

const INCLUDED = 'included_indexes';
const EXCLUDED = 'excluded_indexes';

/** The parser keeps an option by its name, whichever way it is written. */
export function checkOptionsOnce({ options = [] }: Select): Refused | undefined {
  const again = options.find(({ name }, at) => options.findIndex((other) => other.name.name === name.name) < at)?.name;
  if (again === undefined) return undefined;
  const message = `Multiple definitions for property '${again.name}'`;
  return refuse('index-hints', message, again.span, [again.name], 'syntax');
}

/** The scope of a SELECT whose hints hold, without the indexes that they exclude (`IndexHints.fromCQLNames`). */
export function withHints({ options }: Select, scope: Scope): Scope | Refused | Undecided {
  if (options === undefined) return scope;
  const { table } = scope;
  const exists = ({ keyspace, name: { name, template }, span }: QualifiedName): Outcome => {
    if (keyspace !== undefined && keyspace.template !== true && keyspace.name !== table.keyspace) {
      const message = `Index ${keyspace.name}.${name} is not in the same keyspace as the queried table.`;
      return refuse('index-hints', message, span, [name]);
    }
    if (table.indexes.some((index) => index.name === name)) return undefined;
    if (template === true || table.partial) return PLACEHOLDER;
    return refuse('index-hints', `Table ${table.name} doesn't have an index named ${name}`, span, [name]);
  };
  const [included, excluded] = [optionNamed(INCLUDED, options), optionNamed(EXCLUDED, options)];
  const excludedIndexes = new Set(excluded?.indexes?.map(({ name }) => name.name));
  const problem = inOrder(
    () => inEach([included, excluded], (option) => (option?.indexes === undefined ? noNames(option) : undefined)),
    () => inEach(qualifiedInHashOrder(included?.indexes ?? []), exists),
    () => inEach(qualifiedInHashOrder(excluded?.indexes ?? []), exists),
    () => {
      const [both, ...more] = included?.indexes?.filter(({ name }) => excludedIndexes.has(name.name)) ?? [];
      if (both === undefined) return undefined;
      const names = [both, ...more].map(({ name }) => name.name);
      const message = `Indexes cannot be both included and excluded: ${names.join(',')}`;
      return refuse('index-hints', message, [both.span, ...more.map(({ span }) => span)], names);
    },
  );
  return problem ?? { ...scope, excludedIndexes };
}

const optionNamed = (wanted: string, options: readonly SelectOption[]): SelectOption | undefined =>
  options.find(({ name }) => name.name === wanted);

function noNames(option: SelectOption | undefined): Outcome {
  if (option === undefined) return undefined;
  const { name, span } = option;
  const message = `Invalid value for property '${name.name}'. It should be a set of identifiers.`;
  return refuse('index-hints', message, span, [name.name], 'syntax');
}

/** Other options are refused when the query runs. */
export function checkUnknownOptions({ options = [] }: Select): Outcome {
  const first = inHashOrder(options.map(({ name }) => name.name)).find(
    (name) => name !== INCLUDED && name !== EXCLUDED,
  );
  const unknown = first === undefined ? undefined : optionNamed(first, options)?.name;
  if (unknown === undefined) return undefined;
  return refuse('index-hints', `Unknown property '${unknown.name}'`, unknown.span, [unknown.name], 'syntax');
}

/** One plan has to use all the indexes that hints include (`IndexHints.validate`). */
export function checkIncludedIndexes(
  { options = [], where }: Select,
  filters: readonly Restriction[],
  scope: Scope,
): Outcome {
  const [first, ...more] = optionNamed(INCLUDED, options)?.indexes ?? [];
  if (first === undefined || where?.relations.some(({ kind }) => kind === 'expr') === true) return undefined;
  const wanted = [first, ...more].map(({ name }) => name.name);
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
