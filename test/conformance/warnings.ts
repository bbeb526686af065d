import type { Accepted, Answer } from './answer.ts';
import { wordsOf } from './known.ts';

/** How the client warnings of both sides to one statement that they take compare. */
export interface Warnings {
  readonly same: readonly string[];
  readonly missing: readonly string[];
  readonly tooMuch: readonly string[];
  /** Those of the server that text and schema do not decide. */
  readonly leftOut: readonly string[];
}

/** They tell of the cluster's nodes, of how much it holds and how long it takes. */
const ofCluster: readonly RegExp[] = [
  /^Your replication factor \d+ for keyspace .* is higher than the number of nodes \d+/,
  /^Cluster already contains \d+ (?:tables|keyspaces)\b/,
  /^User defined function .* ran longer than \d+ms/,
];

const hangsOnCluster = (text: string): boolean => ofCluster.some((pattern) => pattern.test(text));

/** Compares warnings in any order; one that comes twice has to be given twice. */
export function compareWarnings(server: Accepted, ours: Accepted): Warnings {
  const left = [...(ours.warnings ?? [])];
  const same: string[] = [];
  const missing: string[] = [];
  for (const text of (server.warnings ?? []).filter((each) => !hangsOnCluster(each))) {
    const place = left.indexOf(text);
    if (place < 0) missing.push(text);
    else same.push(...left.splice(place, 1));
  }
  return { same, missing, tooMuch: left, leftOut: (server.warnings ?? []).filter(hangsOnCluster) };
}

export const areSame = ({ missing, tooMuch }: Warnings): boolean => missing.length + tooMuch.length === 0;

/** Whether two answers come with the same warnings; PREPARE comes with none. */
export function warnAlike(server: Answer, ours: Answer): boolean {
  if (!server.ok || server.prepared || !ours.ok) return true;
  return areSame(compareWarnings(server, ours));
}

/** An answer's words, and a line for each warning that text and schema decide, in an order of their own. */
export function linesOfAnswer(answer: Answer): string {
  const warnings = answer.ok ? (answer.warnings ?? []).filter((text) => !hangsOnCluster(text)) : [];
  return [wordsOf(answer), ...warnings.toSorted()].join('\nwarns: ');
}
