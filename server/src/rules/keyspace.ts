import { classOf, optionMap } from '../modeling/evidence/option-map.ts';
import type { AlterKeyspace, CreateKeyspace, Option } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { releaseOf, since } from '../text/release.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';

const CODE = 'keyspace';

/** Replication and durability that are fine on one machine, and lose data or do not grow on several. */
export const keyspace: Rule = {
  code: CODE,
  summary:
    'A keyspace as it is made for development: SimpleStrategy, one replica, no commit log, or keys in their order.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check: (context) => smellsIn(context).map(({ finding }) => finding),
  fixes: (context, finding) =>
    smellsIn(context).flatMap((smell) => (smell.finding.span.start === finding.span.start ? (smell.fix ?? []) : [])),
};

interface Smell {
  readonly finding: Finding;
  readonly fix?: Fix;
}

function smellsIn(context: RuleContext): readonly Smell[] {
  const { statement, verdict, forProduction, session } = context;
  if (statement.kind !== 'create-keyspace' && statement.kind !== 'alter-keyspace') return [];
  if (verdict.kind === 'refused' || !forProduction || statement.name?.template) return [];
  const dialect = session.target.kind === 'dialect' ? session.target.dialect : undefined;
  if (dialect === 'astra') return ofAstra(context);
  if (dialect === 'keyspaces') return ofAmazon(context);
  if (isForTrial(context) || isThrownAway(context) || hasTwinForProduction(context)) return [];
  return [
    ...ofPartitioner(context),
    ...statement.options.flatMap((option): readonly Smell[] => {
      if (option.name === 'replication') return ofReplication(option, context) ?? [];
      return option.name === 'durable_writes' && isFalse(option) ? [ofDurability(option, context)] : [];
    }),
  ];
}

/** docs.datastax.com, "Astra DB Cassandra Query Language (CQL) limits" (unsupported CQL commands), read 2026-11-27. */
const ofAstra = ({ statement }: RuleContext): readonly Smell[] =>
  statement.kind === 'create-keyspace' && statement.name !== undefined
    ? [
        {
          finding: said(
            statement.name.span,
            "Astra DB has no CREATE KEYSPACE: its portal and API make keyspaces. This one is for a developer's machine.",
          ),
        },
      ]
    : [];

/**
 * Replicas of Amazon Keyspaces are not chosen: docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "CREATE KEYSPACE", read
 * 2026-11-28.
 */
function ofAmazon({ statement, uri, segment }: RuleContext): readonly Smell[] {
  if (statement.kind !== 'create-keyspace' && statement.kind !== 'alter-keyspace') return [];
  const options = optionMap(statement.options.find(({ name }) => name === 'replication')?.value);
  const strategy = options?.get('class');
  if (options === undefined || strategy === undefined) return [];
  const isSimple = classOf(options) === 'SimpleStrategy';
  const other = [...options].find(([name, { value }]) => name !== 'class' && value !== '3');
  const span = isSimple ? strategy.span : other?.[1].span;
  if (span === undefined) return [];
  const finding = said(
    span,
    "Amazon Keyspaces keeps three replicas in each region: `{'class': 'SingleRegionStrategy'}` is for one, " +
      'NetworkTopologyStrategy with 3 for each name for several.',
  );
  if (isSimple) return [{ finding }];
  return [
    {
      finding,
      fix: {
        id: 'three',
        title: 'Write 3 replicas',
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span }, text: "'3'" }],
      },
    },
  ];
}

/** The partitioner of the project's cassandra.yaml, where it hashes no keys. */
function ofPartitioner({ statement, session }: RuleContext): readonly Smell[] {
  const partitioner = String(session.configuration?.get('partitioner') ?? '');
  const ordered = /\w*(?:ByteOrdered|OrderPreserving)Partitioner$/.exec(partitioner)?.[0];
  if (statement.kind !== 'create-keyspace' || statement.name === undefined || ordered === undefined) return [];
  return [
    {
      finding: said(
        statement.name.span,
        `${ordered} of cassandra.yaml keeps partitions in the order of their keys: keys that follow one another, as times and numbers do, ` +
          'are all written to one node. Murmur3Partitioner spreads them; a cluster that holds data cannot change over.',
      ),
    },
  ];
}

const NOT_FOR_PRODUCTION = 'Fine on one machine; in production ';

