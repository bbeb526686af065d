import {
  ANYTHING,
  allOf,
  existenceOf,
  indexKeys,
  KEYSPACES_MADE,
  keyOf,
  storageAttachedIn,
  tableNamed,
} from '../catalog/project/needs.ts';
import { watchedCatalog, type Watcher } from '../catalog/watched.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { spellingIn, statementsOf, TEXTS_OF_PROGRAMS, usesOfTable, usesWithIfOfTable, type Notes } from './basis.ts';

/** Puts down what is asked of a catalog, as keys by which a fold says what changed. */
export const notingNeeds = (needs: Set<string>): Watcher => ({
  keyspace: (name, found) => void needs.add(found ? existenceOf(name) : keyOf('keyspace', name)),
  declaration: (keyspace) => void needs.add(keyOf('keyspace', keyspace)),
  part(kind, keyspace, name) {
    switch (kind) {
      case 'tables':
        needs.add(tableNamed(name));
        break;
      case 'types':
        needs.add(keyOf('type', keyspace, name));
        break;
      case 'functions':
        needs.add(keyOf('function', keyspace, name));
        break;
      case 'indexes':
        for (const key of indexKeys(keyspace, name)) needs.add(key);
        break;
      case 'views':
        needs.add(keyOf('views', keyspace, name));
    }
  },
  parts: (kind, keyspace) =>
    void needs.add(allOf(kind === 'types' ? 'type' : kind === 'functions' ? 'function' : 'table', keyspace)),
  keyspaces: () => void needs.add(ANYTHING),
});

/** Surroundings that note what is asked of them. */
export const watchedSurroundings = (surroundings: Surroundings, notes: Notes): Surroundings => ({
  ...surroundings,
  catalog: watchedCatalog(surroundings.catalog, notingNeeds(notes.keys)),
  hasStorageAttached(keyspace) {
    notes.keys.add(storageAttachedIn(keyspace));
    return surroundings.hasStorageAttached(keyspace);
  },
  keyspaces(of) {
    notes.keys.add(of === 'made' ? KEYSPACES_MADE : ANYTHING);
    return surroundings.keyspaces(of);
  },
  usesOf(table) {
    notes.other(usesOfTable(table.name));
    return surroundings.usesOf(table);
  },
  usesWithIf(table) {
    notes.other(usesWithIfOfTable(table.name));
    return surroundings.usesWithIf(table);
  },
  programUsesOf(table) {
    notes.other(usesOfTable(table.name));
    return surroundings.programUsesOf(table);
  },
  programWritesOf(table) {
    notes.other(usesOfTable(table.name));
    notes.other(TEXTS_OF_PROGRAMS);
    return surroundings.programWritesOf(table);
  },
  isSpokenOf(table) {
    notes.other(TEXTS_OF_PROGRAMS);
    return surroundings.isSpokenOf(table);
  },
  isMapped(table) {
    notes.other(TEXTS_OF_PROGRAMS);
    return surroundings.isMapped(table);
  },
  before(at) {
    notes.before = true;
    notes.asked += 1;
    return surroundings.before(at);
  },
  agreedSpelling(uri, name) {
    notes.other(spellingIn(uri, name));
    return surroundings.agreedSpelling(uri, name);
  },
  fileOf(uri) {
    notes.other(statementsOf(uri));
    return surroundings.fileOf(uri);
  },
  copiesOf(table) {
    const copies = surroundings.copiesOf(table);
    notes.copies(table, copies);
    return copies;
  },
});
