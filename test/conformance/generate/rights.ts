import { items } from './items.ts';
import { id, qualified, type Maker } from './maker.ts';
import type { Keyspace, Made } from './model.ts';
import { literal } from './terms.ts';
import { native, printType } from './types.ts';

/** Roles, users, identities, permissions: most of them refused where the cluster has neither authenticator nor authorizer. */
export function rightsStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random, world } = maker;
  const known = () => (world.roles.length > 0 && !maker.slip(0.2) ? random.pick(world.roles) : 'norole');
  const gone = (name: string) => () => void (world.roles = world.roles.filter((role) => role !== name));
  return random.weighted<() => Made>([
    [
      5,
      () => {
        const name = maker.slip(0.15) && world.roles.length > 0 ? random.pick(world.roles) : maker.mint('r');
        const kind = random.chance(0.75) ? 'ROLE' : 'USER';
        const text = kind === 'USER' ? userTail(maker) : roleTail(maker);
        maker.note(`CREATE ${kind}`);
        return {
          cql: `CREATE ${kind} ${random.chance(0.15) ? 'IF NOT EXISTS ' : ''}${maker.slip(0.03) ? "''" : id(name)}${text}`,
          touches: [name],
          change: () => void (world.roles.includes(name) || world.roles.push(name)),
        };
      },
    ],
    [
      3,
      () => ({
        cql: `ALTER ROLE ${maker.since(4.1) && random.chance(0.1) ? 'IF EXISTS ' : ''}${id(known())}${roleTail(maker)}`,
      }),
    ],
    [
      1,
      () => ({
        cql: `ALTER USER ${maker.since(4.1) && random.chance(0.1) ? 'IF EXISTS ' : ''}${id(known())}${userTail(maker)}`,
      }),
    ],
    [
      2,
      () => {
        const name = known();
        return {
          cql: `DROP ${random.pick(['ROLE', 'USER'])} ${random.chance(0.2) ? 'IF EXISTS ' : ''}${id(name)}`,
          touches: [name],
          change: gone(name),
        };
      },
    ],
    [3, () => ({ cql: `GRANT ${id(known())} TO ${id(known())}`, touches: [], change: () => undefined })],
    [2, () => ({ cql: `REVOKE ${id(known())} FROM ${id(known())}`, touches: [], change: () => undefined })],
    [3, () => ({ cql: `GRANT ${permissions(maker)} ON ${resource(maker, keyspace)} TO ${id(known())}` })],
    [2, () => ({ cql: `REVOKE ${permissions(maker)} ON ${resource(maker, keyspace)} FROM ${id(known())}` })],
    [
      2,
      () => ({
        cql: `LIST ${permissions(maker)}${random.chance(0.5) ? ` ON ${resource(maker, keyspace)}` : ''}${random.chance(0.5) ? ` OF ${id(known())}` : ''}${random.chance(0.2) ? ' NORECURSIVE' : ''}`,
      }),
    ],
    [
      1,
      () => ({
        cql: random.pick([
          `LIST ROLES`,
          `LIST ROLES OF ${id(known())}`,
          `LIST ROLES OF ${id(known())} NORECURSIVE`,
          'LIST USERS',
          'LIST ROLES NORECURSIVE',
          ...(maker.since(6) ? ['LIST SUPERUSERS'] : []),
        ]),
      }),
    ],
    // Where several superusers could be asking, one that is dropped leaves doubts.
    [
      0.1,
      () => ({
        cql: random.pick([
          'CREATE ROLE cassandra',
          'ALTER ROLE cassandra WITH SUPERUSER = false',
          'ALTER USER cassandra NOSUPERUSER',
          'DROP ROLE cassandra',
          `GRANT ${id(known())} TO cassandra`,
          `REVOKE ${id(known())} FROM cassandra`,
          'LIST ROLES OF cassandra',
        ]),
        touches: [],
        change: () => undefined,
      }),
    ],
    [maker.since(6) ? 0.5 : 0, () => ({ cql: `CREATE GENERATED ROLE${roleTail(maker)}` })],
    [
      maker.since(5) ? 2 : 0.1,
      () => {
        const identity = `spiffe://${maker.mint('i')}`;
        const old = world.identities.length > 0 ? random.pick(world.identities) : 'noidentity';
        if (random.chance(0.4))
          return {
            cql: `DROP IDENTITY ${random.chance(0.2) ? 'IF EXISTS ' : ''}'${old}'`,
            touches: [old],
            change: () => void (world.identities = world.identities.filter((one) => one !== old)),
          };
        const name = maker.slip(0.2) ? old : identity;
        return {
          cql: `ADD IDENTITY ${random.chance(0.2) ? 'IF NOT EXISTS ' : ''}'${name}' TO ROLE ${id(known())}`,
          touches: [name],
          change: () => void (world.identities.includes(name) || world.identities.push(name)),
        };
      },
    ],
  ])();
}

