import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';
import { NO_NODES, isBareName } from './mentions.ts';
import type { Occurrence } from './occurrence.ts';

/**
 * Where a statement names a keyspace, told from its words: it stands before the name of what it is about. `undefined` where the words do
 * not tell. A large project names its keyspace in nearly every statement, and to parse all of them takes long.
 */
export function keyspaceUses(segment: Segment, name: string): readonly Occurrence[] | undefined {
  const { text, tokens, firstType } = segment;
  const { types, starts, ends } = tokens;
  const before = READS_AND_WRITES.has(firstType)
    ? BEFORE_TABLES
    : DDL.has(firstType) && DECLARED.has(types[1]!)
      ? BEFORE_DECLARED
      : undefined;
  if (before === undefined || segment.errors.length > 0) return undefined;
  const tree = { text, tokens, nodes: NO_NODES };
  const found: Occurrence[] = [];
  for (let token = 1; token < types.length; token += 1) {
    const type = types[token]!;
    if (!isName(type) || (isBareName(type) && ends[token]! - starts[token]! !== name.length)) continue;
    const read = nameOfToken(tree, token);
    if (read.name !== name) continue;
    if (!before.has(types[token - 1]!) || types[token + 1] !== T.DOT || read.template === true) return undefined;
    found.push({ kind: 'keyspace', role: 'reference', name, quoted: read.quoted, ...read.span });
  }
  return found;
}

const READS_AND_WRITES: ReadonlySet<number> = new Set([T.SELECT, T.INSERT, T.UPDATE, T.DELETE, T.BEGIN]);

/** The words of reads and writes behind which a table is named, and nothing else. */
const BEFORE_TABLES: ReadonlySet<number> = new Set([T.FROM, T.INTO, T.UPDATE]);

const DDL: ReadonlySet<number> = new Set([T.CREATE, T.ALTER, T.DROP]);

/** The second words of DDL about what lives in a keyspace. */
const DECLARED: ReadonlySet<number> = new Set([T.TABLE, T.TYPE, T.INDEX, T.CUSTOM, T.MATERIALIZED, T.FUNCTION]);

/** The words of such DDL behind which something is named that lives in a keyspace. */
const BEFORE_DECLARED: ReadonlySet<number> = new Set([
  T.TABLE,
  T.TYPE,
  T.INDEX,
  T.VIEW,
  T.FUNCTION,
  T.EXISTS,
  T.ON,
  T.FROM,
]);
