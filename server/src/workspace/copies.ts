import { keyOf, partsOf } from '../catalog/keys.ts';
import type { ProjectCatalog, Table } from '../catalog/index.ts';
import { baseNameOf, copiesAmong, stemOf, type CertainCopy } from '../modeling/evidence/copies.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';

/** Which tables of a fold are copies of each other; worked out for a table when it is asked for. */
export interface Copies {
  /** The tables of its keyspace that hold the rows of a table under another key. */
  of(table: Table, surroundings: Surroundings): readonly CertainCopy[];
  /** Comments declare copies: also of tables whose names say nothing of each other. */
  readonly areDeclared: boolean;
}

export function copiesIn({ final, memory: { logs } }: ProjectCatalog): Copies {
  const byStem = new Map<string, string[]>();
  const declared = new Map<string, Set<string>>();
  for (const [keyspace, { tables }] of logs.names) {
    for (const name of tables) {
      const stem = keyOf('table', keyspace, stemOf(name));
      const names = byStem.get(stem);
      if (names === undefined) byStem.set(stem, [name]);
      else names.push(name);
    }
  }
  for (const { effects } of logs.runs) {
    for (const { taken, step } of effects) {
      const { effect, keys, segment } = step;
      if (!taken || effect !== 'create' || !segment.text.includes(COPY_OF)) continue;
      for (const { kind, keyspace, name } of keys.map(partsOf)) {
        if (kind !== 'table') continue;
        const names = declared.get(keyspace);
        if (names === undefined) declared.set(keyspace, new Set([name]));
        else names.add(name);
      }
    }
  }
  const found = new Map<string, readonly Table[]>();
  const tablesOf = (group: string, keyspace: string, names: Iterable<string>): readonly Table[] => {
    let tables = found.get(group);
    if (tables === undefined) {
      tables = [...names].flatMap((name) => final.table(keyspace, name) ?? []).filter(({ kind }) => kind === 'table');
      found.set(group, tables);
    }
    return tables;
  };
  const byBase = new Map<string, Map<string, Table[]>>();
  const declaredOf = ({ keyspace, name }: Table, surroundings: Surroundings): readonly Table[] => {
    let groups = byBase.get(keyspace);
    if (groups === undefined) {
      byBase.set(keyspace, (groups = new Map()));
      for (const table of tablesOf(keyspace, keyspace, declared.get(keyspace) ?? [])) {
        const baseName = baseNameOf(table, surroundings);
        if (baseName === undefined) continue;
        const group = groups.get(baseName);
        if (group === undefined) groups.set(baseName, [table]);
        else group.push(table);
      }
    }
    return groups.get(name.toLowerCase()) ?? [];
  };
  const candidates = (base: Table, surroundings: Surroundings): readonly Table[] => {
    const { keyspace, name } = base;
    if (base.kind !== 'table' || base.system) return [];
    const stem = keyOf('table', keyspace, stemOf(name));
    const named = tablesOf(stem, keyspace, byStem.get(stem) ?? []);
    return [...new Set([...named, ...declaredOf(base, surroundings)])].filter((table) => table.name !== name);
  };
  const known = new Map<Table, readonly CertainCopy[]>();
  return {
    of(table, surroundings) {
      let copies = known.get(table);
      if (copies === undefined)
        known.set(table, (copies = copiesAmong(candidates(table, surroundings), table, surroundings)));
      return copies;
    },
    areDeclared: declared.size > 0,
  };
}

const COPY_OF = '@copy-of';
