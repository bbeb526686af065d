import type { Keyspace, Location } from '../catalog/model.ts';
import { optionMap } from '../modeling/evidence/option-map.ts';
import type { Statement } from '../syntax/ast.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import type { Span } from '../text/span.ts';
import { serverName } from '../text/release.ts';
import { nearest } from './nearest.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'consistency-level';

/** A command of cqlsh with a level that there is not, at which what follows is refused, or at which a read may miss what was written. */
export const consistencyLevel: Rule = {
  code: CODE,
  summary:
    'CONSISTENCY names a level that there is not, at which the server refuses what follows, or at which a read may miss a write.',
  severities: ['warning', 'hint'],
  profile: 'recommended',
  tags: ['text'],
  check(context) {
    const named = levelIn(context);
    if (named === undefined) return [];
    const { text, span, levels } = named;
    if (levels.includes(text.toUpperCase())) {
      const refused = refusedAt(context, named);
      return refused.length > 0 || levels === SERIAL_LEVELS ? refused : weakAt(context, named);
    }
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

interface LevelRefusal {
  readonly of: ReadonlySet<string>;
  readonly says: string;
}

/** What a server refuses at a level. */
function refusalAt(level: string, session: RuleContext['session']): LevelRefusal | undefined {
  const { target } = session;
  const server = serverName(session);
  const dialect = target.kind === 'dialect' ? target.dialect : undefined;
  if (dialect === 'keyspaces') return refusalOfKeyspaces(level);
  if (dialect === 'astra' && OF_ONE.has(level))
    return {
      of: ALL_WRITES,
      says: `${server} takes no writes at ${level}: LOCAL_QUORUM is for a database of one region, EACH_QUORUM for several.`,
    };
  if (SERIAL_LEVELS.includes(level))
    return {
      of: WRITES,
      says: `At ${level} ${server} reads and refuses to write. IF has a level of its own, which SERIAL CONSISTENCY sets.`,
    };
  return level === 'ANY'
    ? { of: QUERIES, says: `At ANY ${server} takes writes and refuses reads: they need ONE at least.` }
    : undefined;
}

/**
 * docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "Supported Apache Cassandra read and write consistency levels", read
 * 2026-11-28.
 */
function refusalOfKeyspaces(level: string): LevelRefusal | undefined {
  if (level === 'LOCAL_QUORUM') return undefined;
  return level === 'ONE' || level === 'LOCAL_ONE'
    ? { of: ALL_WRITES, says: `Amazon Keyspaces takes no writes at ${level}: it writes at LOCAL_QUORUM alone.` }
    : {
        of: new Set([...ALL_WRITES, ...QUERIES]),
        says: `Amazon Keyspaces has no level ${level}: it writes at LOCAL_QUORUM, and reads at that, LOCAL_ONE or ONE.`,
      };
}

/** Queries at ANY, and writes at a serial level: the server refuses each of them until the level is another. */
function refusedAt(context: RuleContext, { text, span, levels }: Named): readonly Finding[] {
  if (levels === SERIAL_LEVELS) return [];
  const level = text.toUpperCase();
  const refusal = refusalAt(level, context.session);
  const at = refusal === undefined ? undefined : firstBelow(context, refusal.of);
  if (refusal === undefined || at === undefined) return [];
  const { says } = refusal;
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

/** Writes at ANY, and a table that is written and read at levels whose replicas need not meet. */
function weakAt(context: RuleContext, { text, span }: Named): readonly Finding[] {
  const level = text.toUpperCase();
  const below = [...statementsBelow(context)];
  const said = (message: string, at: Location, what: string): Finding => ({
    code: CODE,
    severity: 'hint',
    span,
    message,
    related: [{ at, message: what }],
  });
  const write = below.find(({ statement }) => ALL_WRITES.has(statement.kind));
  if (write === undefined) return [];
  if (level === 'ANY') {
    const message =
      'At ANY a write succeeds although none of its replicas has it: no query finds it until the node that took it hands it on, and with that node it is lost.';
    return [said(message, write.at, 'Written at this level')];
  }
  const asked = REPLICAS.get(level);
  if (asked === undefined) return [];
  const { session } = context;
  for (const { statement, at } of below) {
    if (statement.kind !== 'select' || statement.from === undefined) continue;
    const { keyspace, name } = statement.from;
    const home = keyspace?.name ?? session.keyspace;
    const replicas = home === undefined ? undefined : replicasOf(session.catalog.keyspace(home), level);
    if (replicas === undefined || 2 * asked > replicas) continue;
    const isWritten = below.some(
      (other) =>
        other.statement.kind !== 'select' &&
        tableNamesOf(other.statement).some(
          (one) => one.name.name === name.name && (one.keyspace?.name ?? session.keyspace) === home,
        ),
    );
    if (!isWritten) continue;
    const message = `Written and read at ${level}, ${asked} of ${replicas} replicas each time: those that are read need not be those that have the write. At ${level === 'LOCAL_ONE' ? 'LOCAL_QUORUM' : 'QUORUM'} they meet.`;
    return [said(message, at, 'Read at this level')];
  }
  return [];
}

/** How many replicas answer. */
const REPLICAS: ReadonlyMap<string, number> = new Map([
  ['ONE', 1],
  ['LOCAL_ONE', 1],
  ['TWO', 2],
]);

/** Replicas of a row, those of the data center with the most of them for a level of one; `undefined` where the text does not tell. */
function replicasOf(keyspace: Keyspace | undefined, level: string): number | undefined {
  const options = optionMap(keyspace?.options.get('replication'));
  if (options === undefined) return undefined;
  const counts = [...options].flatMap(([name, { value }]) => (name === 'class' ? [] : [Number(value)]));
  if (counts.length === 0 || counts.some((count) => !Number.isInteger(count))) return undefined;
  return level === 'LOCAL_ONE' ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0);
}

/** One replica's word is enough. docs.datastax.com, "Cassandra guardrails" of Astra DB Serverless (consistency level of writes), read 2026-11-26. */
const OF_ONE: ReadonlySet<string> = new Set(['ANY', 'ONE', 'LOCAL_ONE']);

const QUERIES: ReadonlySet<string> = new Set(['select']);
const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);
/** A batch without IF is written at a serial level as well; a level that a service does not have it has for no write. */
const ALL_WRITES: ReadonlySet<string> = new Set([...WRITES, 'batch']);

/** The first statement of these kinds that runs at the level that a command sets. */
function firstBelow(context: RuleContext, kinds: ReadonlySet<string>): Location | undefined {
  for (const { statement, at } of statementsBelow(context)) if (kinds.has(statement.kind)) return at;
  return undefined;
}

/** The statements that run at the level that a command sets. */
function* statementsBelow({
  uri,
  segment,
  surroundings,
}: RuleContext): Iterable<{ readonly statement: Statement; readonly at: Location }> {
  const all = surroundings.fileOf(uri) ?? [];
  for (const below of all.slice(all.indexOf(segment) + 1)) {
    const statement = below.statement();
    if (statement === undefined) continue;
    if (statement.kind === 'shell' && SETS_LEVEL.has(statement.command)) return;
    yield { statement, at: { uri, segment: below, span: statement.span } };
  }
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