function roleTail(maker: Maker): string {
  const { random } = maker;
  const options = random.times(random.pick([0, 1, 1, 2]), () =>
    random.weighted<() => string>([
      [2, () => `LOGIN = ${random.pick(['true', 'false'])}`],
      [2, () => `SUPERUSER = ${random.pick(['true', 'false'])}`],
      [0.4, () => `PASSWORD = 'x'`],
      [0.5, () => (maker.since(4.1) ? `HASHED PASSWORD = '${hash(maker)}'` : 'LOGIN = true')],
      [0.5, () => (maker.since(6) ? 'GENERATED PASSWORD' : 'LOGIN = false')],
      [0.5, () => "OPTIONS = {'a': 'b'}"],
      [
        1,
        () =>
          maker.since(4)
            ? random.weighted([
                [6, 'ACCESS TO ALL DATACENTERS'],
                [1, "ACCESS TO DATACENTERS {'datacenter1'}"],
                [1, "ACCESS TO DATACENTERS {'nodatacenter'}"],
              ])
            : 'LOGIN = true',
      ],
      [
        1,
        () =>
          maker.since(5) ? random.pick(['ACCESS FROM ALL CIDRS', "ACCESS FROM CIDRS {'group'}"]) : 'SUPERUSER = false',
      ],
    ])(),
  );
  return options.length === 0 ? '' : ` WITH ${options.join(' AND ')}`;
}

/** What the server takes for one of jBCrypt's, or does not; more rounds cost more time. */
function hash({ random }: Maker): string {
  const version = random.pick(['$2a$', '$2a$', '$2a$', '$2$', '$2b$', '$1$', '']);
  const rounds = random.pick(['04', '04', '05', '03', '31', '+4', '-4', 'x4', '4']);
  const salt = random.pick([
    'JSJEMFm6GeaW9XxT5JIheu',
    'JSJEMFm6GeaW9XxT5JIheu',
    'JSJ!MFm6GeaW9XxT5JIheu',
    'JS!EMFm6GeaW9XxT5JIheu',
    'JSJEMF',
  ]);
  return `${version}${rounds}${random.pick(['$', '$', '$', '.'])}${salt}${random.pick(['', 'EtPvat6i7uKbnTcxX3c1wshIIsGyUtG'])}`;
}

function userTail(maker: Maker): string {
  const { random } = maker;
  return random.pick([
    '',
    ' SUPERUSER',
    ' NOSUPERUSER',
    " WITH PASSWORD 'x'",
    " WITH PASSWORD 'x' NOSUPERUSER",
    maker.since(4.1) ? ` WITH HASHED PASSWORD '${hash(maker)}'` : '',
  ]);
}

function permissions(maker: Maker): string {
  const { random } = maker;
  const one = () =>
    random.pick([
      'CREATE',
      'ALTER',
      'DROP',
      'SELECT',
      'MODIFY',
      'AUTHORIZE',
      'DESCRIBE',
      'EXECUTE',
      ...(maker.since(5) ? ['UNMASK', 'SELECT_MASKED'] : []),
    ]);
  if (random.chance(0.25)) return random.pick(['ALL', 'ALL PERMISSIONS']);
  return maker.since(4.1) && random.chance(0.2)
    ? `${one()}, ${one()}`
    : `${one()}${random.chance(0.3) ? ' PERMISSION' : ''}`;
}

