import { keptOtherwise, type Kept } from '../modeling/evidence/unkept-retention.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';

const CODE = 'retention';

/** Rows are declared to go after a while, and nothing takes them, or they go at another time. */
export const retention: Rule = {
  code: CODE,
  summary: 'Rows are declared to go after a while, and do not.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const kept = keptOf(context);
    return kept === undefined ? [] : [findingOf(kept, context)];
  },
  fixes(context) {
    const kept = keptOf(context);
    return kept === undefined ? [] : fixesOf(kept, context);
  },
};

const keptOf = ({ statement, table, surroundings, verdict }: RuleContext): Kept | undefined =>
  statement.kind !== 'create-table' || table === undefined || verdict.kind === 'refused'
    ? undefined
    : keptOtherwise(table, surroundings);

function findingOf({ seconds, timeToLive }: Kept, { statement, table }: RuleContext): Finding {
  const own = statement.kind === 'create-table' ? (statement.name?.span ?? statement.span) : statement.span;
  return {
    code: CODE,
    severity: 'information',
    span: own,
    message:
      timeToLive === undefined
        ? `Nothing takes rows of \`${table!.name}\` away, which \`@retention\` says after ${daysText(seconds)}: the table has ` +
          'no default_time_to_live, and no write of the project has a TTL or deletes.'
        : `Rows of \`${table!.name}\` go after ${daysText(timeToLive)} (default_time_to_live), and \`@retention\` says ` +
          `after ${daysText(seconds)}.`,
    related: [],
  };
}

const daysText = (seconds: number): string => {
  const [size, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [seconds, 'second'];
  return `${size.toLocaleString('en-US')} ${unit}${size === 1 ? '' : 's'}`;
};

function fixesOf({ seconds, timeToLive }: Kept, { uri, segment, statement, table }: RuleContext): readonly Fix[] {
  // What ALTER has set stands elsewhere.
  if (statement.kind !== 'create-table' || seconds > MOST_SECONDS) return [];
  const { options, clusteringOrderSpan, compactStorage } = statement;
  const option = `default_time_to_live = ${Math.ceil(seconds)}`;
  const there = options.find(({ name }) => name === 'default_time_to_live');
  if (timeToLive !== undefined && (there === undefined || table!.options.get(there.name) !== there.value)) return [];
  const ends = [...options.map((one) => one.span), clusteringOrderSpan, compactStorage].flatMap(
    (one) => one?.end ?? [],
  );
  const end = ends.length === 0 ? segment.end : Math.max(...ends);
  const edit =
    there === undefined
      ? { span: { start: end, end }, text: ends.length === 0 ? ` WITH ${option}` : ` AND ${option}` }
      : { span: there.span, text: option };
  return [
    {
      id: 'time-to-live',
      title: `Set ${option}`,
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [{ at: { uri, segment, span: edit.span }, text: edit.text }],
    },
  ];
}

/** Twenty years, the most that Cassandra takes. */
const MOST_SECONDS = 630_720_000;
