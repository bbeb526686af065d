import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { entityOf, singular } from '../proposal/names.ts';

/**
 * The column outside of the key that tells rows of one instant apart: an id of the row itself, what was measured, what was met, or who
 * spoke. `undefined` where none is, or several might be. Of what happens to one thing (`alone`) only an id of its own is asked for.
 */
export function tellsApart(table: Table, alone: boolean): Column | undefined {
  const regular = [...table.columns.values()].filter(({ kind }) => kind === 'regular');
  const key = [...table.partitionKey, ...table.clustering];
  // With an id of its own in the key, no two rows have the same.
  if (table.clustering.some((column) => isUuid(column) || isOwnId(column, { table, regular, key }))) return undefined;
  for (const isOne of alone ? [isId] : [isOwnId, isId, isHash, isMeasured, isMeasuring, isMet, isActor]) {
    const found = regular.filter((column) => isOne(column, { table, regular, key }));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

interface Others {
  readonly table: Table;
  readonly regular: readonly Column[];
  readonly key: readonly Column[];
}

type IsOne = (column: Column, others: Others) => boolean;

/** `order_id` of `orders_by_customer`, or beside `ordered_at`, and a uuid `order`. */
const isOwnId: IsOne = (column, { table, key }) => {
  const { name, type } = column;
  const named = /^(.+?)_?(?:id|uuid|guid|key|hash|number|no)$/i.exec(name)?.[1];
  const thing = (named ?? (isUuid(column) ? name : undefined))?.toLowerCase();
  if (thing === undefined || type.kind !== 'native' || !ID_TYPES.has(type.name)) return false;
  // Beside the thing itself in the key it is that of the thing.
  if (key.some((column) => column.name.toLowerCase() === thing)) return false;
  if (thing.length >= 3 && isTimeOf(thing, key.at(-1)!.name.toLowerCase())) return true;
  const entity = entityOf(table.name).toLowerCase();
  return [entity, entity.split('_').at(-1)!].some(
    (one) => one === thing || singular(one) === thing || isPluralOf(one, thing),
  );
};

/** When it was done: `ordered_at` of `order`, `scanned` of `scan`, `alarm_time` of `alarm`. */
const isTimeOf = (thing: string, time: string): boolean =>
  time.startsWith(thing) &&
  /^(?:[a-z]?(?:ed|d|t)(?:_?(?:at|on))?|_?(?:at|on|time|ts|timestamp|date))$/.test(time.slice(thing.length));

/** As other languages make it: `zahlungen` of `zahlung`. */
const isPluralOf = (many: string, one: string): boolean =>
  one.length >= 4 && many.startsWith(one) && /^(?:e|en|er|n|es|s)$/.test(many.slice(one.length));

const ID_TYPES: ReadonlySet<string> = new Set(['uuid', 'timeuuid', 'text', 'ascii', 'blob', 'bigint', 'int', 'varint']);

/** A timeuuid, or a uuid, of another name may point at something else. */
const isId: IsOne = (column) =>
  (isUuid(column) && EVENT_ID.test(column.name)) || (isNative(column.type, 'timeuuid') && TIME_ID.test(column.name));

const EVENT_ID = /^(?:id|uuid|timeuuid|(?:event|entry|row|change|log)_?(?:id|uuid|timeuuid))$/i;

/** Named by its type, or by the row. */
const TIME_ID = /^(?:tu|tid|t_?uuid|ts_?uuid|time_?(?:uuid|id)|entry)$/i;

/** Of a transaction or a trace. */
const isHash: IsOne = ({ name, type }, { table, regular }) =>
  (isNative(type, 'blob') || isNative(type, 'text')) &&
  (/^(?:tx|txn|transaction|trace|block|commit)_?(?:id|hash)$/i.test(name) ||
    // Beside a secret it is that of the secret.
    (/^(?:hash|txid)$/i.test(name) && ![table, ...regular].some((one) => SECRET.test(one.name))));

const SECRET = /salt|passw|pwd|credential|secret/i;

/** One of several quantities that have a value at the same time. */
const isMeasured: IsOne = ({ name, type }, { regular, key }) =>
  QUANTITY.test(name) &&
  // A number is a value, unless it is one of a list of them.
  (isNative(type, 'text') || isNative(type, 'ascii') || (isNative(type, 'int') && NUMBERED.test(name))) &&
  !key.some((one) => QUANTITY.test(one.name)) &&
  regular.some((one) => one.name !== name && VALUE.test(one.name));

const QUANTITY =
  /^(?:metric|measure|measurement|parameter|param|quantity|channel|signal|attribute|property|field|kpi|indicator|dimension|register|pollutant|analyte|counter)(?:_?(?:name|id|key|type))?$/i;

/** One of several instruments that have a value at the same time. */
const isMeasuring: IsOne = ({ name }, { regular, key }) =>
  INSTRUMENT.test(name) &&
  !key.some((one) => QUANTITY.test(one.name) || INSTRUMENT.test(one.name)) &&
  regular.some((one) => one.name !== name && VALUE.test(one.name));

const INSTRUMENT = /^(?:sensor|probe|gauge|meter)(?:_?(?:name|id|key|no|nr))?$/i;

const NUMBERED = /id$|^(?:channel|parameter|param|register|field|attribute)$/i;

const VALUE = /^(?:v|val|value|reading|amount|number|num)$|(?:^|_)(?:value|val)$/i;

/** All that a row holds beside its key is one reference: two of them at one time are two rows. */
const isMet: IsOne = (column, { table, regular }) =>
  regular.length === 1 && (isReference(column) || (DONE.test(entityOf(table.name)) && isThing(column)));

/** What is done to many things, one after the other: `watched`, with the film. */
const DONE =
  /(?:^|_)(?:watched|viewed|visited|played|streamed|listened|heard|seen|read|bought|purchased|ordered|sold|borrowed|rented|liked|loved|favou?rited|starred|bookmarked|clicked|downloaded|scanned|eaten)$/i;

const isThing = ({ name, type }: Column): boolean =>
  type.kind === 'native' && ID_TYPES.has(type.name) && !isNative(type, 'blob') && !OF_THE_ROW.test(name);

/** How much or how, not what. */
const OF_THE_ROW =
  /(?:^|_)(?:v|val|value|amount|count|number|num|n|total|sum|qty|quantity|price|cost|size|length|weight|duration|time|seconds|minutes|hours|ms|year|quarter|month|week|day|date|hour|minute|score|rating|stars|level|progress|position|percent|state|status|type|kind|mode|source|reason|note|body|text|message|comment|content|data|payload|json|info|meta|metadata|details?|version|device|platform|ip|ua|agent)$/i;

const isReference = (column: Column): boolean => isUuid(column) || /.(?:_id|_uuid|Id)$/.test(column.name);

/** Who says something where several speak. */
const isActor: IsOne = ({ name }, { regular, key }) =>
  ACTOR.test(name) &&
  // Both sides of a dialogue are the user's.
  !regular.some((one) => /^role$/i.test(one.name)) &&
  regular.some((one) => SAID.test(one.name) && (isNative(one.type, 'text') || isNative(one.type, 'blob'))) &&
  !key.some((one) => ANYONE.test(one.name));

const ACTOR =
  /^(?:user|author|sender|writer|poster|player|member|visitor|reviewer|commenter|from_user|customer)(?:_?(?:id|uuid|name))?$/i;

/** Whatever is somebody's own: nobody says two things at once. */
const ANYONE =
  /user|author|sender|writer|poster|player|member|visitor|reviewer|commenter|customer|account|owner|person|login|who|client|mail|device/i;

const SAID = /^(?:body|text|message|msg|comment|content|note|review|post|reply)$/i;

const isUuid = ({ type }: Column): boolean => isNative(type, 'uuid') || isNative(type, 'timeuuid');
