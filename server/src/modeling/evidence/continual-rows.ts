import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { singular } from '../proposal/names.ts';

/**
 * Whether rows come to a partition all day long, by its key, its table or its columns: those of a machine, a market, a place, a room.
 * Of one person or thing only what is done, got or measured all the time is; a person's rows of one thing are few.
 */
export function hasContinualRows({ name, partitionKey, clustering, columns }: Table): boolean {
  const time = clustering[0]?.name ?? '';
  if (PERIOD.test(time) || SAMPLE.test(name)) return false;
  // Prices of each period: the rows of a day are few.
  if (partitionKey.some((column) => STEP.test(column.name))) return false;
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  if (PLANNED.test(rows) && BEGINS.test(time)) return false;
  const regular = [...columns.values()].filter(({ kind }) => kind === 'regular');
  // Sums over days are made once a day.
  if (regular.filter((column) => OVER_DAYS.test(column.name)).length > 1) return false;
  const persons = partitionKey.filter((column) => PERSON.test(column.name));
  const things = partitionKey.filter((column) => THING.test(column.name) && !persons.includes(column));
  const isMeasuring = MEASURES.test(rows) || regular.some(isMeasured);
  const isOfOne = partitionKey.length > 1 || things.length + persons.length > 0;
  if (EXCEPTIONS.test(rows) && (isOfOne || partitionKey.some((column) => MACHINE.test(column.name)))) return false;
  // An id alone is that of the mail or of the call; of what is measured it is that of the sensor.
  if (partitionKey.every((column) => OWN_ID.test(column.name))) return isMeasuring;
  const isEveryDay = isMeasuring || (EVERY_DAY.test(rows) && !BY_HAND.test(rows));
  if (things.length > 0 && things.length + persons.length > 1) return false;
  // What one says in one room is a part of what one says.
  if (
    persons.length > 0 &&
    !isMeasuring &&
    partitionKey.some((column) => !persons.includes(column) && !WHOLE.test(column.name))
  )
    return false;
  if (things.length + persons.length > 0)
    return (
      isEveryDay &&
      !(PLANNED.test(rows) && persons.some((column) => ORGANIZER.test(column.name) || ACCOUNT.test(column.name)))
    );
  if (isEveryDay) return true;
  // Each further column narrows the partition: flights of an airline from here to there.
  if (partitionKey.length > 2) return false;
  const [only] = partitionKey;
  if (partitionKey.length === 1 && !regular.some(isFloat) && singular(rows.split('_').at(-1)!) === only!.name)
    return false;
  if (WORKS.test(rows)) return false;
  if (FREQUENT.test(rows) || regular.some(isFloat)) return true;
  return !REPORTS.test(rows) && partitionKey.some((column) => SOURCE.test(column.name));
}

/** Whether rows come to a table as a whole all day long, by its name or by what is measured in it. */
export function isOftenWritten({ name, columns }: Table): boolean {
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  if (EXCEPTIONS.test(rows)) return false;
  const isMeasuring = MEASURES.test(rows) || [...columns.values()].some(isMeasured);
  return isMeasuring || FREQUENT.test(rows) || (EVERY_DAY.test(rows) && !BY_HAND.test(rows));
}

/** What stands behind it is what a table is asked by. */
const ASKED_BY = /_(?:by|por|par)_.*$/i;

/** Of whatever length. */
const PERIOD = /^period(?:_?(?:start|begin|end))?$/i;

/** How long what a row sums up is: `1d`, `5m`. */
const STEP = /^(?:\w+_)?(?:period|interval|time_?frame|resolution|granularity|window_?(?:type|size)|bar_?size)$/i;

/** `returns_1d`, `volatility_20d`, `temp_7d_avg`. */
const OVER_DAYS = /_\d+d(?:ays?)?(?:_|$)/i;

/** Made to try something out. */
const SAMPLE = /^(?:sample|test|example|demo|foo|bar|dummy)(?:_?(?:table|data|\d+))?$/i;

const PERSON = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'user|usuario|utilisateur|benutzer|korisnik|customer|cliente?|kunde|member|person|persona|people|patient|student|pupil',
    'account|conta|cuenta|konto|compte|wallet|employee|worker|staff|passenger|guest|buyer|seller|cardholder|card|rider|renter|author',
    'reviewer|reader|borrower|voter|owner|donor|creator|host|organi[sz]er|follower|followee|friend|sender|recipient|receiver|profile',
    'contact|subscriber|learner|teacher|doctor|candidate|applicant|lead|citizen|resident|player|artist|agent|operator|operador|courier',
    'technician|pet|animal',
  ].join(
    '|',
  )})_?(?:id|uuid|guid|key|no|nr|number|name|e_?mail|did|reporta)?$|^(?:uid|e_?mail|handle|username|login|phone(?:_number)?)$|ed_by(?:_id)?$`,
  'i',
);

const THING = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'video|movie|film|song|track|album|book|article|blog|post|tweet|story|photo|picture|image|recipe|question|review|comment|answer|issue|task|item|product|producto',
    'produto|produit|produkt|sku|asset|content|campaign|project|plan|policy|contract|property|listing|apartment|document|doc|file|report',
    'artwork|course|exam|lesson|event|tournament|season|game|match|playlist|podcast|place|hotel|restaurant|business|app|page|plate|dataset',
    'class',
  ].join('|')})_?(?:id|uuid|guid|key|no|nr|number|slug|name)?$|^(?:isbn|vin)$`,
  'i',
);

const OWN_ID = /^(?:[a-z]_)?(?:id|uuid|guid)$/i;

/** What is made by hand, whoever keeps it. */
const WORKS =
  /(?:^|_)(?:videos?|movies?|films?|albums?|songs?|tracks|books?|courses?|recipes?|photos?|podcasts?|episodes?|articles?|screenings?)$/;

