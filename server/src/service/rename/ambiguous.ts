import { type Keyspace, printQualified } from '../../catalog/index.ts';
import { writtenAs } from '../../names/meaning.ts';
import type { Occurrence, Written } from '../../names/occurrence.ts';
import { isPutIn, keyspacesWith, type Scene, tablesOf } from '../../names/scene.ts';
import type { NameSymbol } from '../../names/symbol.ts';
import type { Scenes } from '../references.ts';
import type { Subject } from '../subject.ts';

/** Why it is not certain what a rename would have to change: a statement may mean this thing, or another one of its name. */
export function ambiguityOf(subject: Subject, symbol: NameSymbol, scenes: Scenes): string | undefined {
  const { keyspace, name } = symbol;
  if (holdersOf(subject, symbol).length < 2) return undefined;
  for (const mention of subject.mentions(name)) {
    const scene = scenes(mention);
    for (const occurrence of scene.occurrences) {
      if (occurrence.name !== name) continue;
      const keyspaces = new Set(keyspacesMeant(scene, occurrence, symbol));
      if (keyspaces.size < 2 || !keyspaces.has(keyspace)) continue;
      const called = symbol.kind === 'column' ? symbol.of! : name;
      const meant = [...keyspaces].map((one) => printQualified(one, called));
      return `A statement in ${mention.uri.slice(mention.uri.lastIndexOf('/') + 1)} may mean ${meant.join(' or ')}.`;
    }
  }
  return undefined;
}

/** The keyspaces in which what an occurrence names may be, where that is a thing such as the symbol's. */
function keyspacesMeant(scene: Scene, occurrence: Occurrence, { kind, of, name }: NameSymbol): readonly string[] {
  if (kind === 'table' || kind === 'column') {
    const written = tableBehind(occurrence, kind);
    const isMeant = written?.name === (kind === 'table' ? name : of);
    if (written === undefined || !isMeant || (written.keyspace !== undefined && !isPutIn(written.keyspace))) return [];
    return tablesOf(scene, written).map((table) => table.keyspace);
  }
  const { owner } = occurrence;
  if (occurrence.kind !== kind || owner?.kind !== 'keyspace' || owner.name === undefined || !isPutIn(owner.name))
    return [];
  return holdersOf(scene, { kind, of, name });
}

/** The keyspaces that have a thing of a kind and name; of a column, its table. */
function holdersOf(
  { project }: Pick<Scene, 'project'>,
  { kind, of, name }: Pick<NameSymbol, 'kind' | 'of' | 'name'>,
): readonly string[] {
  const held = HELD[kind];
  return held === undefined
    ? []
    : keyspacesWith({ project }, (one) => held(one).has(of ?? name)).map((one) => one.name);
}

const HELD: Readonly<Record<string, ((keyspace: Keyspace) => ReadonlyMap<string, unknown>) | undefined>> = {
  table: ({ tables }) => tables,
  column: ({ tables }) => tables,
  type: ({ types }) => types,
  index: ({ indexes }) => indexes,
  function: ({ functions }) => functions,
};

/** The table that an occurrence of a kind names, or is a column of. */
function tableBehind(occurrence: Occurrence, wanted: 'table' | 'column'): Written | undefined {
  const { kind, owner } = occurrence;
  if (wanted === 'column') return kind === 'column' && owner?.kind === 'table' ? owner : undefined;
  return kind === 'table' || kind === 'view' ? writtenAs(occurrence) : undefined;
}
