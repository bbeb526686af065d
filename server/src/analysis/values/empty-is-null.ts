import type { CqlType } from '../../catalog/model.ts';

/** No bytes are no value of the type (`TypeSerializer.isNull`). */
export const emptyIsNull = (type: CqlType | undefined): boolean =>
  type?.kind === 'native' && !EMPTY_IS_A_VALUE.has(type.name);

const EMPTY_IS_A_VALUE: ReadonlySet<string> = new Set(['text', 'ascii', 'blob']);
