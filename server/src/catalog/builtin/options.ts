import { OPTION_LIST } from './option-list.ts';
import { existsIn, type CassandraRelease, type Lifetime } from '../../text/release.ts';

/** What has options. */
export type OptionOwner = 'keyspace' | 'table' | 'view' | 'index';

/** An option of CREATE and ALTER, or a part of one that is a map, told for people: what is refused is the verdict's business. */
export interface OptionDescription {
  readonly name: string;
  readonly owners: readonly OptionOwner[];
  readonly lifetime: Lifetime;
  /** As it is written in CQL; absent where it has none. */
  readonly standard?: string;
  /** What may be written there, as CQL, the usual one first. */
  readonly values: readonly string[];
  /** One sentence. */
  readonly doc: string;
  /** Of a map. */
  readonly parts: readonly OptionPart[];
}

/** An entry of an option's map; values are written as text. */
export interface OptionPart {
  readonly name: string;
  readonly lifetime: Lifetime;
  /** The values of `class` with which it may stand; absent: any. */
  readonly classes?: readonly string[];
  readonly standard?: string;
  readonly values: readonly OptionValueChoice[];
  readonly doc: string;
}

export interface OptionValueChoice {
  readonly text: string;
  readonly lifetime: Lifetime;
  readonly doc?: string;
}

/** The options that a release has for something, in the order in which one mostly needs them. */
export const optionsOf = (owner: OptionOwner, release: CassandraRelease): readonly OptionDescription[] =>
  OPTION_LIST().filter(({ owners, lifetime }) => owners.includes(owner) && existsIn(release, lifetime));

/** The entries of an option's map in a release, beside the class that is written there. */
export const partsOf = (
  option: OptionDescription,
  className: string | undefined,
  release: CassandraRelease,
): readonly OptionPart[] =>
  option.parts.filter(
    ({ classes, lifetime }) =>
      existsIn(release, lifetime) &&
      (classes === undefined || (className !== undefined && classes.includes(className))),
  );