function ofReplication({ value }: Option, { uri, segment, session }: RuleContext): readonly Smell[] | undefined {
  const options = optionMap(value);
  const strategy = options?.get('class');
  if (options === undefined || strategy === undefined) return undefined;
  const single = [...options].find(([name, { value: factor }]) => name !== 'class' && factor === '1');
  if (classOf(options) === 'SimpleStrategy') {
    const finding = said(
      strategy.span,
      `${NOT_FOR_PRODUCTION}NetworkTopologyStrategy: SimpleStrategy knows neither racks nor data centers` +
        `${single === undefined ? '.' : ', and with one replica a node that is down takes its rows with it.'}`,
    );
    const release = releaseOf(session);
    // Older releases take no factor for all data centers.
    if (release === undefined || !since(release, '4.0')) return [{ finding }];
    return [
      {
        finding,
        fix: {
          id: 'network-topology',
          title: 'Use NetworkTopologyStrategy',
          kind: 'quickfix',
          safe: false,
          preferred: true,
          about: () => ['Cassandra counts the replicas for each data center that there is when the statement runs.'],
          edits: () => [{ at: { uri, segment, span: strategy.span }, text: "'NetworkTopologyStrategy'" }],
        },
      },
    ];
  }
  if (classOf(options) !== 'NetworkTopologyStrategy' || single === undefined) return undefined;
  const [name, { span }] = single;
  const where = name === 'replication_factor' ? 'each data center' : `\`${writtenName(value, name)}\``;
  return [
    {
      finding: said(
        span,
        `One replica in ${where}: while its node is down its rows can be neither read nor written, and with its disk they are lost. ` +
          'In production 3 are usual.',
      ),
    },
  ];
}

/** The name of a data center as it is written: its case counts. */
const writtenName = (value: Option['value'], name: string): string =>
  value.kind === 'map'
    ? (value.entries.flatMap(({ key }) =>
        key.kind === 'literal' && key.value.toLowerCase() === name ? key.value : [],
      )[0] ?? name)
    : name;

function ofDurability({ value }: Option, { uri, segment }: RuleContext): Smell {
  return {
    finding: said(
      value.span,
      'Writes do not go to the commit log: what a node has not yet written to its data files is lost when it stops.',
    ),
    fix: {
      id: 'durable',
      title: 'Write to the commit log: durable_writes = true',
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [{ at: { uri, segment, span: value.span }, text: 'true' }],
    },
  };
}

const said = (span: Span, message: string): Finding => ({ code: CODE, severity: 'hint', span, message, related: [] });

const isFalse = ({ value }: Option): boolean =>
  (value.kind === 'word' && value.word.toLowerCase() === 'false') ||
  (value.kind === 'literal' && value.literal.value.toLowerCase() === 'false');

/** Its name, or the comment before it, says that it is for tests, a demonstration or a developer's machine. */
const isForTrial = ({ statement, segment }: RuleContext): boolean =>
  TRIAL_NAME.test((statement as CreateKeyspace | AlterKeyspace).name?.name ?? '') ||
  segment.comments.some(({ text, span }) => span.start < statement.span.end && TRIAL_WORDS.test(text));

const TRIAL_NAME =
  /(?:^|_)(?:tests?|testing|demos?|poc|sandbox|scratch|dev|local|examples?|samples?|tutorial|bench|benchmark|playground)(?:_|\d*$)|^(?:test|demo)|(?:test|demo)s?$/i;

const TRIAL_WORDS =
  /\b(?:local|locally|develop(?:ment|er)?|dev|tests?|testing|demo|single[- ]node|one node|production)\b/i;

/** `create-keyspace.cql` beside `create-keyspace-prod.cql` is for developers. */
const hasTwinForProduction = ({ uri, surroundings }: RuleContext): boolean =>
  ['-prod', '_prod', '.prod', '-production', '_production'].some(
    (suffix) => surroundings.fileOf(uri.replace(/\.\w+$/, `${suffix}$&`)) !== undefined,
  );

/** It is made for a while only: dropped right before, to begin anew, or in the end. */
function isThrownAway({ statement, uri, segment, surroundings }: RuleContext): boolean {
  const name = (statement as CreateKeyspace | AlterKeyspace).name?.name;
  if (name === undefined) return false;
  const before = surroundings.before({ uri, segment, span: statement.span })?.statement();
  return (
    (before?.kind === 'drop' && before.what === 'keyspace' && before.name?.name.name === name) ||
    surroundings.catalog.keyspace(name) === undefined
  );
}
