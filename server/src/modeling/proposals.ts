import { accessPath } from '../analysis/access-path.ts';
import { since } from '../text/release.ts';
import type { Location, Table } from '../catalog/model.ts';
import { allColumns, bucketed, bucketedInstead, sortedWithinBuckets } from './design/bucketing.ts';
import { declaredOf } from './evidence/annotations.ts';
import { bucketsOf } from './evidence/buckets.ts';
import { openDocument, type Segment, type Workshop } from '../syntax/index.ts';
import { growthOf } from './design/growth.ts';
import { countTable } from './offers/count-table.ts';
import { addBucket, coverWindow } from './offers/add-bucket.ts';
import { filterInClient } from './offers/client-filter.ts';
import { onePartitionEach, oneValueEach, sortInClient } from './offers/client-sort.ts';
import { collapsed, partitionsPattern, partsPattern, selectDistinct, valuesPlans } from './offers/distinct.ts';
import { existingTables } from './offers/existing-table.ts';
import { allowFiltering, filtersLittle, leaveIt } from './offers/filtering.ts';
import { firstOfEach, firstOfGroups, rowOfEach } from './offers/first-of-each.ts';
import { indexes, nearestIndex } from './offers/index-offers.ts';
import { likeIndex } from './offers/like-index.ts';
import { united } from './offers/united.ts';
import { innerFirst } from './offers/inner-first.ts';
import { storedAsAsked } from './offers/clustering-order.ts';
import { keepQuery, nameKeyspace } from './offers/keep.ts';
import { leftToClient } from './offers/left-to-client.ts';
import { lookupTable } from './offers/lookup.ts';
import { rowAtEnd, rowInstead } from './offers/row-at-end.ts';
import { latestPlan, listPlan, planOfLatest } from './offers/list-table.ts';
import { type JoinInput, proposalsForJoin } from './offers/joined-table.ts';
import { tokenPaging } from './offers/token-paging.ts';
import { widenedFirst } from './offers/second-read.ts';
import { newTable } from './offers/new-table.ts';
import { materializedView } from './offers/view.ts';
import { isKeyOf, type KeyFacts, negates, planKey } from './design/key.ts';
import { everyUseOf } from './evidence/surroundings.ts';
import { weightOf } from './evidence/weights.ts';
import { clauseNote } from './question/client-clauses.ts';
import type { NoPattern } from './question/pattern.ts';
import type { Plan } from './question/plan.ts';
import type { Proposal } from './proposal/proposal.ts';
import { isBoundIn } from './writes/index.ts';
import { offer } from './proposal/offer.ts';
import { isAccepted, sandboxOf, tryQuery } from './proposal/sandbox.ts';
import { innerQueryOf } from './question/inner-query.ts';
import { sidesOf } from './question/sides.ts';
import { inWordsOfCql, queriesOfPairs, valuesCounted } from './question/sql-habits.ts';
import { isQuestion, type QueryInput, type Question, questionOf } from './question/question.ts';

/**
 * The ways out for a query, best first: a table that is there, the query put right, a table of its own, an index, a view, and last what
 * reads everything. Never empty: where nothing honest can be offered, one `keep` says why.
 */
export function proposalsForQuery(input: QueryInput): readonly Proposal[] {
  const written = input.statement.from?.keyspace;
  if (written?.template === true && written.name !== input.table.keyspace) return [nameKeyspace(input.table)];
  const pairs = eachPair(input);
  if (pairs !== undefined) return [pairs];
  const values = valuesInstead(input);
  if (values !== undefined) return values;
  const translated = translatedQuery(input);
  if (translated !== undefined) return translated;
  const sides = eachSide(input);
  if (sides.length > 0) return sides;
  const apart = innerApart(input);
  if (apart !== undefined) return [apart];
  const question = questionOf(input);
  if (!isQuestion(question)) {
    const index = nearestIndex(input);
    return index === undefined ? [keepQuery(question.why, isTakenAsIs(input))] : [index];
  }
  const offers = isServed(question) ? forServed(question) : forUnserved(question);
  const { leftOver } = question.pattern;
  // What no server checks must be gone from what it is asked.
  const proposals = offers.proposals.filter(
    (proposal) => proposal === undefined || leftOver.every((index) => proposal.clientFilter.includes(index)),
  );
  return ranked(
    input.at.segment.errors.length > 0 ? inCql(proposals, question) : proposals,
    offers.why,
    question.taken,
  );
}

