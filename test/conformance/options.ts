import { parseArgs } from 'node:util';
import { releaseOf, releases, type Release } from './releases.ts';

export interface Options {
  readonly releases: readonly Release[];
  /** Answer standard input and do nothing else. */
  readonly ask: boolean;
  readonly parts: ReadonlySet<Part>;
  /** Generated statements a release; without it time decides. */
  readonly statements: number | undefined;
  /** Generated texts for the parsers a release; without it time decides. */
  readonly texts: number | undefined;
  /** Of the fixed texts one in so many is asked of each release, twice as many of the default target; 1 asks all. */
  readonly oneIn: number;
  /** Seconds over all releases; what is generated takes what the fixed texts leave. */
  readonly seconds: number;
  readonly seed: string;
  /** How many disagreements of each release are made small. */
  readonly shrink: number;
  /** Keep what was made small as regression tests. */
  readonly keep: boolean;
  /** Write the servers' answers of today into the regression tests. */
  readonly update: boolean;
  readonly cassandraYaml: string | undefined;
  /** Each release with the guardrails of `strict/<release>.yaml`; those that have none are left out. */
  readonly strict: boolean;
  readonly port: number | undefined;
  /** Another program that speaks `dry-run --jsonl`, such as an earlier build. */
  readonly analyzer: string | undefined;
  /** Statements of one round's schema. */
  readonly round: number;
  /** Statements that are grafted of these, beside them. */
  readonly grafts: number;
}

/** What of the comparison is done. */
export type Part = (typeof allParts)[number];
const allParts = ['texts', 'parsing', 'statements'] as const;

/** Reads the command line; throws with a sentence where it does not make sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ask: { type: 'boolean', default: false },
      release: { type: 'string', default: 'all' },
      only: { type: 'string', default: allParts.join(',') },
      statements: { type: 'string' },
      texts: { type: 'string' },
      'one-in': { type: 'string', default: '1' },
      seconds: { type: 'string', default: process.env['CONFORMANCE_SECONDS'] ?? '300' },
      seed: { type: 'string', default: process.env['CONFORMANCE_SEED'] ?? String(Date.now()) },
      shrink: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
      update: { type: 'boolean', default: false },
      round: { type: 'string', default: '5000' },
      grafts: { type: 'string', default: '0' },
      'cassandra-yaml': { type: 'string' },
      strict: { type: 'boolean', default: false },
      port: { type: 'string' },
      analyzer: { type: 'string' },
    },
  });
  return {
    releases: releasesOf(values.release),
    ask: values.ask,
    parts: new Set(values.only.split(',').map(partOf)),
    statements: numberOf('--statements', values.statements),
    texts: numberOf('--texts', values.texts),
    oneIn: Math.max(1, numberOf('--one-in', values['one-in']) ?? 1),
    seconds: numberOf('--seconds', values.seconds) ?? 0,
    seed: values.seed,
    shrink: numberOf('--shrink', values.shrink) ?? 0,
    keep: values.keep,
    update: values.update,
    cassandraYaml: values['cassandra-yaml'],
    strict: values.strict,
    port: numberOf('--port', values.port),
    analyzer: values.analyzer,
    round: numberOf('--round', values.round) ?? 5000,
    grafts: numberOf('--grafts', values.grafts) ?? 0,
  };
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} takes a whole number, not "${text}"`);
  return value;
}

function partOf(name: string): Part {
  const part = allParts.find((each) => each === name);
  if (part === undefined) throw new Error(`--only takes some of ${allParts.join(', ')}, not "${name}"`);
  return part;
}

function releasesOf(names: string): readonly Release[] {
  if (names === 'all') return releases;
  return names.split(',').map((name) => {
    const release = releaseOf(name);
    if (release === undefined)
      throw new Error(`there is no release ${name}, only ${releases.map((each) => each.name).join(', ')}`);
    return release;
  });
}
