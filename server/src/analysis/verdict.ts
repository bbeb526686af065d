import type { Catalog } from '../catalog/model.ts';
import type { Relation, Statement } from '../syntax/ast.ts';
import { featureProblem, knowsFeature } from '../syntax/features.ts';
import type { FeatureUse } from '../syntax/segment.ts';
import { tableNameOf } from '../syntax/table-names.ts';
import { verdictOfDdl } from './ddl/index.ts';
import { verdictOfDialect } from './dialects/verdict.ts';
import { dmlVerdict } from './dml/index.ts';
import { type Contents, contentsOf } from './judging/markers.ts';
import { refuse } from './judging/outcome.ts';
import { type CassandraRelease, type Dialect, since } from '../text/release.ts';
import { withSignedConstants } from './values/literals/signed-constants.ts';
import { transactionVerdict } from './transactions/index.ts';
import { complaintWhileParsing } from './typing/types/syntax.ts';
import type { Refused, Session, Verdict } from './judging/verdict-model.ts';

/**
 * What Cassandra would say to a statement: nothing else in the project decides a refusal.
 *
 * `features` are those of its segment; `text` is the request as it is sent, for the places that 6.0 names in its messages.
 * What the target's parser does not know is refused as its own kind, in our words: the server's differ with every text.
 */
export function verdict(
  statement: Statement,
  session: Session,
  features: readonly FeatureUse[],
  text?: string,
): Verdict {
  const { target } = session;
  if (target.kind === 'dialect') {
    const able = withUsableIndexes(statement, session);
    const asked = { features, isIndexed: isIndexed(statement, able, target.dialect), session };
    return verdictOfDialect(statement, target.dialect, asked, (release) =>
      verdict(statement, { ...able, target: { kind: 'cassandra', release } }, [], text),
    );
  }
  const foreign = features.find(({ feature }) => !knowsFeature(feature, target));
  if (foreign !== undefined) {
    const message = featureProblem(foreign, target) ?? `Cassandra ${target.release} does not have this syntax.`;
    return refuse('unknown-syntax', message, foreign.span, [foreign.feature], 'syntax');
  }
  const contents = contentsOf(statement);
  const beyond = since(target.release, '4.0') ? floatBeyondDouble(contents, text) : undefined;
  if (beyond !== undefined) return beyond;
  const read = since(target.release, '4.0') ? statement : withSignedConstants(statement, text);
  const mistyped = misreadHint(read === statement ? contents : contentsOf(read), target.release, session, text);
  if (mistyped !== undefined) return mistyped;
  return judgeWarned(read, session, text);
}

/**
 * Whether an index may have a part in a statement of which nobody knows: one of a column that is compared, or one of a class of its own.
 * Beside its own indexes ScyllaDB wants ALLOW FILTERING where Cassandra does (test_allow_filtering.py and test_secondary_index.py of
 * scylladb/scylladb at f4a4091, read 2026-11-27).
 */
function isIndexed(statement: Statement, { catalog, keyspace }: Session, dialect: Dialect): boolean {
  const name = tableNameOf(statement);
  const table = name === undefined ? undefined : catalog.table(name.keyspace?.name ?? keyspace ?? '', name.name.name);
  if (table === undefined) return false;
  const where = 'where' in statement ? statement.where : undefined;
  const compared = new Set(where?.relations.flatMap(comparedColumns));
  return table.indexes.some(
    ({ family, targets }) =>
      family === 'custom' || (dialect !== 'scylla' && targets.some(({ column }) => compared.has(column))),
  );
}

/** The session without the indexes that ScyllaDB keeps of each partition by itself, where the whole partition key is not given. */
function withUsableIndexes(statement: Statement, session: Session): Session {
  const { catalog, keyspace: own } = session;
  const name = statement.kind === 'select' ? statement.from : undefined;
  const table = name === undefined ? undefined : catalog.table(name.keyspace?.name ?? own ?? '', name.name.name);
  if (statement.kind !== 'select' || table?.indexes.some(({ local }) => local) !== true) return session;
  const given = new Set(
    statement.where?.relations.flatMap((relation) =>
      relation.kind === 'column' && (relation.operator === '=' || relation.operator === 'IN')
        ? [relation.column.name]
        : [],
    ),
  );
  if (table.partitionKey.every((column) => given.has(column.name))) return session;
  const able = { ...table, indexes: table.indexes.filter(({ local }) => local !== true) };
  const found: Catalog = {
    keyspace: (keyspace) => catalog.keyspace(keyspace),
    table: (keyspace, one) => (keyspace === table.keyspace && one === table.name ? able : catalog.table(keyspace, one)),
    keyspaces: () => catalog.keyspaces(),
  };
  return { ...session, catalog: found };
}

function comparedColumns(relation: Relation): readonly string[] {
  if ('column' in relation) return [relation.column.name];
  return 'columns' in relation ? relation.columns.map(({ name }) => name) : [];
}

/** The parser stumbles over numbers that a double would take for infinite (`Constants.Type.FLOAT.getPreferedTypeFor`). */
function floatBeyondDouble({ literals }: Contents, text: string | undefined): Refused | undefined {
  const literal = literals.find(
    ({ type, value }) => type === 'float' && Math.abs(Number(value)) === Infinity && /\d/.test(value),
  );
  if (literal === undefined) return undefined;
  const message =
    `Failed parsing statement: [${text?.replace(/;\s*$/, '') ?? ''}] reason: NumberFormatException Character I is neither a ` +
    'decimal digit number, decimal point, nor "e" notation exponential mark.';
  return refuse('float-beyond-double', message, literal.span, [], 'syntax');
}

/** Types before values are read with the statement; those of definitions are looked at with what they define. */
function misreadHint(
  { hints }: Contents,
  release: CassandraRelease,
  session: Session,
  text: string | undefined,
): Refused | undefined {
  for (const { type } of hints) {
    const complaint = complaintWhileParsing(type, release, session, text);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** Guardrails of cassandra.yaml warn where they do not refuse. */
function judgeWarned(statement: Statement, session: Session, text: string | undefined): Verdict {
  if (session.configuration === undefined) return judge(statement, session, text);
  const warnings: string[] = [];
  const judged = judge(statement, { ...session, warn: (warning) => warnings.push(warning) }, text);
  return judged.kind === 'accepted' ? { ...judged, warnings: [...warnings, ...judged.warnings] } : judged;
}

function judge(statement: Statement, session: Session, text: string | undefined): Verdict {
  switch (statement.kind) {
    case 'broken':
      return { kind: 'undecided', why: 'broken' };
    case 'shell':
    case 'foreign':
      return { kind: 'undecided', why: 'not-cql' };
    case 'transaction':
      return transactionVerdict(statement, session, text);
    default:
      return (
        dmlVerdict(statement, session, text) ??
        verdictOfDdl(statement, session, text) ?? { kind: 'undecided', why: 'unknown-schema' }
      );
  }
}
