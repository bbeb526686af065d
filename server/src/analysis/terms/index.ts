import type { CqlType, Table } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { Refused, Session, Undecided } from '../verdict-model.ts';

/**
 * What a term is to be assigned to: a column, a component of one (`value(m)`), or a slot such as `[ttl]`.
 *
 * The name stands in the server's messages as it is here, so it carries no quotes of its own.
 */
export interface Receiver {
  readonly name: string;
  readonly type: CqlType;
}

/** `undefined` means that the server takes it. */
export type TermVerdict = Refused | Undecided | undefined;

/** What a selector gives. */
export interface Typed {
  readonly kind: 'typed';
  readonly type: CqlType;
  /** The selector is, or contains, a call of an aggregate function. */
  readonly aggregate: boolean;
}

/**
 * What the server's PREPARE says to `term` where a value of the receiver's type is wanted: in VALUES, SET, WHERE, IF, USING, LIMIT.
 *
 * `keyspace` is the one of the statement's table: unqualified functions and types are looked up in it.
 */
export declare function checkTerm(
  term: Expression,
  receiver: Receiver,
  keyspace: string | undefined,
  session: Session,
): TermVerdict;

/**
 * First of the two steps that the server makes of a selector: columns and functions are looked up
 * (before it looks at WHERE). Unknown names, functions that do not fit.
 */
export declare function checkSelectable(selector: Expression, table: Table, session: Session): TermVerdict;

/** Second step (after WHERE): types of everything the selector holds, and its own. */
export declare function selectorType(selector: Expression, table: Table, session: Session): Typed | Refused | Undecided;

/** The term as the server prints it in messages, such as `c = c + 1`. */
export declare function textOfTerm(term: Expression): string;

/** The type as the server prints it (`frozen<map<text, int>>`). */
export declare function textOfType(type: CqlType, session: Session): string;
