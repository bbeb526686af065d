import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';
import { NO_NODES } from './mentions.ts';
import type { NameRole, Occurrence } from './occurrence.ts';
import { keyspaceOwner } from './walk.ts';

/**
 * Where a statement that reads or writes rows names tables, told from its words: behind FROM, INTO and UPDATE, and nowhere else. All its
 * columns are of these tables. `undefined` where the words do not tell. Many tables have columns of the same name, and to parse every
 * statement that holds it takes long.
 */
export function toldTables(segment: Segment): readonly Occurrence[] | undefined {
  const { text, tokens, firstType } = segment;
  const { types } = tokens;
  if (!READS_AND_WRITES.has(firstType) || segment.errors.length > 0) return undefined;
  if (firstType === T.BEGIN && !BATCH_WORDS.has(types[1]!)) return undefined;
  const role: NameRole = firstType === T.SELECT ? 'read' : 'write';
  const tree = { text, tokens, nodes: NO_NODES };
  const found: Occurrence[] = [];
  for (let token = 0; token < types.length; token += 1) {
    const behind = BEHIND_TABLES.get(types[token]!);
    if (behind === undefined) continue;
    const isQualified = types[token + 2] === T.DOT;
    const last = isQualified ? token + 3 : token + 1;
    if (!isName(types[token + 1]!) || !isName(types[last]!)) return undefined;
    const next = types[last + 1];
    if (next !== undefined && !behind.has(next)) return undefined;
    const keyspace = isQualified ? nameOfToken(tree, token + 1) : undefined;
    const { name, quoted, template, putIn, span } = nameOfToken(tree, last);
    if (template === true || putIn === true || keyspace?.template === true) return undefined;
    const owner = keyspaceOwner(keyspace && { keyspace: keyspace.name });
    found.push({ ...span, kind: 'table', role, name, quoted, owner });
    token = last;
  }
  return found;
}

const READS_AND_WRITES: ReadonlySet<number> = new Set([T.SELECT, T.INSERT, T.UPDATE, T.DELETE, T.BEGIN]);

/** Transactions read and write at once, and give what they read a name. */
const BATCH_WORDS: ReadonlySet<number> = new Set([T.BATCH, T.UNLOGGED, T.COUNTER]);

/** What may follow a table behind FROM: no alias, and no second table. */
const BEHIND_FROM: ReadonlySet<number> = new Set([T.SEMI, T.WHERE, T.GROUP, T.ORDER, T.PER, T.LIMIT, T.ALLOW, T.USING]);

/** The words of reads and writes behind which a table is named, each with what may follow the table. */
const BEHIND_TABLES: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [T.FROM, BEHIND_FROM],
  [T.INTO, new Set([T.LPAREN, T.JSON])],
  [T.UPDATE, new Set([T.SET, T.USING])],
]);
