import { readsOption } from '../../analysis/dialects/heeded.ts';
import { isCounter, isNative, sameType } from '../../catalog/types.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Design } from '../design/design.ts';
import { durationText, growthOf, ROW_LIMIT } from '../design/growth.ts';
import { estimateRows, rowsText } from '../design/size.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { oneBucketOf, onOneSetText } from '../evidence/one-bucket.ts';
import { sameInstantOf } from '../evidence/same-instant.ts';
import { knownUsesOf, type Surroundings } from '../evidence/surroundings.ts';
import { HINT_WINDOW } from '../evidence/hint-window.ts';
import { hasFewValues } from '../evidence/few-values.ts';
import { isTextOfTime } from '../evidence/text-times.ts';
import type { Plan } from '../question/plan.ts';
import type { Question } from '../question/question.ts';
import { nullableIn } from './left-out.ts';

/** What a person should know before making the table. */
export function tableNotes(design: Design, plan: Plan, question: Question): readonly string[] {
  return [
    ...absentRows(design, question),
    ...uniqueness(plan),
    ...textTimes(design),
    ...inexactKeys(design),
    ...fewPartitions(plan, question),
    ...indexNotes(plan, question),
    ...frontNotes(plan, question),
    ...rangeNotes(plan, question),
    ...graceNotes(question),
    ...orderNotes(design.clustering, isTornApart(plan), question),
    ...(plan.shape === 'partitions' ? [] : staticNote(design, question)),
    ...countingNotes(design, question),
    ...wholeRead(question),
  ];
}

/** Why the name has a number: what the table that has it lacks. */
export function nameNotes(
  { name, base, partition, clustering, regulars, statics }: Design,
  { session }: Question,
): readonly string[] {
  const taken = /^(.+)_\d+$/.exec(name)?.[1];
  const there = taken === undefined ? undefined : session.catalog.table(base.keyspace, taken);
  if (there === undefined) return [];
  const lacks = [...partition, ...clustering, ...statics, ...regulars].filter(
    (column) => !there.columns.has(column.name),
  );
  const why = lacks.length > 0 ? `lacks ${listed(lacks)}` : 'has another key';
  return [`\`${printName(there.name)}\` exists and ${why}.`];
}

/** A table of which `missing-bucket` would say the same, or what declared numbers say of its partitions. */
export function growthNotes(result: Table | undefined, question: Question): readonly string[] {
  const { table, declared, surroundings } = question;
  if (result === undefined) return [];
  if (growthOf(result, surroundings) === undefined) return uncut(result, question);
  const key = listed(result.partitionKey);
  const names = result.partitionKey.map(({ name }) => name);
  const estimate = estimateRows(table, names, declared, bucketsOf(table, surroundings));
  const kept = declared.retention === undefined ? 'for ever' : `for ${durationText(declared.retention / 86_400)}`;
  if (estimate !== undefined && estimate.rows <= ROW_LIMIT)
    return [
      `Each ${key} has up to ${rowsText(estimate)} (${estimate.from}${declared.retention === undefined ? '' : `, ${kept}`}).`,
    ];
  return [
    `Each ${key} keeps all its rows in one partition, ${kept}: right while they stay below ${ROW_LIMIT.toLocaleString('en-US')}; beyond that take a table with a bucket of time.`,
  ];
}

/** What splits the partitions of the base splits none of these, and sorts their rows. */
function uncut({ partitionKey, clustering }: Table, { table, declared, surroundings }: Question): readonly string[] {
  const buckets = bucketsOf(table, surroundings).filter(({ column }) =>
    clustering.some(({ name }) => name === column.name),
  );
  const names = partitionKey.map(({ name }) => name);
  if (buckets.length === 0 || names.some((name) => !table.partitionKey.some((column) => column.name === name)))
    return [];
  const estimate = estimateRows(table, names, declared, bucketsOf(table, surroundings));
  if (Math.min(estimate?.rows ?? Number.POSITIVE_INFINITY, declared.rows ?? Number.POSITIVE_INFINITY) <= ROW_LIMIT)
    return [];
  const split = listed(buckets.map(({ column }) => column));
  return [
    `${split} splits the partitions of \`${printName(table.name)}\`; here each ${listed(partitionKey)} keeps all its rows in one: right while they stay below ${ROW_LIMIT.toLocaleString('en-US')}.`,
  ];
}