/** The table or view that is there and serves a query which its own does not. */
export function servingTable(input: QueryInput): Table | undefined {
  const question = questionOf(input);
  if (!isQuestion(question) || isServed(question)) return undefined;
  return existingTables(question).find(({ kind }) => kind === 'existing-table')?.result;
}

/** For a query with habits of SQL: the ways out for what it says in CQL, which may be all that is to do. */
function translatedQuery(input: QueryInput): readonly Proposal[] | undefined {
  const { statement, at, table, session, surroundings } = input;
  const { workshop } = surroundings;
  const text = inWordsOfCql(statement, at.segment, table, workshop);
  if (text === undefined) return undefined;
  const sandbox = sandboxOf(session, table, workshop);
  if (at.segment.errors.length === 0 && isAccepted(sandbox, statement, at.segment)) return undefined;
  const [segment] = openDocument(text, workshop).segments;
  const select = segment?.statement();
  if (segment === undefined || select?.kind !== 'select') return undefined;
  const path = accessPath(select, table, session);
  if (path === undefined) return undefined;
  const found = proposalsForQuery({
    ...input,
    statement: select,
    at: { uri: at.uri, segment, span: select.span },
    path,
  });
  const ways = found
    .filter(({ queries }) => queries.length > 0)
    .map((proposal) => inPlaceOf(at, segment, proposal, 'the query in CQL'));
  const tried = tryQuery(sandbox, text);
  const scans = tried === undefined || tried.path.partitions.kind === 'all' || tried.path.filters;
  if (tried === undefined || (scans && ways.length > 0)) return ways.length > 0 ? ways : found;
  const plain = offer({
    kind: 'rewrite',
    title: 'Write the query in CQL',
    why: scans ? 'It says the same, and reads every partition.' : 'It says the same, and its table serves it as it is.',
    queries: [text],
    preferred: !scans,
    edits: () => [{ at, text, label: 'the query in CQL' }],
  });
  return [plain, ...ways.map((proposal) => ({ ...proposal, preferred: false }))];
}

/** The proposal for a query that says in other words what stands at `at`, and takes its place there. */
const inPlaceOf = (at: Location, segment: Segment, proposal: Proposal, label: string): Proposal => ({
  ...proposal,
  holding: (columns) => {
    const wider = proposal.holding?.(columns);
    return wider === undefined ? undefined : inPlaceOf(at, segment, wider, label);
  },
  edits: (withWrites) => [
    ...proposal.edits(withWrites).filter((edit) => edit.at.segment !== segment),
    { at, text: proposal.queries.join(';\n'), label },
  ],
});

/** For a query that counts different values: the ways out for the one that lists them. */
function valuesInstead({ statement, at, ...input }: QueryInput): readonly Proposal[] | undefined {
  const { table, session, surroundings } = input;
  const asked = valuesCounted(statement, at.segment, table);
  if (asked === undefined) return undefined;
  const [segment] = openDocument(asked.text, surroundings.workshop).segments;
  const select = segment?.statement();
  const path = select?.kind === 'select' ? accessPath(select, table, session) : undefined;
  if (segment === undefined || select?.kind !== 'select' || path === undefined) return undefined;
  const label = 'the values that are counted';
  const counted = (proposal: Proposal): Proposal => ({
    ...inPlaceOf(at, segment, proposal, label),
    notes: [COUNTED, ...proposal.notes],
    preferred: false,
    holding: (columns) => {
      const wider = proposal.holding?.(columns);
      return wider === undefined ? undefined : counted(wider);
    },
  });
  const listed = { ...input, statement: select, at: { uri: at.uri, segment, span: select.span }, path };
  const isTaken =
    segment.errors.length === 0 && isAccepted(sandboxOf(session, table, surroundings.workshop), select, segment);
  const listing = ({ why, price }: Proposal): Proposal =>
    offer({
      kind: 'rewrite',
      title: 'List the different values and count them in the client',
      why,
      price,
      queries: [asked.text],
      notes: [COUNTED],
      edits: () => [{ at, text: asked.text, label }],
    });
  const ways = proposalsForQuery({ ...listed, valued: asked.column }).flatMap((proposal) => {
    if (proposal.queries.length > 0) return [counted(proposal)];
    return isTaken ? [listing(proposal)] : [];
  });
  return ways.length === 0 ? undefined : ways;
}

