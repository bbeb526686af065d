import type { Chain } from '../programs/chains.ts';
import type { Seen } from '../programs/program.ts';

/** A text that a program shows to people and does not run: an example in a list of commands, a snippet of an editor, what stands in an empty field. */
export const isShown = (
  { path, databases, receivers }: Seen,
  { name, receiver }: Pick<Chain, 'name' | 'receiver'>,
  text: string,
): boolean =>
  (name !== undefined && SHOWN_AS.test(name)) ||
  TO_BE_FILLED.test(text) ||
  (!databases.cassandra && OF_PAGES.test(path) && !receivers().comesFromCassandra(receiver));

/** `${1:column}`. */
const TO_BE_FILLED = /\$\{\d+[:|}]/;

const SHOWN_AS =
  /^(?:examples?|sample|placeholder|describe|desc|description|summary|message|subject|hint|help|help_?text|tooltip|label|title|caption|usage|doc|docs|documentation|detail|insertText)$/i;

/** What a browser draws speaks with no database, unless it imports a driver; one that a server draws may bring in the session. */
const OF_PAGES = /\.[jt]sx$/;
