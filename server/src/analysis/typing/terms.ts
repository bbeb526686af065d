import type { Table } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { evaluate } from './terms/evaluate.ts';
import { ANYTHING, type Value } from '../values/evaluation/value.ts';
import type { Receiver } from './functions/argument.ts';
import { isVerdict, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, releaseOf } from '../../text/release.ts';
import { partsOf } from './selectors/selected-columns.ts';
import { typeSelector, type Typed } from './selectors/factory.ts';
import type { SelectorScope } from './selectors/calls.ts';
import { complaintAboutGroup } from './selectors/monotonic.ts';
import { prepareSelector } from './selectors/selectable.ts';
import type { Refused, Session, Undecided } from '../judging/verdict-model.ts';
import { prepareTerm, type Prepared } from './terms/prepare.ts';
import { scopeAt, type TermScope } from './terms/scope.ts';

export type { Receiver } from './functions/argument.ts';
export { firstColumn } from './selectors/factory.ts';
export type { Typed } from './selectors/factory.ts';
export type { Prepared } from './terms/prepare.ts';
export { isLeftOpen, printTerm, printTerm as textOfTerm } from './terms/text.ts';

/** `undefined` means that the server takes it. */
export type TermVerdict = Refused | Undecided | undefined;

/** Where a term stands: names are looked up in the table's keyspace, and `token()` takes the table's partition key. */
export type TermPlace = Table | { readonly keyspace: string | undefined };

/**
 * What the server says to `term` where a value of the receiver's type is wanted: in VALUES, SET, WHERE, IF, USING, LIMIT.
 *
 * Refusals of PREPARE come before those that show only when the statement is executed (`preparedTerm` tells them apart).
 */
export function checkTerm(term: Expression, receiver: Receiver, place: TermPlace, session: Session): TermVerdict {
  const prepared = preparedTerm(term, receiver, place, session);
  if (prepared.kind !== 'prepared') return prepared;
  const value = evaluateTerm(term, receiver, place, session);
  return value.kind === 'refused' ? value : prepared.doubt;
}

/** What a term that PREPARE took is when the statement runs, or what the server says then. */
export function evaluateTerm(
  term: Expression,
  receiver: Receiver,
  place: TermPlace,
  session: Session,
): Value | Refused {
  const release = releaseOf(session);
  if (release === undefined || deeperThan(term, DEEPEST)) return ANYTHING;
  return evaluate(term, receiver, scopeIn(place, session, release));
}

/** The same, with what the server knows of the term afterwards: whether it holds markers, or is null. */
export function preparedTerm(
  term: Expression,
  receiver: Receiver,
  place: TermPlace,
  session: Session,
): Prepared | Refused | Undecided {
  const release = releaseOf(session);
  if (release === undefined) return undecided('dialect');
  if (term.kind !== 'literal' && deeperThan(term, DEEPEST)) return undecided('broken');
  return prepareTerm(term, receiver, scopeIn(place, session, release));
}

/**
 * First of the two steps that the server makes of a selector, before it looks at WHERE: columns exist, and calls find a function
 * that takes their arguments.
 */
export function checkSelectable(selector: Expression, table: Table, session: Session): TermVerdict {
  const scope = selectorScope(selector, table, session);
  return isVerdict(scope) ? scope : prepareSelector(selector, scope);
}

/** Second step, after WHERE: the types of everything the selector holds, and its own. */
export function selectorType(
  selector: Expression,
  table: Table,
  session: Session,
  before?: string,
): Typed | Refused | Undecided {
  const scope = selectorScope(selector, table, session, before);
  return isVerdict(scope) ? scope : typeSelector(selector, undefined, scope);
}

/** Whether what GROUP BY calls keeps the order of the rows, which the server asks when it runs the statement. */
export function checkMonotonic(selector: Expression, table: Table, session: Session): TermVerdict {
  const scope = selectorScope(selector, table, session);
  return isVerdict(scope) ? scope : complaintAboutGroup(selector, undefined, scope);
}

function selectorScope(
  selector: Expression,
  table: Table,
  session: Session,
  before?: string,
): SelectorScope | Undecided {
  const release = releaseOf(session);
  if (release === undefined) return undecided('dialect');
  if (deeperThan(selector, DEEPEST)) return undecided('broken');
  const { keyspace } = table;
  // All that `scopeAt` gives, written out: Node 20 takes long to spread an object into a new one.
  return {
    session,
    release,
    keyspace,
    table,
    before,
    fits: undefined,
    types: undefined,
    system: undefined,
    signatures: undefined,
  };
}

/** Terms nest no deeper in what people write; the server itself runs out of stack somewhere beyond. */
const DEEPEST = 200;

const scopeIn = (place: TermPlace, session: Session, release: CassandraRelease): TermScope =>
  scopeAt(session, release, place.keyspace, 'columns' in place ? place : undefined);

function deeperThan(term: Expression, limit: number): boolean {
  if (limit === 0) return true;
  for (const part of partsOf(term)) if (deeperThan(part, limit - 1)) return true;
  return false;
}
