import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import type { QualifiedName } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { Read } from '../readings/chain-readings.ts';
import { type Chain, endOf, startOf } from '../programs/chains.ts';
import { databasesNamed } from '../programs/evidence.ts';
import type { Host } from '../hosts/host.ts';
import { goesOnElsewhere } from './known.ts';
import { type Program, type Seen, usesInReach } from '../programs/program.ts';
import { isNamedForAnother, isNamedForCassandra } from '../programs/receivers.ts';
import type { Use } from '../programs/uses.ts';

/** The program speaks with Cassandra and with nothing else, or with both and the text is handed to what is Cassandra's. */
export function speaksWithCassandra(program: Seen, chain: Chain): boolean {
  const { cassandra, other } = program.databases;
  if (!cassandra || other) return cassandra && isForCassandra(program, chain);
  return !takersOf(program, chain).some((taker) => program.receivers().isOfAnother(taker));
}

/** A text is handed to what is Cassandra's, by itself or by its name; `@Query` is of whom it is imported from. */
export function isForCassandra(program: Seen, chain: Chain): boolean {
  const { callee, calleeSign } = chain;
  if (isNamedForCassandra(callee) || (calleeSign === '@' && program.receivers().isBrought(callee))) return true;
  return isHandedTo(program, chain, (taker) => program.receivers().isOfCassandra(taker));
}

/** Something takes a text, and all that does is what is asked for. */
function isHandedTo(program: Seen, chain: Chain, isMeant: (taker: string) => boolean): boolean {
  const takers = takersOf(program, chain);
  return takers.length > 0 && takers.every(isMeant);
}

/** What a text is handed to, by itself or by its name. */
function takersOf(program: Seen, { receiver, name, parts: [first] }: Chain): readonly string[] {
  if (receiver !== '') return [receiver];
  if (name === undefined || first.kind !== 'text') return [];
  return usesInReach(program, name, first.literal.start).flatMap((use) => program.takerAt(use.start) ?? []);
}

/** The imports, the path or the neighbours of a program speak for Cassandra, and nothing for another database. */
export function isEvident(program: Seen, chain: Chain): boolean {
  const { path, databases, neighbourhood } = program;
  const { calleeSign, callee, receiver } = chain;
  if (databases.cassandra) return speaksWithCassandra(program, chain);
  // What is handed on by a name of Cassandra is, whatever else the program imports.
  const { comesFromCassandra, isOfAnother } = program.receivers();
  const isOfCassandra = (taker: string): boolean => isNamedForCassandra(taker) || comesFromCassandra(taker);
  if (databases.other) return isHandedTo(program, chain, isOfCassandra);
  if (isNamedForCassandra(callee)) return true;
  if (isNamedForAnother(receiver) && !CASSANDRA_CALLS.has(callee)) return false;
  // JPQL stands in the same annotation.
  if (calleeSign === '@' && callee === 'Query') return false;
  const takers = takersOf(program, chain);
  if (takers.some(isOfAnother)) return false;
  if (takers.length > 0 && takers.every(isOfCassandra)) return true;
  if (isGivenToAnother(program, chain)) return false;
  const named = databasesNamed(path);
  if (named.other) return false;
  return named.cassandra || neighbourhood.besideCassandra;
}

/**
 * A statement about a table that a schema file declares, in a program that speaks with no other database; where something beside it does,
 * or takes the text, by the name of its keyspace, too.
 */
export function readsKnownTable(program: Seen, chain: Chain, { document }: Read): boolean {
  const { neighbourhood, databases } = program;
  if (speaksOfAnother(program, chain)) return false;
  const names = document.segments.flatMap((segment) => {
    const statement = segment.statement();
    return statement === undefined ? [] : tableNamesOf(statement);
  });
  const isAmbiguous = neighbourhood.besideOther || (!databases.cassandra && isGivenToAnother(program, chain));
  const isKnown = ({ keyspace, name }: QualifiedName): boolean =>
    isAmbiguous
      ? keyspace !== undefined && neighbourhood.isTable(`${keyspace.name}.${name.name}`)
      : neighbourhood.isTable(name.name);
  return names.length > 0 && names.every(isKnown);
}

