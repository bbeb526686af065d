import { FUNCTION_GROUPS } from './function-list.ts';
import { type CassandraRelease, existsIn, type Lifetime } from '../../text/release.ts';

/** A function that every server of some releases has, told for people: what fits where exactly is the verdict's business. */
export interface BuiltInFunction {
  /** As one writes it; the server does not care about case. */
  readonly name: string;
  readonly parameters: readonly FunctionParameter[];
  /** In the words of its parameters, as `timestamp` or `as x`. */
  readonly returns: string;
  readonly aggregate: boolean;
  /** Where it may stand: in SELECT only, as a value only, or in both. */
  readonly use: 'selection' | 'value' | 'any';
  readonly lifetime: Lifetime;
  /** The name that has taken its place in the release asked for. */
  readonly replacedBy?: string;
  /** One sentence. */
  readonly doc: string;
}

export interface FunctionParameter {
  readonly name: string;
  /** A CQL type, several parted by ` | `, or a family such as `any` and `number`. */
  readonly type: string;
  readonly optional: boolean;
}

/** The built-in functions of a release, old names behind the new. */
export const builtInFunctions = (release: CassandraRelease): readonly BuiltInFunction[] => inRelease(ALL, release);

/** The built-in functions of that name, in any case. */
export const builtInFunction = (name: string, release: CassandraRelease): readonly BuiltInFunction[] =>
  inRelease(BY_NAME.get(name.toLowerCase()) ?? [], release);

const inRelease = (functions: readonly BuiltInFunction[], release: CassandraRelease): readonly BuiltInFunction[] =>
  functions
    .filter(({ lifetime }) => existsIn(release, lifetime))
    .map((one) =>
      one.replacedBy === undefined || existsIn(release, SNAKE_CASE) ? one : { ...one, replacedBy: undefined },
    );

/** `to_date(value timestamp | timeuuid) date`; what may be left out stands in brackets. */
export function printFunction({ name, parameters, returns }: BuiltInFunction): string {
  const text = parameters
    .map(({ name: parameter, type, optional }) => {
      const whole = parameter === type ? parameter : `${parameter} ${type}`;
      return optional ? `[${whole}]` : whole;
    })
    .join(', ');
  return `${name}(${text}) ${returns}`;
}

/** Since 5.0 names have underscores; the old ones still work, unless something else is said of them. */
const SNAKE_CASE: Lifetime = { since: '5.0' };

const ALL: readonly BuiltInFunction[] = FUNCTION_GROUPS.flatMap((group) => group());

/** By name in lower case. */
const BY_NAME: ReadonlyMap<string, readonly BuiltInFunction[]> = byName(ALL);

function byName(functions: readonly BuiltInFunction[]): ReadonlyMap<string, readonly BuiltInFunction[]> {
  const found = new Map<string, BuiltInFunction[]>();
  for (const one of functions) {
    const key = one.name.toLowerCase();
    const same = found.get(key);
    if (same === undefined) found.set(key, [one]);
    else same.push(one);
  }
  return found;
}
