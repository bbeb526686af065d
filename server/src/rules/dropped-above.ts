import type { Location } from '../catalog/model.ts';
import type { CreateTable, CreateTableLike, CreateView, QualifiedName, Statement } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import type { RuleContext } from './rule.ts';

/** Where the file of a statement drops a table that it has made before, and does not make again above the statement. */
export function droppedAbove(
  { uri, segment, session, surroundings }: RuleContext,
  { keyspace, name }: QualifiedName,
): Location | undefined {
  const where = keyspace?.name ?? session.keyspace;
  // Who asks for a file is asked again with each edit there, and tables that no file speaks of are many.
  if (where === undefined || !surroundings.hasSteps(where, name.name)) return undefined;
  const segments = surroundings.isProgram(uri) ? undefined : surroundings.fileOf(uri);
  if (segments === undefined) return undefined;
  const found = surroundings.memory.kept(dropsIn, segments, () => dropsIn(uri, segments));
  return found.get(segment)?.get(name.name);
}

/** The statements that name dropped tables, with the DROP of each by the table's name. */
function dropsIn(uri: string, segments: readonly Segment[]): ReadonlyMap<Segment, ReadonlyMap<string, Location>> {
  const found = new Map<Segment, Map<string, Location>>();
  const made = new Set<string>();
  const dropped = new Map<string, Location>();
  let keyspace: string | undefined;
  const keyOf = (name: QualifiedName): string => `${name.keyspace?.name ?? keyspace ?? ''}.${name.name.name}`;
  for (const segment of segments) {
    const statement = segment.statement();
    // What cannot be read, and what SOURCE reads, may make any table.
    if (segment.errors.length > 0 || (statement?.kind === 'shell' && statement.command === 'source')) {
      made.clear();
      dropped.clear();
    }
    if (statement === undefined) continue;
    if (statement.kind === 'use') keyspace = statement.keyspace?.name;
    const name = makesTable(statement) ? statement.name : undefined;
    if (name !== undefined) {
      made.add(keyOf(name));
      dropped.delete(keyOf(name));
    } else if (statement.kind === 'drop' && statement.what === 'table' && statement.name !== undefined) {
      if (made.has(keyOf(statement.name)))
        dropped.set(keyOf(statement.name), { uri, segment, span: statement.name.span });
    } else if (dropped.size > 0) {
      for (const used of tableNamesOf(statement)) {
        const at = dropped.get(keyOf(used));
        if (at === undefined) continue;
        if (!found.has(segment)) found.set(segment, new Map());
        found.get(segment)!.set(used.name.name, at);
      }
    }
  }
  return found;
}

const makesTable = (statement: Statement): statement is CreateTable | CreateTableLike | CreateView =>
  statement.kind === 'create-table' || statement.kind === 'create-table-like' || statement.kind === 'create-view';
