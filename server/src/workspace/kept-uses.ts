import type { Table } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';

/** A use of a table with the keyspaces that it may lie in. */
export interface PlacedUse<T extends Use = Use> {
  readonly keyspaces: ReadonlySet<string>;
  readonly use: T;
}

/** The segments that edits took out of a file, and those that they put into it. */
export interface Exchange {
  readonly uri: string;
  /** As it is now; absent where the file is gone. */
  readonly document: SyntaxDocument | undefined;
  readonly gone: ReadonlySet<Segment>;
}

/** The uses of tables as far as they were asked for, file by file in the order of their texts. */
export class KeptUses<T extends Use> {
  /** By name and keyspace. */
  readonly #known = new Map<string, Map<string, readonly T[]>>();
  readonly #find: (name: string) => Iterable<PlacedUse<T>>;

  /** `find` looks for the uses of all tables of a name, since keyspaces may be many. */
  constructor(find: (name: string) => Iterable<PlacedUse<T>>) {
    this.#find = find;
  }

  /** The same list as long as the uses are the same: answers are kept with it. */
  of({ keyspace, name }: Table): readonly T[] {
    let byKeyspace = this.#known.get(name);
    if (byKeyspace === undefined) {
      const found = new Map<string, T[]>();
      for (const { keyspaces, use } of this.#find(name)) {
        for (const one of keyspaces) {
          const uses = found.get(one);
          if (uses === undefined) found.set(one, [use]);
          else uses.push(use);
        }
      }
      this.#known.set(name, (byKeyspace = found));
    }
    let uses = byKeyspace.get(keyspace);
    if (uses === undefined) byKeyspace.set(keyspace, (uses = []));
    return uses;
  }

  /** Those of the tables of a name. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  clear(): void {
    this.#known.clear();
  }

  /** Puts uses of the tables of a name into their places, and takes out those in segments that are gone. */
  exchange(name: string, { uri, document, gone }: Exchange, come: () => readonly PlacedUse<T>[]): void {
    const byKeyspace = this.#known.get(name);
    if (byKeyspace === undefined) return;
    const added = come();
    for (const keyspace of new Set([...byKeyspace.keys(), ...added.flatMap(({ keyspaces }) => [...keyspaces])])) {
      const before = byKeyspace.get(keyspace) ?? [];
      const kept = before.filter(({ segment }) => !gone.has(segment));
      const own = added.flatMap(({ keyspaces, use }) => (keyspaces.has(keyspace) ? [use] : []));
      if (own.length === 0) {
        if (kept.length < before.length) byKeyspace.set(keyspace, kept);
        continue;
      }
      const beside = kept.filter((use) => use.uri === uri);
      if (document === undefined || (beside.length === 0 && kept.length > 0)) {
        // Where the file stands among the others is not known here.
        this.#known.delete(name);
        return;
      }
      const place = (use: T): number => document.indexOf(use.segment);
      const first = Math.max(0, kept.indexOf(beside[0]!));
      byKeyspace.set(keyspace, [
        ...kept.slice(0, first),
        ...[...beside, ...own].toSorted((a, b) => place(a) - place(b)),
        ...kept.slice(first + beside.length),
      ]);
    }
  }
}