/** A table of which `one-bucket` would say the same. */
export function oneBucketNotes(
  result: Table | undefined,
  { declared, surroundings }: Pick<Question, 'declared' | 'surroundings'>,
): readonly string[] {
  const found = result === undefined ? undefined : oneBucketOf(result, declared, surroundings);
  return found === undefined
    ? []
    : [`${onOneSetText(found.column, result!.name)}: where that is too much, a hash beside it spreads them.`];
}

/** A table of which `same-instant` would say the same as of its base. */
export function instantNotes(base: Table, result: Table | undefined, surroundings: Surroundings): readonly string[] {
  const found = sameInstantOf(base, surroundings);
  if (found === undefined || result?.clustering.at(-1)?.name !== found.time.name) return [];
  const { time, id } = found;
  const cure = id === undefined ? 'an id behind it in the key' : `\`${printName(id.name)}\` behind it in the key`;
  return [`Two rows with the same \`${printName(time.name)}\` are one row in it as well: ${cure} would keep both.`];
}

/** What was counted can only be added. */
function countingNotes({ written, partition, clustering, regulars }: Design, { table }: Question): readonly string[] {
  const counters = regulars.filter(({ type }) => isCounter(type)).map((column) => column.written);
  if (counters.length === 0) return [];
  const where = [...partition, ...clustering].map((column) => `${column.written} = ?`).join(' AND ');
  const add = `UPDATE ${written} SET ${counters.map((name) => `${name} = ${name} + ?`).join(', ')} WHERE ${where}`;
  return [
    `Fill it while nothing counts in \`${table.name}\`, with \`${add}\` for each of its rows: what is added twice counts twice.`,
    'A write that is tried again counts twice, perhaps in one table only; and a counter that was deleted must not be used again.',
  ];
}

/** Groups of everything are made of everything, in whatever order it lies. */
const wholeRead = ({ pattern: { relations, aggregates, selected, group } }: Question): readonly string[] =>
  aggregates && relations.length === 0 && selected.some((column) => !group.includes(column))
    ? ['Each run reads all rows: what is asked often a job works out once and keeps in a table.']
    : [];

/** A table of which `text-time` would say the same. */
const textTimes = ({ clustering }: Design): readonly string[] =>
  clustering
    .flatMap(({ column }) => (column !== undefined && isTextOfTime(column) ? [`\`${printName(column.name)}\``] : []))
    .map(
      (name) =>
        `Rows are sorted by the letters of ${name}: only where all are written in one form and one zone is that the order of time.`,
    );

function absentRows(design: Design, question: Question): readonly string[] {
  const { asked, leftOut: others } = nullableIn(keyOf(design), question);
  return [
    ...(asked.length > 0 ? [`Rows without ${listed(asked)} are not in it; the query never asks for them.`] : []),
    ...(others.length > 0
      ? [
          `Rows whose ${listed(others)} is null are not in it, although the query may mean them: they will be missing from the answer.`,
        ]
      : []),
  ];
}

export const keyOf = ({ partition, clustering }: Design): readonly (Column | undefined)[] =>
  [...partition, ...clustering].map(({ column }) => column);

/** Of a key that is declared unique, and which nothing but its writers keeps so. */
export const uniqueness = ({ unkeyed, shape }: Plan): readonly string[] =>
  unkeyed.length === 0 || shape === 'latest'
    ? []
    : [
        'Cassandra does not watch over uniqueness: two writers may claim the same key unless they write with IF NOT EXISTS, and go on only where that was applied.',
      ];

