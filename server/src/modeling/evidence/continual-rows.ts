import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { singular } from '../proposal/names.ts';
import { isUuid } from './many-values.ts';

/**
 * Whether rows come to a partition all day long, as far as names and types tell. What an instrument measures does, whomever it
 * measures. Else two signs are asked for: the whole partition key is a source, which sends by itself or where many meet, and its rows
 * are what comes often, or hold a quantity. What one person does, gets or says is little in a life.
 */
export function hasContinualRows(table: Table): boolean {
  const { name, partitionKey } = table;
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  const regular = [...table.columns.values()].filter(({ kind }) => kind === 'regular');
  if (isMadeNowAndThen(table, rows, regular)) return false;
  if (partitionKey.some((column) => OUTING.test(column.name)) || isOfTwo(table, rows)) return false;
  if (EXCEPTIONS.test(rows)) return partitionKey.every((column) => CATEGORY.test(column.name));
  if (BY_ITSELF.test(rows)) return true;
  const isOfPerson = partitionKey.some((column) => PERSON.test(column.name));
  const isOfThing = partitionKey.some((column) => THING.test(column.name));
  if (isOfPerson || isOfThing) {
    if (isOfPerson ? HOME.test(rows) : CROWD.test(rows)) return true;
    const isMeasuring =
      MEASURES.test(rows) && regular.some((column) => isMeasured(column) || LATITUDE.test(column.name));
    return isMeasuring || INSTRUMENT.test(rows) || (!OUTINGS.test(rows) && regular.some(isOfInstrument));
  }
  // A uuid called `id` is that of the row itself; a text may be the name of what is measured.
  if (partitionKey.every((column) => OWN_ID.test(column.name) && isUuid(column))) return false;
  if (MEASURES.test(rows) || regular.some(isMeasured)) return true;
  if (ENDLESS.test(rows)) return !partitionKey.every((column) => OWN_ID.test(column.name));
  if (!isOfSource(table, rows)) return false;
  const isOfMeter = partitionKey.some((column) => METER.test(column.name));
  return isOfMeter || isFrequent(table, rows) || regular.some((column) => isQuantity(column, table));
}

/** Whether rows may come to a partition all day long: it is a source, and what the rows are does not say that they are few. */
export function mayHaveContinualRows(table: Table): boolean {
  const rows = table.name.toLowerCase().replace(ASKED_BY, '');
  const regular = [...table.columns.values()].filter(({ kind }) => kind === 'regular');
  return (
    isOfSource(table, rows) &&
    !isOfTwo(table, rows) &&
    !EXCEPTIONS.test(rows) &&
    !isMadeNowAndThen(table, rows, regular) &&
    !table.partitionKey.some(
      ({ name }) => OUTING.test(name) || PERSON.test(name) || THING.test(name) || DIALOGUE.test(name),
    )
  );
}

/** What somebody makes or plans, what is summed up once a day, what is made to try something out. */
function isMadeNowAndThen(
  { name, partitionKey, clustering }: Table,
  rows: string,
  regular: readonly Column[],
): boolean {
  const time = clustering[0]?.name ?? '';
  // Prices of each period: the rows of a day are few.
  if (PERIOD.test(time) || FORETOLD.test(time) || partitionKey.some((column) => STEP.test(column.name))) return true;
  if (PLANNED.test(rows) && (BEGINS.test(time) || regular.some((column) => OF_A_PLAN.test(column.name)))) return true;
  return (
    SAMPLE.test(name) ||
    (MADE.test(rows) && !regular.some(isMeasured)) ||
    regular.filter((column) => OVER_DAYS.test(column.name)).length > 1
  );
}

/** What two say to each other. */
const isOfTwo = ({ partitionKey, columns }: Table, rows: string): boolean =>
  DIRECT.test(rows) ||
  (partitionKey.some((column) => TALK.test(column.name)) && [...columns.keys()].some((one) => ONE_HEARER.test(one)));

/** Each further column narrows the partition: flights of an airline from here to there. The key of the rows' own kind is the thing itself. */
const isOfSource = ({ partitionKey }: Table, rows: string): boolean =>
  partitionKey.length <= 2 &&
  partitionKey.every((column) => SOURCE.test(column.name)) &&
  !partitionKey.some((column) => singular(rows.split('_').at(-1)!) === column.name);

