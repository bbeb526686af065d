import { parse, TomlError } from 'smol-toml';
import type { Target } from '../analysis/judging/verdict-model.ts';
import type { Severity } from '../rules/rule.ts';
import { shortened } from './shortened.ts';
import { DEFAULT_TARGET, parseTarget, TARGET_NAMES } from './target.ts';

/** What a project says about itself: `cql-analyzer.toml`, or an editor's settings of the same names. */
export interface Configuration {
  readonly target: Target;
  /** Paths or .gitignore-like patterns of schema files, in the order in which they are executed; absent: found by themselves. */
  readonly schema: readonly string[] | undefined;
  /** .gitignore-like patterns of files to leave alone. */
  readonly exclude: readonly string[];
  /** Severity by rule code. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** The schema at hand is all there is: an unknown table is an error. */
  readonly completeSchema: boolean;
  /** Path of the server's cassandra.yaml, relative to the configuration's folder. */
  readonly cassandraYaml: string | undefined;
  /** The column that spreads the rows of a proposed table by a hash. */
  readonly shardColumn: string | undefined;
}

export const CONFIGURATION_FILE = 'cql-analyzer.toml';

export const DEFAULT_CONFIGURATION: Configuration = {
  target: DEFAULT_TARGET,
  schema: undefined,
  exclude: [],
  severities: new Map(),
  completeSchema: false,
  cassandraYaml: undefined,
  shardColumn: undefined,
};

/** Something in a configuration that cannot be used, with what to write instead. */
export interface ConfigurationProblem {
  readonly key: string;
  /** One-based; absent for settings that stand in no file. */
  readonly line?: number;
  readonly message: string;
}

export interface ConfigurationResult {
  /** Keys with problems have their defaults. */
  readonly configuration: Configuration;
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads the text of a `cql-analyzer.toml`. */
export function parseConfiguration(text: string, ruleCodes: readonly string[]): ConfigurationResult {
  let settings: unknown;
  try {
    settings = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? error.line : undefined;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return {
      configuration: DEFAULT_CONFIGURATION,
      problems: [{ key: '', ...(line !== undefined && { line }), message: `This is not TOML: ${reason}.` }],
    };
  }
  const { configuration, problems } = readConfiguration(settings, ruleCodes);
  const lines = linesOfKeys(text);
  return { configuration, problems: problems.map((problem) => ({ ...problem, line: lines.get(problem.key) ?? 1 })) };
}

/** Reads settings that are already an object: an editor's, or parsed TOML. Keys may be kebab-case or camelCase. */
export function readConfiguration(settings: unknown, ruleCodes: readonly string[]): ConfigurationResult {
  const problems: ConfigurationProblem[] = [];
  const draft: { -readonly [K in keyof Configuration]: Configuration[K] } = { ...DEFAULT_CONFIGURATION };
  for (const [key, value] of entriesOf(settings)) {
    if (value === undefined || value === null) continue;
    const message = READERS.get(kebab(key))?.(draft, value, ruleCodes, problems);
    if (!READERS.has(kebab(key))) {
      problems.push({
        key,
        message: `There is no setting ${shortened(key)}; the settings are ${[...READERS.keys()].join(', ')}.`,
      });
    } else if (message !== undefined) {
      problems.push({ key, message });
    }
  }
  return { configuration: draft, problems };
}

type Draft = { -readonly [K in keyof Configuration]: Configuration[K] };
/** Puts the value into the draft, or gives what is wrong with it. */
type Reader = (
  draft: Draft,
  value: unknown,
  ruleCodes: readonly string[],
  problems: ConfigurationProblem[],
) => string | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'target',
    (draft, value) => {
      const target = typeof value === 'string' ? parseTarget(value) : undefined;
      if (target === undefined) return `target is one of ${TARGET_NAMES.join(', ')}; this is ${shown(value)}.`;
      draft.target = target;
      return undefined;
    },
  ],
  [
    'schema',
    (draft, value) => {
      if (!isStrings(value)) return 'schema is a list of paths, such as ["schema.cql", "migrations/*.cql"].';
      if (value.length > 0) draft.schema = value;
      return undefined;
    },
  ],
  [
    'exclude',
    (draft, value) => {
      if (!isStrings(value)) return 'exclude is a list of patterns, such as ["legacy/**"].';
      draft.exclude = value;
      return undefined;
    },
  ],
  [
    'complete-schema',
    (draft, value) => {
      if (typeof value !== 'boolean') return 'complete-schema is true or false.';
      draft.completeSchema = value;
      return undefined;
    },
  ],
  [
    'cassandra-yaml',
    (draft, value) => {
      if (typeof value !== 'string') return 'cassandra-yaml is a path, such as "conf/cassandra.yaml".';
      if (value !== '') draft.cassandraYaml = value;
      return undefined;
    },
  ],
  [
    'shard-column',
    (draft, value) => {
      if (typeof value !== 'string' || !/^(?:[A-Za-z]\w*)?$/.test(value))
        return 'shard-column is the name of a column, such as "hash_prefix".';
      if (value !== '') draft.shardColumn = value.toLowerCase();
      return undefined;
    },
  ],
  [
    'rules',
    (draft, value, ruleCodes, problems) => {
      const severities = new Map<string, Severity | 'off'>();
      for (const [code, severity] of entriesOf(value)) {
        const known = SEVERITIES.find((one) => one === severity);
        if (!ruleCodes.includes(code)) problems.push({ key: code, message: `There is no rule ${shortened(code)}.` });
        else if (known === undefined)
          problems.push({
            key: code,
            message: `${code} is one of ${SEVERITIES.join(', ')}; this is ${shown(severity)}.`,
          });
        else severities.set(code, known);
      }
      draft.severities = severities;
      return undefined;
    },
  ],
]);

const SEVERITIES = ['off', 'hint', 'information', 'warning', 'error'] as const;

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The lines on which keys stand first: before a `=` or in the brackets of a table, alone or in a path of keys. */
function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  text.split('\n').forEach((line, index) => {
    const head = line.trimStart();
    const end = head.search(head.startsWith('[') ? /\]/ : /=/);
    if (end < 0) return;
    for (const part of head.slice(head.startsWith('[') ? 1 : 0, end).split('.')) {
      const key = part.trim().replaceAll(/^["']|["']$/g, '');
      if (!lines.has(key)) lines.set(key, index + 1);
    }
  });
  return lines;
}

const shown = (value: unknown): string => shortened(JSON.stringify(value));
