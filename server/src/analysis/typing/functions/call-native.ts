import type { CqlType } from '../../../catalog/model.ts';
import { isNative } from '../../../catalog/types.ts';
import { NEGATION, OPERATOR_FUNCTIONS } from './natives.ts';
import type { Signature } from './signature.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { emptyIsNull } from '../../values/empty-is-null.ts';
import { utf8Bytes, hexOf } from '../../java/bytes.ts';
import type { Failure } from '../../values/evaluation/failure.ts';
import { complaintAboutAdding, compute, momentAfter, negate } from '../../values/evaluation/arithmetic.ts';
import { textOfValue } from '../../values/evaluation/casts.ts';
import { complaintAboutBytes } from '../../values/evaluation/blobs.ts';
import { complaintAboutMask, maskPart } from '../../values/evaluation/masks.ts';
import { absolute, type Num, readNumber, writeNumber } from '../../values/evaluation/numbers.ts';
import { momentOf, NEW_TIMEUUID, NOW } from '../../values/evaluation/moments.ts';
import {
  complaintAboutFloor,
  complaintAboutStart,
  convertedMoment,
  convertTime,
  floor,
} from '../../values/evaluation/times.ts';
import {
  ANYTHING,
  isNullable,
  isUnique,
  type Known,
  known,
  NULL,
  SOMETHING,
  UNIQUE,
  type Value,
} from '../../values/evaluation/value.ts';

/** What a built-in function makes of its arguments. */
export function callNative(signature: Signature, values: readonly Value[], release: CassandraRelease): Value | Failure {
  const { name } = signature;
  if (name === 'mask_null') return NULL;
  if (name === 'mask_replace') return values[1] ?? ANYTHING;
  if (name === 'mask_default') return SOMETHING;
  // Which key a token is of is not computed; it has none where a part of the key is null.
  if (name === 'token')
    return values.some(({ kind }) => kind === 'null') ? NULL : values.some(isNullable) ? ANYTHING : SOMETHING;
  const [first] = values;
  if (name === 'uuid') return UNIQUE;
  if (/^(?:now|current_?timeuuid)$/.test(name)) return NEW_TIMEUUID;
  if (/^current_?(?:timestamp|date)$/.test(name)) return NOW;
  if (isUnique(first) && /^(?:to_?json|cast_?as_?(?:text|ascii))$/i.test(name)) return UNIQUE;
  if (NEVER_NULL.has(name)) return SOMETHING;
  const mask = complaintAboutMask(name, values);
  if (mask !== undefined) return mask;
  if (name === 'mask_inner' || name === 'mask_outer') {
    const [type] = signature.parameters;
    return maskPart(
      name === 'mask_inner' ? 'inner' : 'outer',
      type !== undefined && isNative(type, 'ascii') ? 'ascii' : 'text',
      values,
    );
  }
  const empty = values.some((value, at) => isMeaningless(value, signature.parameters[at]));
  if (/^blob_?as_?\w/.test(name) || /\w_?asblob$|_as_blob$/.test(name)) {
    if (first === undefined || first.kind !== 'known') return first ?? ANYTHING;
    return convertBytes(signature, first, release);
  }
  const optional = name === 'mask_hash';
  if (optional ? first?.kind === 'null' : values.some(({ kind }) => kind === 'null')) return NULL;
  if (
    operatorCalled(name) !== undefined &&
    !since(release, '5.0') &&
    values.some((value) => value.kind === 'known' && value.bytes.length === 0)
  )
    return NULL;
  // Some releases take an empty number for null, others trip over it.
  if (empty) return since(release, '5.0') && !optional ? emptyResult(signature) : ANYTHING;
  const given = values.filter((value): value is Known => value.kind === 'known');
  const duration = complaintAboutDuration(signature, values, release);
  if (duration !== undefined) return duration;
  if (given.length < values.length)
    return values.some(isNullable) || MAY_BE_NULL.has(name) ? ANYTHING : laterMoment(name, values);
  return callWith(signature, given, release) ?? (MAY_BE_NULL.has(name) ? ANYTHING : SOMETHING);
}

/** What becomes of a time that is not wholly known. */
function laterMoment(name: string, [time, length]: readonly Value[]): Value {
  const moment = momentOf(time);
  if (moment === undefined) return SOMETHING;
  if (length === undefined) return convertedMoment(name, moment);
  const operator = operatorCalled(name);
  return operator === undefined || length.kind !== 'known' ? SOMETHING : momentAfter(operator, moment, length);
}

