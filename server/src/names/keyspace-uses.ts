import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';
import { NO_NODES } from './mentions.ts';
import type { Occurrence } from './occurrence.ts';

/**
 * Where a read or write names a keyspace, told from its words: it stands before the name of a table. `undefined` where the words do not
 * tell. A large project names its keyspace in nearly every statement, and to parse all of them takes long.
 */
export function keyspaceUses(segment: Segment, name: string): readonly Occurrence[] | undefined {
  if (!READS_AND_WRITES.has(segment.firstType) || segment.errors.length > 0) return undefined;
  const { text, tokens } = segment;
  const { types } = tokens;
  const found: Occurrence[] = [];
  for (let token = 1; token < types.length; token += 1) {
    if (!isName(types[token]!)) continue;
    const read = nameOfToken({ text, tokens, nodes: NO_NODES }, token);
    if (read.name !== name) continue;
    if (!BEFORE_TABLES.has(types[token - 1]!) || types[token + 1] !== T.DOT || read.template === true) return undefined;
    found.push({ kind: 'keyspace', role: 'reference', name, quoted: read.quoted, ...read.span });
  }
  return found;
}

const READS_AND_WRITES: ReadonlySet<number> = new Set([T.SELECT, T.INSERT, T.UPDATE, T.DELETE]);

/** The words behind which a table is named, and nothing else. */
const BEFORE_TABLES: ReadonlySet<number> = new Set([T.FROM, T.INTO, T.UPDATE]);
