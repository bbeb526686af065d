/** A name as the server prints it in CQL (`ColumnIdentifier.maybeQuote`). */
export { printName as quoteIfNeeded } from '../../catalog/names.ts';