const COUNTED = 'CQL counts rows, not different values: the client counts those of the answer.';

/** For a query with OR: each side by a query of its own, found by the best way out for it, or by indexes. */
function eachSide(input: QueryInput): readonly Proposal[] {
  const { statement, at, table, session, surroundings } = input;
  const asked = sidesOf(statement, at.segment, table);
  if (asked === undefined) return [];
  const sandbox = sandboxOf(session, table, surroundings.workshop);
  const ways = asked.queries.map(({ text }): readonly Proposal[] | 'served' | undefined => {
    const [segment] = openDocument(text, surroundings.workshop).segments;
    const select = segment?.statement();
    const path = select?.kind === 'select' ? accessPath(select, table, session) : undefined;
    if (segment === undefined || select?.kind !== 'select' || path === undefined) return undefined;
    if (path.partitions.kind !== 'all' && !path.filters && tryQuery(sandbox, text) !== undefined) return 'served';
    const own = { ...input, statement: select, at: { uri: at.uri, segment, span: select.span }, path };
    return proposalsForQuery(own).map((proposal) => ({
      ...proposal,
      edits: (withWrites) => proposal.edits(withWrites).filter((edit) => edit.at.segment !== segment),
    }));
  });
  const chosen = (choose: (proposals: readonly Proposal[]) => Proposal | undefined): Proposal | undefined => {
    const sides = ways.map((found, index) => ({
      query: asked.queries[index]!,
      proposal: found === 'served' || found === undefined ? undefined : choose(found),
    }));
    const isWhole = ways.every((found, index) => found === 'served' || sides[index]!.proposal !== undefined);
    return isWhole ? united(sides, asked, input) : undefined;
  };
  const best = chosen(([first]) => first);
  const byIndex = chosen((proposals) => proposals.find(({ kind }) => kind === 'index'));
  return [best, ...(best?.title === byIndex?.title ? [] : [byIndex])].filter((proposal) => proposal !== undefined);
}

/** For a query with another one in it: both by themselves, where something is to be had for what their tables do not serve. */
function innerApart(input: QueryInput): Proposal | undefined {
  const { statement, at, session, surroundings } = input;
  const { workshop } = surroundings;
  const found = innerQueryOf(statement, at.segment, workshop);
  if (found === undefined) return undefined;
  const { from } = found.inner.statement;
  const table = from && session.catalog.table(from.keyspace?.name ?? session.keyspace ?? '', from.name.name);
  const [outer] = openDocument(found.outer.text, workshop).segments;
  if (table === undefined || outer === undefined) return undefined;
  const needs: Proposal[] = [];
  for (const [segment, one] of [
    [found.inner.segment, table],
    [outer, input.table],
  ] as const) {
    const select = segment.statement();
    const path = select?.kind === 'select' ? accessPath(select, one, session) : undefined;
    if (select?.kind !== 'select' || path === undefined) return undefined;
    const own = { ...input, statement: select, at: { uri: at.uri, segment, span: select.span }, table: one, path };
    const question = questionOf(own);
    if (!isQuestion(question)) return undefined;
    if (isServed(question)) continue;
    const [best] = proposalsForQuery(own);
    if (best === undefined) return undefined;
    if (best.kind !== 'keep' || !question.taken) needs.push(best);
  }
  return needs.some(({ kind }) => kind === 'keep') ? undefined : innerFirst(found, table, needs, input);
}