/** What is written of a source when somebody has looked at it. */
const REPORTS = /(?:^|_)(?:reports?|analys[ei]s|summar(?:y|ies)|documents?|docs?)$/;

/** In which there is a person once. */
const WHOLE =
  /^(?:tenant|org|organi[sz]ation|company|firm|customer|client|app|application|site|region|country|shard|partition|bucket)_?(?:id|uuid|key|no|nr|number|code|name)?$/i;

/** What happens to one that works as it should now and then only. */
const EXCEPTIONS = /(?:^|_)(?:alerts?|alarms?|alertas|anomal(?:y|ies)|incidents?|faults?|failures?|violations?)$/;

const MACHINE =
  /^(?:\w+_)?(?:device|sensor|meter|machine|motor|pump|turbine|camera|vehicle|truck|car|bus|train|taxi|drone|robot|ship|vessel|aircraft|plane|icao24|mmsi|detector|tracker|thermostat|equipment|grid|cell|tile|room)_?(?:id|uuid|key|no|nr|number|code|name)?$/i;

/** An account has events where it is made of them. */
const ACCOUNT = /^(?:\w+_)?(?:account|wallet|card|conta|cuenta|konto|compte)_?(?:id|uuid|key|no|nr|number)?$/i;

/** Whose events are planned, and do not happen by themselves. */
const ORGANIZER = /^(?:\w+_)?(?:owner|organi[sz]er|creator|host)_?(?:id|uuid)?$/i;
const PLANNED = /(?:^|_)events?$/;
const BEGINS = /^starts?(?:_?(?:at|on|time|date))?$/i;

/** What a person or a machine does, gets or sends all day long. */
const EVERY_DAY = new RegExp(
  `(?:^|_)(?:${[
    'events?|eventos?|evenements?|ereignisse|activity|activities|actividad(?:es)?|actions?|interactions?|logs?|clicks?|views?|impressions?',
    'listens?|listening|listened|plays?|playback|browsing|streams?|scrobbles?|swipes?',
    'messages?|mensajes|mensagens|nachrichten|chats?|mails?|emails?|inbox|notifications?|timeline|userline|feed|newsfeed',
    '(?:api|http|rpc)_(?:requests?|calls?)|traces?|usage|sales?',
  ].join('|')})(?:_|$)`,
);

/** What is measured of something. */
const MEASURES =
  /(?:^|_)(?:readings?|measurements?|measures?|metrics?|samples|telemetry|locations?|positions?|gps|heartbeats?|heart_?rates?|vitals|steps|ticks?|sensors?)(?:_|$)/;

/** What somebody decides upon each time: `transaction_logs`, `purchase_events`. */
const BY_HAND =
  /(?:^|_)(?:transactions?|payments?|purchases?|orders?|bookings?|reservations?|transfers?|deposits?|loans?)(?:_|$)/;

/** What keeps coming where many take part. */
const FREQUENT = new RegExp(
  `(?:^|_)(?:${[
    'prices?|quotes?|trades?|transactions?|transacciones|orders?|pedidos|ventas|vendas|payments?|pagos|purchases?|bids?|receipts?|invoices?',
    'alerts?|alarms?|alertas|incidents?|errors?|exceptions?|anomal(?:y|ies)|detections?|attacks?|attempts?|logins?|sessions?|visits?',
    'search(?:es)?|watch(?:ed|ing)?|viewing|requests?|calls?',
    'flights?|vuelos|departures?|arrivals?|trips?|rides?|posts?|tweets?|comments?|likes?|votes?|history|audits?|changes',
    'data|raw|points?|records?|stats|statistics|counts?|analytics|aggregates?|aggregated|windows?|predictions?|forecasts?|frames?|packets?',
    'flows?|traffic|weather|climate|tracking|tracker|runs|executions|series',
  ].join('|')})(?:_|$)`,
);

/** What sends by itself, or where many meet. */
const SOURCE = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'device|sensor|meter|machine|motor|pump|turbine|host|hostname|server|node|service|endpoint|instance|container|pod|cluster|ip|ip_?addr(?:ess)?',
    'camera|vehicle|truck|car|bus|train|taxi|driver|drone|robot|ship|vessel|aircraft|plane|detector|station|gateway|tracker|thermostat|equipment',
    'location|city|town|region|country|state|estado|zone|area|district|borough|street|road|grid|cell|tile|geohash|building|room|plant|farm|site',
    'line|symbol|ticker|stock|coin|currency|pair|exchange|market|instrument|channel|chat|conversation|thread|group|topic|stream|queue|shard',
    'source|domain|path|url|tenant|org|organi[sz]ation|company|firm|type|tipo|kind|category|categoria|level|severity|status|reason|keyword',
    'hashtag|tag|word|metric|series|store|shop|merchant|register|terminal|branch|warehouse|sector|airline|airport|origin|destination|carrier',
    'subreddit|community|forum|feed|publisher|provider|team|job|pipeline|workflow|language|partition|partition_?key',
  ].join('|')})_?(?:id|uuid|guid|key|no|nr|number|code|name)?$`,
  'i',
);

/** A quantity that an instrument shows. */
const isMeasured = (column: Column): boolean =>
  (isFloat(column) || isNative(column.type, 'decimal')) && MEASURED.test(column.name);

const isFloat = ({ type }: Column): boolean => isNative(type, 'float') || isNative(type, 'double');

const MEASURED =
  /^(?:value|wert|measurement|reading|temp)$|temperature|humidity|pressure|speed|velocity|heart_?rate|pulse|bpm|glucose|voltage|watt|kwh|rpm|cpu|memory|battery|vibration|co2|pm_?(?:25|2_5|10)|noise_level/i;
