import { accessPath } from '../analysis/access-path.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Column, Location, Table } from '../catalog/model.ts';
import { hasCounters } from '../catalog/table-columns.ts';
import { openDocument } from '../syntax/index.ts';
import type { Delete, Marker, Relation, Update } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { offer } from './proposal/offer.ts';
import { bindOf, markerFor, markersIn } from './proposal/pieces.ts';
import type { BindSource, Proposal, WriteChange, WriteSync } from './proposal/proposal.ts';
import { bucketsOf } from './evidence/buckets.ts';
import { addBucket, isToldBy } from './offers/add-bucket.ts';
import { isQuestion, type QueryInput, questionOf } from './question/question.ts';
import { proposalsForQuery } from './proposals.ts';
import { isTaken, sandboxOf } from './proposal/sandbox.ts';
import { writtenName } from './proposal/source.ts';
import { styleOf, words } from './proposal/style.ts';
import type { Surroundings, Use } from './evidence/surroundings.ts';
import { writeEdits } from './writes/edits.ts';

/** A write that names its rows by something else than their whole key. */
export interface WriteInput {
  readonly statement: Update | Delete;
  readonly at: Location;
  readonly table: Table;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/** Each row is written by its key, with markers for what is not given by `=`; what is no part of the key leaves the WHERE clause. */
export function writeByKey(input: WriteInput): string | undefined {
  const { statement, at, table, session, surroundings } = input;
  const { where, template } = statement;
  if (where === undefined || where.or !== undefined || template === true) return undefined;
  const { text } = at.segment;
  const missing = missingKey(input);
  if (missing.length === 0) return undefined;
  const markers = markersIn(statement);
  const relations = [
    ...givenKey(input).map(({ span }) => text.slice(span.start, span.end)),
    ...missing.map((column) => `${writtenName(column)} = ${markerFor(column.name, markers)}`),
  ].join(` ${words('AND', styleOf(table))} `);
  const start = where.relations[0]!.span.start;
  const end = where.relations.at(-1)!.span.end;
  const write = text.slice(statement.span.start, start) + relations + text.slice(end, statement.span.end);
  return isTaken(sandboxOf(session, table, surroundings.workshop), write) ? write : undefined;
}

/** The write of the one row that its key names, which asks for the other values by IF. */
export function writeByCondition({ statement, at, table, session, surroundings }: WriteInput): string | undefined {
  const { where, condition, template } = statement;
  if (where === undefined || where.or !== undefined || condition !== undefined || template === true) return undefined;
  const { text } = at.segment;
  const key = new Set([...table.partitionKey, ...table.clustering].map(({ name }) => name));
  const isOfKey = (relation: Relation): boolean => relation.kind === 'column' && key.has(relation.column.name);
  const and = ` ${words('AND', styleOf(table))} `;
  const joined = (relations: readonly Relation[]): string =>
    relations.map(({ span }) => text.slice(span.start, span.end)).join(and);
  const own = where.relations.filter(isOfKey);
  const others = where.relations.filter((relation) => !isOfKey(relation));
  if (own.length === 0 || others.length === 0) return undefined;
  const before = text.slice(statement.span.start, where.relations[0]!.span.start);
  const after = text.slice(where.relations.at(-1)!.span.end, statement.span.end);
  const write = `${before}${joined(own)} ${words('IF', styleOf(table))} ${joined(others)}${after}`;
  return isTaken(sandboxOf(session, table, surroundings.workshop), write) ? write : undefined;
}

/** The columns that name what is written: static values belong to a partition. */
function keyOf({ statement, table }: WriteInput): readonly Column[] {
  const written =
    statement.kind === 'delete'
      ? statement.targets.map(({ column }) => column.name)
      : statement.assignments.map((one) => (one.kind === 'unknown' ? '' : one.column.name));
  const ofPartition = written.length > 0 && written.every((name) => table.columns.get(name)?.kind === 'static');
  return ofPartition ? table.partitionKey : [...table.partitionKey, ...table.clustering];
}

/** The values of the key that all rows have which are meant: of a list, each row has its own. */
const givenKey = (input: WriteInput): readonly Relation[] => {
  const key = new Set(keyOf(input).map(({ name }) => name));
  return (input.statement.where?.relations ?? []).filter(
    (relation) => relation.kind === 'column' && relation.operator === '=' && key.has(relation.column.name),
  );
};

function missingKey(input: WriteInput): readonly Column[] {
  const given = new Set(givenKey(input).map((relation) => ('column' in relation ? relation.column.name : '')));
  return keyOf(input).filter(({ name }) => !given.has(name));
}

/** The query for the keys of the rows that a write means, and the write of each. */
export function readAndWrite(input: WriteInput): readonly [string, string] | undefined {
  const { statement, at, table } = input;
  const write = writeByKey(input);
  const target = statement.kind === 'update' ? statement.table : statement.from;
  const { where } = statement;
  if (write === undefined || where === undefined || target === undefined) return undefined;
  const slice = ({ span }: { readonly span: Span }): string => at.segment.text.slice(span.start, span.end);
  const word = (part: string): string => words(part, styleOf(table));
  const key = missingKey(input).map(writtenName).join(', ');
  return [`${word('SELECT')} ${key} ${word('FROM')} ${slice(target)} ${slice(where)}`, write];
}

/** The ways out for a write that does not name its rows by their key, best first; none where no way is honest. */
export function keysFirst(input: WriteInput): readonly Proposal[] {
  const apart = readAndWrite(input);
  const asked = apart === undefined ? undefined : queryFor(apart[0], input);
  if (apart === undefined || asked === undefined) return [];
  const inBuckets = inEachBucket(input, asked);
  const byKeys = throughKeys(input, apart, asked);
  return inBuckets === undefined ? byKeys : [inBuckets, ...byKeys];
}

/** The query for the keys as one that modelling answers. */
function queryFor(query: string, { at, table, session, surroundings }: WriteInput): QueryInput | undefined {
  const [segment] = openDocument(query, surroundings.workshop).segments;
  const statement = segment?.statement();
  if (segment === undefined || statement?.kind !== 'select' || segment.errors.length > 0) return undefined;
  const path = accessPath(statement, table, session);
  if (path === undefined) return undefined;
  return { statement, at: { uri: at.uri, segment, span: statement.span }, table, path, session, surroundings };
}

/**
 * Of the partition key only the bucket is missing, which keeps partitions small and names no rows. An UPDATE makes rows where there are
 * none, so it goes to the bucket of its row alone.
 */
function inEachBucket(input: WriteInput, asked: QueryInput): Proposal | undefined {
  const { statement, at, table, session, surroundings } = input;
  const question = questionOf(asked);
  const bucket = bucketsOf(table, surroundings).find(({ column }) => column === asked.path.missing[0]);
  if (!isQuestion(question) || bucket === undefined) return undefined;
  const added = addBucket(question);
  if (added === undefined) return undefined;
  const name = writtenName(bucket.column);
  const ofRow = bucket.kind === 'hash' && (statement.kind === 'update' || isToldBy(question.pattern, bucket.sources));
  if (ofRow && added.derived.length === 0) return undefined;
  const { text } = at.segment;
  const where = statement.where!.span;
  const [before, behind] = [text.slice(statement.span.start, where.start), text.slice(where.end, statement.span.end)];
  const binds = bindsFor(input, []);
  const and = words('AND', styleOf(table));
  const marker = markerFor(bucket.column.name, markersIn(statement));
  const ways = ofRow
    ? [
        {
          where: `${text.slice(where.start, where.end)} ${and} ${name} = ${marker}`,
          binds: binds.inWhere([...binds.ofQuery, { derived: bucket.column.name }]),
        },
      ]
    : added.queries.map((query, index) => ({
        where: whereIn(query, surroundings),
        binds: binds.inWhere(added.binds?.[index]?.map(binds.shift) ?? binds.ofQuery),
      }));
  const queries = ways.map((way) => `${before}${way.where}${behind}`);
  const sandbox = sandboxOf(session, table, surroundings.workshop);
  if (!queries.every((query) => isTaken(sandbox, query))) return undefined;
  const changes: readonly WriteChange[] = [
    { at: { ...at, span: statement.span }, replacement: queries.join(';\n'), steps: [] },
  ];
  const isOpen = ways.some((way) => way.binds.some((bind) => 'derived' in bind));
  const sources = bucket.sources.map((source) => `\`${source.name}\``).join(', ');
  return {
    ...added,
    title: ofRow ? `Add \`${name} = ?\`` : added.title,
    why: `\`${bucket.column.name}\` is the bucket of \`${table.name}\` (${bucket.evidence}); with it, the write names its partition.`,
    price: undefined,
    queries,
    binds: ways.map((way) => way.binds),
    merge: undefined,
    notes: !isOpen
      ? []
      : ofRow || statement.kind === 'update'
        ? [`\`${bucket.column.name}\` follows from ${sources}, as it did when the row was written.`]
        : [`It runs once for each \`${bucket.column.name}\` that may hold rows.`],
    preferred: added.preferred && !isOpen && statement.kind === 'delete',
    changesWrites: () => true,
    sync: () => ({ changes, lost: [], notes: [] }),
    edits: (withWrites) => (withWrites ? writeEdits(changes, surroundings) : []),
  };
}

function whereIn(query: string, { workshop }: Surroundings): string {
  const [segment] = openDocument(query, workshop).segments;
  const select = segment?.statement();
  const span = select?.kind === 'select' ? select.where?.span : undefined;
  return span === undefined ? '' : query.slice(span.start, span.end);
}

/** The keys, read by the best way there is to find them, and the write of each, in step with what finds them. */
function throughKeys(
  input: WriteInput,
  [query, write]: readonly [string, string],
  asked: QueryInput,
): readonly Proposal[] {
  const { statement, at, table, surroundings } = input;
  const { path } = asked;
  const { segment } = asked.at;
  const key = missingKey(input);
  const title = `Read ${key.map(({ name }) => `\`${name}\``).join(' and ')} first, then ${statement.kind} each row`;
  const place: Location = { ...at, span: statement.span };
  const binds = bindsFor(input, key);
  const mayMake = statement.kind === 'update' && statement.condition === undefined && !hasCounters(table);
  const notes = mayMake ? [MAKES] : [];
  const isFound = path.partitions.kind !== 'all' || path.index !== undefined;
  if (isFound && !path.filters && path.gaps.length === 0) {
    const changes: readonly WriteChange[] = [{ at: place, replacement: [query, write].join(';\n'), steps: [] }];
    return [
      offer({
        kind: 'rewrite',
        title,
        why: `A write is of one row; ${path.index === undefined ? 'the table itself' : `the index \`${path.index.index.name}\``} finds the keys of all that are meant.`,
        queries: [query, write],
        binds: [binds.ofQuery, binds.ofWrite(0)],
        notes,
        preferred: true,
        changesWrites: () => true,
        sync: () => ({ changes, lost: [], notes: [] }),
        edits: (withWrites) => (withWrites ? writeEdits(changes, surroundings) : []),
      }),
    ];
  }
  const byKey = useOf(write, at.uri, surroundings);
  if (byKey === undefined) return [];
  const uses = surroundings.usesOf(table).map((use) => (use.statement === statement ? byKey : use));
  const ways = proposalsForQuery({
    ...asked,
    surroundings: { ...surroundings, usesOf: (of) => (of === table ? uses : surroundings.usesOf(of)) },
  }).filter(
    ({ kind, queries }) =>
      // What the query would have to give is the very key that is looked for.
      kind !== 'keep' &&
      kind !== 'rewrite' &&
      queries.length > 0 &&
      !queries.some((one) => /ALLOW FILTERING/i.test(one)),
  );
  // A row that is not found is not written.
  const found = ways.find(({ leftOut }) => leftOut.length === 0) ?? ways[0];
  if (found === undefined) return [];
  const isOwn = (change: WriteChange): boolean => change.at.segment === byKey.segment;
  const instead = (proposal: Proposal): Proposal => {
    const { title: made, queries, holding } = proposal;
    let kept: WriteSync | undefined;
    const sync = (): WriteSync => {
      if (kept !== undefined) return kept;
      const { changes, ...others } = proposal.sync();
      const inStep = changes.find(isOwn)?.replacement ?? write;
      const own = { at: place, replacement: [...queries, inStep].join(';\n'), steps: [] };
      return (kept = { ...others, changes: [...changes.filter((change) => !isOwn(change)), own] });
    };
    return {
      ...proposal,
      title: `${title} (${made.charAt(0).toLowerCase()}${made.slice(1)})`,
      queries: [...queries, write],
      binds: [
        ...(proposal.binds?.map((one) => one.map(binds.shift)) ?? queries.map(() => binds.ofQuery)),
        binds.ofWrite(queries.length - 1),
      ],
      notes: [...proposal.notes, ...notes],
      holding: (columns) => {
        const wider = holding?.(columns);
        return wider && instead(wider);
      },
      changesWrites: () => true,
      sync,
      edits: (withWrites) => [
        ...proposal.edits(false).filter((edit) => edit.at.segment !== segment),
        ...(withWrites ? writeEdits(sync().changes, surroundings) : []),
      ],
    };
  };
  return [instead(found)];
}

const MAKES =
  'An UPDATE makes rows: one that is deleted between the read and the write comes back with what is set. `IF EXISTS` guards against it.';

/** Where the markers of the read and of the write by key get their values. */
function bindsFor(input: WriteInput, missing: readonly Column[]) {
  const { statement } = input;
  const markers = markersIn(statement).toSorted((a, b) => a.span.start - b.span.start);
  const where = statement.where!.span;
  const given = new Set(givenKey(input).flatMap(markersIn));
  const of = (some: readonly Marker[]): readonly BindSource[] => some.map((marker) => bindOf(marker, markers));
  const before = markers.filter(({ span }) => span.end <= where.start);
  const behind = markers.filter(({ span }) => span.start >= where.end);
  const inWhere = markers.slice(before.length, markers.length - behind.length);
  const shift = (bind: BindSource): BindSource => {
    if ('each' in bind) return { each: bind.each.map(shift) };
    return 'original' in bind && typeof bind.original === 'number' ? { original: bind.original + before.length } : bind;
  };
  return {
    ofQuery: of(inWhere),
    inWhere: (binds: readonly BindSource[]): readonly BindSource[] => [...of(before), ...binds, ...of(behind)],
    shift,
    ofWrite: (query: number): readonly BindSource[] => [
      ...of([...before, ...markers.filter((marker) => given.has(marker))]),
      ...missing.map(({ name }) => ({ row: name, query })),
      ...of(behind),
    ],
  };
}

function useOf(write: string, uri: string, { workshop }: Surroundings): Use | undefined {
  const [segment] = openDocument(write, workshop).segments;
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined || segment.errors.length > 0) return undefined;
  return { uri, segment, statement, whole: statement, at: { uri, segment, span: statement.span } };
}
