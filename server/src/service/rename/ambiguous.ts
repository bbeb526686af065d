import { printQualified } from '../../catalog/index.ts';
import type { Occurrence, Written } from '../../names/occurrence.ts';
import { isPutIn, tablesOf } from '../../names/scene.ts';
import type { NameSymbol } from '../../names/symbol.ts';
import type { Scenes } from '../references.ts';
import type { Subject } from '../subject.ts';

/** Why it is not certain what a rename would have to change: a statement may mean this table, or another one of its name. */
export function ambiguityOf(
  subject: Subject,
  { kind, keyspace, of, name }: NameSymbol,
  scenes: Scenes,
): string | undefined {
  if (kind !== 'table' && kind !== 'column') return undefined;
  const table = kind === 'table' ? name : of;
  for (const mention of subject.mentions(name)) {
    const scene = scenes(mention);
    for (const occurrence of scene.occurrences) {
      const written = occurrence.name === name ? tableBehind(occurrence, kind) : undefined;
      if (written === undefined || written.name !== table) continue;
      if (written.keyspace !== undefined && !isPutIn(written.keyspace)) continue;
      const keyspaces = new Set(tablesOf(scene, written).map((one) => one.keyspace));
      if (keyspaces.size < 2 || !keyspaces.has(keyspace)) continue;
      const meant = [...keyspaces].map((one) => printQualified(one, table));
      return `A statement in ${mention.uri.slice(mention.uri.lastIndexOf('/') + 1)} may mean ${meant.join(' or ')}.`;
    }
  }
  return undefined;
}

/** The table that an occurrence of a kind names, or is a column of. */
function tableBehind({ kind, name, owner }: Occurrence, wanted: 'table' | 'column'): Written | undefined {
  if (wanted === 'column') return kind === 'column' && owner?.kind === 'table' ? owner : undefined;
  if (kind !== 'table' && kind !== 'view') return undefined;
  return owner?.kind === 'keyspace' && owner.name !== undefined ? { keyspace: owner.name, name } : { name };
}
