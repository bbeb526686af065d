import { anyOf } from '../hosts/alternatives.ts';
import type { Host } from '../hosts/host.ts';

/** What a program says about the databases that it speaks with. */
export interface Databases {
  /** It imports something of Cassandra's: a driver, a mapper, a module named after it. */
  readonly cassandra: boolean;
  /** It imports a driver or a mapper of ScyllaDB. */
  readonly scylla: boolean;
  /** It imports something of another database. */
  readonly other: boolean;
}

/** The same as far as the program itself tells. */
export interface OwnDatabases extends Databases {
  /** It imports a layer over databases, and nothing that tells which of them: it speaks with that of its module. */
  readonly layer: boolean;
}

/** What the project around a program tells of it. */
export interface Neighbourhood {
  /** Programs of its folder, or of the module around it, speak with Cassandra, and none with another database. */
  readonly besideCassandra: boolean;
  /** Something in the module around it speaks with another database. */
  readonly besideOther: boolean;
  /** With whom the program speaks that lies at one of some paths, the first that there is: by a name of it, where it speaks with several. */
  readonly databasesAt: (paths: readonly string[], name: string) => Databases | undefined;
  /** Another program joins more to what has this name. */
  readonly isJoined: (name: string) => boolean;
  /** A schema file declares a table of this name. */
  readonly isTable: (name: string) => boolean;
  /** No schema file declares a table: programs do. */
  readonly declaresTables: () => boolean;
  /** The one keyspace that the programs of its module open sessions in. */
  readonly session: () => string | undefined;
}

/** The parts of a program that bring in others, each with all that stands on its line up to a `;`. */
function* importsOf(text: string, { name }: Host): Iterable<string> {
  // To look for a call on every line takes five times as long.
  const pattern = name === 'go' ? GO_IMPORT : CALL.test(text) ? IMPORT_OR_CALL : IMPORT;
  // Several may stand on one line.
  for (const [line] of text.matchAll(pattern)) yield* line.split(BEHIND_ONE);
}

const BEHIND_ONE = /(?<=;)/;
const GO_IMPORT = /^[ \t]*(?:import\b.*|(?:[\w.]+[ \t]+)?"[\w.~/-]+"[ \t]*(?:(?:;|\/\/).*)?)$/gm;
const IMPORT =
  /^\uFEFF?[ \t]{0,80}(?:(?:import|from|use|pub use|using|global using|alias|require|require_relative|require_once|include|extern crate)\b.*|(?:const|let|var|import)\b.*\brequire\(.*|\} from .*)$/gm;
