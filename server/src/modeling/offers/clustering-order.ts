import type { Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { applyChanges, type Change } from '../proposal/pieces.ts';
import { afterSchemaChange, beforeTable, tryQuery } from '../proposal/sandbox.ts';
import { createOf } from '../proposal/source.ts';
import { words } from '../proposal/style.ts';

/**
 * The table of the query, its rows stored in the order that the query asks for. Only a table that holds nothing yet can be changed so:
 * `-- @greenfield` says that it does.
 */
export function storedAsAsked({
  pattern,
  table,
  declared,
  path,
  style,
  statement,
  at,
  text,
  sandbox,
}: Question): Proposal | undefined {
  const { order } = pattern;
  const source = createOf(table);
  if (!declared.greenfield || order.length === 0 || path.partitions.kind !== 'one' || table.location === undefined)
    return undefined;
  if (source === undefined || !isOtherDirection(table, pattern)) return undefined;
  const directions = table.clustering.map(
    (column) => order.find((one) => one.column.name === column.name)?.direction ?? column.order,
  );
  const list = table.clustering
    .map(({ name }, index) => `${printName(name)} ${words(directions[index]!, style)}`)
    .join(', ');
  const clause = `${words('CLUSTERING ORDER BY', style)} (${list})`;
  const { segment, statement: create } = source;
  const options = create.options[0];
  const edit: Change =
    create.clusteringOrderSpan !== undefined
      ? { span: create.clusteringOrderSpan, text: clause, binds: [] }
      : options !== undefined
        ? {
            span: { start: options.span.start, end: options.span.start },
            text: `${clause} ${words('AND', style)} `,
            binds: [],
          }
        : { span: { start: segment.end, end: segment.end }, text: ` ${words('WITH', style)} ${clause}`, binds: [] };
  const ddl =
    segment.text.slice(segment.begin, edit.span.start) + edit.text + segment.text.slice(edit.span.end, segment.end);
  const span = statement.orderBySpan!;
  const drop: Change = {
    span: { start: text.slice(0, span.start).trimEnd().length, end: span.end },
    text: '',
    binds: [],
  };
  const query = applyChanges(statement, text, [drop]);
  const { uri } = table.location;
  const after = afterSchemaChange(beforeTable(sandbox, table), ddl);
  const tried = after === undefined ? undefined : tryQuery(after, query.text);
  if (tried === undefined || tried.path.partitions.kind !== 'one' || tried.path.filters) return undefined;
  return offer({
    kind: 'edit-table',
    preferred: true,
    title: `Store \`${table.name}\` in this order: ${clause}`,
    why: 'Rows are then read as they are stored, and not backwards. The order of a table that holds rows cannot be changed.',
    table: table.name,
    ddl: [ddl],
    queries: [query.text],
    result: tried.table,
    edits: () => [
      { at: { uri, segment, span: edit.span }, text: edit.text, label: 'the order of its rows' },
      { at: { ...at, span: drop.span }, text: '', label: 'the query needs no order' },
    ],
  });
}

/** ORDER BY names the open clustering columns from the first, and not all in the direction in which they are stored. */
function isOtherDirection({ clustering }: Table, { order, equal }: Question['pattern']): boolean {
  const open = clustering.filter(({ name }) => !equal.some(({ column }) => column.name === name));
  return (
    order.every(({ column }, index) => open[index]?.name === column.name) &&
    order.some(({ direction }, index) => open[index]?.order !== direction)
  );
}
