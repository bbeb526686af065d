import { isCollection, isMultiCell } from '../catalog/types.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Expression } from '../syntax/ast.ts';
import type { Rule } from './rule.ts';

const CODE = 'overwritten-collection';

/** An UPDATE that sets a collection anew. */
export const overwrittenCollection: Rule = {
  code: CODE,
  summary: 'An UPDATE sets a collection as a whole, which deletes what was in it first.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check({ statement, session, verdict }) {
    if (verdict.kind === 'refused') return [];
    return writesIn({ statement, session }).flatMap(({ write, table }) => {
      if (write.kind !== 'update' || write.template) return [];
      return write.assignments.flatMap((assignment) => {
        if (assignment.kind !== 'set' || isNothing(assignment.value)) return [];
        const column = table.columns.get(assignment.column.name);
        if (column === undefined || !isCollection(column.type) || !isMultiCell(column.type)) return [];
        return [
          {
            code: CODE,
            severity: 'hint',
            span: assignment.span,
            message:
              `Writes a tombstone over all of \`${column.name}\` before its new elements, each time. Add and take away elements, ` +
              `or declare it \`frozen\`: then it is one value.`,
            related: [],
          },
        ];
      });
    });
  },
};

/** Takes away what is there, and writes nothing. */
const isNothing = (value: Expression): boolean =>
  value.kind === 'null' ||
  ((value.kind === 'set' || value.kind === 'list') && value.items.length === 0) ||
  (value.kind === 'map' && value.entries.length === 0);
