import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Configuration } from '../config/configuration.ts';
import { parseTarget, TARGET_NAMES } from '../text/release.ts';
import { Failure } from './failure.ts';

type OptionTypes = NonNullable<ParseArgsConfig['options']>;

/** Options of every command about a project. */
export const PROJECT_OPTIONS = {
  target: { type: 'string' },
  config: { type: 'string' },
  schema: { type: 'string', multiple: true },
  'complete-schema': { type: 'boolean' },
  'cassandra-yaml': { type: 'string' },
  'stdin-filename': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies OptionTypes;

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
    throw new Failure(`${command}: ${reason}. Run 'cql-analyzer ${command} --help' for its options.`);
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
  const wanted = textOf(args, 'target');
  const target = wanted === undefined ? undefined : parseTarget(wanted);
  if (wanted !== undefined && target === undefined) {
    throw new Failure(`--target is one of ${TARGET_NAMES.join(', ')}; this is ${wanted}.`);
  }
  const schema = args.values['schema'] as readonly string[] | undefined;
  const cassandraYaml = textOf(args, 'cassandra-yaml');
  return (configuration) => ({
    ...configuration,
    ...(target !== undefined && { target }),
    ...(schema !== undefined && { schema }),
    ...(isSet(args, 'complete-schema') && { completeSchema: true }),
    ...(cassandraYaml !== undefined && { cassandraYaml }),
  });
}