const CALL = /\bimport\(/;
const IMPORT_OR_CALL = new RegExp(`${IMPORT.source}|^.*${CALL.source}.*$`, 'gm');

/** The lines of a program that bring in something of Cassandra's. */
export const importsOfCassandra = (text: string, host: Host): readonly string[] =>
  [...importsOf(text, host)].filter((line) => (CASSANDRA.test(line) || SCYLLA.test(line)) && !OTHERS.test(line));

/** What the lines of a program that bring in others name. */
function broughtIn(
  text: string,
  host: Host,
): Record<'cassandra' | 'scylla' | 'other' | 'layer' | 'spark' | 'jdbc' | 'ado', boolean> {
  const found = { cassandra: false, scylla: false, other: false, layer: false, spark: false, jdbc: false, ado: false };
  // A facade over the driver of ScyllaDB is used with what it is made for.
  const isFacade = FACADE.test(text);
  for (const line of importsOf(text, host)) {
    if (isFacade && SQLX.test(line)) continue;
    // What only helps a driver says nothing of who is spoken with.
    if (CASSANDRA.test(line) && !HELPERS.test(line)) found.cassandra = true;
    if (SCYLLA.test(line)) found.scylla = true;
    if (JDBC.test(line)) found.jdbc = true;
    else if (OTHERS.test(line)) found.other = true;
    if (LAYER.test(line)) found.layer = true;
    if (SPARK.test(line)) found.spark = true;
    if (ADO.test(line)) found.ado = true;
  }
  return found;
}

export function databasesOf(text: string, host: Host): OwnDatabases {
  // A script calls the clients of many, and says nothing of the programs beside it.
  if (host.shell === true) return { cassandra: false, scylla: false, other: false, layer: false };
  const { scylla, spark, jdbc, ado, ...brought } = broughtIn(text, host);
  const layer = brought.layer && !ADAPTER.test(text);
  let { cassandra, other } = brought;
  // PHP and Ruby load classes by their names.
  if (!cassandra && NAMED.test(text)) cassandra = true;
  if (!other && NAMED_OTHERS.test(text)) other = true;
  cassandra ||= scylla;
  if (jdbc) {
    const ofCassandra = JDBC_OF_CASSANDRA.test(text) && !ADDRESSES.test(text);
    cassandra ||= ofCassandra;
    other ||= !ofCassandra;
  }
  // What Spark reads is handed to `sql`; a program that brings rows from one to the other imports both, and one of C# `DataTable`.
  other ||= cassandra ? layer : spark || ado;
  return { cassandra, scylla, other, layer: layer && !cassandra && !other };
}

/** All in a text that decides with whom a program speaks, as a word to be compared. */
export const signsOfDatabases = (text: string, host: Host): string =>
  [
    ...Object.values(broughtIn(text, host)),
    ...[NAMED, NAMED_OTHERS, JDBC_OF_CASSANDRA, ADDRESSES].map((sign) => sign.test(text)),
  ].join(' ');

/** The same of a program that holds statements: without a driver, what it calls by address or creates says whom it speaks with. */
export function databasesWithAddresses(text: string, host: Host): OwnDatabases {
  const databases = databasesOf(text, host);
  return databases.cassandra || databases.other ? databases : { ...databases, other: ADDRESSES.test(text) };
}

const ADDRESSES =
  /\bjdbc:(?!cassandra|datastax)\w+:|\b(?:postgres|postgresql|mysql|mariadb|sqlite|mssql|oracle|clickhouse|cockroachdb)(?:\+\w+)?:\/\/|\bENGINE\s*=\s*\w*(?:MergeTree|InnoDB|MyISAM)\b/i;

/** Ecto, and what makes it speak with Cassandra. */
const LAYER = /\bEcto\.(?!(?:Schema|Changeset|UUID|Type|Adapters)\b)/;
const ADAPTER = /\bExandra\b/;

const FACADE = /\bsqlx_scylladb\b/;
const SQLX = /\buse\s+sqlx::(?!.*(?:\bPg|MySql|Sqlite|postgres|mysql|sqlite))/;

const SPARK = /spark\.sql\b/;

/** What speaks with any database, by its address. */
const JDBC = /java\.sql\.(?!(?:Timestamp|Date|Time)\b)|javax\.sql\b|groovy\.sql\b|springframework\.jdbc/;
/** What also holds rows of any, `DataTable`. */
const ADO = /\bSystem\.Data\s*;/;
const JDBC_OF_CASSANDRA = /\bjdbc:(?:cassandra|datastax):/;

/** What a file that lists dependencies says of the databases that its module speaks with. */
export function databasesOfManifest(text: string): Databases {
  const said = text.replaceAll(COMMENTS, '');
  const scylla = SCYLLA.test(said);
  return { cassandra: scylla || DRIVERS.test(said), scylla, other: OTHER_DRIVERS.test(said) };
}

/** Of Gemfile, Cargo.toml and mix.exs, of Gradle and sbt, of XML. */
const COMMENTS = /(?<=^|[ \t])(?:#|\/\/).*|<!--(?:[^-]|-(?!->))*-->/gm;

const DRIVERS =
  /cassandra|gocql|gocassa|com\.datastax|dse-driver|\bcdrs|\bacsylla\b|\be?xandra\b|erlcass|cqerl|cequel|phantom-dsl|cqlengine|astyanax|helenus/i;

/** Packages of other databases, between what names are put between: quotes, brackets, strokes, white space. */
const OTHER_DRIVERS = new RegExp(
  `(?:^|[\\s"'/:<>{@])(?:${[
    // npm
    'pg|pg-[a-z-]+|mysql2?|sqlite3?|better-sqlite3|knex|sequelize|typeorm|mssql|oracledb|neo4j-driver|prisma|@?prisma/client|postgres|tedious|mariadb|google-cloud/(?:bigquery|spanner)|drizzle-orm|kysely|slonik|duckdb|couchbase|clickhouse/client',
    // Python
    'psycopg2?(?:-binary)?|pymysql|mysqlclient|mysql-connector-python|sqlalchemy|asyncpg|aiomysql|aiosqlite|django|peewee|pyodbc|cx_oracle|pyspark|sqlmodel|tortoise-orm|clickhouse-[a-z-]+|pyhive|pymssql|redshift-connector|google-cloud-(?:bigquery|spanner)',
    // Go
    'lib/pq|jackc/pgx[\\w/]*|go-sql-driver/mysql|mattn/go-sqlite3|jmoiron/sqlx|gorm\\.io/gorm|jinzhu/gorm|clickhouse-go[\\w/]*',
    // Java, Kotlin, Scala
    'postgresql|mysql-connector-[a-z]+|h2|hsqldb|derby|sqlite-jdbc|ojdbc\\d*|mariadb-java-client|spring-boot-starter-(?:data-)?(?:jpa|jdbc|r2dbc)|hibernate-[a-z-]+|jooq|jdbi3?-[a-z]+|mybatis[a-z-]*|slick|doobie-[a-z]+|spark-sql[\\w.]*|exposed-[a-z]+|neo4j-[a-z-]+',
    // Rust
    'sqlx(?![^]*\\bsqlx-scylladb)|rusqlite|diesel|tokio-postgres|sea-orm|clickhouse|libsql',
    // C#, PHP, Ruby, Elixir
    'Npgsql[\\w.]*|MySql\\.Data|MySqlConnector|Dapper|Microsoft\\.EntityFrameworkCore[\\w.]*|System\\.Data\\.SqlClient|Microsoft\\.Data\\.[\\w.]+|doctrine/(?:orm|dbal)|illuminate/database|laravel/framework|sequel|activerecord|rails|ecto_sqlite3|postgrex|myxql|tds',
  ].join('|')})(?=$|[\\s"'@/:,;=<>{}[\\]~^])`,
  'im',
);

const CASSANDRA =
  /cassandra|datastax|gocql|gocassa|cqlsharp|\bcdrs|cqlengine|\bacsylla\b|\bxandra\b|cequel|astyanax|\bhelenus\b|\bphantom\.|achilles\.|\bcql\b|\bcqlx\b|\bdse\.(?:cluster|graph)/i;
const SCYLLA = /scylla|\bcharybdis\b/i;
const HELPERS = /\.utils\.(?:UUIDs|Bytes)\b|core\.uuid\.Uuids\b/;
const NAMED =
  /(?<![\w:])(?:::)?Cassandra::[A-Za-z]|(?:new|use)\s+\\?Cassandra\b|\bnew\s+\\?PDO\s*\(\s*["']cassandra:|\bExandra\b|\bXandra\.(?:Cluster\.)?(?:execute|prepare|start_link)|(?<!\w):(?:erlcass|cqerl)\./;

const NAMED_OTHERS =
  /\bActiveRecord::|\bApplicationRecord\b|\bnew\s+\\?(?:PDO\s*\((?!\s*["']cassandra:)|mysqli\s*\()|\bmysqli_connect\(|\bpg_connect\(|\b(?:Mysql2::Client|SQLite3::Database)\.new\b|\bPG(?:::Connection)?\.(?:connect|new|open)\b|\b(?:Postgrex|MyXQL)\.(?:query|prepare|start_link|stream)\b/;

const OTHERS = anyOf([
  // Go
  /"database\/sql|lib\/pq"|jackc\/pg|go-sql-driver|mattn\/go-sqlite|jmoiron\/sqlx|gorm\.io|jinzhu\/gorm|clickhouse|\/spanner|\/bigquery|go-pg\/|uptrace\/bun|influxdb|\/sqlite|\/mysql|\/postgres|doug-martin\/goqu|Masterminds\/squirrel|neo4j|gocb|trino|gosnowflake|snowflake(?:db|-sdk|\.(?:client|connector|jdbc|sqlalchemy|snowpark))|Snowflake\.Data|mssql|[cC]loud\b.*(?:[bB]ig[qQ]uery|[sS]panner)/,
  // Java, Kotlin, Scala, Groovy
  /jakarta\.nosql|jnosql\.(?!\S*cassandra)|persistence\.(?:Entity|Query|Named|Table|\*)|data\.(?:jpa|jdbc|r2dbc|neo4j|couchbase|mongodb)|hibernate|\bjooq\b|\bslick\.|doobie|scalikejdbc|\banorm\b|\bjdbi|ibatis|mybatis|postgresql|\br2dbc\b|com\.mysql|couchbase|apache\.(?:hive|hadoop\.hive|calcite|phoenix|ignite|drill|kudu|impala)|exposed\.sql|android\.(?:arch\.persistence|database)|androidx\.(?:room|sqlite)|vertx\.(?:ext\.(?:jdbc|sql)|[\w.]*(?:pg|sql|oracle|jdbc|db2)client)|\bsql2o\b|\bebean\b|arangodb|orientechnologies|\briak\.client\b|\binfluxdb\.|\biotdb\.|questdb|taosdata|voltdb|tarantool|\bksql|\bvertica\b|\bpinot\b|\bpresto\b/,
  // JavaScript and TypeScript
  /['"](?:pg|pg-[\w-]+|mysql2?(?:\/promise)?|sqlite3?|better-sqlite3|knex|sequelize|typeorm|mssql|oracledb|neo4j-driver|@prisma\/client|postgres|drizzle-orm[\w/-]*|bun:sqlite|node:sqlite|kysely|slonik|duckdb|couchbase|tedious|mariadb|objection|alasql|sql\.js|@neondatabase\/serverless|@planetscale\/database|@vercel\/postgres|@libsql\/client)['"]/,
  // Python
  /\b(?:sqlite3|psycopg2?|pymysql|mysql\.connector|from\s+mysql|MySQLdb|mariadb|oracledb|aiopg|pg8000|sqlalchemy|asyncpg|aiomysql|aiosqlite|django\.db|peewee|pyodbc|cx_Oracle|duckdb|pyhive|impala\.dbapi|pymssql|redshift_connector|pyathena|prestodb|teradatasql|ibm_db|pony\.orm|playhouse|flask_sqlalchemy|pandasql|sqlmodel|tortoise|databricks)\b/,
  // Rust
  /\b(?:sqlx|rusqlite|diesel|tokio_postgres|postgres|mysql|mysql_async|sea_orm|libsql|tiberius|surrealdb|datafusion)(?:::|;)/,
  // C#
  /System\.Data\.|Microsoft\.Data|Npgsql|MySql|\bDapper\b|EntityFramework|\bLinqToDB\b|OrmLite|SQLite|\bClickHouse|\bOracle\.|\bNHibernate\b/,
  // PHP, Ruby, Elixir
  /\b(?:Cake.Database|(?:Zend|Laminas).Db|yii.db)\b|\bPDO\b|\bmysqli\b|Doctrine|Illuminate.Database|Illuminate.Support.Facades.DB|active_record|['"]sequel['"]|['"]mysql2['"]|\bEcto\.Adapters\.|Postgrex|MyXQL/,
]);

/** Words that no other database has. */
export const hasOnlyCql = (cql: string): boolean => ONLY_CQL.test(cql);

const ONLY_CQL = anyOf(
  [
    /ALLOW\s+FILTERING/,
    /USING\s+(?:TTL|TIMESTAMP)\b/,
    /AND\s+TTL\s*[?:$\d]/,
    /PER\s+PARTITION\s+LIMIT/,
    /PRIMARY\s+KEY\s*\(\s*\(/,
    /WITH\s+(?:CLUSTERING\s+ORDER|COMPACT\s+STORAGE|replication\s*=|compaction\s*=|gc_grace_seconds)/,
    /(?:CREATE|ALTER|DROP)\s+KEYSPACE/,
    /(?:CREATE|DROP)\s+COLUMNFAMILY/,
    /CREATE\s+CUSTOM\s+INDEX/,
    /BEGIN\s+(?:UNLOGGED\s+|COUNTER\s+)?BATCH/,
    /APPLY\s+BATCH/,
    /\bfrozen\s*</,
    /\b(?:map|set|list)\s*<\s*\w+/,
    /\btimeuuid\b/,
    /\b(?:min|max)TimeUuid\s*\(/,
    /CONTAINS\s+KEY\b/,
    /\bWRITETIME\s*\(/,
    /\bTTL\s*\(/,
    /\bFROM\s+system\.(?:local|peers\w*|size_estimates|schema_\w+)\b/,
    /\bFROM\s+system_(?:schema|auth|distributed|traces|views)\.\w/,
    /\)\s*IF\s+NOT\s+EXISTS\s*;?\s*$/,
    /\bIF\s+EXISTS\s*;?\s*$(?<!^\s*(?:DROP|ALTER|TRUNCATE)[^]*)/,
    /\bWHERE\b[^]*\bIF\s+\w+\s*(?:=|!=|IN\b)/,
  ],
  'i',
);

/** Words that Cassandra does not have. */
export const hasOnlySql = (cql: string): boolean => ONLY_SQL.test(cql.replaceAll(QUOTED, "''"));

const QUOTED = /'(?:[^']|'')*'/g;

const ONLY_SQL = anyOf(
  [
    /\$\d+\b/,
    /[=<>(,]\s*@\w/,
    /`/,
    /\bJOIN\b[^]*\bON\b/,
    /\bRETURNING\b/,
    /\bON\s+(?:CONFLICT|DUPLICATE|DELETE|UPDATE)\b/,
    /\bOFFSET\s+[\d?:$]/,
    /\bHAVING\b/,
    /\(\s*SELECT\b/,
    // In a view it is CQL.
    /(?<!^\s*CREATE\s+MATERIALIZED\s+VIEW\b[^]*)\bNOT\s+NULL\b(?!\s+PRIMARY)/,
    /\bAUTO_?INCREMENT\b/,
    /\b(?:BIG)?SERIAL\b/,
    /\bVARCHAR2?\s*\(/,
    /\bFOREIGN\s+KEY\b/,
    /\bUNION\b/,
    /\bCASE\s+WHEN\b/,
    /\bINFORMATION_SCHEMA\b|\bpg_catalog\b|\bsqlite_master\b/,
    /\bFOR\s+UPDATE\b/,
    /\bINTERVAL\s+'/,
    /\bLIMIT\s+\d+\s*,/,
  ],
  'i',
);

/** Whether the path of a program names Cassandra, and whether it names another database. */
export function databasesNamed(path: string): Databases {
  const scylla = /scylla/i.test(path);
  return {
    cassandra: scylla || /cassandra|(?:^|[/_.-])cql/i.test(path),
    scylla,
    other:
      /(?:mysql|postgre|(?:^|[/_.-])pg(?=[/_.-])|sqlite|oracle|mssql|mariadb|jdbc|(?:^|[/_.-])h2(?=[/_.-])|clickhouse|(?:^|[/_.-])hive|spanner|cockroach|snowflake|bigquery|neo4j|presto|trino|pinot|redshift|couchbase|influx|(?:^|[/_.-])jpa|(?:^|[/_.-])sql(?=[/_.-]))/i.test(
        path,
      ),
  };
}

/** Whether a file holds tests, by its path. */
export const isTestPath = (path: string): boolean => TESTS.test(path) || (ITS.test(path) && !MAIN.test(path));

/** Integration tests; among what is delivered, a package: `src/main/java/it/shop`. */
const ITS = /(?:^|\/)it\//;
const MAIN = /(?:^|\/)src\/main\//;

const TESTS =
  /(?:^|\/)(?:tests?|testing|benches|__tests__|spec|specs|fixtures|integration-?tests?|(?:\w+[._-])?tests?[._-]?(?:suites?|support|helpers?|utils?|data|fixtures?|kit)|src\/\w*[tT]est\w*|\w+[._-]tests?|[\w.]*[a-z\d.]Tests?)\/|_test\.(?!ex$)\w+$|(?:^|\/)test_[^/]*$|\.(?:tests?|specs?)\.\w+$|(?:Test|Tests|IT|Spec|TestCase|TestBase|TestUtils?)\.\w+$|_spec\.\w+$|(?:^|\/)conftest\.py$/;