/** A partition for each pair of values, which no relation of Cassandra's gives together, and the key of the table serves. */
function eachPair({ statement, at, table, session, surroundings: { workshop } }: QueryInput): Proposal | undefined {
  const queries = queriesOfPairs(statement, at.segment, table);
  const sandbox = sandboxOf(session, table, workshop);
  const isServing = (query: string): boolean => {
    const path = tryQuery(sandbox, query)?.path;
    return path !== undefined && path.partitions.kind !== 'all' && !path.filters;
  };
  const isMarker = queries.length === 1 && queries[0]!.binds.some((bind) => 'each' in bind);
  if ((queries.length < 2 && !isMarker) || !queries.every(({ text }) => isServing(text))) return undefined;
  const texts = queries.map(({ text }) => text);
  return offer({
    kind: 'rewrite',
    title: isMarker ? 'Ask once for each pair' : `Ask once for each of the ${queries.length} pairs`,
    why: 'Columns of the partition key are given one by one; each of these queries reads what it names.',
    price: 'one query for each pair',
    queries: texts,
    binds: queries.some(({ sameBinds }) => !sameBinds) ? queries.map(({ binds }) => binds) : undefined,
    edits: () => [{ at, text: texts.join(';\n'), label: 'a query for each pair' }],
  });
}

/** The ways out for a query over several tables, best first. Never empty. */
export function proposalsForJoins(input: JoinInput): readonly Proposal[] {
  const offers = proposalsForJoin(input, (question) => {
    const { plans } = plansFor(question);
    return plans.flatMap((plan) => made(newTable(plan, question)) ?? []);
  });
  return 'why' in offers
    ? [keepQuery(offers.why, false)]
    : ranked(offers, 'What could be made for it, Cassandra would not take.', false);
}

/** For a query in SQL: what leaves no SQL in it. */
const inCql = (
  proposals: readonly (Proposal | undefined)[],
  { pattern: { clientClauses }, statement, surroundings: { workshop } }: Question,
): readonly Proposal[] =>
  proposals
    .filter((proposal) => proposal !== undefined)
    .filter(
      ({ kind, queries }) => kind !== 'keep' && queries.length > 0 && queries.every((query) => isCql(query, workshop)),
    )
    .map((proposal) =>
      clientClauses.length === 0
        ? proposal
        : {
            ...proposal,
            preferred: false,
            notes: [...clientClauses.map((clause) => clauseNote(clause, statement)), ...proposal.notes],
          },
    );

const COMPARED = 'There is little to read: the client compares the letters of what it finds.';

const isCql = (query: string, workshop: Workshop): boolean =>
  openDocument(query, workshop).segments.every(({ errors }) => errors.length === 0);

interface Offers {
  readonly proposals: readonly (Proposal | undefined)[];
  /** Why there is no table, where there is none. */
  readonly why: string;
}

/** The query reads one partition or a known number of them, as its rows are stored. */
function isServed({ path, taken }: Question): boolean {
  return taken && path.partitions.kind !== 'all' && !path.filters && path.gaps.length === 0;
}

/** The query is fine; its window may miss buckets, and its table may grow for ever. */
function forServed(question: Question): Offers {
  const { table, surroundings, pattern, path } = question;
  const offered = [
    leftToClient(question)?.proposal,
    rowAtEnd(question),
    coverWindow(question),
    onePartitionEach(question),
    storedAsAsked(question),
    widenedFirst(question),
  ];
  const why = 'The query reads the partitions it names, and nothing else.';
  if (growthOf(table, surroundings) === undefined || pattern.readsCells) return { proposals: offered, why };
  if (path.rows === 'row') return { proposals: offered, why: ONE_ROW };
  if (pattern.select.distinct) return { proposals: offered, why: NO_ROWS };
  const there = existingTables(question).filter(({ result }) => result !== undefined && isCut(result, question));
  if (there.length > 0) return { proposals: [...offered, ...there], why };
  const plan = planKey(pattern, keyFacts(question));
  if (!('partition' in plan)) return { proposals: offered, why: plan.why };
  const needed = allColumns(table);
  const smaller = bucketed(plan, question, needed);
  const replacement = smaller === undefined ? { why: GROWS } : newTable(smaller, question, { needed });
  return isProposal(replacement)
    ? { proposals: [...offered, replacement], why }
    : { proposals: offered, why: replacement.why };
}

const isCut = (table: Table, { surroundings }: Question): boolean => bucketsOf(table, surroundings).length > 0;

const ONE_ROW = 'The query reads one row by its whole key, however many others stand in its partition.';

const NO_ROWS =
  'The query asks whether a partition is there, or for its static columns, and reads none of its rows, however many they are.';

