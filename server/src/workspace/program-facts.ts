import {
  databasesWithAddresses,
  isTestPath,
  joinedNames,
  sessionKeyspacesIn,
  sharesIn,
  signsOfDatabases,
  spokenNames,
  type OwnDatabases,
  type Host,
  type Shares,
} from '../embedded/index.ts';
import { changeBetween } from '../text/changed-span.ts';
import { type Connecting, connectingIn } from './program-hints.ts';

/** What a program says that counts for its neighbours, too. */
export interface ProgramFacts {
  readonly databases: OwnDatabases;
  /** Which of its names are of which database, where it speaks with several. */
  readonly shares: Shares | undefined;
  /** Those in which it opens sessions. */
  readonly keyspaces: ReadonlySet<string>;
  /** The names to which it joins more. */
  readonly joined: ReadonlySet<string>;
  /** The names of tables that stand in it outside of statements. */
  readonly spoken: ReadonlySet<string>;
  /** What it says of the server by the way in which it connects. */
  readonly connecting: Connecting | undefined;
}

/** The facts of a program that speaks with some databases. */
export const factsOf = (path: string, host: Host, text: string, databases: OwnDatabases): ProgramFacts => ({
  databases,
  shares: databases.cassandra && databases.other && GIVES.has(host.name) ? sharesIn(text, host) : undefined,
  // Only who speaks with Cassandra opens sessions; those of tests are theirs alone.
  keyspaces: databases.cassandra && !isTestPath(path) ? sessionKeyspacesIn(text).all : NOTHING,
  joined: joinedNames(text),
  spoken: spokenNames(text),
  connecting: connectingIn(path, text),
});

const NOTHING: ReadonlySet<string> = new Set();

/** Languages in which it is told where a name is brought from. */
const GIVES: ReadonlySet<string> = new Set(['javascript', 'typescript', 'python']);

/** The facts of a program that was edited: they are what they were where the edit and what is around it say the same. */
export function factsAfter(
  path: string,
  host: Host,
  text: string,
  before: { readonly text: string; readonly facts: ProgramFacts } | undefined,
): ProgramFacts {
  if (before !== undefined && before.facts.shares === undefined) {
    const { start, end, grown } = changeBetween(before.text, text);
    const [was, is] = [around(before.text, start, end), around(text, start, end + grown)];
    if (saysTheSame(was, is, host) && isSameConnecting(path, was, is)) return before.facts;
  }
  return factsOf(path, host, text, databasesWithAddresses(text, host));
}

/** The lines of a stretch with those near it: nothing that is looked for is longer. */
function around(text: string, start: number, end: number): string {
  const last = text.indexOf('\n', end + FARTHEST);
  return text.slice(text.lastIndexOf('\n', Math.max(0, start - FARTHEST)) + 1, last < 0 ? text.length : last);
}

const FARTHEST = 800;

const saysTheSame = (one: string, other: string, host: Host): boolean =>
  signsOfDatabases(one, host) === signsOfDatabases(other, host) &&
  areSame(joinedNames(one), joinedNames(other)) &&
  areSame(spokenNames(one), spokenNames(other)) &&
  areSame(sessionKeyspacesIn(one).all, sessionKeyspacesIn(other).all);

const isSameConnecting = (path: string, one: string, other: string): boolean =>
  JSON.stringify(connectingIn(path, one)) === JSON.stringify(connectingIn(path, other));

export const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));
