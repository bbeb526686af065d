import { remembered } from './remembered.ts';
import { anyOf, wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import type { Host } from '../hosts/host.ts';
import { importsOfCassandra, type Databases } from './evidence.ts';

/** Whom the calls of a program speak with, told by what they are made on. */
export interface Receivers {
  /** The name, what it is given, or its type says that it is Cassandra's, and nothing that it is of another database. */
  readonly isOfCassandra: (receiver: string) => boolean;
  /** What it is given or its own name names another database, or its own name hints at one and an import brings it, and nothing Cassandra. */
  readonly isOfAnother: (receiver: string) => boolean;
  /** It is brought from an own program that speaks with Cassandra alone, or given by what is. */
  readonly comesFromCassandra: (receiver: string) => boolean;
  /** An import of Cassandra's brings the name. */
  readonly isBrought: (name: string) => boolean;
}

/** Whether a name alone says so: `cassandraClient`, `cqlSession`, `Xandra`; `pgPool`, `jdbcTemplate`. */
export const isNamedForCassandra = (name: string): boolean => CASSANDRA.test(name);
export const isNamedForAnother = (name: string): boolean => !CASSANDRA.test(name) && ANOTHER.test(name);

/** `imports` are the lines that bring in something of Cassandra's; `originOf` says with whom the own program speaks that a name is brought from. */
export function receiversIn(
  text: string,
  imports: readonly string[],
  originOf: (name: string) => Databases | undefined,
): Receivers {
  const brought = imports.flatMap(namesBrought);
  // Couchbase has clusters, too.
  const hasCluster = ![...text.matchAll(BRINGING)].some(([line]) => COUCHBASE.test(line));
  const pattern = new RegExp(
    [CASSANDRA.source, ...[...(hasCluster ? ['cluster'] : []), ...brought].map((name) => `\\b${name}\\b`)].join('|'),
    'i',
  );
  const ofCassandra = (one: string): boolean => pattern.test(one) && !COUCHBASE.test(one);
  const isNamed = (name: string): boolean =>
    isNamedForCassandra(name) || (/^[A-Z]/.test(name) && brought.includes(name));
  const given = remembered((name: string) => givenTo(name, text));
  /** With whom the own program speaks from which a receiver is brought, or what gives it. */
  const broughtFrom = remembered((receiver: string) => {
    for (const name of [receiver, ...given(receiver).map((one) => GIVER.exec(one)?.[1] ?? '')]) {
      const origin = originOf(name);
      if (origin !== undefined && origin.cassandra !== origin.other) return origin;
    }
    return undefined;
  });
  const comesFromCassandra = (receiver: string): boolean => broughtFrom(receiver)?.cassandra === true;
  return {
    comesFromCassandra,
    isOfCassandra: remembered((receiver: string) => {
      if (isNamed(receiver) || comesFromCassandra(receiver)) return true;
      return (
        broughtFrom(receiver) === undefined &&
        (brought.includes(receiver) || (!isNamedForAnother(receiver) && given(receiver).some(ofCassandra))) &&
        !given(receiver).some((one) => ANOTHER.test(one) && !ofCassandra(one))
      );
    }),
    isOfAnother: remembered((receiver: string) => {
      if (receiver === '' || isNamedForCassandra(receiver)) return false;
      const origin = broughtFrom(receiver);
      if (origin !== undefined) return origin.other;
      return (
        !given(receiver).some(ofCassandra) &&
        (NAMED_FOR_ONE.test(receiver) ||
          given(receiver).some((one) => DATABASE.test(one)) ||
          (isNamedForAnother(receiver) &&
            isBroughtBy(receiver, text, (line) => !ofCassandra(MODULE.exec(line)?.[0] ?? line))))
      );
    }),
    isBrought: (name) => brought.includes(name),
  };
}

/** What a program that speaks with several databases calls that of each. */
export interface Shares {
  readonly cassandra: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
}

export function sharesIn(text: string, host: Host): Shares {
  const { isOfCassandra, isOfAnother } = receiversIn(text, importsOfCassandra(text, host), () => undefined);
  const names = [...text.matchAll(DECLARED)].flatMap(([, name]) => name ?? []);
  const cassandra = new Set(names.filter(isOfCassandra));
  return { cassandra, other: new Set(names.filter((name) => !cassandra.has(name) && isOfAnother(name))) };
}

/** Names of a program, not of its functions: `const client = …`, `session = …`. */
const DECLARED = /^(?:export[ \t]+)?(?:(?:const|let|var)[ \t]+)?([A-Za-z_$][\w$]*)[ \t]*(?::[^=\n]{1,60})?=(?![=>])/gm;

const CASSANDRA = /cassandra|cql|scylla|xandra|datastax|SimpleStatement|BatchStatement|\bISession\b|SessionBuilder/i;

/** `connect` of `await connect()`, `Store` of `new Store()`. */
const GIVER = /^(?:(?:await|new)\s+)*([\w$]+)/;

const COUCHBASE = /couchbase|gocb/i;

/** Other databases by their names. */
const DATABASE =
  /postgre|(?:^|[^a-z])pg(?:$|[^a-z]|(?=[A-Z]))|psycopg|mysql|myxql|maria|sqlite|oracle|mongo|neo4j|clickhouse|duckdb|timescale|couchbase|gocb/i;

/** What nobody calls a session of Cassandra. */
const NAMED_FOR_ONE = /^_?(?:pdo|wpdb|mysqli?|postgres(?:ql)?|sqlite|mongo|clickhouse)(?:$|_|(?=[A-Z]))/;

const ANOTHER = anyOf(
  [
    DATABASE,
    /(?<!c)sql|\bpdo\b|hive|h2\b|\bwpdb\b/,
    /jdbc|jpa|entitymanager|datasource|hibernate|sequelize|knex|prisma|typeorm|doctrine|dapper|doobie|slick|create_engine|activerecord|repo\b|\btrx\b/,
    /\bpool\b|pool$|\b(?:Db)?Connection\b/,
  ],
  'i',
);

/** The names by which a program calls what an import brings. */
const namesBrought = (line: string): readonly string[] => [
  ...(line.match(/\b[A-Z]\w+/g) ?? []),
  ...[...line.matchAll(/\b(?:const|let|var|import|as)\s+(?:\*\s+as\s+)?([a-z]\w*)(?=\s*(?:=|,|;|$|from\b))/g)].flatMap(
    ([, name]) => name ?? [],
  ),
];

/** Whether an import of some kind brings a name: `import pool from '../db.js'`, `from .db import pool`. */
const isBroughtBy = (name: string, text: string, isMeant: (line: string) => boolean): boolean =>
  [...text.matchAll(BRINGING)].some(
    ([line]) => new RegExp(`(?<![\\w/'".])${name.replaceAll('$', '\\$')}(?![\\w$'"/])`).test(line) && isMeant(line),
  );

/** What a line brings names from; the names may be of several databases: `const { cassandra, knex } = require('./db')`. */
const MODULE = /["'][^"']*["']|\bfrom[ \t]+[\w.]+/;

const BRINGING = /^[ \t]*(?:import\b|from\b|(?:const|let|var)\b.*\brequire\().*$/gm;

/** What stands beside a name where it is declared, or given a value: its type before or behind it, and the value. */
function givenTo(name: string, text: string): readonly string[] {
  const word = `(?<![\\w%])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  // Where neither a value nor a type can stand beside it, as in most calls and in formats, nothing is looked at.
  const places = text.matchAll(new RegExp(`${word}(?:(?=[\\s,:=])|(?<=[ \\t][$@]?${word}))`, 'g'));
  return [...places].flatMap(({ index }) => {
    const behind = text.slice(index + name.length, index + name.length + NEAR).split('\n', 1)[0]!;
    const before = leftOf(text, index, NEAR);
    const found = BEHIND.flatMap((pattern) => pattern.exec(behind)?.[1] ?? []).map(withoutNext);
    const type = BEFORE.exec(before)?.[1];
    const opened = OPENED.exec(before)?.[1];
    if (opened !== undefined) found.push(opened);
    return type === undefined || NO_TYPES.has(type) ? found : [...found, type];
  });
}

/** A value without what is declared behind it on its line: `new Pool()` of `new Pool(), c = new Client()`. */
function withoutNext(value: string): string {
  let depth = 0;
  for (const { 0: sign, index } of value.matchAll(/[([{]|[)\]}]|;|,(?=\s*[\w$]+\s*(?::[^,=;()]*)?=(?![=>]))/g)) {
    if ('([{'.includes(sign)) depth += 1;
    else if (depth === 0) return value.slice(0, index);
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return value;
}

/** So many characters are looked at beside a name. */
const NEAR = 140;

/** A value, with the type before it; a type: `session: Session`, `session *gocql.Session`. */
const BEHIND: readonly RegExp[] = [
  /^(?:\s*,\s*\w+)?\s*(?::\s*[^=\n]{1,60})?:?=(?![=>])\s*(.*)/,
  /^\s*:\s*(&?[\w.<[][\w.<>[\]' ]*)/,
  /^\s+(\*?[a-z]\w*\.[A-Z]\w*)/,
];

/** `CqlSession session`, `ISession _session`, `Session $session`. */
const BEFORE = /\b([A-Z][\w.]*(?:<[\w., <>]*>)?)\??[ \t]+[$@]?$/;

/** `with connect() as session`. */
const OPENED = /\bwith[ \t]+(?:await[ \t]+)?([^\n]+?)[ \t]+as[ \t]+$/;

const NO_TYPES: ReadonlySet<string> = wordSet('SELECT FROM INTO UPDATE WHERE');
