import type { Delete, Expression, Insert, Literal, Statement, Update } from '../syntax/ast.ts';
import type { Table } from '../catalog/model.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'timestamp-unit';

/** A write time that counts something else than microseconds. */
export const timestampUnit: Rule = {
  code: CODE,
  summary: 'A write time is in seconds, milliseconds or nanoseconds, where Cassandra counts microseconds.',
  severities: ['warning'],
  profile: 'quiet',
  tags: ['data'],
  check(context) {
    if (context.verdict.kind === 'refused') return [];
    return timesOf(context.statement).flatMap(({ value, of }) => {
      const unit = unitOf(value);
      return unit === undefined || of.some((write) => isKeptThroughout(write, unit, context))
        ? []
        : [findingOf(value, unit)];
    });
  },
  fixes({ uri, segment, statement }, { span }) {
    const time = timesOf(statement).find(({ value }) => value.span.start === span.start)?.value;
    const unit = time === undefined ? undefined : unitOf(time);
    if (time === undefined || unit === undefined) return [];
    const text = unit.inMicroseconds(BigInt(time.value));
    return [
      {
        id: 'microseconds',
        title: `Write microseconds: ${text}`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span }, text: String(text) }],
      },
    ];
  },
};

type Write = Insert | Update | Delete;

interface Unit {
  readonly name: string;
  readonly means: string;
  readonly from: bigint;
  readonly below: bigint;
  inMicroseconds(time: bigint): bigint;
}

/** What a number counts that lies between 2001 and 2103 in another unit. */
const UNITS: readonly Unit[] = [
  {
    name: 'seconds',
    means: 'it is a time of January 1970, so that this write loses to every other one',
    from: 1_000_000_000n,
    below: 4_200_000_000n,
    inMicroseconds: (time) => time * 1_000_000n,
  },
  {
    name: 'milliseconds',
    means: 'it is a time of January or February 1970, so that this write loses to every other one',
    from: 1_000_000_000_000n,
    below: 4_200_000_000_000n,
    inMicroseconds: (time) => time * 1000n,
  },
  {
    name: 'nanoseconds',
    means: 'it is a time in tens of thousands of years, so that no later write or DELETE changes what this one writes',
    from: 1_000_000_000_000_000_000n,
    below: 4_200_000_000_000_000_000n,
    inMicroseconds: (time) => time / 1000n,
  },
];

const unitOf = ({ type, value }: Literal): Unit | undefined =>
  type === 'integer' ? UNITS.find(({ from, below }) => BigInt(value) >= from && BigInt(value) < below) : undefined;

/** The constants after USING TIMESTAMP, each with the writes that get it. */
function timesOf(statement: Statement): readonly { readonly value: Literal; readonly of: readonly Write[] }[] {
  if (statement.kind === 'batch') {
    const own = timeOf(statement);
    return [
      ...(own?.kind === 'literal' ? [{ value: own, of: statement.statements }] : []),
      ...statement.statements.flatMap(timesOf),
    ];
  }
  if (!isWrite(statement)) return [];
  const value = timeOf(statement);
  return value?.kind === 'literal' ? [{ value, of: [statement] }] : [];
}

const isWrite = (statement: Statement): statement is Write =>
  statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete';

const timeOf = ({ using }: Pick<Write, 'using'>): Expression | undefined => using?.timestamp?.value;

/** The table is not known, or all that this file writes to it, more than once, has times in that unit: they fit each other. */
function isKeptThroughout(statement: Write, unit: Unit, { uri, session, surroundings }: RuleContext): boolean {
  const table = readsAndWritesIn({ statement, session })[0]?.table;
  if (table === undefined) return true;
  const written = unitsOf(table, surroundings).get(uri);
  return written !== undefined && written.count > 1 && [...written.units].every((one) => one === unit);
}

/** How many writes of a table each file has, and in which units their times are; worked out once for all of them. */
function unitsOf(table: Table, { memory, usesOf }: Surroundings): ReadonlyMap<string, Units> {
  const uses = usesOf(table);
  return memory.kept(unitsOf, uses, () => {
    const byFile = new Map<string, { count: number; readonly units: Set<Unit | undefined> }>();
    for (const { uri, statement, whole } of uses) {
      if (!isWrite(statement)) continue;
      let own = byFile.get(uri);
      if (own === undefined) byFile.set(uri, (own = { count: 0, units: new Set() }));
      const value = timeOf(statement) ?? (whole.kind === 'batch' ? timeOf(whole) : undefined);
      own.count += 1;
      own.units.add(value?.kind === 'literal' ? unitOf(value) : undefined);
    }
    return byFile;
  });
}

interface Units {
  readonly count: number;
  readonly units: ReadonlySet<Unit | undefined>;
}

const findingOf = ({ value, span }: Literal, { name, means }: Unit): Finding => ({
  code: CODE,
  severity: 'warning',
  span,
  message: `Cassandra counts write times in microseconds; ${value} are ${name}. To Cassandra ${means}.`,
  related: [],
});
