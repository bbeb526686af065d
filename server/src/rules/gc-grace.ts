import type { Table } from '../catalog/model.ts';
import { isMultiCell } from '../catalog/types.ts';
import { knownUsesOf, type Surroundings, type Use } from '../modeling/evidence/surroundings.ts';
import type { Assignment } from '../syntax/ast.ts';
import { HINT_WINDOW } from '../modeling/evidence/hint-window.ts';
import { mayEnd } from '../modeling/evidence/ttl.ts';
import { optionOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'gc-grace';

/** Deleted rows that come back: their tombstones are gone before every replica has heard of them. */
export const gcGrace: Rule = {
  code: CODE,
  summary: 'Tombstones are dropped before each replica has surely got them: what was deleted comes back.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const set = optionOf(context, 'gc_grace_seconds');
    if (set === undefined) return [];
    const { table, span } = set;
    const option = table.options.get('gc_grace_seconds');
    const seconds = option?.kind === 'literal' ? Number(option.literal.value) : Number.NaN;
    if (!(seconds >= 0 && seconds < HINT_WINDOW)) return [];
    const removal = removalIn(table, context.surroundings);
    if (removal === undefined) {
      // What ends by its TTL leaves nothing that could come back, and is gone soon where a hint was missed.
      if (seconds > 0 || mayEnd(table, context.surroundings)) return [];
      return [
        {
          code: CODE,
          severity: 'hint',
          span,
          message:
            `With 0 a hint is too old as soon as it is written: a replica of \`${table.name}\` that was down for a moment hears of what ` +
            'was written meanwhile by a read or a repair only; and what is deleted one day may come back. 864000 is usual.',
          related: [],
        },
      ];
    }
    return [
      {
        code: CODE,
        severity: 'hint',
        span,
        message:
          `A node that was down for ${seconds === 0 ? 'a moment' : `longer than ${seconds} seconds`} may have missed ` +
          `${removal.statement.kind === 'delete' ? 'a DELETE' : 'that a value was taken away'} of \`${table.name}\`, ` +
          'whose tombstone is gone by then: it comes back. Hints are kept for 3 hours (10800), and a repair has to run within the time; 864000 is usual.',
        related: [{ at: removal.at, message: 'Deleted here' }],
      },
    ];
  },
};

const removalIn = (table: Table, surroundings: Surroundings): Use | undefined => {
  const uses = knownUsesOf(surroundings, table);
  return (
    uses.find(({ statement }) => statement.kind === 'delete') ??
    uses.find(
      ({ statement }) => statement.kind === 'update' && statement.assignments.some((each) => takesAway(each, table)),
    )
  );
};

/** An INSERT writes null where nothing may have been; who sets null, or takes an element out, means what is there. */
function takesAway(assignment: Assignment, { columns }: Table): boolean {
  switch (assignment.kind) {
    case 'set':
    case 'set-element':
    case 'set-field':
      return assignment.value.kind === 'null';
    case 'subtract': {
      const column = columns.get(assignment.column.name);
      return column !== undefined && isMultiCell(column.type);
    }
    default:
      return false;
  }
}
