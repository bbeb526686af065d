import type { Location } from '../catalog/model.ts';
import type { Span } from '../text/span.ts';
import { serverName } from '../text/release.ts';
import { nearest } from './nearest.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'consistency-level';

/** A command of cqlsh with a level that there is not, or at which what follows is refused. */
export const consistencyLevel: Rule = {
  code: CODE,
  summary: 'CONSISTENCY names a level that there is not, or at which the server refuses what follows.',
  severities: ['warning'],
  profile: 'recommended',
  tags: ['text'],
  check(context) {
    const named = levelIn(context);
    if (named === undefined) return [];
    const { text, span, levels } = named;
    if (levels.includes(text.toUpperCase())) return refusedAt(context, named);
    const near = nearest(text.toUpperCase(), levels);
    return [
      {
        code: CODE,
        severity: 'warning',
        span,
        message:
          `There is no ${levels === SERIAL_LEVELS ? 'serial ' : ''}consistency level \`${text}\`: cqlsh refuses the command and goes on with the level it had${levels === SERIAL_LEVELS ? '' : ', ONE at first'}.` +
          `${near === undefined ? '' : ` Did you mean ${near}?`}`,
        related: [],
      },
    ];
  },
  fixes({ uri, segment, ...context }, { span }) {
    const named = levelIn({ segment, ...context });
    const near = named === undefined ? undefined : nearest(named.text.toUpperCase(), named.levels);
    if (named === undefined || near === undefined || named.levels.includes(named.text.toUpperCase())) return [];
    return [
      {
        id: 'nearest',
        title: `Change to ${near}`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span }, text: near }],
      },
    ];
  },
};

interface Named {
  readonly text: string;
  readonly span: Span;
  /** Those that the command takes. */
  readonly levels: readonly string[];
}

/** The words behind the command. */
function levelIn({ statement, segment }: Pick<RuleContext, 'statement' | 'segment'>): Named | undefined {
  if (statement.kind !== 'shell' || (statement.command !== 'consistency' && statement.command !== 'serial'))
    return undefined;
  const { start, end } = statement.span;
  const [, lead, level] =
    /^(serial\s+consistency\s+|consistency\s+)([a-z_]+(?:[- ][a-z_]+)*)\s*;?\s*$/i.exec(
      segment.text.slice(start, end),
    ) ?? [];
  if (lead === undefined || level === undefined) return undefined;
  const from = start + lead.length;
  const levels = statement.command === 'serial' ? SERIAL_LEVELS : LEVELS;
  return { text: level, span: { start: from, end: from + level.length }, levels };
}

/** Queries at ANY, and writes at a serial level: the server refuses each of them until the level is another. */
function refusedAt(context: RuleContext, { text, span, levels }: Named): readonly Finding[] {
  const level = text.toUpperCase();
  const isSerial = SERIAL_LEVELS.includes(level);
  const { target } = context.session;
  const isTooWeak = target.kind === 'dialect' && target.dialect === 'astra' && OF_ONE.has(level);
  if (levels === SERIAL_LEVELS || !(level === 'ANY' || isSerial || isTooWeak)) return [];
  const at = firstBelow(context, isSerial || isTooWeak ? WRITES : QUERIES);
  if (at === undefined) return [];
  const server = serverName(context.session);
  const says = isTooWeak
    ? `${server} takes no writes at ${level}: LOCAL_QUORUM is for a database of one region, EACH_QUORUM for several.`
    : isSerial
      ? `At ${level} ${server} reads and refuses to write. IF has a level of its own, which SERIAL CONSISTENCY sets.`
      : `At ANY ${server} writes and refuses to read.`;
  return [
    {
      code: CODE,
      severity: 'warning',
      span,
      message: says,
      related: [{ at, message: 'Refused at this level' }],
    },
  ];
}

/** One replica's word is enough. docs.datastax.com, "Cassandra guardrails" of Astra DB Serverless (consistency level of writes), read 2026-11-26. */
const OF_ONE: ReadonlySet<string> = new Set(['ANY', 'ONE', 'LOCAL_ONE']);

const QUERIES: ReadonlySet<string> = new Set(['select']);
const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);

/** The first statement of these kinds that runs at the level that a command sets. */
function firstBelow({ uri, segment, surroundings }: RuleContext, kinds: ReadonlySet<string>): Location | undefined {
  const all = surroundings.fileOf(uri) ?? [];
  for (const below of all.slice(all.indexOf(segment) + 1)) {
    const statement = below.statement();
    if (statement === undefined) continue;
    if (kinds.has(statement.kind)) return { uri, segment: below, span: statement.span };
    if (statement.kind === 'shell' && SETS_LEVEL.has(statement.command)) return undefined;
  }
  return undefined;
}

/** What SOURCE reads may set one, too. */
const SETS_LEVEL: ReadonlySet<string> = new Set(['consistency', 'source']);

const SERIAL_LEVELS: readonly string[] = ['SERIAL', 'LOCAL_SERIAL'];

/** Of `cqlsh`, since 3.11; the drivers know no others. */
const LEVELS: readonly string[] = [
  'ANY',
  'ONE',
  'TWO',
  'THREE',
  'QUORUM',
  'ALL',
  'LOCAL_QUORUM',
  'EACH_QUORUM',
  'SERIAL',
  'LOCAL_SERIAL',
  'LOCAL_ONE',
  'NODE_LOCAL',
];