function inexactKeys({ partition }: Design): readonly string[] {
  return partition.flatMap(({ name, type }) => {
    return isNative(type, 'float') || isNative(type, 'double')
      ? [`\`${name}\` is a floating-point number: only exactly the same value finds its rows.`]
      : [];
  });
}

/** Where only something with few values partitions, its partitions grow with the table. */
function fewPartitions({ partition, clustering, bucket }: Plan, { declared, table }: Question): readonly string[] {
  const [only, ...others] = partition;
  if (bucket !== undefined || only?.kind !== 'base' || others.length > 0 || clustering.length === 0) return [];
  const { name } = only.column;
  const count = declared.cardinality.get(name)?.count;
  if (count === 'rows') return [];
  if (count !== undefined && declared.rows !== undefined) {
    const each = Math.ceil(declared.rows / count).toLocaleString('en-US');
    return count > 1 && hasFewValues(only.column, declared)
      ? [
          `\`${printName(name)}\` has ${count.toLocaleString('en-US')} values: all rows are in so many partitions, ${each} in each on average.`,
        ]
      : [];
  }
  return count !== undefined || hasFewValues(only.column, declared)
    ? [
        `\`${printName(name)}\` ${count === undefined ? 'seems to have few values' : `has ${count.toLocaleString('en-US')} values`}, so its partitions grow with \`${table.name}\`: \`@rows\`${count === undefined ? ` and \`@cardinality ${name} …\`` : ''} would tell how large, and spread them where they get too large.`,
      ]
    : [];
}

/** What is partitioned by the column of an index leaves little for that to do, as `index-values` would say. */
function indexNotes({ partition }: Plan, { table }: Question): readonly string[] {
  const [only, ...others] = partition;
  if (only?.kind !== 'base' || others.length > 0) return [];
  const { name } = only.column;
  return table.indexes
    .filter(({ targets }) => targets.length === 1 && targets[0]!.column === name && targets[0]!.of === 'simple')
    .map(
      (index) =>
        `The index \`${printName(index.name)}\` is one more write then: drop it where no other query asks for \`${printName(name)}\`.`,
    );
}

/** A table that `queue` would speak of: its oldest rows are read first, and rows leave it. */
function frontNotes({ clustering, bucket }: Plan, { pattern, table, surroundings }: Question): readonly string[] {
  const [front] = clustering;
  if (front?.part.kind !== 'base' || front.order !== 'ASC' || bucket?.kind === 'time') return [];
  const { column } = front.part;
  if (!isNative(column.type, 'timestamp') && !isNative(column.type, 'timeuuid')) return [];
  const range = pattern.ranges.find((one) => one.column === column);
  // With an end beside the beginning nothing is taken from the front.
  if (pattern.ranges.some((one) => one.column !== column)) return [];
  const isOpen =
    range === undefined ? pattern.limit !== undefined : range.relations.every((index) => isUpper(index, pattern));
  if (!isOpen || !isWritten(table, surroundings)) return [];
  const name = printName(column.name);
  return [
    `It is read from its oldest \`${name}\` on, over all that was deleted or moved there: ask from the last one read on (\`${name} > ?\`).`,
  ];
}

const isUpper = (index: number, { relations }: Question['pattern']): boolean => {
  const relation = relations[index]!;
  return relation.kind === 'column' && (relation.operator === '<' || relation.operator === '<=');
};

/** A table of which `gc-grace` would say what it does not of its base: rows move in it. */
function graceNotes({ table, session, surroundings }: Question): readonly string[] {
  if (!readsOption('gc_grace_seconds', session.target)) return [];
  const option = table.options.get('gc_grace_seconds');
  const seconds = option?.kind === 'literal' ? Number(option.literal.value) : Number.NaN;
  return seconds < HINT_WINDOW && isWritten(table, surroundings)
    ? [
        `It takes over \`gc_grace_seconds = ${seconds}\`, and a change of its key deletes: a node that was down for longer brings the old row back.`,
      ]
    : [];
}