/** A machine sends events and data; what many do at a place it does now and then. */
function isFrequent({ partitionKey, columns }: Table, rows: string): boolean {
  const isTalk =
    partitionKey.some((column) => TALK.test(column.name)) && [...columns.keys()].some((one) => SAID.test(one));
  if (isTalk || TALKS.test(rows)) return true;
  // What happened to one dialogue, or the events of which one entity is made.
  const isJournal = columns.has('event_type') && partitionKey.some((column) => JOURNAL.test(column.name));
  if (isJournal || partitionKey.some((column) => DIALOGUE.test(column.name))) return false;
  if (EVERY_DAY.test(rows) || RECORDED.test(rows) || [...columns.keys()].some((one) => TRACED.test(one))) return true;
  return FREQUENT.test(rows) && !partitionKey.some((column) => MACHINE.test(column.name));
}

/** A number with a fraction; money is one where it is the price of what is traded. */
const isQuantity = (column: Column, { partitionKey }: Table): boolean =>
  isFraction(column) &&
  (partitionKey.some(({ name }) => MARKET.test(name)) || (isFloat(column) && !MONEY.test(column.name)));

/** Whether rows come to a table as a whole all day long, by its name or by what is measured in it. */
export function isOftenWritten({ name, columns }: Table): boolean {
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  if (EXCEPTIONS.test(rows)) return false;
  const isMeasuring = MEASURES.test(rows) || [...columns.values()].some(isMeasured);
  return (
    isMeasuring ||
    BY_ITSELF.test(rows) ||
    ENDLESS.test(rows) ||
    RECORDED.test(rows) ||
    FREQUENT.test(rows) ||
    (EVERY_DAY.test(rows) && !BY_HAND.test(rows))
  );
}

/** What stands behind it is what a table is asked by. */
const ASKED_BY = /_(?:by|por|par)_.*$/i;

/** What begins and ends. */
const OUTING =
  /^(?:\w+_)?(?:session|run|trip|ride|journey|flight|dive|workout|race|lap|match|game|experiment|mission|voyage|recording|batch|shift|simulation)_?(?:id|uuid|key|no|nr|number)?$/i;

