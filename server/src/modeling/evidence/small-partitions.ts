import { isNative } from '../../catalog/types.ts';
import type { Column, Table } from '../../catalog/model.ts';
import type { Expression, Using } from '../../syntax/ast.ts';
import { isEmptied, isPurged } from './emptied.ts';
import { isUuid, namesPerson } from './many-values.ts';
import { knownUsesOf, type Surroundings } from './surroundings.ts';
import { timeEvidence } from './time-columns.ts';

/**
 * Whether a time in the key is no sign that partitions grow for ever: the partition is one thing with a short life, the rows are a list
 * that is kept, the time is no event, there is a row a day at most, or what is written is taken away again or ends by itself.
 */
export const staysSmall = (table: Table, time: Column, surroundings: Surroundings): boolean =>
  isOfOneThing(table, time) ||
  isByHand(table) ||
  isDialogue(table) ||
  table.partitionKey.some((column) => isSpanOfTime(column) || isInterval(column)) ||
  isKept(table, time) ||
  isDateOfThing(time) ||
  isOfVersion(time) ||
  [...table.columns.values()].some((column) => isOfVersion(column) && timeEvidence(column) === 'type') ||
  isRowADay(table, time) ||
  isEmptied(table, surroundings) ||
  isPurged(table, surroundings) ||
  allWritesExpire(table, surroundings);

/** `ticket_id` of `ticket_states`, `order_id` of `orders`, a uuid `post` of `posts`, `id` or a user's `email` beside `created_at`: what happens to one thing ends. */
export function isOfOneThing(table: Table, time: Column): boolean {
  const { partitionKey, columns } = table;
  const [only, ...others] = partitionKey;
  if (only === undefined || others.length > 0) return false;
  if (SECRET.test(only.name) || (isUuid(time) && [...columns.keys()].some((column) => OF_ACCOUNT.test(column))))
    return true;
  if (CREATED.test(time.name) && namesPerson(only.name, table)) return true;
  if (/^(?:id|uuid|guid)$/i.test(only.name)) return isUuid(only) && CREATED.test(time.name);
  const [, behind, before] =
    /^(?:(.+?)_?(?:id|uuid|guid|key|hash|number|num|no|height)|id_?(.+))$/i.exec(only.name) ?? [];
  const thing = (behind ?? before ?? (isUuid(only) ? only.name : undefined))?.toLowerCase();
  if (thing === undefined) return false;
  const last = thing.split('_').at(-1)!;
  const rows = rowsOf(table);
  return (SHORT_LIVED.has(last) && !RUNS.has(rows)) || rows === last;
}

/**
 * `orders` of a user: what a person ordered, booked or wrote, a few a week; `reservations` of a room, one after the other; `comments` on
 * a video.
 */
function isByHand(table: Table): boolean {
  const rows = rowsOf({ name: table.name.toLowerCase().replace(KEPT_AS, '$1') });
  if (ONE_AT_A_TIME.has(rows) && table.partitionKey.some(({ name }) => USED_BY_ONE.test(name))) return true;
  if (SAID.has(rows) && table.partitionKey.some(({ name }) => SPOKEN_OF.test(name))) return true;
  return BY_HAND.has(rows) && table.partitionKey.some(({ name }) => OF_PERSON.test(name));
}

/** `rental_history` are rentals. */
const KEPT_AS = /_(?:history|histories|records?)(_by_.*)?$/;

const ASKED_BY = /_(?:by|por|par)_.*$/i;

const OF_PERSON =
  /^(?:user|customer|client|member|account|person|patient|student|employee|passenger|guest|buyer|card|rider|renter|tenant|author|reviewer|reader|borrower|voter|owner|donor)_?(?:id|uuid|guid|key|no|nr|number|name)?$|^(?:e_?mail|username|login|phone(?:_number)?)$/i;

const BY_HAND: ReadonlySet<string> = new Set(
  (
    'order booking reservation appointment payment invoice purchase refund ticket trip ride shipment delivery claim rental loan borrow ' +
    'borrowing subscription application registration visit review rating comment exam course donation vote video upload post article page'
  ).split(' '),
);

/** What a thing is taken for, by one at a time. */
const ONE_AT_A_TIME: ReadonlySet<string> = new Set('booking reservation rental loan borrow borrowing lease'.split(' '));

const USED_BY_ONE =
  /^(?:book|isbn|copy|room|seat|unit|house|office|parking_?(?:spot|slot|space)|car|vehicle|bike|table|desk|apartment|flat|property|listing|court|boat|tool|equipment)_?(?:id|uuid|guid|key|no|nr|number)?$/i;

/** What people say of one thing, or give it, soon after it came. */
const SAID: ReadonlySet<string> = new Set(
  'comment review rating reply answer feedback testimonial like reaction vote upvote downvote share repost retweet'.split(
    ' ',
  ),
);