const GROWS =
  'The partitions of its table grow for ever, but the query asks for all rows of one: a bucket helps once it asks for a range of time or a number of rows.';

function forUnserved(question: Question): Offers {
  if (question.pattern.folded.length > 0 && filtersLittle(question)) return { proposals: [], why: COMPARED };
  if (question.pattern.readsCells) return forCells(question);
  const { plans, why } = plansFor(question);
  const tables = plans.map((plan) => newTable(plan, question));
  const there = existingTables(question);
  const twin = twinOf(there, question);
  const offered = twin === 'table' ? [] : tables.filter((table) => isProposal(table));
  const reason = tables.flatMap((table) => (isProposal(table) ? [] : [table.why]))[0] ?? why;
  const scan = allowFiltering(question) ?? leaveIt(question);
  const counts = countTable(question);
  const asItIs =
    scan === undefined || offered.length > 0 || counts !== undefined || reason === ''
      ? scan
      : { ...scan, notes: [...scan.notes, `Why no table of its own: ${reason}`] };
  const [plan] = plans;
  const lookup =
    plan === undefined || plan.lists === true || twin !== undefined ? undefined : lookupTable(plan, question);
  const keysFirst = lookup !== undefined && isWrittenMore(question);
  const sorted = sortInClient(question);
  const paging = tokenPaging(question);
  const left = leftToClient(question);
  const instead = rowsInstead(question);
  // Of all groups there are, one row for each is less to read than all rows.
  const countsFirst = question.pattern.group.length > 0 && plan?.shape === 'sharded';
  const isWithin = question.path.partitions.kind === 'one';
  // Where even a table of its own would have to filter, filtering in the partition at hand is as good.
  const filterFirst = filtersLittle(question) || (isWithin && plan !== undefined && plan.filtering.length > 0);
  return {
    proposals: [
      ...(paging?.meant === true ? [paging.proposal] : []),
      firstOfEach(question),
      latestOfEach(question),
      ...instead,
      ...(left?.served === true ? [left.proposal] : []),
      ...there,
      addBucket(question),
      onePartitionEach(question),
      oneValueEach(question),
      storedAsAsked(question),
      ...(filtersLittle(question) ? [sorted] : []),
      ...(filterFirst ? [asItIs] : []),
      ...(countsFirst ? [counts] : []),
      ...(keysFirst ? [lookup] : []),
      // One that finds the row itself needs no other beside it.
      ...(instead.some(({ kind }) => kind === 'new-table') ? [] : offered),
      ...groupsInstead(question),
      ...(twin === 'table' ? [] : plans)
        .filter(({ filtering }) => filtering.length > 0)
        .map((plan) => made(newTable(plan, question, { indexed: true }))),
      ...(countsFirst ? [] : [counts]),
      ...indexes(question),
      ...(isWithin ? [] : [likeIndex(question)]),
      ...(plan === undefined || plan.lists === true || twin !== undefined
        ? []
        : [materializedView(plans.find(({ bucket }) => bucket === undefined) ?? plan, question)]),
      ...(keysFirst ? [] : [lookup]),
      ...(twin === undefined ? collapsedTables(plans, question) : []),
      selectDistinct(question),
      ...(paging?.meant === false ? [paging.proposal] : []),
      ...(filtersLittle(question) ? [] : [sorted]),
      filterInClient(question),
      ...(filterFirst ? [] : [asItIs]),
      ...(isWithin ? [likeIndex(question)] : []),
      ...(left?.served === false ? [left.proposal] : []),
    ],
    why: reason,
  };
}

/** What holds the rows for certain and serves the query as it is: nobody wants it twice. A view may be wanted as a table. */
function twinOf(there: readonly Proposal[], { surroundings }: Question): 'table' | 'view' | undefined {
  const found = there.flatMap(({ kind, result, leftOut }) =>
    kind === 'existing-table' && result !== undefined && leftOut.length === 0 ? [result] : [],
  );
  if (found.some((table) => table.base === undefined && declaredOf(table, surroundings).copyOf !== undefined))
    return 'table';
  return found.some(({ base }) => base !== undefined) ? 'view' : undefined;
}