/** The text, or the name that it has, stands in a call that drivers of Cassandra do not have and those of others do, or is said to be SQL. */
function isGivenToAnother(program: Seen, chain: Chain): boolean {
  const { text, host, reading } = program;
  const { name, callee, receiver, first } = chain;
  if (reading.tokens.text(first)?.tag === 'SQL') return true;
  if (callee !== '')
    return (
      OTHERS_CALLS.has(callee.replace(/^\$/, '')) ||
      CURSOR.test(receiver) ||
      (callee === 'executeQuery' && STATEMENT.test(receiver)) ||
      (callee === 'text' && host.name === 'python')
    );
  if (name === undefined) return false;
  return (
    name === 'CommandText' ||
    usesInReach(program, name, startOf(chain)).some((use) => GIVING_TO_ANOTHER.test(leftOf(text, use.start, NEAR)))
  );
}

/** What only others call so. */
const OTHERS_CALLS: ReadonlySet<string> = wordSet(
  'prepareStatement prepareCall executeUpdate createQuery createNativeQuery createSQLQuery rawQuery execSQL ' +
    'SqlCommand NpgsqlCommand MySqlCommand SqliteCommand SQLiteCommand OracleCommand OdbcCommand OleDbCommand SqlDataAdapter ' +
    'ExecuteSqlRaw ExecuteSqlRawAsync ExecuteSqlInterpolated ExecuteSqlCommand FromSql FromSqlRaw FromSqlInterpolated ' +
    'QueryFirst QueryFirstOrDefault QueryFirstAsync QueryFirstOrDefaultAsync QuerySingleAsync QuerySingleOrDefaultAsync ' +
    'createCommand mysqli_query mysqli_prepare mysql_query pg_query pg_query_params pg_prepare executemany exec_driver_sql ' +
    'raw Raw queryRaw queryRawUnsafe executeRaw executeRawUnsafe find_by_sql select_all select_rows exec_query ' +
    'QueryRow QueryRowx QueryRowContext QueryContext ExecContext MustExec NamedExec NamedQuery Queryx Preparex PrepareContext ' +
    'sql_query query_row query_one query_opt query_map',
);
const CURSOR = /^_?cur(?:s|sor)?$/i;
const STATEMENT = /^_?(?:st|stmt|statement|ps|conn)$/i;
const GIVING_TO_ANOTHER = new RegExp(
  `(?<![\\w])(?:${[...OTHERS_CALLS].join('|')}|_?cur(?:s|sor)?\\.execute)\\(\\s*$|\\b(?:st|stmt|statement|ps|conn)\\.executeQuery\\(\\s*$`,
);

/** Something speaks for another database: the program, its path or what takes the text. */
function speaksOfAnother(program: Seen, chain: Chain): boolean {
  const { path, databases } = program;
  return (
    databases.other ||
    isNamedForAnother(chain.receiver) ||
    databasesNamed(path).other ||
    takersOf(program, chain).some(program.receivers().isOfAnother)
  );
}

/** The same, or something beside the program does. */
export const isPerhapsForAnother = (program: Seen, chain: Chain): boolean =>
  program.neighbourhood.besideOther || speaksOfAnother(program, chain);

