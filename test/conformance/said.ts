import type { Answer } from './answer.ts';
import { templateFinder, type Template } from './templates.ts';

/** Messages of a server, one of each that differ in more than names and numbers. */
export type Said = Map<string, string>;

export const newSaid = (): Said => new Map();

const most = 20_000;

/** Keeps the messages and warnings of an answer. */
export function hear(said: Said, answer: Answer): void {
  for (const message of answer.ok ? (answer.warnings ?? []) : [answer.message]) {
    const key = message.slice(0, 120).replaceAll(/'[^']*'|"[^"]*"|\d+/g, '#');
    if (said.size < most && !said.has(key)) said.set(key, message);
  }
}

/** How much of the account of templates a release has uttered. */
export interface Uttered {
  readonly covered: readonly Template[];
  readonly silent: readonly Template[];
  /** Uttered, though the account says that text and schema do not decide them or that they are still open. */
  readonly others: readonly Template[];
}

export function utteredOf(said: readonly Said[], templates: readonly Template[], release: string): Uttered {
  const find = templateFinder(templates.filter(({ releases }) => releases.includes(release)));
  const messages = said.flatMap((each) => [...each.values()].flatMap(withInnerOnes));
  // A sentence does not tell which of several classes said it.
  const found = new Set(messages.map((message) => find(message, release)?.text));
  const ofRelease = templates.filter(({ releases }) => releases.includes(release));
  const covered = ofRelease.filter(({ account }) => account === 'covered');
  const words = new Set(covered.map(({ text }) => text));
  return {
    covered: covered.filter(({ text }) => found.has(text)),
    silent: covered.filter(({ text }) => !found.has(text)),
    others: ofRelease.filter(({ text }) => found.has(text) && !words.has(text)),
  };
}

/** A message, and those that it wraps: each begins behind a colon. */
function withInnerOnes(message: string): readonly string[] {
  const inner = [...message.matchAll(/: /g)].slice(0, 5).map(({ index }) => message.slice(index + 2));
  return [message, ...inner];
}
