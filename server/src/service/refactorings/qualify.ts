import { printName } from '../../catalog/index.ts';
import { meaningsOf } from '../../names/meaning.ts';
import type { NameKind, Occurrence } from '../../names/occurrence.ts';
import { isPutIn, keyspaceOf, type Scene } from '../../names/scene.ts';
import type { Rewriter } from './refactoring.ts';

/** The names of a statement with the keyspace that USE has put in force, else with the only one in which all of them are. */
export const qualifyNames: Rewriter = ({ scene }) => {
  const bare = scene.occurrences.filter(
    ({ kind, owner, template }) =>
      QUALIFIED.has(kind) && template !== true && owner?.kind === 'keyspace' && owner.name === undefined,
  );
  const keyspace = keyspaceOf(scene, undefined) || sharedKeyspace(scene, bare);
  if (keyspace === undefined || bare.length === 0) return undefined;
  const text = `${printName(keyspace)}.`;
  return {
    title: `Write the keyspace before ${bare.length === 1 ? 'the name' : 'the names'}: \`${text}\``,
    changes: bare.map(({ start }) => ({ start, end: start, text })),
  };
};

const QUALIFIED: ReadonlySet<NameKind> = new Set<NameKind>(['table', 'view', 'type']);

function sharedKeyspace(scene: Scene, bare: readonly Occurrence[]): string | undefined {
  const keyspaces = bare.map((occurrence) =>
    meaningsOf(scene, occurrence).map((meaning) =>
      meaning.kind === 'table' ? meaning.table.keyspace : meaning.kind === 'type' ? meaning.type.keyspace : '',
    ),
  );
  const [first = '', ...others] = new Set(keyspaces.flat());
  const isOne = others.length === 0 && keyspaces.every(({ length }) => length > 0);
  return isOne && first !== '' && !isPutIn(first) ? first : undefined;
}
