import type { BuiltInFunction } from './functions.ts';
import type { Lifetime } from '../../text/release.ts';

/** The built-in functions by what they are for. */
export const FUNCTION_GROUPS: readonly (() => readonly BuiltInFunction[])[] = [
  selections,
  identifiers,
  times,
  aggregates,
  json,
  mathematics,
  collections,
  vectors,
  masks,
  formats,
  blobs,
];

const SINCE_4_0: Lifetime = { since: '4.0' };
const SINCE_4_1: Lifetime = { since: '4.1' };
const SINCE_5_0: Lifetime = { since: '5.0' };
const SINCE_6_0: Lifetime = { since: '6.0' };
const UNTIL_5_0: Lifetime = { until: '5.0' };

function selections(): readonly BuiltInFunction[] {
  return [
    selection('writetime(column any) bigint', 'When the column was written, in microseconds since 1970.'),
    selection('ttl(column any) int', 'Seconds until the column expires; null where it does not.'),
    selection(
      'maxwritetime(column any) bigint',
      'The latest write of any part of the column, in microseconds since 1970.',
      SINCE_5_0,
    ),
    scalar(
      'token(key partition key columns) bigint',
      'The place of the partition on the ring; all columns of the partition key, in order.',
    ),
  ];
}

function identifiers(): readonly BuiltInFunction[] {
  return [
    scalar('uuid() uuid', 'A random (version 4) uuid.'),
    scalar('now() timeuuid', 'A new timeuuid of the current instant, unique each time it is called.'),
  ];
}

function times(): readonly BuiltInFunction[] {
  return [
    ...renamed(
      'min_timeuuid',
      'minTimeuuid',
      '(instant timestamp) timeuuid',
      'The smallest timeuuid of an instant: a bound for ranges, not a real identifier.',
    ),
    ...renamed(
      'max_timeuuid',
      'maxTimeuuid',
      '(instant timestamp) timeuuid',
      'The largest timeuuid of an instant: a bound for ranges, not a real identifier.',
    ),
    ...renamed('to_date', 'toDate', '(value timestamp | timeuuid) date', 'The day of an instant, in UTC.'),
    ...renamed(
      'to_timestamp',
      'toTimestamp',
      '(value date | timeuuid) timestamp',
      'The instant of a timeuuid, or the first one of a day.',
    ),
    ...renamed(
      'to_unix_timestamp',
      'toUnixTimestamp',
      '(value date | timestamp | timeuuid) bigint',
      'Milliseconds since 1970.',
    ),
    scalar('dateOf(value timeuuid) timestamp', 'The instant of a timeuuid; gone in 5.0, use toTimestamp.', UNTIL_5_0),
    scalar(
      'unixTimestampOf(value timeuuid) bigint',
      'Milliseconds since 1970; gone in 5.0, use toUnixTimestamp.',
      UNTIL_5_0,
    ),
    ...renamed('current_timestamp', 'currentTimestamp', '() timestamp', 'The current instant.', SINCE_4_0),
    ...renamed('current_date', 'currentDate', '() date', 'The current day.', SINCE_4_0),
    ...renamed('current_time', 'currentTime', '() time', 'The current time of day.', SINCE_4_0),
    ...renamed(
      'current_timeuuid',
      'currentTimeUUID',
      '() timeuuid',
      'A new timeuuid of the current instant.',
      SINCE_4_0,
    ),
    scalar(
      'floor(value timestamp | timeuuid | date, size duration, [start timestamp | date]) timestamp | date',
      'The start of the window of that size in which the value lies; GROUP BY takes it.',
      SINCE_4_1,
    ),
    scalar(
      'floor(value time, size duration) time',
      'The start of the window of that size in which the time of day lies.',
      SINCE_4_1,
    ),
  ];
}

function aggregates(): readonly BuiltInFunction[] {
  return [
    aggregate('count(* *) bigint', 'How many rows there are.'),
    aggregate('count(column any) bigint', 'How many values are not null.'),
    aggregate('min(column any) as column', 'The smallest value.'),
    aggregate('max(column any) as column', 'The largest value.'),
    aggregate('sum(column number | counter) as column', 'The sum, of the type of the values: it may overflow.'),
    aggregate(
      'avg(column number | counter) as column',
      'The average, of the type of the values: cut off for whole numbers.',
    ),
  ];
}

function json(): readonly BuiltInFunction[] {
  return [
    scalar('to_json(value any) text', 'The value as JSON.', SINCE_5_0),
    selection('toJson(value any) text', 'The value as JSON.', UNTIL_5_0),
    { ...scalar('toJson(value any) text', 'The value as JSON.', SINCE_5_0), replacedBy: 'to_json' },
    ...renamed('from_json', 'fromJson', '(json text) any', 'The value that a JSON text stands for.', {}, 'value'),
  ];
}

function mathematics(): readonly BuiltInFunction[] {
  return [
    scalar('abs(value number | counter) as value', 'The value without its sign.', SINCE_5_0),
    scalar('exp(value number | counter) as value', 'e to the power of the value.', SINCE_5_0),
    scalar('log(value number | counter) as value', 'The natural logarithm.', SINCE_5_0),
    scalar('log10(value number | counter) as value', 'The logarithm to base 10.', SINCE_5_0),
    scalar('round(value number | counter) as value', 'The nearest whole number.', SINCE_5_0),
  ];
}

