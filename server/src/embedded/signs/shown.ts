import type { Chain } from '../programs/chains.ts';
import type { Databases } from '../programs/evidence.ts';

/** A text that a program shows to people and does not run: an example in a list of commands, what stands in an empty field. */
export const isShown = (path: string, { cassandra }: Databases, { name }: Pick<Chain, 'name'>): boolean =>
  (name !== undefined && SHOWN_AS.test(name)) || (!cassandra && OF_PAGES.test(path));

const SHOWN_AS =
  /^(?:examples?|sample|placeholder|describe|desc|description|summary|message|subject|hint|help|help_?text|tooltip|label|title|caption|usage|doc|docs|documentation|detail|insertText)$/i;

/** What a browser draws speaks with no database, unless it imports a driver. */
const OF_PAGES = /\.[jt]sx$/;
