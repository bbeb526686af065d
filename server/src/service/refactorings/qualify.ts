import { printName } from '../../catalog/index.ts';
import type { NameKind } from '../../names/occurrence.ts';
import { keyspaceOf } from '../../names/scene.ts';
import type { Rewriter } from './refactoring.ts';

/** The names of a statement with the keyspace that USE has put in force. */
export const qualifyNames: Rewriter = ({ scene }) => {
  const keyspace = keyspaceOf(scene, undefined);
  const bare = scene.occurrences.filter(
    ({ kind, owner, template }) =>
      QUALIFIED.has(kind) && template !== true && owner?.kind === 'keyspace' && owner.name === undefined,
  );
  if (keyspace === '' || bare.length === 0) return undefined;
  const text = `${printName(keyspace)}.`;
  return {
    title: `Write the keyspace before ${bare.length === 1 ? 'the name' : 'the names'}: \`${text}\``,
    changes: bare.map(({ start }) => ({ start, end: start, text })),
  };
};

const QUALIFIED: ReadonlySet<NameKind> = new Set<NameKind>(['table', 'view', 'type']);
