import { leftOf } from '../hosts/beside.ts';

/** In which keyspaces the sessions of a program are, as far as its text says it. */
export interface SessionKeyspaces {
  /**
   * The one keyspace of what a call is made on: its own where the program gives it one, else that of all. `undefined` where the program
   * says none, or several.
   */
  of(receiver: string): string | undefined;
  /** All that it names. */
  readonly all: ReadonlySet<string>;
}

/** Reads what opens a session, or sets its keyspace: `cluster.connect('shop')`, `keyspace: 'shop'`, `.withKeyspace("shop")`. */
export function sessionKeyspacesIn(text: string): SessionKeyspaces {
  const all = new Set<string>();
  const own = new Map<string, Set<string>>();
  for (const { index, groups } of OPENINGS.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const { connected, kept, set, used }: Readonly<Partial<Record<string, string>>> = groups!;
    const keyspace = (connected ?? kept ?? set ?? used)!;
    // Who creates keyspaces begins in one of the server's.
    if (/^system(?:_|$)/i.test(keyspace)) continue;
    if (connected !== undefined && !OF_CASSANDRA.test(leftOf(text, index, NEAR))) continue;
    all.add(keyspace);
    const on = set === undefined ? undefined : LAST_WORD.exec(leftOf(text, index, NEAR))?.[0];
    const owner = on ?? (used === undefined ? ownerAt(text, index) : undefined);
    if (owner === undefined) continue;
    const known = own.get(owner);
    if (known === undefined) own.set(owner, new Set([keyspace]));
    else known.add(keyspace);
  }
  return { of: (receiver) => onlyOf(own.get(receiver) ?? all), all };
}

const onlyOf = (names: ReadonlySet<string>): string | undefined => (names.size === 1 ? [...names][0] : undefined);

/** Each by itself: to look for one of them takes a seventh of the time that looking for any does. */
const OPENINGS: readonly RegExp[] = [
  /(?:\.|->)connect(?:_?async)?\s*\(\s*["'](?<connected>\w+)["']/gi,
  /\b(?:default_?)?keyspace["']?\s*(?::|:?=)\s*["'](?<kept>\w+)["']/gi,
  /(?:\.|->|::)(?:set|with|use|change|withDefault)_?keyspace\s*\(\s*(?:\w+\.from(?:Cql|Internal)\s*\(\s*)?["'](?<set>\w+)["']/gi,
  /["'`]\s*USE\s+(?<used>\w+)\s*;?\s*["'`]/gi,
];

const LAST_WORD = /\w+$/;

/** What connects to other databases does so by the same word. */
const OF_CASSANDRA = /cluster|cassandra|scylla|cql|session/i;
const NEAR = 200;

/** The name that is given what opens at an offset, on its line or on one above that it goes on from. */
function ownerAt(text: string, at: number): string | undefined {
  const lines = leftOf(text, at, MOST).split('\n');
  for (const [above, line] of lines.toReversed().entries()) {
    if (above > 0 && (line.trim() === '' || line.trimEnd().endsWith(';'))) return undefined;
    const name = GIVEN.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

const MOST = 600;

/** `session, err := …`, `final CqlSession session = …`, `this.client = …`. */
const GIVEN =
  /^\s*(?:[\w.<>[\]?*]+\s+)*(?:this\.|self\.|[@$])?([A-Za-z_]\w*)(?:\s*,\s*\w+)?\s*(?::\s*[\w.<>]+\s*)?:?=(?![=>])/;
