import type { Column, Location, Table } from '../catalog/model.ts';
import { LEGACY_INDEX, schemaRulesOf } from '../catalog/effects/schema-rules.ts';
import { isNative } from '../catalog/types.ts';
import { type Declared, declaredOf } from '../modeling/evidence/annotations.ts';
import { handfulOf } from '../modeling/evidence/few-values.ts';
import { manyValues } from '../modeling/evidence/many-values.ts';
import { isListOfChoices, isSmall } from '../modeling/evidence/small-tables.ts';
import { everyUseOf, knownUsesOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
import type { Expression, Select } from '../syntax/ast.ts';
import { releaseOf } from '../text/release.ts';
import type { Rule } from './rule.ts';

const CODE = 'index-values';

/** An index of a column with two or three values, with one for each row, or with one after the other. */
export const indexValues: Rule = {
  code: CODE,
  summary:
    'An index of a column that has a handful of values, another in each row, one after the other, or a table of its own.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  check({ statement, verdict, table, surroundings, session }) {
    if (statement.kind !== 'create-index' || verdict.kind === 'refused' || table === undefined) return [];
    // A local index of ScyllaDB is asked within one partition.
    if (statement.local !== undefined) return [];
    const [target, ...others] = statement.targets;
    const column = target === undefined || target.of !== undefined ? undefined : table.columns.get(target.column.name);
    if (target === undefined || others.length > 0 || column === undefined || table.kind !== 'table') return [];
    const declared = declaredOf(table, surroundings);
    const release = releaseOf(session);
    const isLegacy =
      statement.using === undefined &&
      !statement.custom &&
      (release === undefined || schemaRulesOf(release, session.configuration).defaultIndex === LEGACY_INDEX);
    const update = isLegacy ? changeOf(column, table, surroundings) : undefined;
    if (update !== undefined) {
      const isTime = isNative(column.type, 'timestamp');
      return [
        {
          code: CODE,
          severity: 'hint',
          span: target.span,
          message: `\`${column.name}\` is another ${isTime ? 'time' : 'number'} with every UPDATE: each takes an entry out of the index, over which queries walk, and writes another${isTime ? ' with a value that no other row has. A table by a bucket of the time is asked at one place.' : '.'}`,
          related: [{ at: update, message: 'Changed here' }],
        },
      ];
    }
    const copy = copyBy(column, table, surroundings);
    if (copy !== undefined && !isAskedWithin(column, table, surroundings)) {
      return [
        {
          code: CODE,
          severity: 'hint',
          span: target.span,
          message:
            `\`${copy.name}\` holds the rows of \`${table.name}\` by \`${column.name}\`: a query by it is asked at one place there, ` +
            'and the index is one more write each time.',
          related: copy.location === undefined ? [] : [{ at: copy.location, message: 'The table by that column' }],
        },
      ];
    }
    const passed = passedValue(column, table, surroundings);
    if (passed !== undefined && !isSmall(declared) && !isAskedWithin(column, table, surroundings)) {
      return [
        {
          code: CODE,
          severity: 'hint',
          span: target.span,
          message:
            `Rows begin with ${passed.text} and go on to another \`${column.name}\`: until files are compacted an index finds each row that ever had the value, ` +
            `and a query for ${passed.text} reads them all to see which still have it. Keep those that do in a table of their own, by a bucket.`,
          related: [
            { at: passed.asked, message: 'Asked for here' },
            { at: passed.changed, message: 'Changed here' },
          ],
        },
      ];
    }
    const values = valuesOf(column, table, declared);
    if (values === undefined || isSmall(declared) || isListOfChoices(table)) return [];
    if (isAskedWithin(column, table, surroundings)) return [];
    const { kind, evidence } = values;
    // The query itself is told that it asks every node for its row.
    const alone = isAskedAlone(column, table, surroundings);
    if (kind === 'many' && alone) return [];
    // Within a partition of many rows an index of few values is a good one, and queries may stand in code.
    const certain = kind === 'many' || alone || table.clustering.length === 0;
    return [
      {
        code: CODE,
        severity: 'hint',
        ...(!certain && { profile: 'strict' }),
        span: target.span,
        message:
          kind === 'few'
            ? `\`${column.name}\` has few values (${evidence}): a node finds with one of them a great part of its rows, and all nodes are asked. ` +
              `A query with the partition key of \`${table.name}\` reads one partition and filters.`
            : `\`${column.name}\` has nearly as many values as there are rows (${evidence}): a query by it asks all nodes for one row. ` +
              `A table by \`${column.name}\` is asked at one place.`,
        related: [],
      },
    ];
  },
};

/** A table or view that holds all of the rows, partitioned by the column. */
const copyBy = ({ name }: Column, table: Table, surroundings: Surroundings): Table | undefined =>
  surroundings
    .copiesOf(table)
    .map((copy) => copy.table)
    .find(
      ({ partitionKey, columns }) =>
        partitionKey.length === 1 &&
        partitionKey[0]!.name === name &&
        [...table.columns.keys()].every((one) => columns.has(one)),
    );

