import { inForceIn, namesOfTables, type ProjectChanges } from '../catalog/index.ts';
import { namesIn } from '../names/mentions.ts';
import type { Segment } from '../syntax/segment.ts';
import { statementsOf, TEXTS_OF_PROGRAMS, usesOfTable, usesWithIfOfTable } from './basis.ts';
import type { FileState, Replaced } from './file-state.ts';
import { hasIf } from './uses.ts';

/** The keys of what changed in the schema, in the uses of tables and in the texts of programs. */
export function changedNeeds(
  changes: ProjectChanges,
  replaced: readonly Replaced[],
  files: ReadonlyMap<string, FileState>,
  programs: boolean,
): ReadonlySet<string> {
  const changed = new Set(changes.keys);
  if (programs) changed.add(TEXTS_OF_PROGRAMS);
  const addUses = (name: string, withIf: boolean): void => {
    changed.add(usesOfTable(name));
    if (withIf) changed.add(usesWithIfOfTable(name));
  };
  const addUsesIn = (segment: Segment): void => {
    const withIf = hasIf(segment);
    for (const name of namesIn(segment)) addUses(name, withIf);
  };
  for (const { uri, gone, come, rebound = [] } of replaced) {
    changed.add(statementsOf(uri));
    for (const segment of [...gone, ...come, ...rebound]) addUsesIn(segment);
  }
  for (const name of namesOfTables(changes.keys)) addUses(name, true);
  for (const uri of changes.inForce) {
    const key = inForceIn(uri);
    changed.add(key);
    // Where names of tables mean something else, tables are used elsewhere.
    const state = files.get(uri);
    state?.file.document.segments.forEach((segment, index) => {
      // A broken statement is a use as well, though nothing is said of what it means.
      const mayHang = segment.errors.length > 0 || state.analyses.at(index)?.basis.keys.includes(key) !== false;
      if (mayHang) addUsesIn(segment);
    });
  }
  return changed;
}
