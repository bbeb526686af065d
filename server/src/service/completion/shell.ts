import type { Draft } from './entry.ts';
import { inCase } from './letter-case.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { columnsAt } from './columns.ts';
import { namesAt } from './names.ts';
import type { Place } from './place.ts';
import { ARGUMENTS, COMMANDS, COPY_OPTIONS, DIRECTIONS, FIRST, MORE, VALUES, type Words } from './shell-register.ts';

/** The commands of cqlsh where a statement may begin, and the words behind one; `undefined` behind anything else. */
export function shellAt(place: Place): readonly Draft[] | undefined {
  const { tokens } = place;
  const written = inCase(place, 'upper');
  const drafts = (words: Words): readonly Draft[] =>
    words.map(([word, about]) => ({
      label: written(word),
      kind: 'keyword',
      ...(word.includes(' ') && { filter: written(word.replaceAll(' ', '')) }),
      about: () => about,
    }));
  if (tokens.count === 0) return drafts(COMMANDS);
  if (tokens.name(0) === 'copy') return copyAt(place, drafts);
  const behind = ARGUMENTS.get(
    Array.from({ length: Math.min(tokens.count, 3) }, (_, index) => tokens.name(index)).join(' '),
  );
  return behind && drafts(behind);
}

/** `COPY table (columns) FROM 'file' WITH option = value AND …`. */
function copyAt(place: Place, drafts: (words: Words) => readonly Draft[]): readonly Draft[] {
  const { tokens } = place;
  const last = tokens.types[tokens.count - 1];
  const direction = tokens.types.findIndex((type) => type === T.FROM || type === T.TO);
  if (tokens.count === 1 || last === T.DOT) return [...namesAt(place, 'table'), ...namesAt(place, 'keyspace')];
  if (tokens.open.length > 0) return columnsAt(place);
  if (direction < 0) return drafts(DIRECTIONS);
  if (last === T.EQ) return drafts(VALUES);
  if (last === T.WITH || last === T.AND) return drafts(COPY_OPTIONS);
  if (direction === tokens.count - 1) return [];
  return drafts(tokens.types.includes(T.WITH) ? MORE : FIRST);
}