const SPOKEN_OF =
  /^(?:video|movie|film|song|track|album|book|article|blog|post|tweet|story|photo|picture|image|recipe|page|question|topic|issue|task|card|product|item|sku|place|venue|hotel|restaurant|business|shop|course|game|app|listing|event|review|comment|answer|subject|target|parent)_?(?:id|uuid|guid|key|no|nr|number|name|slug|ur[il])?$/i;

/** What a person and a machine say to each other by turns, until the question is answered. */
const isDialogue = ({ partitionKey, columns }: Table): boolean =>
  partitionKey.some(({ name }) => DIALOGUE.test(name)) &&
  [...columns.values()].some(({ name, type }) => /^role$/i.test(name) && isNative(type, 'text')) &&
  [...columns.values()].some(({ name }) => CONTENT.test(name));

const DIALOGUE = /^(?:conversation|chat|session|thread|dialog|dialogue)_?(?:id|uuid|key)?$/i;

/** What the rows of a table are, by its name. What stands behind `by` is what it is asked by. */
function rowsOf({ name }: Pick<Table, 'name'>): string {
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  return singular(rows.split('_').at(-1)!);
}

/** What begins and ends, by a name that no bucket would have. */
export const isSpanOfTime = ({ name }: Column): boolean => SPAN_OF_TIME.test(name);

const SPAN_OF_TIME = /(?:^|_)(?:season|semester|trimester|quarter|edition|temporada|saison|semestre|trimestre)(?:_|$)/i;

/** `interval bigint`, `window timestamp`: when it begins. A text, or a small number, says how long it is. */
const isInterval = ({ name, type }: Column): boolean =>
  /^(?:time_?)?(?:interval|window|slot)(?:_?(?:start|begin))?$/i.test(name) &&
  (isNative(type, 'bigint') || isNative(type, 'timestamp'));

/** What is made for one use. */
const SECRET = /(?:^|_)(?:token|otp|nonce|secret|jti|api_?key|verification_?code|coupon|voucher)$/i;

/** Who has a password is one account, by whatever name it is found. */
const OF_ACCOUNT = /^(?:password|passwd|pwd|salt|(?:password_?|pwd_?)hash|(?:hashed|encrypted)_?password)$/i;

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.endsWith('s') && !noun.endsWith('ss') && !noun.endsWith('us') ? noun.slice(0, -1) : noun;
}

/** Things that come to an end, and of which there are many. */
const SHORT_LIVED: ReadonlySet<string> = new Set(
  (
    'order ticket job task request package consignment payment transaction tx txn session mail email message build invoice booking reservation ' +
    'trip ride shipment parcel delivery issue incident game match workflow process upload call trace batch checkout cart basket ' +
    'claim execution transfer deployment purchase refund quote offer bid visit checkin requirement req show screening auction exam ' +
    'block ledger quiz survey poll sprint training workout race lesson lap flight ascent'
  ).split(' '),
);

/** What is run is run again: the job is no single piece of work then. */
const RUNS: ReadonlySet<string> = new Set(['run', 'execution']);

/** Rows that are changed or taken away again, and not added for ever: a list of members, settings. */
function isKept({ name, columns }: Table, time: Column): boolean {
  if (isMoved(time) && !EVENTS.test(name)) return true;
  if (MEMBERSHIP_TIME.test(time.name) || MEMBERS.test(name)) return true;
  if (isNative(time.type, 'timeuuid') && (RANKED.test(name) || OF_ANOTHER.test(time.name))) return true;
  const isId = isNative(time.type, 'timeuuid');
  const regular = [...columns.values()].filter(({ kind }) => kind === 'regular');
  const isChanged = regular.some(({ name: one }) => UPDATED.test(one));
  const isSwitched = regular.some(({ name: one, type }) => isNative(type, 'boolean') && SWITCH.test(one));
  if ((!isId && !CREATED.test(time.name)) || EVENTS.test(name)) return isChanged && isSwitched;
  if (regular.some(({ name: one }) => CONTENT.test(one))) return false;
  if (regular.some(({ name: one, type }) => isNative(type, 'int') && ARRANGED.test(one))) return true;
  // Much that happens is corrected later; what is switched on and off as well is there to stay.
  return isId ? isChanged || isSwitched : isChanged && isSwitched;
}

/** The time at which a row was made. */
const CREATED = /^(?:created?|insert(?:ed|ion)?|creation|registered|registration)(?=_|$|at|on|date|time|ts)/i;

/** A time that every change of the row moves. */
export const isMoved = ({ name }: Column): boolean => UPDATED.test(name);

const UPDATED =
  /(?:^|_)(?:last|latest|ultim[ao]|updated?|deleted|a[ct]?tualizad[ao]|modificad[ao]|modified|modification|refreshed|touched|mtime)(?:_|$)|^(?:last|updated|modified|modification)/i;

/** Tables that hold what happened, whatever their times are called. */
export const holdsEvents = ({ name }: Table): boolean => EVENTS.test(name);

const EVENTS =
  /(?:^|_)(?:history|histories|logs?|audits?|changes|events?|versions|revisions|journal|activity|activities|timeline|feed)(?:_|$)/i;

