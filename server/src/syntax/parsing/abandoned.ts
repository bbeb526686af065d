/** Thrown to leave a parse at once: one frozen value, since a stack trace would cost more than the parse. */
export const ABANDONED: unique symbol = Symbol('abandoned');
