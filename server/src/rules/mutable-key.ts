import type { Column, Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { hasFewValues } from '../modeling/evidence/few-values.ts';
import { baseOf, isAboutTheSame } from '../modeling/evidence/copies.ts';
import { holdsEvents, isMoved } from '../modeling/evidence/small-partitions.ts';
import { knownUsesOf, type Surroundings, type Use } from '../modeling/evidence/surroundings.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'mutable-key';

/** A column of the key whose value changes: each change is a DELETE and an INSERT. */
export const mutableKey: Rule = {
  code: CODE,
  summary: 'A column of the key changes: each change is a DELETE and an INSERT, and leaves a tombstone.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const { surroundings } = context;
    const declared = declaredOf(table, surroundings);
    if (holdsEvents(table)) return [];
    return [...table.partitionKey, ...table.clustering].flatMap((column) => {
      // A table by e-mail address is how one is looked up, though it changes now and then.
      if (declared.immutable.has(column.name) || (column.kind === 'partition' && !hasFewValues(column, declared)))
        return [];
      const change = changeOf(column, table, surroundings);
      if (change === undefined && !isChanging(column)) return [];
      const key = create.primaryKeys[0];
      const span = [...(key?.partition ?? []), ...(key?.clustering ?? [])].find(
        ({ name }) => name === column.name,
      )?.span;
      return [
        {
          code: CODE,
          severity: 'hint',
          ...(change === undefined && { profile: 'strict' }),
          span: span ?? nameOf(create),
          message:
            `\`${column.name}\` ${change === undefined ? 'changes, by its name' : `of \`${change.table.name}\` is updated`}, and here it is a part of the key: each change is a DELETE ` +
            'of the row and an INSERT of another, and its tombstone stays in the way of reads. `-- @immutable ' +
            `${column.name}\` says that it never changes.`,
          related: change === undefined ? [] : [{ at: change.use.at, message: 'Updated here' }],
        },
      ];
    });
  },
};

/** An UPDATE of the table whose rows these are that sets the column there. */
function changeOf(
  { name }: Column,
  table: Table,
  surroundings: Surroundings,
): { readonly table: Table; readonly use: Use } | undefined {
  const base = baseOf(table, surroundings) ?? namedBase(table, surroundings);
  const kind = base?.columns.get(name)?.kind;
  if (base === undefined || (kind !== 'regular' && kind !== 'static')) return undefined;
  const use = knownUsesOf(surroundings, base).find(
    ({ statement }) =>
      statement.kind === 'update' &&
      statement.assignments.some((assignment) => assignment.kind === 'set' && assignment.column.name === name),
  );
  return use === undefined ? undefined : { table: base, use };
}

/** `orders` for `orders_by_customer`. */
function namedBase(table: Table, surroundings: Surroundings): Table | undefined {
  const name = /^(.+?)_by_/i.exec(table.name)?.[1];
  const base = name === undefined ? undefined : surroundings.catalog.table(table.keyspace, name);
  return base !== undefined && isAboutTheSame(table, base, surroundings) ? base : undefined;
}

const isChanging = (column: Column): boolean => isMoved(column) || CHANGING.test(column.name);

const CHANGING = /(?:^|_)(?:status|state|balance|score|rating|rank|likes|views|votes|points)$/i;
