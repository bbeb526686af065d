import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a sentence of the server stands to what text and schema decide. */
export type Account =
  /** The analyzer says it. */
  | 'covered'
  /** It hangs on stored rows, bound values, the request's options, or what a function does at run time. */
  | 'data'
  /** It hangs on a setting of cassandra.yaml or of the process, or on the cluster's other nodes. */
  | 'configuration'
  /** It guards the server's own code, goes to the log, or answers nodetool and JMX. */
  | 'fault'
  /** Text and schema decide it, and the analyzer does not say it yet. */
  | 'open';

/** A sentence that some release can say, with `%s` where it puts something in. */
export interface Template {
  readonly account: Account;
  readonly releases: readonly string[];
  /** The server's class. */
  readonly source: string;
  readonly text: string;
  /** The setting of `configuration`, the reason of others; of `covered` a part of ours where no literal of ours is like the template. */
  readonly note: string;
}

/** Every template of templates.tsv. */
export function readTemplates(): readonly Template[] {
  const lines = readFileSync(join(import.meta.dirname, 'templates.tsv'), 'utf8')
    .split('\n')
    .slice(1);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [account, releases, source, text, note] = line.split('\t');
      return {
        account: account as Account,
        releases: releases?.split(' ') ?? [],
        source: source ?? '',
        text: text?.replaceAll('\\n', '\n') ?? '',
        note: note ?? '',
      };
    });
}

/** Finds the template that a message of a release was made from, the one with most words where several could be. */
export type FindTemplate = (message: string, release: string) => Template | undefined;

/** Templates of fewer letters than these match anything. */
const leastLetters = 6;

export function templateFinder(templates: readonly Template[]): FindTemplate {
  const patterns = templates
    .map((template) => {
      const parts = template.text.split('%s');
      return { template, words: parts.join(''), pattern: patternOf(parts) };
    })
    .filter(({ words }) => words.replaceAll(/\W/g, '').length >= leastLetters)
    .toSorted((one, other) => other.words.length - one.words.length);
  return (message, release) =>
    patterns.find(({ template, pattern }) => template.releases.includes(release) && pattern.test(message))?.template;
}

function patternOf(parts: readonly string[]): RegExp {
  return new RegExp(
    `^\\s*${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*?')}\\s*$`,
    's',
  );
}
