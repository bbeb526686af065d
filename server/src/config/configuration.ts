import { parse, TomlError } from 'smol-toml';
import { parseTarget, TARGET_NAMES } from '../text/release.ts';
import { nearest } from '../rules/nearest.ts';
import { PROFILES, type Severity } from '../rules/rule.ts';
import {
  type Configuration,
  DEFAULT_CONFIGURATION,
  EDITOR_SETTINGS,
  type EditorChoice,
  keyOf,
  type Setting,
  settingEntries,
  SEVERITIES,
} from './settings.ts';
import { shortened } from './shortened.ts';

export const CONFIGURATION_FILE = 'cql-analyzer.toml';

/** Something in a configuration that cannot be used, with what to write instead. */
export interface ConfigurationProblem {
  readonly key: string;
  /** One-based; absent for settings that stand in no file. */
  readonly line?: number;
  readonly message: string;
}

/** A problem at its line, whose characters from `start` to `end` are not blank. */
export interface PlacedProblem extends ConfigurationProblem {
  /** `warning` for what may be as it is meant. */
  readonly severity: 'error' | 'warning';
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** The problems of a text at the lines that they are about. */
export function placedIn(text: string, problems: readonly ConfigurationProblem[]): readonly PlacedProblem[] {
  const lines = text.split(/\r?\n/);
  return problems.map((problem) => {
    const line = Math.min(problem.line ?? 1, lines.length);
    const written = lines[line - 1]!;
    return {
      ...problem,
      severity: 'error',
      line,
      start: written.length - written.trimStart().length,
      end: written.trimEnd().length,
    };
  });
}

/** Problems of what a setting of the text names, at the line of the setting. */
export const problemsOfSetting = (text: string, key: string, messages: readonly string[]): readonly PlacedProblem[] => {
  const line = linesOfKeys(text).get(key) ?? 1;
  return placedIn(
    text,
    messages.map((message) => ({ key, line, message })),
  );
};

/** The warning about a pattern of `schema` that matches no file, where the pattern stands in the text. */
export function unmatchedPattern(text: string, pattern: string): PlacedProblem {
  const key = 'schema';
  const message = `No file matches ${shown(pattern)}.`;
  const [first] = problemsOfSetting(text, key, [message]);
  const lines = text.split(/\r?\n/);
  for (let line = first!.line; line <= lines.length; line += 1) {
    for (const written of [JSON.stringify(pattern), `'${pattern}'`]) {
      const start = lines[line - 1]!.indexOf(written);
      if (start >= 0) return { key, line, message, severity: 'warning', start, end: start + written.length };
    }
  }
  return { ...first!, severity: 'warning' };
}

export interface ConfigurationResult {
  /** Keys with problems are those of the configuration below. */
  readonly configuration: Configuration;
  /** Its settings that are set, be it to what they are without that. */
  readonly said: Partial<Configuration>;
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads the text of a `cql-analyzer.toml`. */
export function parseConfiguration(text: string, ruleCodes: readonly string[]): ConfigurationResult {
  let settings: unknown;
  try {
    settings = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? error.line : undefined;
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const reason = first.replace(/^Invalid TOML document: /, '');
    return {
      configuration: DEFAULT_CONFIGURATION,
      said: {},
      problems: [{ key: '', ...(line !== undefined && { line }), message: `This is not TOML: ${reason}.` }],
    };
  }
  const { configuration, said, problems } = readConfiguration(settings, ruleCodes);
  const lines = linesOfKeys(text);
  return {
    configuration,
    said,
    problems: problems.map((problem) => ({
      ...problem,
      line: lines.get(problem.key) ?? lines.get(problem.key.split('.').at(-1)!) ?? 1,
    })),
  };
}

/**
 * Reads settings that are already an object: an editor's, parsed TOML or options. Keys may be kebab-case or camelCase. What says
 * nothing (an editor sends all its settings, set or not) leaves what `below` has.
 */
export function readConfiguration(
  settings: unknown,
  ruleCodes: readonly string[],
  below: Configuration = DEFAULT_CONFIGURATION,
): ConfigurationResult {
  const problems: ConfigurationProblem[] = [];
  const values: [string, unknown][] = [];
  for (const [key, given] of flatEntriesOf(settings)) {
    if (given === undefined || given === null) continue;
    const [name, setting] = settingEntries().find(([known]) => keyOf(known) === keyOf(key)) ?? [];
    if (name === undefined || setting === undefined) {
      const known = settingEntries().map(([each]) => keyOf(each));
      const instead = meantBehind(key, known) ?? `; the settings are ${known.join(', ')}.`;
      problems.push({ key, message: `There is no setting ${shortened(key)}${instead}` });
      continue;
    }
    const read = valueOf(setting, given, ruleCodes);
    if (read.kind === 'problem') problems.push({ key, message: `${keyOf(name)} is ${read.instead}.` });
    else {
      problems.push(...(read.problems ?? []));
      if (read.kind === 'value') values.push([name, read.value]);
    }
  }
  const said = Object.fromEntries(values) as Partial<Configuration>;
  return { configuration: { ...below, ...said }, said, problems };
}

/** Reads the settings of an editor, without those that it alone has, above a configuration. */
export const readEditorSettings = (
  settings: unknown,
  ruleCodes: readonly string[],
  below: Configuration,
): ConfigurationResult => {
  const own = entriesOf(settings).filter(([key]) => !EDITOR_ONLY.has(key));
  const read = readConfiguration(Object.fromEntries(own), ruleCodes, below);
  return { ...read, problems: [...read.problems, ...wrongChoices(settings)] };
};

/** Of the settings that an editor alone has, those whose value is none of their choices. */
const wrongChoices = (settings: unknown): readonly ConfigurationProblem[] =>
  Object.entries(EDITOR_SETTINGS).flatMap(([key, { choices }]) => {
    const value = editorValue(settings, key);
    const isRight = value === undefined || value === null || choices.some((choice) => choice === value);
    return isRight ? [] : [{ key, message: `${key} is one of ${choices.join(', ')}; this is ${shown(value)}.` }];
  });

const editorValue = (settings: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((part, key) => entriesOf(part).find(([each]) => each === key)?.[1], settings);

/** What an editor's settings say about the editor itself. */
export function editorChoice<Name extends keyof typeof EDITOR_SETTINGS>(
  settings: unknown,
  name: Name,
): EditorChoice<Name> {
  const value = editorValue(settings, name);
  const choices: readonly EditorChoice<Name>[] = EDITOR_SETTINGS[name].choices;
  return choices.find((choice) => choice === value) ?? choices[0]!;
}

type Read =
  | { readonly kind: 'value'; readonly value: unknown; readonly problems?: readonly ConfigurationProblem[] }
  /** As if it were not there. */
  | { readonly kind: 'nothing'; readonly problems?: readonly ConfigurationProblem[] }
  | { readonly kind: 'problem'; readonly instead: string };

function valueOf(setting: Setting, given: unknown, ruleCodes: readonly string[]): Read {
  const { kind, value, example } = setting;
  const suchAs: Read = { kind: 'problem', instead: `${value}, such as ${example}` };
  switch (kind) {
    case 'target': {
      if (given === '') return { kind: 'nothing' };
      const target = typeof given === 'string' ? parseTarget(given) : undefined;
      const instead = `one of ${TARGET_NAMES.join(', ')}; this is ${shown(given)}`;
      return target === undefined ? { kind: 'problem', instead } : { kind: 'value', value: target };
    }
    case 'list':
      if (!Array.isArray(given) || !given.every((item) => typeof item === 'string')) return suchAs;
      return given.length === 0 ? { kind: 'nothing' } : { kind: 'value', value: given };
    case 'choices': {
      const { choices = [] } = setting;
      if (!Array.isArray(given) || !given.every((item) => choices.includes(item as string))) return suchAs;
      return choices.every((one) => given.includes(one)) ? { kind: 'nothing' } : { kind: 'value', value: given };
    }
    case 'flag':
      if (typeof given !== 'boolean') return { kind: 'problem', instead: value };
      return given === setting.default ? { kind: 'nothing' } : { kind: 'value', value: given };
    case 'choice':
      if (given === '') return { kind: 'nothing' };
      if (!setting.choices?.includes(String(given)))
        return { kind: 'problem', instead: `one of ${setting.choices?.join(', ')}; this is ${shown(given)}` };
      return { kind: 'value', value: given };
    case 'number': {
      // Options are texts.
      const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
      const [least, greatest] = setting.range ?? [0, Number.MAX_SAFE_INTEGER];
      if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > greatest)
        return { kind: 'problem', instead: `${value} from ${least} to ${greatest}; this is ${shown(given)}` };
      return { kind: 'value', value: number };
    }
    case 'text':
      if (typeof given !== 'string' || (setting.pattern !== undefined && !new RegExp(setting.pattern).test(given)))
        return suchAs;
      if (given === '') return { kind: 'nothing' };
      // Unquoted names are lower-case to Cassandra.
      return { kind: 'value', value: setting.pattern === undefined ? given : given.toLowerCase() };
    case 'profile': {
      if (given === '') return { kind: 'nothing' };
      const profile = PROFILES.find((one) => one === given);
      const instead = `one of ${PROFILES.join(', ')}; this is ${shown(given)}`;
      return profile === undefined ? { kind: 'problem', instead } : { kind: 'value', value: profile };
    }
    case 'production': {
      const isList = Array.isArray(given) && given.every((item) => typeof item === 'string');
      return isList || typeof given === 'boolean' ? { kind: 'value', value: given } : suchAs;
    }
    case 'severities':
      return severitiesOf(given, ruleCodes);
  }
}

/** The end of a sentence about an unknown name: the known one that is probably meant. */
function meantBehind(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near && `; did you mean ${near}?`;
}

function severitiesOf(given: unknown, ruleCodes: readonly string[]): Read {
  const problems: ConfigurationProblem[] = [];
  const severities = new Map<string, Severity | 'off'>();
  for (const [code, severity] of entriesOf(given)) {
    const known = SEVERITIES.find((one) => one === severity);
    if (!ruleCodes.includes(code))
      problems.push({
        key: code,
        message: `There is no rule ${shortened(code)}${meantBehind(code, ruleCodes) ?? '.'}`,
      });
    else if (known === undefined) {
      const message = `${code} is one of ${SEVERITIES.join(', ')}; this is ${shown(severity)}.`;
      problems.push({ key: code, message });
    } else severities.set(code, known);
  }
  return severities.size === 0 ? { kind: 'nothing', problems } : { kind: 'value', value: severities, problems };
}

/** The first part of their names: an editor sends `trace.server` as `{ trace: { server } }`. */
const EDITOR_ONLY: ReadonlySet<string> = new Set(Object.keys(EDITOR_SETTINGS).map((name) => name.split('.')[0]!));

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** The entries, those of a table under their whole names: TOML and editors write `embedded.tests` as `{ embedded: { tests } }`. */
const flatEntriesOf = (settings: unknown): readonly (readonly [string, unknown])[] =>
  entriesOf(settings).flatMap(([key, value]) =>
    TABLES.has(key) && typeof value === 'object'
      ? entriesOf(value).map(([name, inner]) => [`${key}.${name}`, inner] as const)
      : [[key, value] as const],
  );

/** The first part of the settings that have two. */
const TABLES: ReadonlySet<string> = new Set(
  settingEntries().flatMap(([name]) => (name.includes('.') ? [name.split('.')[0]!] : [])),
);

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