/** Of ranges of which each ends before the next begins, the last one that begins before a value is the only one that may hold it. */
function rangeNotes(
  { clustering: [first] }: Plan,
  { pattern: { ranges, relations, textOf, order } }: Question,
): readonly string[] {
  const bounded = (operator: RegExp) =>
    ranges.filter((range) => {
      const [relation, ...others] = range.relations.map((index) => relations[index]!);
      return others.length === 0 && relation?.kind === 'column' && operator.test(relation.operator);
    });
  const [[from, ...others], [to, ...further]] = [bounded(/^<=?$/), bounded(/^>=?$/)];
  if (from === undefined || to === undefined || others.length + further.length > 0 || ranges.length > 2) return [];
  const isSorted = first?.part.kind === 'base' && first.part.column === from.column;
  if (!isSorted || order.length > 0 || !sameType(from.column.type, to.column.type)) return [];
  const [start, end] = [from, to].map(({ column }) => printName(column.name));
  const relation = textOf(relations[from.relations[0]!]!);
  return [
    `If no two ranges from \`${start}\` to \`${end}\` overlap, ask with \`${relation} ORDER BY ${start} DESC LIMIT 1\` instead and look at \`${end}\` in the client: no other range can hold the value.`,
  ];
}

const isWritten = (table: Table, surroundings: Surroundings): boolean =>
  knownUsesOf(surroundings, table).some(({ statement }) => statement.kind !== 'select');

/** The rows of one partition lie in several now, which are not read in their order: only time buckets follow each other. */
const isTornApart = ({ clustering, added, splits, bucket }: Plan): boolean =>
  splits.length > 0 ||
  added.some(
    ({ values, apart }) => bucket?.kind !== 'time' || (!apart && values!.length > 1 && clustering[0]?.order === 'DESC'),
  );

/**
 * Without ORDER BY, rows of one partition come in its order, and someone may rely on it: what is said where they are read sorted otherwise,
 * or from several partitions.
 */
export function orderNotes(
  clustering: readonly Pick<Column, 'name' | 'order'>[],
  tornApart: boolean,
  { path, pattern, table }: Question,
): readonly string[] {
  if (path.partitions.kind !== 'one' || pattern.select.orderBy.length > 0 || pattern.group.length > 0) return [];
  const fixed = new Set(pattern.equal.map(({ column }) => column.name));
  const before = table.clustering.filter(({ name }) => !fixed.has(name));
  const same = before.every(
    (column, index) => clustering[index]?.name === column.name && clustering[index].order === column.order,
  );
  const isOneRow = clustering.every(({ name }) => fixed.has(name));
  if (before.length === 0 || ((same || isOneRow) && !tornApart)) return [];
  const limited = pattern.select.limit === undefined ? '' : ', and LIMIT may keep others of them';
  return [`Rows no longer come sorted by ${listed(before)}${limited}; the query does not ask for an order.`];
}

/** A static value that becomes a regular column is written once for each row. */
function staticNote({ regulars, statics, partition, clustering }: Design, { table }: Question): readonly string[] {
  if (statics.length > 0 && partition.length > table.partitionKey.length) {
    return [
      `A partition whose last row goes keeps its static ${statics.map(({ written }) => `\`${written}\``).join(', ')}, and answers with one row without \`${clustering[0]!.written}\`.`,
    ];
  }
  const spread = regulars.flatMap(({ column }) => (column?.kind === 'static' ? [column] : []));
  return spread.length === 0
    ? []
    : [
        `${listed(spread)} is static in \`${table.name}\`; here each row has it, and a change of it goes to all of them.`,
      ];
}

const listed = (columns: readonly Pick<Column, 'name'>[]): string =>
  columns.map(({ name }) => `\`${printName(name)}\``).join(', ');
