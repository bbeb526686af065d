import { type CassandraRelease, existsIn, type Lifetime, RELEASES } from '../../text/release.ts';

/** What an option's value is made of. */
export type OptionValue = 'text' | 'integer' | 'number' | 'boolean' | 'map' | 'any';

/** An option of a statement, or within the map that is the value of one, as servers of some releases have it. */
export interface BuiltInOption {
  readonly name: string;
  readonly value: OptionValue;
  /** One sentence. */
  readonly doc: string;
  readonly lifetime: Lifetime;
  /** The words that it may be, where these are few. */
  readonly choices?: readonly string[];
  /** What counts where it is not given, as CQL writes it, by the first release of which that is true. */
  readonly defaults?: Readonly<Partial<Record<CassandraRelease, string>>>;
}

/** A class that the sub-option `class` of a map names, or that USING does. */
export interface OptionClass {
  /** Without its package. */
  readonly name: string;
  readonly doc: string;
  readonly lifetime: Lifetime;
  /** Its own options, besides those of every class of its kind. */
  readonly options: readonly BuiltInOption[];
}

/** Those of options or classes that a release has. */
export const inRelease = <T extends { readonly lifetime: Lifetime }>(
  all: readonly T[],
  release: CassandraRelease,
): readonly T[] => all.filter(({ lifetime }) => existsIn(release, lifetime));

/** Their names, for checks of what is known. */
export const namesIn = (
  all: readonly { readonly name: string; readonly lifetime: Lifetime }[],
  release: CassandraRelease,
): readonly string[] => inRelease(all, release).map(({ name }) => name);

/** What counts in a release where the option is not given. */
export const defaultOf = ({ defaults }: BuiltInOption, release: CassandraRelease): string | undefined =>
  RELEASES.slice(0, RELEASES.indexOf(release) + 1)
    .map((each) => defaults?.[each])
    .findLast((value) => value !== undefined);

/** An option; `more` has what it has besides. */
export const option = (
  name: string,
  value: OptionValue,
  doc: string,
  more: Partial<Pick<BuiltInOption, 'lifetime' | 'choices' | 'defaults'>> = {},
): BuiltInOption => ({ lifetime: {}, ...more, name, value, doc });

/** A default that is the same in all releases. */
export const always = (value: string): NonNullable<BuiltInOption['defaults']> => ({ [RELEASES[0]]: value });
