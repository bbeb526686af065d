import { openDocument } from '../../syntax/index.ts';
import { markersIn } from '../proposal/pieces.ts';
import type { WriteStep } from '../proposal/proposal.ts';
import { wordsOf } from './statements.ts';
import type { Term } from './terms.ts';

/** A step of a batch that gives its writes a time: it has that time by itself, but for reads and what has a condition. */
export function timedStep(step: WriteStep, time: Term): WriteStep {
  const { cql, binds } = step;
  const statement = openDocument(cql).segments[0]?.statement();
  if (statement?.kind !== 'insert' && statement?.kind !== 'update' && statement?.kind !== 'delete') return step;
  const { using, condition, span } = statement;
  if (condition !== undefined || using?.timestamp !== undefined) return step;
  const named =
    statement.kind === 'update' ? statement.table : statement.kind === 'delete' ? statement.from : undefined;
  const at = using?.span.end ?? named?.span.end ?? span.end;
  const words = wordsOf({ text: { text: cql, binds } })(using === undefined ? 'USING TIMESTAMP' : 'AND TIMESTAMP');
  const before = markersIn(statement).filter((marker) => marker.span.end <= at).length;
  return {
    ...step,
    cql: `${cql.slice(0, at)} ${words} ${time.text}${cql.slice(at)}`,
    binds: [...binds.slice(0, before), ...time.binds, ...binds.slice(before)],
  };
}
