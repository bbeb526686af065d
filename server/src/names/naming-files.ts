/** The files of a project by the names that stand in them, so that who asks for a name looks into few of them. */
export interface NamingFiles {
  /** The URIs of all files in which the name stands, and perhaps of some in which it stood. */
  of(name: string): ReadonlySet<string>;
  /** Notes names that stand in a file. None is forgotten: a file that has lost one is looked into in vain. */
  note(uri: string, names: Iterable<string>): void;
}

export function newNamingFiles(): NamingFiles {
  const byName = new Map<string, Set<string>>();
  return {
    of: (name) => byName.get(name) ?? NONE,
    note(uri, names) {
      for (const name of names) {
        const files = byName.get(name);
        if (files === undefined) byName.set(name, new Set([uri]));
        else files.add(uri);
      }
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