/**
 * By declared weights what the query selects is changed more often than it is read: keys alone need no change. Where one side has a weight,
 * a statement of the other that has none counts once.
 */
function isWrittenMore({ at, pattern, table, surroundings }: Question): boolean {
  const selected = new Set(pattern.selected.filter(({ kind }) => kind === 'regular').map(({ name }) => name));
  const read = weightOf(at.segment);
  const written = everyUseOf(surroundings, table).flatMap(({ segment, statement }) =>
    statement.kind === 'update' &&
    statement.assignments.some((one) => one.kind !== 'unknown' && selected.has(one.column.name))
      ? [weightOf(segment)]
      : [],
  );
  if ([read, ...written].every((weight) => weight === undefined)) return false;
  return written.reduce<number>((sum, weight) => sum + (weight ?? 1), 0) > (read ?? 1);
}

/** WRITETIME and TTL are asked of the rows themselves: a table of keys finds them, or an index. */
function forCells(question: Question): Offers {
  const { plans } = plansFor(question);
  return {
    proposals: [
      addBucket(question),
      onePartitionEach(question),
      ...plans.map((plan) => lookupTable(plan, question)),
      ...indexes(question),
      sortInClient(question),
      allowFiltering(question) ?? leaveIt(question),
    ],
    why: 'WRITETIME and TTL of a copy are those of the copy, not of the original.',
  };
}

/** The plans for a table, in the order in which they are offered. */
function plansFor(question: Question): { readonly plans: readonly Plan[]; readonly why: string } {
  const { pattern } = question;
  const list = listPlan(question) ?? latestPlan(question);
  if (list !== undefined) return { plans: [list], why: '' };
  const values = valuesPlans(question);
  if (values.length > 0) return { plans: values, why: '' };
  const partitions = partitionsPattern(question);
  if (partitions !== undefined) {
    const plan = planKey(partitions, keyFacts(question));
    if (!('partition' in plan)) return { plans: [], why: plan.why };
    if (plan.shape === 'plain' || plan.shape === 'sharded')
      return { plans: [{ ...plan, shape: 'partitions' }], why: '' };
  }
  const parts = partsPattern(question);
  if (parts !== undefined) {
    const plan = planKey(parts, keyFacts(question));
    if ('partition' in plan && plan.shape === 'plain' && plan.filtering.length === 0)
      return { plans: [{ ...plan, shape: 'distinct' }], why: '' };
  }
  if (pattern.select.distinct) return { plans: [], why: DISTINCT };
  if (question.taken && pattern.relations.length === 0 && pattern.group.length > 0) return { plans: [], why: GROUPS };
  const plan = planKey(pattern, keyFacts(question));
  if (!('partition' in plan)) return { plans: [], why: plan.why };
  if (isKeyOf(question.table, plan)) return { plans: [], why: SAME_KEY };
  // Partitioned by a bucket and nothing else, as a table of its own would be.
  if (question.table.partitionKey.length === 1 && addBucket(question) !== undefined)
    return { plans: [], why: SAME_KEY };
  const timed = bucketedInstead(plan, question);
  if (timed !== undefined) return { plans: timed.bucket?.evident === true ? [timed, plan] : [plan, timed], why: '' };
  const cut = bucketed(plan, question);
  if (cut === undefined) return { plans: [plan], why: '' };
  // Cut as the table is cut already: what is missing is the bucket in the query.
  if (isKeyOf(question.table, cut)) return { plans: addBucket(question) === undefined ? [plan] : [], why: SAME_KEY };
  const within = sortedWithinBuckets(plan, question);
  const plans = [
    ...(cut.bucket?.evident === true ? [cut, plan] : [plan, cut]),
    ...(within === undefined ? [] : [within]),
  ];
  return { plans, why: '' };
}

const SAME_KEY =
  'The table is partitioned and sorted as the query needs it already; what is left can only be filtered.';

const keyFacts = (question: Question): KeyFacts => {
  const { session, declared, path, surroundings } = question;
  return {
    shardColumn: surroundings.shardColumn,
    catalog: session.catalog,
    declared,
    between: session.target.kind === 'cassandra' && since(session.target.release, '6.0'),
    negates: negates(session),
    ordered: path.partitions.kind === 'one',
    named: path.partitions.kind !== 'all',
    isBound: (column) => isBoundIn(question, column),
  };
};

