import type { Table } from '../../catalog/model.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { sameInstantOf } from '../evidence/same-instant.ts';
import { afterSchemaChange, beforeTable, type Sandbox } from '../proposal/sandbox.ts';
import { createOf, writtenName } from '../proposal/source.ts';
import { styleOf, words } from '../proposal/style.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/** The id of an event becomes the last column of the key: only in a table that holds nothing yet. */
export function keyedById(table: Table, sandbox: Sandbox, surroundings: Surroundings): Proposal | undefined {
  const found = sameInstantOf(table, surroundings);
  const source = createOf(table);
  if (found?.id === undefined || source === undefined || table.location === undefined) return undefined;
  const { id } = found;
  if (!declaredOf(table, surroundings).greenfield) return undefined;
  const { statement, segment } = source;
  const last = statement.primaryKeys[0]?.clustering.at(-1);
  if (last === undefined || statement.primaryKeys.length !== 1) return undefined;
  const name = writtenName(id);
  const direction = found.time.order;
  const ordered = statement.clusteringOrderSpan;
  const changes = [
    { at: last.span.end, text: `, ${name}` },
    // An order that is written out names every column.
    ...(ordered === undefined ? [] : [{ at: ordered.end - 1, text: `, ${name} ${words(direction, styleOf(table))}` }]),
  ];
  let ddl = segment.text.slice(segment.begin, segment.end);
  for (const { at, text } of changes.toReversed()) {
    ddl = ddl.slice(0, at - segment.begin) + text + ddl.slice(at - segment.begin);
  }
  const after = afterSchemaChange(beforeTable(sandbox, table), ddl);
  if (after === undefined) return undefined;
  const { uri } = table.location;
  return offer({
    kind: 'edit-table',
    preferred: true,
    title: `Add \`${id.name}\` to the key of \`${table.name}\``,
    why: `Two rows with the same \`${found.time.name}\` are then two rows; now the second overwrites the first.`,
    table: table.name,
    ddl: [ddl],
    notes: [`Each write names \`${id.name}\`; an UPDATE or DELETE of one row has to know it.`],
    result: after.session.catalog.table(table.keyspace, table.name),
    edits: () =>
      changes.map(({ at, text }) => ({
        at: { uri, segment, span: { start: at, end: at } },
        text,
        label: 'what makes its rows unique',
      })),
  });
}