function valuesOf(
  column: Column,
  table: Table,
  declared: Declared,
): { readonly kind: 'few' | 'many'; readonly evidence: string } | undefined {
  const few = handfulOf(column, declared);
  if (few !== undefined) return { kind: 'few', evidence: few };
  const many = manyValues(column, table, declared);
  return many === undefined ? undefined : { kind: 'many', evidence: many };
}

/** An instant or a number: rarely the one of before. */
const isScale = ({ type }: Column): boolean =>
  isNative(type, 'timestamp') || (type.kind === 'native' && NUMBERS.has(type.name));

/** An instant that is named by the last thing that happened, or a number by what is counted up and down. */
const isMoving = ({ name, type }: Column): boolean => (isNative(type, 'timestamp') ? OF_THE_LAST : LEVEL).test(name);

const NUMBERS: ReadonlySet<string> = new Set(['int', 'bigint', 'smallint', 'varint', 'float', 'double', 'decimal']);

const LEVEL =
  /(?:^|_)(?:balance|score|points|likes|views|votes|quantity|qty|stock|in_stock|on_hand|progress|temperature|battery|queue_length)$/i;

/** Where the project updates it: by an UPDATE of its own, or as its name says that it moves. */
function changeOf(column: Column, table: Table, surroundings: Surroundings): Location | undefined {
  if (!isScale(column)) return undefined;
  return everyUseOf(surroundings, table).find(
    ({ statement }) =>
      statement.kind === 'update' &&
      (statement.assignments.length === 1 || isMoving(column)) &&
      statement.assignments.some((one) => one.kind === 'set' && one.column.name === column.name),
  )?.at;
}

/** A value with which an INSERT of the project makes a row, for which a query asks, and which an UPDATE replaces. */
function passedValue(
  { name }: Column,
  table: Table,
  surroundings: Surroundings,
): { readonly text: string; readonly asked: Location; readonly changed: Location } | undefined {
  const uses = knownUsesOf(surroundings, table);
  const asked = new Map<string, Location>();
  for (const { statement, at } of uses) {
    for (const relation of statement.kind === 'select' ? (statement.where?.relations ?? []) : []) {
      if (relation.kind !== 'column' || relation.column.name !== name) continue;
      if (relation.operator !== '=' || relation.operand.kind !== 'one') continue;
      const value = literalText(relation.operand.value);
      if (value !== undefined && !asked.has(value)) asked.set(value, at);
    }
  }
  if (asked.size === 0) return undefined;
  const changes = uses.flatMap(({ statement, at }) =>
    statement.kind !== 'update'
      ? []
      : statement.assignments.flatMap((one) =>
          one.kind === 'set' && one.column.name === name ? [{ to: literalText(one.value), at }] : [],
        ),
  );
  if (changes.length === 0) return undefined;
  const passed = new Set<string>();
  for (const { statement } of uses) {
    if (statement.kind !== 'insert' || statement.values.kind !== 'values') continue;
    const given = statement.values.values[statement.values.columns.findIndex((one) => one.name === name)];
    const text = given === undefined ? undefined : literalText(given);
    const question = text === undefined ? undefined : asked.get(text);
    if (text === undefined || question === undefined || passed.has(text)) continue;
    passed.add(text);
    const change = changes.find(({ to }) => to !== text);
    if (change !== undefined) return { text: `\`${text}\``, asked: question, changed: change.at };
  }
  return undefined;
}

/** A literal as a text that tells it from those of other types. */
const literalText = (value: Expression): string | undefined =>
  value.kind !== 'literal' ? undefined : value.type === 'string' ? `'${value.value}'` : value.value;

const OF_THE_LAST =
  /(?:^|_)(?:last|latest|updated?|modified|changed|seen|heartbeat|refreshed|accessed|touched|active)(?:_|$)|^last[a-z]|(?:updated|modified|accessed|seen)_?(?:at|on|time|date)?$/i;

/** The project has queries by it, and each gives the partition key as well. */
const isAskedWithin = (column: Column, table: Table, surroundings: Surroundings): boolean => {
  const queries = queriesBy(column, table, surroundings);
  return queries.length > 0 && queries.every((select) => givesPartition(select, table));
};

const isAskedAlone = (column: Column, table: Table, surroundings: Surroundings): boolean =>
  queriesBy(column, table, surroundings).some((select) => !givesPartition(select, table));

const queriesBy = ({ name }: Column, table: Table, surroundings: Surroundings): readonly Select[] =>
  knownUsesOf(surroundings, table).flatMap(({ statement }) =>
    statement.kind === 'select' && restricts(statement, name) ? [statement] : [],
  );

const givesPartition = (select: Select, { partitionKey }: Table): boolean =>
  partitionKey.every(({ name }) => restricts(select, name));

const restricts = ({ where }: Select, name: string): boolean =>
  (where?.relations ?? []).some(
    (relation) =>
      relation.kind === 'column' &&
      relation.column.name === name &&
      (relation.operator === '=' || relation.operator === 'IN'),
  );