const MEMBERSHIP_TIME =
  /^(?:member_?)?since$|(?:^|_)(?:joined|followed|subscribed|enrolled|invited|befriended|granted|assigned|blocked|favorited|favourited|pinned|starred|bookmarked)(?:_|$)|^(?:joined|followed|subscribed|enrolled)/i;

const MEMBERS =
  /(?:^|_)(?:pinned|starred|bookmarked)_|(?:^|_)(?:members?|memberships?|passwords?|followers?|followees?|following|friends?|friendships?|contacts|participants?|attendees|subscribers?|subscriptions?|roles|permissions|favorites|favourites|bookmarks|blocklist|settings|preferences|devices|alarms|rules|playlists?|schedules?|policies|templates?|webhooks?|integrations?|recommendations?|suggestions?|addresses|catalog|catalogue|products|categories|books|movies|courses|students|employees|restaurants|hotels|favoritos|favoris|miembros|membros|seguidores|amigos|contactos|contatos|productos|produtos|categorias)(?:_(?:by|por|par)_\w+)?$/i;

/** An id that somebody has: it says when he came, and nothing happens by it. */
const OF_ANOTHER =
  /^(?:user|person|people|member|customer|account|employee|student|player|friend|follower|contact|group|role|owner|author|room|channel|conversation|chat|team|organi[sz]ation|company|project|workspace|board|guild|community|club|playlist)_?(?:id|uuid)$/i;

/** Lists that are made anew. */
const RANKED = /(?:^|_)(?:top|best|most|popular|ranking|rankings|leaderboard|mas|mais)(?:_|$)/i;

const CONTENT = /^(?:body|content|contents|message|text|msg|payload|comment|data)$/i;

/** Where a row stands among others, as somebody has put it. */
const ARRANGED = /(?:^|_)(?:order|position|rank|sort|sort_?order|ordinal)$|^(?:order|sort)_?(?:no|nr|index)$/i;

const SWITCH =
  /(?:^|_)(?:enabled|disabled|active|inactive|activated|activo|activa|ativo|ativa|actif|aktiv|habilitado)$|^is_?(?:enabled|active)$/i;

/** A date of a person or a thing, or an end to come: no time at which something happens. */
export const isDateOfThing = ({ name }: Column): boolean => NO_EVENT.test(name);

const NO_EVENT =
  /(?:^|_)(?:birth|born|birthday|dob|release|released|hired?|hire|anniversary|founded|expir\w*|expires|expiry|deadline)(?:_|$)|birth|^(?:dob|expir\w*|release_?date|released|valid_?(?:from|to|until)|hire_?date)$/i;

/** The time from which a version of a thing holds: there are few of each. */
export const isOfVersion = ({ name }: Column): boolean => OF_VERSION.test(name);

const OF_VERSION =
  /^(?:\w+_)?as_?(?:of|on)$|^system_?(?:date|time)$|^version_?(?:at|time|date|ts|timestamp)$|^effective(?:_\w+)?$/i;

/** 365 rows a year. */
export function isRowADay({ name, clustering }: Table, time: Column): boolean {
  const isLast = clustering.at(-1) === time;
  const isDate =
    isNative(time.type, 'date') ||
    /^(?:the_)?(?:hour|day|week|month|year)(?:_(?:start|begin|bucket))?$/i.test(time.name);
  if (isDate && (isLast || clustering.slice(clustering.indexOf(time) + 1).every(isDimension))) return true;
  return PERIODIC.test(name) && (isLast || isDate || /(?:day|date|hour|week|month|year)$/i.test(time.name));
}

/** What a day is counted by, and no row's own: `(day, service)`, `(day, hour)`. */
const isDimension = ({ name, type }: Column): boolean =>
  /^(?:hour|hour_of_(?:the_)?day|hh|hora)$/i.test(name) ||
  (isNative(type, 'text') &&
    !/(?:^|_)(?:u?u?id|key|number|no|nr|code|hash|seq|time|at|name|url|title)$|id$/i.test(name));

const PERIODIC =
  /(?:^|_)(?:daily|hourly|weekly|monthly|yearly|per_?(?:day|hour|week|month)|by_?(?:day|week|month|year)|1(?:d|day|w|week|mo|month|y|yr|year)|\d+_?(?:h|hr|hrs|hours?)|(?:15|20|30)_?(?:m|mins?|minutes?)|7d|30d)(?:_|$)/i;

/** Every INSERT and UPDATE of the project gives what it writes a time to live. */
function allWritesExpire(table: Table, surroundings: Surroundings): boolean {
  let some = false;
  for (const { statement } of knownUsesOf(surroundings, table)) {
    if (statement.kind !== 'insert' && statement.kind !== 'update') continue;
    if (!expires(statement.using)) return false;
    some = true;
  }
  return some;
}

const expires = (using: Using | undefined): boolean => using?.ttl !== undefined && !isZero(using.ttl.value);

const isZero = (value: Expression): boolean => value.kind === 'literal' && Number(value.value) === 0;