/** Durations are looked at whatever the time is that they are added to. */
function complaintAboutDuration(
  { name, parameters }: Signature,
  [time, length, start = EPOCH]: readonly Value[],
  release: CassandraRelease,
): Failure | undefined {
  const [type, second] = parameters;
  if (time === undefined || isNullable(time) || isNullable(start) || length?.kind !== 'known') return undefined;
  if (type?.kind !== 'native' || second?.kind !== 'native' || second.name !== 'duration') return undefined;
  const operator = operatorCalled(name);
  if (operator !== undefined) return complaintAboutAdding(operator, length, type.name, release);
  if (name !== 'floor') return undefined;
  const complaint = complaintAboutFloor(length, type.name);
  return complaint ?? (type.name === 'time' ? undefined : complaintAboutStart(time, length, start));
}

function callWith(
  signature: Signature,
  values: readonly Known[],
  release: CassandraRelease,
): Value | Failure | undefined {
  const { name, parameters, returns } = signature;
  const [first] = values;
  const [type] = parameters;
  const operator = operatorCalled(name);
  if (operator !== undefined) return compute(operator, values, parameters, returns, release);
  if (name === 'similarity_cosine' && values.some(isZeroVector)) {
    return { kind: 'failure', message: `Function system.${name} doesn't support all-zero vectors.` };
  }
  if (first === undefined || type?.kind !== 'native' || returns.kind !== 'native') return undefined;
  if (name === NEGATION) return negate(first, type.name);
  if (name === 'floor') return floor(values, parameters);
  if (name === 'exp' || name === 'log' || name === 'log10') return undefined;
  if (name === 'abs' || name === 'round') return returnedNumber(returns.name, name, readNumber(type.name, first.bytes));
  const target = /^cast_?as_?(\w+)$/i.exec(name)?.[1]?.toLowerCase();
  if (target === undefined) return convertTime(name, first);
  if (target === 'text' || target === 'ascii') return textOfValue(first, type.name);
  if (target === 'date' || target === 'timestamp') return convertTime(`to_${target}`, first);
  const number = readNumber(type.name, first.bytes);
  const bytes = number === undefined ? undefined : writeNumber(target, number);
  return bytes === undefined ? undefined : known(bytes);
}

/** `Math.abs` leaves the least whole number as it is; how fractions are rounded is not computed. */
function returnedNumber(type: string, name: 'abs' | 'round', number: Num | undefined): Known | undefined {
  if (number === undefined || (name === 'round' && number.kind !== 'whole')) return undefined;
  const bytes = writeNumber(type, name === 'abs' ? absolute(number) : number);
  return bytes === undefined ? undefined : known(bytes);
}

function convertBytes({ name }: Signature, value: Known, release: CassandraRelease): Value | Failure {
  const target = /^blob_?as_?(\w+)$/.exec(name)?.[1];
  if (target === undefined || complaintAboutBytes(target, value.bytes, release) !== true) return value;
  // Until 4.1 `blobAsVarchar` lets all bytes pass; where its result is used the server fails.
  if (target === 'varchar' && !since(release, '5.0')) return SOMETHING;
  const hex = hexOf(value.bytes);
  return {
    kind: 'failure',
    message: `In call to function system.${name}, value 0x${hex} is not a valid binary representation for type ${target}`,
  };
}

const operatorCalled = (name: string): string | undefined =>
  [...OPERATOR_FUNCTIONS].find(([, candidate]) => candidate === name)?.[0];

/** Where `floor` counts from if nothing else is said. */
const EPOCH: Known = known(Array.from({ length: 8 }, () => 0));

/** Of floats, which have nothing set but their signs. */
const isZeroVector = ({ bytes }: Known): boolean =>
  bytes.every((byte, at) => byte === 0 || (at % 4 === 0 && byte === 0x80));

/** No bytes stand for no value (`isEmptyValueMeaningless`). */
export const isMeaningless = (value: Value, type: CqlType | undefined): boolean =>
  value.kind === 'known' && value.bytes.length === 0 && emptyIsNull(type);

/** What is made of no bytes: casts write some of them out as `null` (`CastAsTextFunction`). */
const emptyResult = ({ name, parameters: [type] }: Signature): Value =>
  /^cast_as_(?:text|ascii)$/.test(name) && type?.kind === 'native' && !EMPTY_IS_NULL.has(type.name)
    ? known(utf8Bytes('null'))
    : NULL;

/** Of these no bytes are null to casts (`isEmptyValueMeaningless`). */
const EMPTY_IS_NULL: ReadonlySet<string> = new Set(
  'boolean counter decimal double float inet int varint bigint timestamp timeuuid uuid'.split(' '),
);

const NEVER_NULL: ReadonlySet<string> = new Set([
  'to_json',
  'tojson',
  ...['timestamp', 'date', 'time'].flatMap((what) => [`current${what}`, `current_${what}`]),
]);

/** Of an empty collection there is no least element; and null is what some of the others may hold. */
const MAY_BE_NULL: ReadonlySet<string> = new Set([
  'collection_min',
  'collection_max',
  'collection_sum',
  'collection_avg',
]);
