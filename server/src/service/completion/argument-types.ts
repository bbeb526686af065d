import type { CqlType } from '../../catalog/index.ts';

/** Whether a function may take a value of a type for a parameter, which is told as the register of functions tells it. */
export const mayTake = (parameter: string, type: CqlType): boolean =>
  parameter.split(' | ').some((one) => fits(one, type));

function fits(parameter: string, type: CqlType): boolean {
  if (type.kind !== 'native') return !NATIVE.has(parameter) && (parameter === 'any' || isOfKind(parameter, type.kind));
  if (parameter === 'number') return NUMBERS.has(type.name);
  if (KINDS.has(kindIn(parameter))) return false;
  return !NATIVE.has(parameter) || parameter === type.name || LIKE[parameter] === type.name;
}

/** The kind of a type that a parameter begins with: `list of numbers`, `vector<float>`. */
const kindIn = (parameter: string): string => /^\w+/.exec(parameter)?.[0] ?? '';

const isOfKind = (parameter: string, kind: CqlType['kind']): boolean => {
  const wanted = kindIn(parameter);
  if (wanted === 'collection') return kind === 'list' || kind === 'set' || kind === 'map';
  return !KINDS.has(wanted) || kind === wanted || kind === 'unknown';
};

const KINDS: ReadonlySet<string> = new Set(['collection', 'list', 'set', 'map', 'vector']);

const NUMBERS: ReadonlySet<string> = new Set('tinyint smallint int bigint float double decimal varint'.split(' '));

/** What a parameter names exactly. */
const NATIVE: ReadonlySet<string> = new Set(
  'number counter ascii bigint blob boolean date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varint'.split(
    ' ',
  ),
);

/** Values of the one are values of the other. */
const LIKE: Readonly<Record<string, string>> = { text: 'ascii', uuid: 'timeuuid' };
