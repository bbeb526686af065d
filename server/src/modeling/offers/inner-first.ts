import { printName } from '../../catalog/names.ts';
import type { Table } from '../../catalog/model.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { InnerQuery } from '../question/inner-query.ts';
import type { QueryInput } from '../question/question.ts';
import { brief } from './united.ts';

/** The query within another one runs first, and the other with what it finds. `needs`: what is offered for these, where it is something. */
export function innerFirst(
  { inner, outer, column, several }: InnerQuery,
  table: Table,
  needs: readonly Proposal[],
  { at }: QueryInput,
): Proposal {
  const { segment, statement, binds } = inner;
  const queries = [segment.text.slice(statement.span.start, statement.span.end), outer.text];
  const name = `\`${printName(column)}\``;
  const isKey = [...table.partitionKey, ...table.clustering].some((one) => one.name === column);
  const wanted = needs.map(brief);
  return offer({
    kind: 'rewrite',
    title: `Read ${name} of \`${table.name}\` first, then ask with ${several ? 'each' : 'it'}`,
    why: `CQL has no sub-queries: the client runs the inner query and passes on what it finds.${wanted.length === 0 ? ' Each of these reads what it names.' : ' What each of these needs is offered for it.'}`,
    price: several ? `one query more for each ${name}` : 'one query more',
    queries,
    binds: [binds, outer.binds],
    preferred: wanted.length === 0,
    notes: [
      ...(several ? [`Ask once for each ${name}, however often it is found${isKey ? '' : ', and for no null'}.`] : []),
      ...(wanted.length === 0 ? [] : [`They need: ${[...new Set(wanted)].join('; ')}.`]),
    ],
    edits: () => [{ at, text: queries.join(';\n'), label: 'the inner query first' }],
  });
}
