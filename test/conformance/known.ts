import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './answer.ts';

/** A disagreement that is there on purpose, or that cannot be helped. Texts are regular expressions. */
export interface KnownDisagreement {
  readonly name: string;
  readonly reason: string;
  /** Releases it holds for, as `5.0`; all by default. */
  readonly releases?: readonly string[];
  readonly statement?: string;
  /** What the server answers: `taken` or `kind: message`. */
  readonly server?: string;
  readonly ours?: string;
}

/** Finds the entry of known-disagreements.json that a disagreement is listed under. */
export type Known = (release: string, cql: string, server: Answer, ours: Answer) => KnownDisagreement | undefined;

/** Reads the list; an entry without a name or reason is an error. */
export function readKnown(): Known {
  const path = join(import.meta.dirname, 'known-disagreements.json');
  const list = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly KnownDisagreement[]) : [];
  const entries = list.map((entry) => {
    if (!entry.name || !entry.reason) throw new Error('known-disagreements.json: each entry needs a name and a reason');
    return { entry, statement: pattern(entry.statement), server: pattern(entry.server), ours: pattern(entry.ours) };
  });
  return (release, cql, server, ours) =>
    entries.find(
      (each) =>
        (each.entry.releases?.includes(release) ?? true) &&
        (each.statement?.test(cql) ?? true) &&
        (each.server?.test(wordsOf(server)) ?? true) &&
        (each.ours?.test(wordsOf(ours)) ?? true),
    )?.entry;
}

const pattern = (text: string | undefined) => (text === undefined ? undefined : new RegExp(text, 'su'));

/** An answer in one line: `taken`, or the kind and the message. */
export function wordsOf(answer: Answer): string {
  return answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`;
}
