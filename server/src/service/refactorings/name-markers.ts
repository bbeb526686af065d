import { printName } from '../../catalog/index.ts';
import { tableNameOf } from '../../syntax/table-names.ts';
import { tablesNamed } from '../../names/scene.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { knownMarkers, type KnownMarker } from '../markers.ts';
import type { Rewriter, Written } from './refactoring.ts';

/** `?` as `:name`, each by the column that it is for. */
export const nameMarkers: Rewriter = (written) => {
  const { whole, segment } = written;
  const inner = whole.kind === 'batch' ? whole.statements : [whole];
  const using = whole.kind === 'batch' ? [whole.using?.timestamp?.value, whole.using?.ttl?.value] : [];
  const markers = inner
    .flatMap((statement) => markersOf(written, statement))
    .filter(({ marker }) => marker.name === undefined);
  // A statement with some markers named and others not is read by nobody.
  const questions = segment.tokens.types.filter((type) => type === T.QMARK).length;
  if (markers.length === 0 || markers.length < questions || using.some((one) => one?.kind === 'marker'))
    return undefined;
  const taken = new Set(written.scene.occurrences.filter(({ kind }) => kind === 'marker').map(({ name }) => name));
  const changes = markers.map(({ marker, name }) => {
    const text = `:${printName(unique(name, taken))}`;
    return { start: marker.span.start, end: marker.span.end, text };
  });
  return { title: changes.length === 1 ? 'Name the marker' : 'Name the markers', changes };
};

function markersOf({ scene }: Written, statement: Written['statement']): readonly KnownMarker[] {
  const name = tableNameOf(statement);
  const table =
    name === undefined
      ? undefined
      : tablesNamed(scene.project, scene.place, {
          name: name.name.name,
          ...(name.keyspace !== undefined && { keyspace: name.keyspace.name }),
        })[0];
  return table === undefined ? [] : knownMarkers(statement, table);
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}
