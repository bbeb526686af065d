import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CONFIGURATION_FILE, readConfiguration } from '../config/configuration.ts';
import { type Configuration, keyOf, type Setting, settingEntries } from '../config/settings.ts';
import { TARGETS_IN_WORDS } from '../text/release.ts';
import { nearest } from '../rules/nearest.ts';
import { Failure } from './failure.ts';

type OptionTypes = NonNullable<ParseArgsConfig['options']>;

/** The settings that are options, too, by the names of these. */
const SETTING_OPTIONS: ReadonlyMap<string, Setting> = new Map(
  settingEntries().flatMap(([name, setting]) => (setting.option === undefined ? [] : [[keyOf(name), setting]])),
);

/** Options of every command about a project. */
export const PROJECT_OPTIONS: OptionTypes = {
  ...settingOptions(),
  config: { type: 'string' },
  'stdin-filename': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

/** The lines of `--help` about them. */
export const PROJECT_OPTIONS_HELP = [
  ...settingLines(),
  helpLine('config FILE', `use this configuration instead of the nearest ${CONFIGURATION_FILE}`),
  helpLine('stdin-filename NAME', "the name of what '-' reads from standard input"),
  helpLine('help', 'this text'),
].join('');

/** The options of these settings; without names, of all whose option every command has. */
export function settingOptions(...names: readonly string[]): OptionTypes {
  return Object.fromEntries(
    wanted(names).map(([name, { kind }]) => [
      name,
      kind === 'flag' ? { type: 'boolean' } : { type: 'string', multiple: kind === 'list' },
    ]),
  );
}

/** A line of `--help`. */
export function helpLine(option: string, text: string): string {
  return `  --${option.padEnd(22)} ${text}\n`;
}

/** The lines of `--help` for these settings; without names, for all whose option every command has. */
export function settingLines(...names: readonly string[]): readonly string[] {
  return wanted(names).map(([name, { kind, option, summary }]) =>
    helpLine(
      `${name} ${option}`.trimEnd(),
      kind === 'target' ? TARGETS_IN_WORDS : kind === 'list' ? `${summary}; may be repeated` : summary,
    ),
  );
}

/** What a command was given. */
export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly paths: readonly string[];
}

/** Reads a command's arguments; throws a `Failure` for what it does not know. */
export function readArguments(command: string, args: readonly string[], options: OptionTypes): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, paths: positionals };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    const unknown = /^Unknown option '--?([^']+)'/.exec(reason)?.[1];
    const near = unknown === undefined ? undefined : nearest(unknown, Object.keys(options));
    const hint = near === undefined ? '' : ` Did you mean --${near}?`;
    throw new Failure(`${command}: ${reason}.${hint} Run 'cql-analyzer ${command} --help' for its options.`);
  }
}

/** The value of a string option. */
export const textOf = ({ values }: Arguments, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Whether a flag was given. */
export const isSet = ({ values }: Arguments, name: string): boolean => values[name] === true;

/** One of a few words, or a `Failure` that lists them. */
export function choice<T extends string>(args: Arguments, name: string, choices: readonly T[], otherwise: T): T {
  const value = textOf(args, name);
  if (value === undefined) return otherwise;
  const chosen = choices.find((one) => one === value);
  if (chosen === undefined) throw new Failure(`--${name} is one of ${choices.join(', ')}; this is ${value}.`);
  return chosen;
}

/** What the options change in a project's configuration. */
export function overrideOf(args: Arguments): (configuration: Configuration) => Configuration {
  const given = Object.fromEntries([...SETTING_OPTIONS.keys()].map((name) => [name, args.values[name]]));
  const { problems } = readConfiguration(given, []);
  if (problems.length > 0) throw new Failure(problems.map(({ message }) => `--${message}`).join('\n'));
  return (configuration) => readConfiguration(given, [], configuration).configuration;
}

function wanted(names: readonly string[]): readonly (readonly [string, Setting])[] {
  return [...SETTING_OPTIONS].filter(([name, { command }]) =>
    names.length === 0 ? command === undefined : names.includes(name),
  );
}