/** There is one for each hour or day to come. */
const FORETOLD = /^forecast/i;

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
    'reviewer|reader|borrower|voter|owner|donor|creator|host_(?=u?u?id)|organi[sz]er|follower|followee|friend|sender|recipient|receiver|profile',
    'contact|subscriber|driver|conductor|pilot|learner|teacher|doctor|candidate|applicant|lead|citizen|resident|player|artist|agent|operator|operador|courier',
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
    'artwork|course|exam|lesson|event|tournament|season|game|match|playlist|podcast|place|hotel|restaurant|business|page|plate|dataset',
    'class',
  ].join('|')})_?(?:id|uuid|guid|key|no|nr|number|slug|name)?$|^(?:isbn|vin)$`,
  'i',
);

const OWN_ID = /^(?:[a-z]_)?(?:id|uuid|guid)$/i;

/** What somebody makes, looks at or mends, whatever it belongs to. */
const MADE =
  /(?:^|_)(?:videos?|movies?|films?|albums?|songs?|tracks|books?|courses?|recipes?|photos?|podcasts?|episodes?|articles?|screenings?|reports?|analys[ei]s|summar(?:y|ies)|documents?|docs?|maintenance|repairs?|inspections?|calibrations?|upgrades?|deployments?|releases?|versions?|backups?|migrations?|cleanups?|retention|dividends?|splits|earnings)$/;

/** What happens to one that works as it should now and then only. */
const EXCEPTIONS = /(?:^|_)(?:alerts?|alarms?|alertas|anomal(?:y|ies)|incidents?|faults?|failures?|violations?)(?:_|$)/;

/** In which there are those of all. */
const CATEGORY = /^(?:\w+_)?(?:type|tipo|kind|category|categoria|level|severity|priority|status|state|estado|reason)$/i;

const MACHINE =
  /^(?:\w+_)?(?:device|sensor|meter|machine|motor|pump|turbine|camera|vehicle|truck|car|bus|train|taxi|drone|robot|ship|vessel|aircraft|plane|icao24|mmsi|detector|tracker|thermostat|equipment|grid|cell|tile|room)_?(?:id|uuid|key|no|nr|number|code|name)?$/i;

const MARKET =
  /^(?:\w+_)?(?:symbol|ticker|stock|coin|crypto|currency|pair|instrument|market)_?(?:id|code|name|pair)?$/i;

const MONEY = /price|amount|cost|total|fare|fee|budget|revenue|salary|score|rating/i;

/** Where people talk to each other. */
const TALK = /^(?:\w+_)?(?:room|channel|chat|conversation|thread|group|topic)_?(?:id|uuid|key|name)?$/i;

const DIRECT = /(?:^|_)(?:dms?|direct|private)_/;

const JOURNAL = /^(?:event_?)?stream_?(?:id|name|key)?$/i;

const DIALOGUE = /^(?:\w+_)?(?:chat|conversation|thread)_?(?:id|uuid|key|name)?$/i;

const TALKS = /(?:^|_)(?:messages?|mensajes|mensagens|nachrichten|chats?)(?:_|$)/;

const ONE_HEARER = /^(?:recipient|receiver|borrower|to_?user|empfaenger|destinatario)(?:_?(?:id|name))?$/i;

const SAID = /^(?:body|content|text|message|msg|message_text|data)$/i;

/** Whose events are planned, and do not happen by themselves. */
const PLANNED = /(?:^|_)(?:events?|eventos?)$/;
const BEGINS = /^starts?(?:_?(?:at|on|time|date))?$/i;
const OF_A_PLAN = /^(?:title|titulo|venue|capacity|organi[sz]er(?:_?(?:id|name))?|seats|tickets?|speaker)$/i;

/** What comes to one person from all whom he follows, and what he does without a thought. */
const HOME =
  /(?:^|_)(?:home_?(?:timeline|feed|line)|news_?feed|clicks?|click_?streams?|page_?views?|impressions?)(?:_|$)/;

/** What many do with one thing. */
const CROWD = /(?:^|_)(?:clicks?|click_?streams?|views?|impressions?|page_?views?)(?:_|$)/;

/** What programs do. */
const BY_ITSELF = /(?:^|_)(?:(?:api|http|rpc)_(?:requests?|calls?)|packets?|net_?flows?)(?:_|$)/;

/** What does nothing but measure. */
const METER =
  /^(?:\w+_)?(?:id_?)?(?:sensor|meter|detector|station|thermostat|probe|gauge|camera|capteur|estacion)_?(?:id|uuid|key|no|nr|number|code)?$/i;

/** What comes without an end, whatever the key is. */
const ENDLESS =
  /(?:^|_)(?:trades?|ticks?|klines?|candles?|candlesticks?|ohlcv?|clicks?|click_?streams?|impressions?|page_?views?|traces)(?:_|$)/;

/** What a person or a machine does, gets or sends all day long. */
const EVERY_DAY = new RegExp(
  `(?:^|_)(?:${[
    'events?|eventos?|evenements?|ereignisse|activity|activities|actividad(?:es)?|actions?|interactions?|logs?|clicks?|views?|impressions?',
    'listens?|listening|listened|plays?|playback|browsing|streams?|scrobbles?|swipes?',
    'messages?|mensajes|mensagens|nachrichten|chats?|mails?|emails?|inbox|notifications?|timeline|userline|feed|newsfeed',
    'traces?|usage|sales?|(?:sys|web|access|event|error|app|server)logs?|journals?|log_?books?',
  ].join('|')})(?:_|$)`,
);

/** What is measured of something. */
const MEASURES =
  /(?:^|_)(?:readings?|measurements?|measures?|metrics?|samples|telemetry|locations?|positions?|gps|heartbeats?|heart_?rates?|vitals|steps|ticks?|sensors?|temperatures?|lecturas?|leituras?|mediciones|medicoes|mesures?|ubicaciones|posiciones|metricas|telemetria)(?:_|$)/;

/** What somebody decides upon each time: `transaction_logs`, `purchase_events`. */
const BY_HAND =
  /(?:^|_)(?:transactions?|payments?|purchases?|orders?|bookings?|reservations?|transfers?|deposits?|loans?)(?:_|$)/;

/** What somebody looks at, and a quantity of it is that of the whole. */
const OUTINGS = /(?:^|_)(?:trips?|rides?|journeys?|workouts?|runs|races|laps|activit(?:y|ies)|sessions?)(?:_|$)/;

/** What a machine keeps, or what is kept of many. */
const RECORDED = new RegExp(
  `(?:^|_)(?:${[
    '\\w*data|datos|dados|raw|points?|records?|history|stats|statistics|counts?|analytics|aggregates?|aggregated|windows?|predictions?|series',
    'errors?|exceptions?|detections?|attacks?|attempts?|requests?|calls?|runs|executions|frames?|flows?|traffic',
    'tracking|tracker|passages|crossings|openings?|entries|exits|scans|swipes|pings|\\d+_?(?:s|secs?|m|mins?)|per_(?:second|minute)',
  ].join('|')})(?:_|$)`,
);

/** There is one for each request. */
const TRACED = /^(?:trace|span)_?id$/i;

/** What keeps coming where many take part. */
const FREQUENT = new RegExp(
  `(?:^|_)(?:${[
    'prices?|quotes?|transactions?|transacciones|orders?|pedidos|ventas|vendas|payments?|pagos|purchases?|bids?|asks?|receipts?|invoices?',
    'logins?|sessions?|visits?|search(?:es)?|watch(?:ed|ing)?|viewing|flights?|vuelos|departures?|arrivals?',
    'posts?|tweets?|comments?|likes?|votes?|audits?|changes',
  ].join('|')})(?:_|$)`,
);

/** What sends by itself, or where many meet. */
const SOURCE = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'device|sensor|meter|machine|motor|pump|turbine|host|hostname|server|node|service|endpoint|instance|container|pod|cluster|ip|ip_?addr(?:ess)?',
    'camera|vehicle|truck|car|bus|train|taxi|drone|robot|ship|vessel|aircraft|plane|detector|station|gateway|tracker|thermostat|probe|gauge|feeder|relay|substation|router|switch|equipment',
    'crane|door|gate|turnstile|elevator|lift|escalator|buoy|valve|tank|boiler|oven|furnace|freezer|fridge|kiosk|beacon|antenna|radar',
    'tower|inverter|charger|outlet|plc|actuator|silo|greenhouse|barn|pier|dock|berth|forklift|tractor|scooter|bike|locomotive|wagon|hive|lamp|heater|printer|scanner|rig|well|counter|mast|scale|pole|sluice|hydrant|telescope|conveyor|press|lathe|spindle|reactor|compressor',
    'location|city|town|region|country|state|estado|zone|area|district|borough|street|road|grid|cell|tile|geohash|building|room|plant|farm|site',
    'line|symbol|ticker|stock|coin|currency|exchange|market|instrument|channel|chat|conversation|thread|group|topic|stream|queue|shard',
    'source|domain|path|url|tenant|org|organi[sz]ation|company|firm|type|tipo|kind|category|categoria|level|severity|status|reason|keyword',
    'hashtag|tag|word|metric|series|store|shop|merchant|register|terminal|branch|warehouse|sector|airline|airport|origin|destination|carrier',
    'subreddit|community|forum|feed|publisher|provider|team|job|pipeline|workflow|language|partition|partition_?key|app|application',
    'mmsi|imo|icao24|imei|mac(?:_?addr(?:ess)?)?|dev_?eui|sentiment|emotion|dispositivo|vehiculo|veiculo|camion|camara|estacion|estacao|ciudad|cidade|ville|capteur|zona|equipo|maquina|moneda|sala|canal',
  ].join('|')})_?(?:id|uuid|guid|key|no|nr|number|code|name)?$|^(?:(?:trading|currency|crypto|fx|coin|asset)_?)?pair$`,
  'i',
);

/** What only an instrument makes. */
const INSTRUMENT = /(?:^|_)(?:readings?|measurements?|telemetry|gps|heartbeats?|heart_?rates?|vitals|sensors?)(?:_|$)/;

const LATITUDE = /^(?:\w+_)?lat(?:itude)?$/i;

/** A quantity that an instrument shows, or may show. */
const isMeasured = (column: Column): boolean =>
  isOfInstrument(column) || (isFraction(column) && VALUE.test(column.name));

const isOfInstrument = (column: Column): boolean => isFraction(column) && MEASURED.test(column.name);

const isFraction = (column: Column): boolean => isFloat(column) || isNative(column.type, 'decimal');

const isFloat = ({ type }: Column): boolean => isNative(type, 'float') || isNative(type, 'double');

const VALUE = /^(?:value|valor|valeur|wert|measurement|reading|temp)$/i;

const MEASURED =
  /temperatur|humid|humedad|presion|pressure|speed|velocity|heart_?rate|pulse|bpm|glucose|voltage|watt|kwh|rpm|cpu|memory|battery|vibration|co2|pm_?(?:25|2_5|10)|noise_level/i;
