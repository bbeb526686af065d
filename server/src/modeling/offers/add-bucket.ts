import type { Column } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { bucketForm, computedBucket } from '../design/bucket-form.ts';
import {
  bucketConstants,
  bucketsOf,
  possibleBucket,
  type BucketColumn,
  uncoveredBuckets,
} from '../evidence/buckets.ts';
import { offer } from '../proposal/offer.ts';
import type { Pattern } from '../question/pattern.ts';
import type { AddedRelation } from '../question/plan.ts';
import type { DerivedColumn, Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { formNote } from './form-note.ts';
import { onceForEach } from './reading-notes.ts';
import { rewriteQuery } from '../design/rewrite.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import type { TimeStep } from '../evidence/time-units.ts';
import { windowOf } from '../evidence/window.ts';

const MOST_BUCKETS = 10;
const MOST_SHARDS = 16;

/** The query with the buckets that it leaves out, where only those are missing from its partition key. */
export function addBucket(question: Question): Proposal | undefined {
  const { table, path, pattern, surroundings, text } = question;
  const [missing] = path.missing;
  // DISTINCT lists the partitions: what names each has nothing left to list.
  if (missing === undefined || path.missing.length !== 1 || pattern.select.distinct) return undefined;
  const bucket = possibleBucket(missing, table, surroundings);
  if (bucket === undefined) return undefined;
  // What asks for all rows asks for no bucket, and a lone column of another name may be anything.
  const isAlone = table.partitionKey.length === 1;
  const isKnown = bucketsOf(table, surroundings).includes(bucket);
  // Nobody asks for a bucket back by name: what is asked for is a value like others.
  if (!isKnown && isSelected(bucket, pattern)) return undefined;
  const asksForSome = pattern.relations.length > 0 || pattern.order.length > 0;
  if (isAlone && !(asksForSome && isKnown)) return undefined;
  const known = relationFor(bucket, question);
  const several = known.relation.apart;
  const totals = several && pattern.aggregates ? totalsOf(bucket, pattern) : undefined;
  if (several && pattern.aggregates && totals === undefined) return undefined;
  const rewritten = rewriteQuery(pattern, text, {
    table: undefined,
    relations: new Map(),
    added: [known.relation],
    splits: [],
    filters: false,
    clientFilter: [],
    order: 'keep',
    distinct: 'keep',
    key: [...table.partitionKey, ...table.clustering].map(({ name }) => name),
    partition: table.partitionKey.map(({ name }) => name),
    needsOrder: several,
  });
  if ('why' in rewritten || !rewritten.queries.every((query) => serves(question, query.text))) return undefined;
  const name = printName(bucket.column.name);
  const { values } = known.relation;
  const what =
    values === undefined
      ? `${name} = ?`
      : values.length === 1
        ? `${name} = ${values[0]!}`
        : `${name} IN (${values.join(', ')})`;
  const told = known.told === true;
  const read = told || values?.length === 1 ? 'one partition' : `${values?.length ?? 0} partitions`;
  const price = values === undefined ? `one query for each \`${name}\`` : `each run reads ${read}`;
  return offer({
    kind: 'rewrite',
    preferred: told || values !== undefined,
    title: `Add \`${what}\`${totals !== undefined ? `, ask each ${bucket.column.name} and ${totals.does}` : values === undefined ? '' : bucket.kind === 'hash' ? ': all shards' : ' for this time range'}`,
    why: `\`${bucket.column.name}\` ${isKnown ? 'is the' : 'may be a'} bucket of \`${table.name}\` (${bucket.evidence}); with it, the query reads ${told || values !== undefined ? read : 'one partition at a time'}.`,
    price: read === 'one partition' ? undefined : price,
    queries: rewritten.queries.map((query) => query.text),
    binds: rewritten.queries.some(({ sameBinds }) => !sameBinds)
      ? rewritten.queries.map(({ binds }) => binds)
      : undefined,
    // Buckets of time follow each other; shards hold any rows, which the client merges in the order asked for.
    merge: rewritten.queries.length > 1 && bucket.kind === 'time' ? 'concat' : undefined,
    select: rewritten.select,
    derived: known.derived === undefined ? [] : [known.derived],
    notes: [...notesFor(bucket, known, question), ...(totals?.notes ?? [])],
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}

const isSelected = ({ column }: BucketColumn, { select }: Pattern): boolean =>
  select.selectors.some(({ expression }) => expression.kind === 'column' && expression.column.name === column.name);

/** How the client makes one answer of those of all shards, where it can. */
interface Totals {
  readonly does: string;
  readonly notes: readonly string[];
}

/** What is counted, added up or the most of each shard is so of all together; an average is not, nor what is cut off or grouped. */
function totalsOf({ kind, count }: BucketColumn, { select, textOf }: Pattern): Totals | undefined {
  if (kind !== 'hash' || count !== undefined) return undefined;
  if (select.groupBy.length > 0 || select.orderBy.length > 0 || select.limit !== undefined || select.json)
    return undefined;
  const answers = select.selectors.map(({ expression, alias }) => ({
    name: `\`${alias?.text ?? textOf(expression)}\``,
    total: expression.kind === 'call' ? TOTALS.get(expression.function.name.name) : undefined,
  }));
  if (answers.some(({ total }) => total === undefined)) return undefined;
  const parts = [...new Set(answers.map(({ total }) => total!))].map(
    (total) =>
      `${total} ${answers
        .filter((answer) => answer.total === total)
        .map(({ name }) => name)
        .join(' and ')}`,
  );
  const extremes = answers.some(({ total }) => total !== ADDED);
  return {
    does: extremes ? 'put the answers together' : 'add up the answers',
    notes: [
      `Of the answers, ${parts.join(', ')}.`,
      ...(extremes ? ['A shard without rows has none: pass over its null.'] : []),
    ],
  };
}

const ADDED = 'add up';

const TOTALS: ReadonlyMap<string, string> = new Map([
  ['count', ADDED],
  ['sum', ADDED],
  ['min', 'keep the least'],
  ['max', 'keep the greatest'],
]);

interface BucketRelation {
  /** Its one value follows from what the query gives. */
  readonly told?: boolean;
  readonly relation: AddedRelation;
  readonly derived: DerivedColumn | undefined;
  readonly step: TimeStep | undefined;
}

const relationFor = (bucket: BucketColumn, question: Question): BucketRelation =>
  bucket.kind === 'hash' ? shardRelation(bucket, question) : timeRelation(bucket, question);

function shardRelation({ column, sources, count }: BucketColumn, { pattern }: Question): BucketRelation {
  const told = isToldBy(pattern, sources);
  const values =
    told || count === undefined || count > MOST_SHARDS
      ? undefined
      : Array.from({ length: count }, (_, index) => String(index));
  const ordered = pattern.order.length > 0;
  return {
    told,
    relation: { column: column.name, values, apart: !told && (ordered || values === undefined) },
    derived:
      count === undefined
        ? undefined
        : {
            column: column.name,
            type: column.type,
            from: sources.map(({ name }) => name),
            function: 'hash-bucket',
            count,
          },
    step: undefined,
  };
}

/** The query gives all that the hash is made of. */
export const isToldBy = ({ equal }: Pattern, sources: readonly Column[]): boolean =>
  sources.length > 0 && sources.every((source) => equal.some(({ column }) => column === source));

function timeRelation(bucket: BucketColumn, { pattern, surroundings, table }: Question): BucketRelation {
  const [time] = bucket.sources;
  const column = bucket.column.name;
  const form = bucketForm(bucket, table, surroundings);
  const { step, format } = form;
  const derived = computedBucket(bucket, form);
  const window = time === undefined ? undefined : windowOf(pattern.select, time, bucket.resolution);
  const constants =
    step === undefined || format === undefined || window === undefined
      ? undefined
      : bucketConstants(window, { step, type: bucket.column.type, format });
  if (constants === undefined || constants.length === 0 || constants.length > MOST_BUCKETS)
    return { relation: { column, values: undefined, apart: true }, derived, step };
  const descending = pattern.order[0]?.direction === 'DESC';
  return {
    relation: {
      column,
      values: descending ? constants.toReversed() : constants,
      apart: pattern.select.orderBy.length > 0 && constants.length > 1,
    },
    derived,
    step,
  };
}

/** What to bind where the values are not known here. */
function notesFor(
  bucket: BucketColumn,
  { told, relation, derived, step }: BucketRelation,
  question: Question,
): readonly string[] {
  const name = printName(bucket.column.name);
  if (bucket.kind === 'hash' && relation.apart && relation.values !== undefined)
    return [onceForEach([`each \`${name}\``], question)];
  if (relation.values !== undefined) return [];
  if (told === true) {
    const from = bucket.sources.map((source) => `\`${printName(source.name)}\``).join(', ');
    return [`\`${name}\` follows from ${from}, as it did when the row was written.`];
  }
  if (bucket.kind === 'hash') {
    const given = question.path.restricted.flatMap(({ column }) =>
      column !== undefined && question.table.partitionKey.includes(column) ? [`\`${printName(column.name)}\``] : [],
    );
    const rows = given.length === 0 ? 'rows' : `rows of ${[...new Set(given)].join(', ')}`;
    return [`Ask once for each value of \`${name}\`, all of them: a hash puts ${rows} anywhere.`];
  }
  const [time] = bucket.sources;
  const bounded = time === undefined ? undefined : windowOf(question.pattern.select, time)?.bounded;
  const which =
    bounded?.below === true && bounded.above
      ? 'that the range touches'
      : 'that may hold rows, newest first where the newest are wanted';
  return [`Ask once for each \`${name}\` ${which}.`, ...(derived === undefined ? [formNote(bucket, step)] : [])];
}

const serves = ({ sandbox }: Question, query: string): boolean => {
  const tried = tryQuery(sandbox, query);
  return tried !== undefined && tried.path.partitions.kind !== 'all' && !tried.path.filters;
};

/** The query with the buckets that its window reaches into and that it does not name. */
export function coverWindow(question: Question): Proposal | undefined {
  const { statement, table, path, surroundings, text, at } = question;
  const uncovered = uncoveredBuckets(statement, table, path, surroundings);
  if (uncovered === undefined) return undefined;
  const values = [...uncovered.named, ...uncovered.missing];
  if (values.length > MOST_BUCKETS) return undefined;
  const name = printName(uncovered.bucket.column.name);
  const { start, end } = uncovered.span;
  const replace = (relation: string): string =>
    text.slice(statement.span.start, start) + relation + text.slice(end, statement.span.end);
  const ordered = statement.orderBy.length > 0;
  const descending = statement.orderBy[0]?.direction === 'DESC';
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
  const queries = ordered
    ? (descending ? sorted.toReversed() : sorted).map((value) => replace(`${name} = ${value}`))
    : [replace(`${name} IN (${sorted.join(', ')})`)];
  if (!queries.every((query) => serves(question, query))) return undefined;
  const list = uncovered.missing.map((value) => `\`${value}\``).join(', ');
  return offer({
    kind: 'rewrite',
    title: `Add the bucket${uncovered.missing.length === 1 ? '' : 's'} ${list}`,
    why: `The range of \`${uncovered.time}\` lies in ${uncovered.needed} buckets; the rows of ${list} are missed now.`,
    queries,
    merge: queries.length > 1 ? 'concat' : undefined,
    notes: ['The answer gets the rows that are missed now.'],
    edits: () =>
      ordered
        ? [{ at: { ...at, span: statement.span }, text: queries.join(';\n'), label: 'the query reads all buckets' }]
        : [
            {
              at: { ...at, span: uncovered.span },
              text: `${name} IN (${sorted.join(', ')})`,
              label: 'the query reads all buckets',
            },
          ],
  });
}
