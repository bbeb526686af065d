import type { Statement } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { textOf, type Rewriter } from './refactoring.ts';

/** The options of a table in the order in which DESCRIBE shows them: the order of its rows, then by name. */
export const sortOptions: Rewriter = (written) => {
  const options = optionsOf(written.statement);
  const slots = options.toSorted((a, b) => a.span.start - b.span.start);
  const sorted = options.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.span.start - b.span.start));
  const changes = slots.flatMap(({ span }, index) => {
    const one = sorted[index]!;
    return one.span.start === span.start ? [] : [{ ...span, text: textOf(written, one.span) }];
  });
  return changes.length === 0 ? undefined : { title: 'Sort the options', changes };
};

function optionsOf(statement: Statement): readonly { readonly key: string; readonly span: Span }[] {
  switch (statement.kind) {
    case 'create-table':
    case 'create-view': {
      const { clusteringOrderSpan, compactStorage } = statement;
      return [
        ...(clusteringOrderSpan === undefined ? [] : [{ key: ' 1', span: clusteringOrderSpan }]),
        ...(compactStorage === undefined ? [] : [{ key: ' 2', span: compactStorage }]),
        ...named(statement.options),
      ];
    }
    case 'alter-view':
    case 'create-keyspace':
    case 'alter-keyspace':
      return named(statement.options);
    case 'alter-table':
      return statement.change.kind === 'options' ? named(statement.change.options) : [];
    default:
      return [];
  }
}

const named = (
  options: readonly { readonly name: string; readonly span: Span }[],
): readonly { readonly key: string; readonly span: Span }[] => options.map(({ name, span }) => ({ key: name, span }));
