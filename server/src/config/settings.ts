import { HOST_NAMES } from '../embedded/index.ts';
import type { Profile, Severity } from '../rules/rule.ts';
import { DEFAULT_TARGET, type Target } from '../text/release.ts';

/** What the values of a setting are, by its kind. */
interface Values {
  readonly target: Target;
  readonly list: readonly string[];
  /** Some of a few words; none is an answer, too. */
  readonly choices: readonly string[];
  readonly flag: boolean;
  /** A whole number. */
  readonly number: number;
  /** One of a few words. */
  readonly choice: string;
  /** Absent, or not empty. */
  readonly text: string | undefined;
  readonly profile: Profile;
  /** Of all files, or patterns of those of which it holds; absent where their paths tell. */
  readonly production: boolean | readonly string[] | undefined;
  /** Severity by rule code. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
}

/** A setting of a project. Reading, command-line options, editor settings, the JSON schema and the documentation are made from it. */
export type Setting = {
  readonly [Kind in keyof Values]: {
    readonly kind: Kind;
    /** What counts where nothing is set; to an editor, which sends all its settings, it means that nothing is. */
    readonly default: Values[Kind];
    /** What a value is, as "a list of paths". */
    readonly value: string;
    /** A value as TOML writes it. */
    readonly example: string;
    /** In a line of `--help`. */
    readonly summary: string;
    /** In Markdown, for editors and the documentation. */
    readonly description: string;
    /** What its command-line option takes; `''` where that is a flag, absent where there is no option. */
    readonly option?: string;
    /** The command that alone has that option; absent where all commands about a project have it. */
    readonly command?: string;
    /** What a text must look like. */
    readonly pattern?: string;
    /** The least and the greatest number. */
    readonly range?: readonly [least: number, greatest: number];
    /** The words to choose from. */
    readonly choices?: readonly string[];
  };
}[keyof Values];

/** The settings of a project by their names in editors, in the order in which lists show them. */
export const SETTINGS = {
  target: {
    kind: 'target',
    default: DEFAULT_TARGET,
    value: 'a release of Cassandra, or another server',
    example: '"cassandra-5.0"',
    summary: 'the server that statements are checked for',
    description: 'The server that statements are checked for.',
    option: 'TARGET',
  },
  schema: {
    kind: 'list',
    default: [],
    value: 'a list of paths',
    example: '["schema.cql", "migrations/*.cql"]',
    summary: 'schema file, folder or pattern, in the order of execution',
    description:
      'Schema files in the order in which they are executed: paths, folders or patterns, outside of the project too. Empty: all `.cql` files, migrations by their numbers.',
    option: 'PATH',
  },
  exclude: {
    kind: 'list',
    default: [],
    value: 'a list of patterns',
    example: '["legacy/**"]',
    summary: 'files to leave alone',
    description: 'Files to leave alone, as patterns like those of `.gitignore`.',
  },
  completeSchema: {
    kind: 'flag',
    default: false,
    value: 'true or false',
    example: 'true',
    summary: 'the schema at hand is all there is: an unknown table is an error',
    description: 'The schema in the project is all there is: an unknown table is an error.',
    option: '',
  },
  cassandraYaml: {
    kind: 'text',
    default: undefined,
    value: 'a path',
    example: '"conf/cassandra.yaml"',
    summary: 'features and guardrails of the server',
    description: "Path of the server's `cassandra.yaml`, whose features and guardrails then count.",
    option: 'FILE',
  },
  shardColumn: {
    kind: 'text',
    default: undefined,
    value: 'the name of a column',
    example: '"hash_prefix"',
    summary: 'the column that spreads the rows of a proposed table by a hash',
    description:
      'What the column is called that spreads the rows of a proposed table by a hash. Empty: `shard`. Case does not count.',
    pattern: '^(?:[A-Za-z]\\w*)?$',
  },
  formatKeywords: {
    kind: 'choice',
    default: 'upper',
    value: 'how keywords are written',
    choices: ['upper', 'lower', 'preserve'],
    example: '"lower"',
    summary: 'case of keywords: upper, lower or preserve',
    description: 'How formatting writes keywords; `preserve` leaves them as they are.',
    option: 'CASE',
    command: 'format',
  },
  formatWidth: {
    kind: 'number',
    default: 100,
    value: 'a number of characters',
    range: [20, 1000],
    example: '80',
    summary: 'how long a line may be before it is broken',
    description: 'How long a line may be before formatting breaks it.',
    option: 'COLUMNS',
    command: 'format',
  },
  formatIndent: {
    kind: 'number',
    default: 2,
    value: 'a number of blanks',
    range: [0, 16],
    example: '4',
    summary: 'blanks of one step of indentation; 0 for a tab',
    description: 'How many blanks one step of indentation has; 0 for a tab. In an editor its own setting counts.',
    option: 'BLANKS',
    command: 'format',
  },
  renameMigrations: {
    kind: 'choice',
    default: 'alter',
    value: 'what a rename does where migrations declare the thing',
    choices: ['alter', 'declarations'],
    example: '"declarations"',
    summary: 'a rename where migrations declare the thing: alter (in a further one) or declarations (in themselves)',
    description:
      'What a rename does where numbered migrations declare the thing: `alter` writes a further migration with the ALTER; `declarations` changes the migrations themselves, which is right as long as none of them has run.',
  },
  profile: {
    kind: 'profile',
    default: 'recommended',
    value: 'how much is said',
    example: '"strict"',
    summary: 'quiet (errors and loss of data), recommended (default) or strict (all findings)',
    description:
      'How much is said. `quiet`: errors, and what loses data or gives wrong results. `recommended`: what is true nearly always. `strict`: all findings, guesses too. What `rules` gives a severity is shown by each.',
    option: 'PROFILE',
  },
  production: {
    kind: 'production',
    default: undefined,
    value: 'true, false or a list of patterns',
    example: '["deploy/**"]',
    summary: 'which files are for production',
    description:
      'Which files are for production, where advice on replication and operation applies: all (`true`), none (`false`) or those that patterns like those of `.gitignore` name. Without it: all but pages of Markdown and those whose path says test, fixture, example, demo, docker or dev. Files of tests among the others get no hints about design.',
  },
  'embedded.languages': {
    kind: 'choices',
    choices: HOST_NAMES,
    default: HOST_NAMES,
    value: `a list of ${HOST_NAMES.join(', ')}`,
    example: '["go", "java"]',
    summary: 'languages in whose programs statements are looked for',
    description:
      'Languages in whose programs statements of CQL are looked for, in their strings. Without it: all; `[]`: none.',
  },
  'embedded.tests': {
    kind: 'flag',
    default: false,
    value: 'true or false',
    example: 'true',
    summary: 'look for statements in tests, too',
    description: 'Statements are looked for in the programs of tests, too: `x_test.go`, `src/test/`, `x.spec.ts`, …',
  },
  'embedded.schema': {
    kind: 'flag',
    default: false,
    value: 'true or false',
    example: 'true',
    summary: 'what programs declare is part of the schema',
    description:
      'What statements in programs create, change and drop is part of the schema, beside that of `.cql` files. Without it: only where no `.cql` file declares a table.',
  },
  rules: {
    kind: 'severities',
    default: new Map(),
    value: 'a table of severities by rule',
    example: '{ many-partitions = "off" }',
    summary: 'severity by rule',
    description: 'Severity by rule, such as `{ "many-partitions": "off" }`.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** What a project says about itself: `cql-analyzer.toml`, or an editor's settings of the same names. */
export type Configuration = {
  readonly [Name in keyof typeof SETTINGS]: Values[(typeof SETTINGS)[Name]['kind']];
};

export const DEFAULT_CONFIGURATION = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]),
) as unknown as Configuration;