function collections(): readonly BuiltInFunction[] {
  return [
    scalar('map_keys(map map) set of its keys', 'The keys of a map.', SINCE_5_0),
    scalar('map_values(map map) list of its values', 'The values of a map.', SINCE_5_0),
    scalar('collection_count(collection collection) int', 'How many elements a collection has.', SINCE_5_0),
    scalar('collection_min(collection set | list) as its elements', 'The smallest element.', SINCE_5_0),
    scalar('collection_max(collection set | list) as its elements', 'The largest element.', SINCE_5_0),
    scalar(
      'collection_sum(collection set | list of numbers) as its elements',
      'The sum of the elements, of their type: it may overflow.',
      SINCE_5_0,
    ),
    scalar(
      'collection_avg(collection set | list of numbers) as its elements',
      'The average of the elements, of their type.',
      SINCE_5_0,
    ),
  ];
}

function vectors(): readonly BuiltInFunction[] {
  const parameters = '(a vector<float>, b vector<float>) float';
  return [
    scalar(`similarity_cosine${parameters}`, 'How alike the directions of two vectors are, from 0 to 1.', SINCE_5_0),
    scalar(`similarity_euclidean${parameters}`, 'How near two vectors are, from 0 to 1.', SINCE_5_0),
    scalar(`similarity_dot_product${parameters}`, 'The likeness of two vectors of length 1, from 0 to 1.', SINCE_5_0),
  ];
}

function masks(): readonly BuiltInFunction[] {
  return [
    scalar('mask_null(value any) as value', 'Null, whatever the value.', SINCE_5_0),
    scalar(
      'mask_default(value any) as value',
      'A fixed value of the type: asterisks, zero, an empty collection.',
      SINCE_5_0,
    ),
    scalar('mask_replace(value any, replacement as value) as value', 'The replacement, whatever the value.', SINCE_5_0),
    scalar(
      'mask_inner(value text | ascii, begin int, end int, [padding text]) as value',
      'The text with all but so many characters at its begin and end hidden.',
      SINCE_5_0,
    ),
    scalar(
      'mask_outer(value text | ascii, begin int, end int, [padding text]) as value',
      'The text with so many characters at its begin and end hidden.',
      SINCE_5_0,
    ),
    scalar(
      'mask_hash(value any, [algorithm text]) blob',
      'A hash of the value; SHA-256 unless another algorithm is named.',
      SINCE_5_0,
    ),
  ];
}

function formats(): readonly BuiltInFunction[] {
  const value = 'value int | tinyint | smallint | bigint | varint | text | ascii, [from ascii], [to ascii]';
  return [
    scalar('length(value text) int', 'How many UTF-16 code units the text has.', SINCE_6_0),
    scalar('octet_length(value any) int', 'How many bytes the value takes.', SINCE_6_0),
    scalar(`format_bytes(${value}) text`, 'A number of bytes in a unit for people.', SINCE_6_0),
    scalar(
      `format_time(${value}) text`,
      'A span of time in a unit for people; milliseconds unless a unit is named.',
      SINCE_6_0,
    ),
    scalar('transformation_kind(id int) text', 'The name of a kind of change in the cluster’s own log.', SINCE_6_0),
  ];
}

/** To and from the bytes of each native type. */
function blobs(): readonly BuiltInFunction[] {
  const types =
    'ascii bigint boolean counter date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint';
  return types.split(' ').flatMap((type) => {
    const camel = type.charAt(0).toUpperCase() + type.slice(1);
    return [
      ...renamed(`${type}_as_blob`, `${type}AsBlob`, `(value ${type}) blob`, `The bytes of a value of type ${type}.`),
      ...renamed(
        `blob_as_${type}`,
        `blobAs${camel}`,
        `(bytes blob) ${type}`,
        `The value of type ${type} that the bytes stand for.`,
      ),
    ];
  });
}

/** A function whose name got underscores in 5.0; under both names. */
function renamed(
  name: string,
  before: string,
  signature: string,
  doc: string,
  lifetime: Lifetime = {},
  use: BuiltInFunction['use'] = 'any',
): readonly BuiltInFunction[] {
  return [
    { ...scalar(`${name}${signature}`, doc, SINCE_5_0), use },
    { ...scalar(`${before}${signature}`, doc, lifetime), use, replacedBy: name },
  ];
}

const selection = (signature: string, doc: string, lifetime: Lifetime = {}): BuiltInFunction => ({
  ...scalar(signature, doc, lifetime),
  use: 'selection',
});

const aggregate = (signature: string, doc: string): BuiltInFunction => ({
  ...selection(signature, doc),
  aggregate: true,
});

/** From a signature such as `floor(value time, size duration, [start timestamp]) time`. */
function scalar(signature: string, doc: string, lifetime: Lifetime = {}): BuiltInFunction {
  const open = signature.indexOf('(');
  const close = signature.indexOf(')');
  const parameters = signature
    .slice(open + 1, close)
    .split(', ')
    .filter((text) => text !== '')
    .map((text) => {
      const optional = text.startsWith('[');
      const [name = '', ...type] = (optional ? text.slice(1, -1) : text).split(' ');
      return { name, type: type.join(' '), optional };
    });
  return {
    name: signature.slice(0, open),
    parameters,
    returns: signature.slice(close + 2),
    aggregate: false,
    use: 'any',
    lifetime,
    doc,
  };
}
