import type { Location } from '../catalog/model.ts';
import type { CreateTable, CreateTableLike, CreateView, QualifiedName, Statement } from '../syntax/ast.ts';
import { mayBeShellCommand } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { CREATE, DROP, USE } from '../syntax/generated/token-types.ts';
import type { RuleContext } from './rule.ts';

/** Where the file of a statement drops a table that it has made before, or its keyspace, and does not make it again above the statement. */
export function droppedAbove(
  { uri, segment, session, surroundings }: RuleContext,
  { keyspace, name }: QualifiedName,
): Location | undefined {
  const where = keyspace?.name ?? session.keyspace;
  // Who asks for a file is asked again with each edit there, and tables that no file speaks of are many.
  if (where === undefined || !surroundings.hasSteps(where, name.name)) return undefined;
  const segments = surroundings.isProgram(uri) ? undefined : surroundings.fileOf(uri);
  if (segments === undefined) return undefined;
  const gaps = surroundings.memory.kept(gapsIn, segments, () => gapsIn(segments));
  if (gaps.size === 0) return undefined;
  const found = [...(gaps.get(keyOf(where, name.name)) ?? []), ...(gaps.get(keyOf('', name.name)) ?? [])];
  const at = segments.indexOf(segment);
  const gap = found.find(({ from, to }) => from < at && at < to);
  return gap === undefined ? undefined : { uri, segment: segments[gap.from]!, span: gap.span };
}

/** The statements of a file, by index, between which a table is gone. */
interface Gap {
  readonly from: number;
  to: number;
  readonly span: Location['span'];
}

/** By table; of those that are named without a keyspace before any USE, by the name alone. Only statements that decide it are parsed. */
function gapsIn(segments: readonly Segment[]): ReadonlyMap<string, readonly Gap[]> {
  const found = new Map<string, Gap[]>();
  const last = segments.findLastIndex(({ firstType }) => firstType === DROP);
  const made = new Set<string>();
  const open = new Map<string, Gap>();
  const close = (key: string, to: number): void => {
    const gap = open.get(key);
    if (gap !== undefined) gap.to = to;
    open.delete(key);
  };
  let keyspace = '';
  for (const [index, segment] of segments.entries()) {
    if (index > last && open.size === 0) break;
    const statement = decides(segment) ? segment.statement() : undefined;
    // What cannot be read, and what SOURCE reads, may make any table.
    if (segment.errors.length > 0 || (statement?.kind === 'shell' && statement.command === 'source')) {
      for (const key of open.keys()) close(key, index);
      made.clear();
    }
    if (statement?.kind === 'use') {
      for (const key of open.keys()) if (key.startsWith(keyOf('', ''))) close(key, index);
      keyspace = statement.keyspace?.name ?? '';
    }
    const opened = (key: string, span: Gap['span']): void => {
      if (open.has(key)) return;
      const gap = { from: index, to: segments.length, span };
      open.set(key, gap);
      const gaps = found.get(key);
      if (gaps === undefined) found.set(key, [gap]);
      else gaps.push(gap);
    };
    if (statement?.kind === 'drop' && statement.what === 'keyspace' && statement.name !== undefined) {
      const { name: dropped, span } = statement.name.name;
      for (const key of made) if (key.startsWith(keyOf(dropped, ''))) opened(key, span);
      continue;
    }
    const name = statement === undefined ? undefined : tableMadeOrDropped(statement);
    if (name === undefined) continue;
    const key = keyOf(name.keyspace?.name ?? keyspace, name.name.name);
    close(key, index);
    if (statement?.kind !== 'drop') made.add(key);
    else if (made.has(key)) opened(key, name.name.span);
  }
  return found;
}

const keyOf = (keyspace: string, table: string): string => `${keyspace}\0${table}`;

const decides = (segment: Segment): boolean => DECIDING.has(segment.firstType) || mayBeShellCommand(segment);

const DECIDING: ReadonlySet<number> = new Set([CREATE, DROP, USE]);

function tableMadeOrDropped(statement: Statement): QualifiedName | undefined {
  if (makesTable(statement)) return statement.name;
  return statement.kind === 'drop' && statement.what === 'table' ? statement.name : undefined;
}

const makesTable = (statement: Statement): statement is CreateTable | CreateTableLike | CreateView =>
  statement.kind === 'create-table' || statement.kind === 'create-table-like' || statement.kind === 'create-view';
