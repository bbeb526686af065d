import type { Name, Select } from '../../syntax/ast.ts';
import type { Scope } from '../names.ts';
import { inEach, inOrder, type Outcome, PLACEHOLDER, refuse } from '../outcome.ts';

/** The indexes named in hints are there, and none is named for both (`IndexHints.fromCQLNames`). */
export function checkIndexHints({ indexHints }: Select, { table }: Scope): Outcome {
  if (indexHints === undefined) return undefined;
  const { included, excluded } = indexHints;
  const exists = ({ name, span, template }: Name): Outcome => {
    if (table.indexes.some((index) => index.name === name)) return undefined;
    if (template === true || table.partial) return PLACEHOLDER;
    return refuse('index-hints', `Table ${table.name} doesn't have an index named ${name}`, span, [name]);
  };
  return inOrder(
    () => inEach(included, exists),
    () => inEach(excluded, exists),
    () => {
      const both = included.find(({ name }) => excluded.some((other) => other.name === name));
      if (both === undefined) return undefined;
      const message = `Indexes cannot be both included and excluded: ${both.name}`;
      return refuse('index-hints', message, both.span, [both.name]);
    },
  );
}