function resource(maker: Maker, keyspace: Keyspace): string {
  const { random, world } = maker;
  const table = keyspace.tables.length > 0 && !maker.slip(0.2) ? random.pick(keyspace.tables).name : 'notable';
  const own =
    keyspace.functions.length > 0 && !maker.slip(0.2)
      ? random.pick(keyspace.functions)
      : { name: 'nofunction', arguments: [native('int')] };
  maker.note('resource');
  return random.pick([
    'ALL KEYSPACES',
    `KEYSPACE ${id(maker.slip(0.2) ? 'nokeyspace' : keyspace.name)}`,
    qualified(maker, keyspace.name, table),
    `TABLE ${qualified(maker, keyspace.name, table)}`,
    ...(maker.since(4.1) ? [`ALL TABLES IN KEYSPACE ${id(keyspace.name)}`] : []),
    'ALL ROLES',
    `ROLE ${id(maker.slip(0.2) ? 'norole' : (world.roles[0] ?? 'norole'))}`,
    'ALL FUNCTIONS',
    `ALL FUNCTIONS IN KEYSPACE ${id(keyspace.name)}`,
    `FUNCTION ${qualified(maker, keyspace.name, own.name)}(${own.arguments.map(printType).join(', ')})`,
    'ALL MBEANS',
    "MBEAN 'org.apache.cassandra.db:type=Tables'",
    "MBEANS 'org.apache.cassandra.db:*'",
    ...(maker.slip(0.1) ? ['FUNCTION system.now()'] : []),
    ...(maker.slip(0.3) ? ["MBEAN ''", "MBEANS 'x'", "MBEANS '*:*'", "MBEAN 'a:*'"] : []),
  ]);
}

/** DESCRIBE of all that there is, and of some that is not. */
export function describeStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const some = (names: readonly string[]) =>
    qualified(maker, keyspace.name, names.length === 0 || maker.slip(0.3) ? 'nothing' : random.pick(names));
  const tables = keyspace.tables.filter(({ base }) => base === undefined).map(({ name }) => name);
  const views = keyspace.tables.filter(({ base }) => base !== undefined).map(({ name }) => name);
  const indexes = keyspace.tables.flatMap((table) => table.indexes.map(({ name }) => name));
  const functions = keyspace.functions.filter(({ aggregate }) => !aggregate).map(({ name }) => name);
  const aggregates = keyspace.functions.filter(({ aggregate }) => aggregate).map(({ name }) => name);
  const what = random.pick([
    ...items('CLUSTER  SCHEMA  FULL SCHEMA  KEYSPACES  TABLES  TYPES  FUNCTIONS  AGGREGATES  KEYSPACE'),
    `${random.chance(0.3) ? 'ONLY ' : ''}KEYSPACE ${id(maker.slip(0.3) ? 'nokeyspace' : keyspace.name)}`,
    `TABLE ${some(tables)}`,
    `MATERIALIZED VIEW ${some(views)}`,
    `INDEX ${some(indexes)}`,
    `TYPE ${some(keyspace.types.map(({ name }) => name))}`,
    `FUNCTION ${some(functions)}`,
    `AGGREGATE ${some(aggregates)}`,
    some([...tables, ...views, ...indexes, keyspace.name]),
  ]);
  maker.note('DESCRIBE');
  return { cql: `${random.pick(['DESCRIBE', 'DESC'])} ${what}${random.chance(0.1) ? ' WITH INTERNALS' : ''}` };
}

/** Triggers; no class of one is there to be loaded. */
export function triggerStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const table = qualified(
    maker,
    keyspace.name,
    keyspace.tables.length === 0 || maker.slip(0.15) ? 'notable' : random.pick(keyspace.tables).name,
  );
  return random.chance(0.6)
    ? {
        cql: `CREATE TRIGGER ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${id(maker.mint('x'))} ON ${table} USING ${random.pick(["'no.such.Trigger'", "''", literal(maker, native('text'))])}`,
      }
    : { cql: `DROP TRIGGER ${random.chance(0.3) ? 'IF EXISTS ' : ''}notrigger ON ${table}` };
}