/** The text, or the name that it has, stands in a call that only drivers of Cassandra have, beside whatever other database. */
export function isGivenToCassandra(program: Seen, chain: Chain): boolean {
  const { text, host, databases } = program;
  const { name, callee, calleeSign, receiver } = chain;
  if (!databases.cassandra || isNamedForAnother(receiver)) return false;
  const isPrepared = PREPARERS.has(host.name) && callee.toLowerCase() === 'prepare';
  const isOfSession = SESSIONS.has(host.name) && SESSION.test(receiver) && callee.toLowerCase() === 'execute';
  if (calleeSign === '' && (CASSANDRA_CALLS.has(callee) || isPrepared || isOfSession)) return true;
  if (/\bSimpleStatement\s*\.\s*builder\(\s*$/.test(text.slice(Math.max(0, startOf(chain) - NEAR), startOf(chain))))
    return true;
  if (isBatched(program, startOf(chain), endOf(chain))) return true;
  if (name === undefined) return false;
  const giving = SESSIONS.has(host.name) ? GIVING_TO_SESSION : PREPARERS.has(host.name) ? GIVING_AND_PREPARING : GIVING;
  return usesInReach(program, name, startOf(chain)).some(
    (use) => giving.test(leftOf(text, use.start, NEAR)) || isBatched(program, use.start, use.end),
  );
}

/** `{ query: …, params: … }` is a statement of a batch in JavaScript; other databases call the two by other names. */
const isBatched = ({ text, host }: Program, start: number, end: number): boolean =>
  (host.name === 'javascript' || host.name === 'typescript') &&
  /[{,]\s*query\s*:\s*$/.test(leftOf(text, start, NEAR)) &&
  /^\s*,\s*params\b/.test(text.slice(end, end + NEAR));

const CASSANDRA_CALLS: ReadonlySet<string> = wordSet(
  'SimpleStatement executeReactive executeAsync prepareAsync execute_async prepare_async eachRow execute_unpaged query_unpaged execute_iter',
);

/** Languages in which other databases prepare by another name. */
const PREPARERS: ReadonlySet<string> = wordSet('python java kotlin scala groovy csharp');

/** Those in which the sessions of other databases execute nothing by this name. */
const SESSIONS: ReadonlySet<string> = wordSet('java kotlin scala groovy csharp');
const SESSION = /^_?session$/i;

const GIVING = new RegExp(
  `\\b(?:${[...CASSANDRA_CALLS].join('|')}|SimpleStatement\\s*\\.\\s*(?:builder|newInstance))\\(\\s*$`,
);
const GIVING_AND_PREPARING = new RegExp(`${GIVING.source}|\\.[pP]repare\\(\\s*$`);
const GIVING_TO_SESSION = new RegExp(`${GIVING_AND_PREPARING.source}|\\b_?[sS]ession\\.[eE]xecute\\(\\s*$`);

/** Of Elixir's functions those that raise end with `!`; of Rust macros do. */
export const isDriverCall = ({ callee, calleeSign, receiver }: Chain, host: Host): boolean =>
  (DRIVER_CALLS.has(callee) && (calleeSign !== '!' || host.name === 'elixir')) ||
  (callee === 'builder' && receiver === 'SimpleStatement');

/** The text has a name under which it is handed to a call of the driver as it stands, in a program that speaks with no other database. */
export function isHandedOver(program: Seen, chain: Chain): boolean {
  const { text } = program;
  const { name, parts } = chain;
  const [first] = parts;
  if (name === undefined || first.kind !== 'text' || !speaksWithCassandra(program, chain)) return false;
  const isHanded = (use: Use): boolean =>
    HANDING.test(leftOf(text, use.start, NEAR)) && /^\s*[,)]/.test(text.slice(use.end, use.end + NEAR));
  return usesInReach(program, name, first.literal.start).some(isHanded) && !goesOnElsewhere(program, chain);
}

const DRIVER_CALLS: ReadonlySet<string> = wordSet(
  'execute executeAsync executeReactive execute_async prepare prepareAsync prepare_async Prepare PrepareAsync Execute ExecuteAsync ' +
    'Query query eachRow SimpleStatement newInstance query_unpaged query_iter execute_unpaged execute_iter ExecuteBatch',
);

const HANDING = new RegExp(
  `[\\w)\\]][!?]?\\s*(?:\\.|->|::)\\s*(?:${[...DRIVER_CALLS].join('|')})\\(\\s*(?:[\\w$]+(?:\\.|->|::))?\\$?$`,
);

/** So many characters are looked at beside a name. */
const NEAR = 80;

/** A call of the driver takes the text, by itself or by its name. */
export const isTaken = (program: Seen, chain: Chain): boolean =>
  isGivenToCassandra(program, chain) || isHandedOver(program, chain);
