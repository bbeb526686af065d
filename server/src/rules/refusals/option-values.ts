import { COMPACTION_OPTIONS, COMPACTION_STRATEGIES } from '../../catalog/builtin/compaction-options.ts';
import { COMPRESSORS } from '../../catalog/builtin/compression-options.ts';
import { type BuiltInOption, defaultOf, inRelease } from '../../catalog/builtin/options.ts';
import { CACHING_OPTIONS, TABLE_OPTIONS } from '../../catalog/builtin/table-options.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import { type Lifetime, releaseFor } from '../../text/release.ts';
import { listNames } from '../scan.ts';
import { nearest } from '../nearest.ts';
import type { Refusal } from './advice.ts';

/** A word in the value of an option that the server does not know. */
interface Unknown {
  readonly written: string;
  /** What it was probably meant to be. */
  readonly near: string | undefined;
  readonly says: string;
}

/** The word in the value of an option that is misspelt, and what it is meant to be. */
export function misspeltIn(refusal: Refusal): { readonly written: string; readonly near: string } | undefined {
  const { written, near } = unknownIn(refusal) ?? {};
  return written === undefined || near === undefined ? undefined : { written, near };
}

/** What is wrong with the value of an option, from what the server says of it. */
export function aboutOptionValue(refusal: Refusal): string | undefined {
  const { refused, name } = refusal;
  const { message } = refused;
  const unknown = unknownIn(refusal);
  if (unknown !== undefined) return unknown.says;
  const number = /^(.*) is not a parsable (?:int|float|double|long)(?: \(base10\))? for (\w+)/.exec(message);
  if (number !== null) return `\`${number[2]}\` takes a number, and \`${number[1]}\` is none.`;
  if (/\b(?:default_time_to_live|TTL)\b.*must be less than or equal to/.test(message))
    return 'A time to live is at most 630,720,000 seconds (20 years).';
  const bounds =
    /^(\w+) must be (.+?) \(got (.+)\)$/.exec(message) ?? /^(\w+) must be (.+?), but was (.+)$/.exec(message);
  if (bounds !== null) return `\`${bounds[1]}\` is ${bounds[2]}; ${bounds[3]} is not.`;
  const counted = /^(?:java\.lang\.NumberFormatException: )?For input string: "(.*)"/.exec(message);
  if (counted !== null) return `\`${name}\` takes whole numbers, and \`${counted[1]}\` is none.`;
  const typed = /^Invalid (integer|double|boolean) value (.*) for '(\w+)'/.exec(message);
  if (typed !== null) return `\`${typed[3]}\` takes ${TYPES[typed[1]!]}, and \`${typed[2]}\` is none.`;
  const power = /^(\w+) must be a power of 2/.exec(message);
  if (power !== null) return `\`${power[1]}\` is a power of 2: 4, 8, 16, 32 or 64.`;
  // The server says 1 where it means 0.
  const window = /^(-?\d+) must be greater than 1 for (\w+)/.exec(message);
  if (window !== null) return `\`${window[2]}\` is 1 at least; ${window[1]} is less.`;
  const missing = /^Missing sub-option '(\w+)'/.exec(message);
  if (missing !== null) return `\`${name}\` needs its \`${missing[1]}\`.`;
  return undefined;
}

function unknownIn(refusal: Refusal): Unknown | undefined {
  const { message } = refusal.refused;
  const { session } = refusal.context;
  const unknown = /^Properties specified \[([^\]]*)\] are not understood by (\w+)/.exec(message);
  if (unknown !== null) return unknownParts(unknown[1]!.split(', '), unknown[2]!);
  const strategy = /compaction strategy class '(?:[\w.]*\.)?(\w+)'/.exec(message);
  if (strategy !== null) return unknownClass(strategy[1]!, 'compaction strategy', COMPACTION_STRATEGIES, session);
  const compressor = /Could not create Compression for type (?:[\w.]*\.)?(\w+)/.exec(message);
  if (compressor !== null) return unknownClass(compressor[1]!, 'compressor', COMPRESSORS, session);
  const replication = /replication strategy class '(?:[\w.]*\.)?(\w+)'/.exec(message);
  return replication === null
    ? noChoice(refusal)
    : unknownClass(replication[1]!, 'replication strategy', REPLICATION, session);
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  double: 'a number',
  boolean: 'true or false',
};

/** An option of the table, or within one of its maps, that is none of the few words that it may be. */
function noChoice({ refused: { spans }, context: { segment, session } }: Refusal): Unknown | undefined {
  const text = segment.text.slice(spans[0].start, spans[0].end);
  const [, name, written] = /^'?(\w+)'?\s*[:=]\s*'?([\w.-]+)'?$/.exec(text) ?? [];
  if (name === undefined || written === undefined) return undefined;
  const release = releaseFor(session.target);
  const known = inRelease(WITH_CHOICES, release).find((one) => one.name === name);
  const choices = known?.choices;
  if (known === undefined || choices === undefined || choices.includes(written.toUpperCase())) return undefined;
  const usual = defaultOf(known, release)?.replaceAll("'", '');
  const words = listNames(choices, 'or');
  const forms = usual === undefined || choices.includes(usual) ? words : `${words}, or of a form such as \`${usual}\``;
  return { written, near: nearest(written, choices), says: `\`${name}\` is ${forms}; \`${written}\` is not.` };
}

const WITH_CHOICES: readonly BuiltInOption[] = [
  ...TABLE_OPTIONS,
  ...CACHING_OPTIONS,
  ...COMPACTION_OPTIONS,
  ...COMPACTION_STRATEGIES.flatMap(({ options }) => options),
];

interface Known {
  readonly name: string;
  readonly lifetime: Lifetime;
}

const REPLICATION: readonly Known[] = [
  { name: 'NetworkTopologyStrategy', lifetime: {} },
  { name: 'SimpleStrategy', lifetime: {} },
];

function unknownParts(parts: readonly string[], owner: string): Unknown {
  const strategy = COMPACTION_STRATEGIES.find(({ name }) => name === owner);
  const known = [...COMPACTION_OPTIONS, ...(strategy?.options ?? [])].map(({ name }) => name);
  const near = parts.length === 1 ? nearest(parts[0]!, known) : undefined;
  const are = parts.length === 1 ? 'is' : 'are';
  const says =
    near === undefined
      ? `${listNames(parts)} ${are} unknown to ${owner}.`
      : `\`${parts[0]}\` is unknown to ${owner}; did you mean \`${near}\`?`;
  return { written: parts[0]!, near, says };
}

/** A class that another release has is told by its release. */
function unknownClass(name: string, what: string, classes: readonly Known[], { target }: Session): Unknown | undefined {
  if (classes.some((one) => one.name === name)) return undefined;
  const names = inRelease(classes, releaseFor(target)).map((one) => one.name);
  const near = nearest(name, names);
  const says =
    near === undefined
      ? `\`${name}\` is no ${what}; there are ${listNames(names)}.`
      : `\`${name}\` is no ${what}; did you mean \`${near}\`?`;
  return { written: name, near, says };
}