/** A table of the newest row of each partition, for a query that takes the greatest time of each. */
function latestOfEach(question: Question): Proposal | undefined {
  const whole = rowOfEach(question, 'max');
  const asked = whole ?? rowOfEach(question, 'max', { inPart: true });
  const own = asked === undefined ? undefined : inOtherWords(question, asked.query);
  const plan =
    own === undefined ? undefined : planOfLatest(own, whole === undefined ? question.pattern.group : undefined);
  const found = plan === undefined || own === undefined ? undefined : made(newTable(plan, own));
  return found === undefined
    ? undefined
    : inPlaceOf(question.at, own!.at.segment, withNotes(found, asked!.notes), 'the query');
}

/** A table whose groups begin with the rows that the query takes of each partition. */
function groupsInstead(question: Question): readonly Proposal[] {
  const asked = firstOfGroups(question);
  const own = asked === undefined ? undefined : inOtherWords(question, asked);
  if (own === undefined) return [];
  const { plans } = plansFor(own);
  return plans
    .flatMap((plan) => made(newTable(plan, own)) ?? [])
    .map((proposal) => inPlaceOf(question.at, own.at.segment, proposal, 'the query'));
}

/** What finds the one row with the greatest or least of a column, for a query that asks all rows for it. */
function rowsInstead(question: Question): readonly Proposal[] {
  const asked = rowInstead(question);
  const own = asked === undefined ? undefined : inOtherWords(question, asked.query);
  if (own === undefined) return [];
  return proposalsForQuery({ ...own, valued: asked!.column })
    .filter(({ kind, queries }) => kind !== 'keep' && queries.length > 0)
    .map((proposal) => ({
      ...inPlaceOf(question.at, own.at.segment, withNotes(proposal, asked!.notes), 'the query'),
      preferred: false,
    }));
}

const withNotes = (proposal: Proposal, notes: readonly string[]): Proposal => ({
  ...proposal,
  notes: [...proposal.notes, ...notes],
});

/** The question that another query asks of the same table. */
function inOtherWords(question: Question, query: string): Question | undefined {
  const { at, table, session, surroundings } = question;
  const [segment] = openDocument(query, surroundings.workshop).segments;
  const statement = segment?.statement();
  if (segment === undefined || statement?.kind !== 'select') return undefined;
  const path = accessPath(statement, table, session);
  if (path === undefined) return undefined;
  const own = questionOf({ ...question, statement, at: { uri: at.uri, segment, span: statement.span }, path });
  return isQuestion(own) ? own : undefined;
}

const GROUPS =
  'Each of its partitions is a group already, and a table by another key has as many rows. An answer that is asked often is kept by the writes, in a table with a row for each group.';
const DISTINCT =
  'SELECT DISTINCT goes over all partitions; a table of them helps where they are few: declare it, as in `-- @cardinality network 500`.';

function collapsedTables(plans: readonly Plan[], question: Question): readonly Proposal[] {
  const plan = plans.find(({ bucket }) => bucket === undefined);
  const smaller = plan === undefined ? undefined : collapsed(plan, question);
  const table = smaller === undefined ? undefined : newTable(smaller, question);
  return table !== undefined && isProposal(table) ? [table] : [];
}

const isTakenAsIs = ({ statement, table, session, surroundings, at: { segment } }: QueryInput): boolean =>
  segment.errors.length === 0 && isAccepted(sandboxOf(session, table, surroundings.workshop), statement, segment);

/** The first honest way out is the preferred one, unless it changes the answer or only lets the query scan. */
function ranked(proposals: readonly (Proposal | undefined)[], why: string, taken: boolean): readonly Proposal[] {
  const offered = proposals.filter((proposal) => proposal !== undefined);
  const [first, ...others] = offered;
  if (first === undefined || offered.every(({ kind }) => kind === 'keep')) return [keepQuery(why, taken)];
  return [first, ...others.map((proposal) => ({ ...proposal, preferred: false }))];
}

const made = (value: Proposal | NoPattern): Proposal | undefined => (isProposal(value) ? value : undefined);

const isProposal = (value: Proposal | NoPattern): value is Proposal => 'kind' in value;
