import type { Assignment, Update } from '../../syntax/ast.ts';
import { isRowReference } from '../../syntax/row-references.ts';
import { refuse } from '../judging/outcome.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import type { Refused } from '../judging/verdict-model.ts';
import type { CassandraRelease } from '../../text/release.ts';

/** What the server's parser says to a SET clause before it knows any table. */
export function checkAssignmentSyntax({ assignments }: Update, release: CassandraRelease): Refused | undefined {
  for (const [index, assignment] of assignments.entries()) {
    if (assignment.kind === 'unknown') continue;
    const { name } = assignment.column;
    const foreign = 'operand' in assignment && assignment.operand !== undefined && assignment.operand.name !== name;
    if (foreign) {
      return refuse(
        'assignment-form',
        `Only expressions of the form ${formOf(assignment)} are supported.`,
        assignment.span,
        [name],
        'syntax',
      );
    }
    const earlier = assignments.slice(0, index).filter((each) => 'column' in each && each.column.name === name);
    const refused = (message: string): Refused => refuse('assigned-twice', message, assignment.span, [name], 'syntax');
    if (earlier.some((each) => !isReference(each) && (isReference(assignment) || !compatible(each, assignment)))) {
      const column = release === '3.11' ? quoteIfNeeded(name, release) : name;
      return refused(`Multiple incompatible setting of column ${column}`);
    }
    if (earlier.some(isReference)) return refused(`Normal and reference operations for ${name}`);
  }
  return undefined;
}

/** What a transaction has read, or what no other statement takes. */
const isReference = (assignment: Assignment): boolean => 'value' in assignment && isRowReference(assignment.value);

function formOf(assignment: Extract<Assignment, { kind: 'add' | 'subtract' | 'prepend' }>): string {
  if (assignment.kind === 'prepend') return 'X = <value> + X';
  const { kind, value, bare } = assignment;
  if (bare !== true) return `X = X ${kind === 'add' ? '+' : '-'}<value>`;
  return `X = X ${value.kind === 'literal' && value.value.startsWith('-') ? '-' : '+'} <value>`;
}

function compatible(earlier: Assignment, later: Assignment): boolean {
  if (earlier.kind === 'unknown' || later.kind === 'unknown') return true;
  if (earlier.kind === 'set' || later.kind === 'set') return false;
  return earlier.kind !== 'set-field' || later.kind !== 'set-field' || earlier.field.name !== later.field.name;
}