export const SEVERITIES = ['off', 'hint', 'information', 'warning', 'error'] as const satisfies readonly (
  | Severity
  | 'off'
)[];

/** A setting that is about an editor, not about a project. */
export interface EditorSetting {
  /** The first is what counts where nothing is set. */
  readonly choices: readonly [string, ...string[]];
  readonly description: string;
}

/** By their names in editors. */
export const EDITOR_SETTINGS = {
  'diagnostics.scope': {
    choices: ['workspace', 'openFiles'],
    description: 'Whether findings of all files are shown, or of those that are open.',
  },
  'inlayHints.partitions': {
    choices: ['on', 'off'],
    description: 'How many partitions a SELECT, UPDATE or DELETE touches, at its end.',
  },
  'inlayHints.columns': {
    choices: ['on', 'off'],
    description: 'The column before each value of an INSERT.',
  },
  'inlayHints.markers': {
    choices: ['on', 'off'],
    description: 'The type of each bind marker.',
  },
  codeLens: {
    choices: ['on', 'off'],
    description:
      'How many statements read and write a table, over its CREATE TABLE; over a query that its table does not serve, the one that does.',
  },
  programColors: {
    choices: ['on', 'off'],
    description: 'Colours of statements in the strings of programs.',
  },
  'trace.server': {
    choices: ['off', 'messages', 'verbose'],
    description: 'Logs what editor and server say to each other.',
  },
} as const satisfies Readonly<Record<string, EditorSetting>>;

export type EditorChoice<Name extends keyof typeof EDITOR_SETTINGS> = (typeof EDITOR_SETTINGS)[Name]['choices'][number];

/** The names of all settings, each with what is known of it. */
export const settingEntries = (): readonly (readonly [keyof Configuration, Setting])[] =>
  Object.entries(SETTINGS) as [keyof Configuration, Setting][];

/** How `cql-analyzer.toml` and the command line write a setting's name. */
export const keyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
