import type { Assignment, Update } from '../../syntax/ast.ts';
import { refuse } from '../outcome.ts';
import { quoteIfNeeded } from '../quote.ts';
import type { CassandraRelease, Refused } from '../verdict-model.ts';

/** What the server's parser says to a SET clause before it knows any table. */
export function checkAssignmentSyntax({ assignments }: Update, release: CassandraRelease): Refused | undefined {
  for (const [index, assignment] of assignments.entries()) {
    if (assignment.kind === 'unknown') continue;
    const { name } = assignment.column;
    const foreign = 'operand' in assignment && assignment.operand !== undefined && assignment.operand.name !== name;
    if (foreign) {
      return refuse(
        'assignment-form',
        `Only expressions of the form ${FORMS[assignment.kind]} are supported.`,
        assignment.span,
        [name],
        'syntax',
      );
    }
    const clash = assignments.slice(0, index).some((earlier) => !compatible(earlier, assignment));
    if (clash) {
      return refuse(
        'assigned-twice',
        `Multiple incompatible setting of column ${release === '3.11' ? quoteIfNeeded(name, release) : name}`,
        assignment.span,
        [name],
        'syntax',
      );
    }
  }
  return undefined;
}

const FORMS = { add: 'X = X +<value>', subtract: 'X = X - <value>', prepend: 'X = <value> + X' } as const;

function compatible(earlier: Assignment, later: Assignment): boolean {
  if (earlier.kind === 'unknown' || later.kind === 'unknown' || earlier.column.name !== later.column.name) return true;
  if (earlier.kind === 'set' || later.kind === 'set') return false;
  return earlier.kind !== 'set-field' || later.kind !== 'set-field' || earlier.field.name !== later.field.name;
}
