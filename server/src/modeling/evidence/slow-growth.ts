import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';

/**
 * Whether it is in doubt that a partition ever gets large: it is that of one person or thing, or its rows are works, and nothing says
 * that they come by themselves, all day long.
 */
export function growsSlowly({ name, partitionKey, columns }: Table): boolean {
  const rows = name.toLowerCase().replace(ASKED_BY, '');
  const isOfOne = partitionKey.some(({ name: column }) => PERSON.test(column) || THING.test(column));
  if (!isOfOne && !WORKS.test(rows)) return false;
  const isPlanned = /(?:^|_)events?$/.test(rows) && partitionKey.some(({ name: column }) => ORGANIZER.test(column));
  const isContinual = EVERY_DAY.test(rows) && !BY_HAND.test(rows);
  return isPlanned || !(isContinual || [...columns.values()].some(isMeasured));
}

/** What stands behind it is what a table is asked by. */
const ASKED_BY = /_(?:by|por|par)_.*$/i;

const PERSON = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'user|usuario|utilisateur|benutzer|korisnik|customer|cliente?|kunde|member|account|person|persona|people|patient|student|pupil',
    'employee|worker|staff|passenger|guest|buyer|seller|cardholder|card|rider|renter|author|reviewer|reader|borrower|voter|owner',
    'donor|creator|host|organi[sz]er|follower|followee|friend|sender|recipient|receiver|profile|contact|subscriber|learner|teacher',
    'doctor|candidate|applicant|lead|citizen|resident|player|artist|agent|courier|technician|wallet|pet|animal',
  ].join(
    '|',
  )})_?(?:id|uuid|guid|key|no|nr|number|name|e_?mail)?$|^(?:uid|e_?mail|username|login|phone(?:_number)?)$|ed_by(?:_id)?$`,
  'i',
);

const THING = new RegExp(
  `^(?:\\w+_)?(?:id_?)?(?:${[
    'video|movie|film|song|track|album|book|article|blog|post|story|photo|picture|image|recipe|question|issue|task|item|product|producto',
    'produto|produit|produkt|sku|asset|content|campaign|project|plan|policy|contract|property|listing|apartment|document|doc|file|report',
    'artwork|course|exam|lesson|event|tournament|season|game|match|playlist|podcast|place|hotel|restaurant|business|app|page|plate|dataset',
  ].join('|')})_?(?:id|uuid|guid|key|no|nr|number|slug)?$|^(?:id|uuid|guid|isbn|vin)$`,
  'i',
);

/** What is made by hand, whoever keeps it. */
const WORKS =
  /(?:^|_)(?:videos?|movies?|films?|albums?|songs?|tracks|books?|courses?|recipes?|photos?|podcasts?|episodes?|articles?|screenings?)$/;

/** Whose events are planned, and do not happen by themselves. */
const ORGANIZER = /^(?:\w+_)?(?:owner|organi[sz]er|creator|host)_?(?:id|uuid)?$/i;

/** What a person or a machine does, gets or sends all day long. */
const EVERY_DAY = new RegExp(
  `(?:^|_)(?:${[
    'events?|eventos?|evenements?|ereignisse|activity|activities|actividad(?:es)?|actions?|interactions?|logs?|clicks?|views?|impressions?',
    'search(?:es)?|listens?|listening|listened|plays?|playback|watch(?:ed|ing)?|viewing|browsing|streams?|scrobbles?|swipes?',
    'messages?|mensajes|mensagens|nachrichten|chats?|mails?|emails?|inbox|notifications?|timeline|userline|feed|newsfeed',
    'readings?|measurements?|measures?|metrics?|samples?|telemetry|locations?|positions?|gps|heartbeats?|heart_?rates?|vitals|steps|ticks?',
    'requests?|calls?|traces?|usage|sales?|sensors?',
  ].join('|')})(?:_|$)`,
);

/** What somebody decides upon each time: `transaction_logs`, `purchase_events`. */
const BY_HAND =
  /(?:^|_)(?:transactions?|payments?|purchases?|orders?|bookings?|reservations?|transfers?|deposits?|loans?)(?:_|$)/;

/** A quantity that an instrument shows. */
const isMeasured = ({ kind, name, type }: Column): boolean =>
  kind === 'regular' && ['float', 'double', 'decimal'].some((native) => isNative(type, native)) && MEASURED.test(name);

const MEASURED =
  /^(?:value|valor|wert|valeur|measurement|reading|temp)$|temperature|humidity|pressure|speed|velocity|heart_?rate|pulse|bpm|glucose|voltage|watt|kwh|rpm|cpu|memory|battery|vibration|co2|pm_?(?:25|2_5|10)|noise_level/i;
