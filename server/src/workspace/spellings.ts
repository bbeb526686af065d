import { isSlip } from '../rules/nearest.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { spellingIn } from './basis.ts';
import type { FileState, Replaced } from './file-state.ts';

/** How the statements of each file call tables; kept in step with edits, which cost what they touch. */
export class Spellings {
  readonly #known = new Map<string, FileSpellings>();
  readonly #files: () => ReadonlyMap<string, FileState>;

  constructor(files: () => ReadonlyMap<string, FileState>) {
    this.#files = files;
  }

  /** The name that several statements of a file agree upon, where one alone calls a table by another that is a slip of it. */
  agreed(uri: string, name: string): string | undefined {
    let known = this.#known.get(uri);
    if (known === undefined) {
      const times = new Map<string, number>();
      for (const segment of this.#files().get(uri)?.file.document.segments ?? []) count(segment, 1, times);
      this.#known.set(uri, (known = { times, agreed: agreedIn(times) }));
    }
    return known.agreed.get(name);
  }

  /** Takes edits; gives the keys of the names of which something else is agreed upon now. */
  exchange(replaced: readonly Replaced[]): readonly string[] {
    return replaced.flatMap(({ uri, gone, come }) => {
      const known = this.#known.get(uri);
      if (known === undefined) return [];
      const { times, agreed } = known;
      const before = new Map<string, number>();
      const note = (name: string): void => {
        if (!before.has(name)) before.set(name, times.get(name) ?? 0);
      };
      for (const segment of gone) count(segment, -1, times, note);
      for (const segment of come) count(segment, 1, times, note);
      const isAsBefore = [...before].every(([name, number]) => rank(number) === rank(times.get(name) ?? 0));
      if (isAsBefore) return [];
      const now = agreedIn(times);
      this.#known.set(uri, { times, agreed: now });
      const names = new Set([...agreed.keys(), ...now.keys()]);
      return [...names].filter((name) => agreed.get(name) !== now.get(name)).map((name) => spellingIn(uri, name));
    });
  }

  forget(): void {
    this.#known.clear();
  }
}

interface FileSpellings {
  /** How many statements call a table so. */
  readonly times: Map<string, number>;
  readonly agreed: ReadonlyMap<string, string>;
}

/** One may be a slip, two agree. */
const rank = (times: number): number => Math.min(times, 2);

function count(
  segment: Segment,
  by: 1 | -1,
  times: Map<string, number>,
  note: (name: string) => void = () => undefined,
): void {
  const statement = segment.statement();
  const named = statement === undefined ? [] : tableNamesOf(statement).filter(({ name }) => !name.template);
  for (const name of new Set(named.map((one) => one.name.name))) {
    note(name);
    const now = (times.get(name) ?? 0) + by;
    if (now === 0) times.delete(name);
    else times.set(name, now);
  }
}

/** A slip has the first letter of what is meant, and one letter more or less at most. */
function agreedIn(times: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const several = new Map<string, string[]>();
  for (const [name, number] of times) {
    if (number < 2) continue;
    const alike = several.get(formOf(name, 0));
    if (alike === undefined) several.set(formOf(name, 0), [name]);
    else alike.push(name);
  }
  const agreed = new Map<string, string>();
  for (const [name, number] of several.size === 0 ? [] : times) {
    if (number > 1) continue;
    const [meant, another] = [-1, 0, 1]
      .flatMap((more) => several.get(formOf(name, more)) ?? [])
      .filter((other) => isSlip(name, other));
    if (meant !== undefined && another === undefined) agreed.set(name, meant);
  }
  return agreed;
}

const formOf = (name: string, more: number): string => `${name.length + more} ${name[0] ?? ''}`;
