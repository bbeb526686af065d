import type { Table } from '../catalog/model.ts';
import { declaredOf, readAndWrite } from '../modeling/index.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { type Edit, IN_STEP, type Proposal } from '../modeling/proposal/proposal.ts';
import { writeEdits } from '../modeling/writes/edits.ts';
import { edited } from '../text/edited.ts';
import { nothingOccupied, type Occupied } from '../text/occupied.ts';
import type { WorkspaceFile } from './file.ts';
import { offsetOf, originalAt, roundOf, type OriginalStatement, type Round } from './original.ts';
import { placedEdits, type PlacedEdit, type PlacedEdits } from './placed.ts';
import { proposedIn, type ProposedFor } from './proposed.ts';
import type { Workspace } from './workspace.ts';

/** What came of applying the best proposals. */
export interface Settled {
  /** In the order in which they were applied. */
  readonly applied: readonly Proposal[];
  /** The changed files, whole, by URI. */
  readonly texts: ReadonlyMap<string, string>;
  /** The statements that are other ones now, in the order of the files. */
  readonly changed: readonly OriginalStatement[];
  /** The writes of tables that got a copy which stay as they are, because they could not be followed. */
  readonly lost: readonly OriginalStatement[];
}

/** More rounds than there are statements to begin with, and these, are a circle. */
const MORE_ROUNDS = 10;

/**
 * Applies the best proposal of each statement to the workspace, with the writes that keep its table in step, each whole or not at all.
 *
 * Two queries may want the same table, two tables one name, two copies be written by one write: what does not go with what was applied
 * waits for the next round, in which it is proposed anew, for the schema and the writes as they are then. `undefined` where what was
 * applied does not go together after all; the workspace is changed either way.
 */
export function settle(
  workspace: Workspace,
  files: readonly WorkspaceFile[],
  first: readonly ProposedFor[],
): Settled | undefined {
  const before = new Map([...workspace.files()].map((file) => [file.uri, file]));
  const errors = countErrors(workspace);
  const applied: Proposal[] = [];
  const changed: (OriginalStatement | undefined)[] = [];
  const lost: (OriginalStatement | undefined)[] = [];
  const rounds: Round[] = [];
  const again = (): readonly ProposedFor[] => [
    ...proposedIn(
      workspace,
      files.flatMap(({ uri }) => workspace.file(uri) ?? []),
    ),
  ];
  const note = (edits: PlacedEdits): void => {
    for (const [uri, list] of edits) {
      for (const { start, end, label } of list)
        if (start < end) changed.push(originalAt(before, rounds, uri, start, label ?? ''));
    }
  };
  let proposed = first;
  // Tables are made for the writes as they will be.
  const byKey = writesByKey(workspace, first);
  if (byKey !== undefined) {
    note(byKey);
    rounds.push(apply(workspace, [byKey]));
    proposed = again();
  }
  const own = new Set(proposed.filter(({ proposals: [best] }) => best !== undefined && isWhole(best)).map(questionIn));
  for (let round = 0; round < first.length + MORE_ROUNDS; round++) {
    const chosen = fitting(
      workspace,
      proposed.map((one) => (own.has(questionIn(one)) ? withoutLoss(one) : one)),
    );
    if (chosen.length === 0) break;
    for (const { proposal, edits } of chosen) {
      note(edits);
      for (const { at, why } of proposal.sync().lost) {
        const offset = offsetOf(workspace.file(at.uri), at);
        if (offset !== undefined) lost.push(originalAt(before, rounds, at.uri, offset, why));
      }
    }
    rounds.push(
      apply(
        workspace,
        chosen.map(({ edits }) => edits),
      ),
    );
    applied.push(...chosen.map(({ proposal }) => proposal));
    proposed = again();
  }
  if (countErrors(workspace) > errors) return undefined;
  const texts = new Map(
    [...workspace.files()].flatMap(({ uri, document }) => {
      const now = document.text();
      return now === before.get(uri)?.document.text() ? [] : [[uri, now] as const];
    }),
  );
  return { applied, texts, changed: eachOnce(changed), lost: eachOnce(lost) };
}

/** A statement may be changed more than once, or in several places; in the order of the files. */
const eachOnce = (statements: readonly (OriginalStatement | undefined)[]): readonly OriginalStatement[] =>
  [
    ...new Map(
      statements.flatMap((one) => (one === undefined ? [] : [[`${one.path}:${one.line}:${one.what}`, one] as const])),
    ).values(),
  ].toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));

const countErrors = (workspace: Workspace): number =>
  [...workspace.files()]
    .flatMap(({ uri }) => workspace.findings(uri))
    .filter(({ finding }) => finding.severity === 'error').length;

/** The writes that name their rows by something else than the key: a query for the keys, and the write of each row. */
function writesByKey(workspace: Workspace, proposed: readonly ProposedFor[]): PlacedEdits | undefined {
  const edits = proposed.flatMap(({ context, proposals: [best] }): readonly Edit[] => {
    const { uri, segment, statement, table, session, surroundings } = context;
    if ((statement.kind !== 'update' && statement.kind !== 'delete') || table === undefined || !best!.preferred)
      return [];
    const at = { uri, segment, span: statement.span };
    const apart = readAndWrite({ statement, at, table, session, surroundings });
    // Where the write itself is put right, no key is read.
    if (apart === undefined || best!.queries.at(-1) !== apart[1]) return [];
    const edit = { at, text: apart.join(';\n'), label: 'the keys are read, then each row is written' };
    return placedEdits(workspace, [edit]) === undefined ? [] : [edit];
  });
  return edits.length === 0 ? undefined : placedEdits(workspace, edits);
}

/** A table of the query's own, which has all the rows that it may mean. */
const isWhole = ({ kind, preferred, leftOut }: Proposal): boolean =>
  kind === 'new-table' && preferred && leftOut.length === 0;

/** The same as long as nothing is changed in it. */
const questionIn = ({ context: { uri, segment, statement } }: ProposedFor): string =>
  `${uri}\0${segment.text.slice(statement.span.start, statement.span.end)}`;

/** Where the table that another query has got lacks rows which this one may mean, it gets its own. */
function withoutLoss(one: ProposedFor): ProposedFor {
  const [first, ...others] = one.proposals;
  if (first === undefined || first.leftOut.length === 0) return one;
  const whole = others.find(({ kind, leftOut }) => kind === 'new-table' && leftOut.length === 0);
  return whole === undefined ? one : { ...one, proposals: [{ ...whole, preferred: true }, first, ...others] };
}

interface Chosen {
  readonly proposal: Proposal;
  readonly edits: PlacedEdits;
}

/** The best proposals that get in nobody's way: no text is changed twice, and no table made or changed twice. */
function fitting(workspace: Workspace, proposed: readonly ProposedFor[]): readonly Chosen[] {
  const taken = new Map<string, Occupied>();
  const tables = new Map<string, Proposal>();
  // A query knows better than its table which one is needed.
  const queriesFirst = proposed.toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)));
  const wanted = queriesFirst.flatMap(({ context: { table, surroundings }, proposals: [proposal] }) =>
    proposal?.preferred === true
      ? [{ proposal, place: placeOf(proposal, table), sorted: table && sortedIn(proposal, table, surroundings) }]
      : [],
  );
  // What wants rows in no order may do with the table of a query that sorts all of them, once that is there.
  const sorting = new Map<string, Proposal[]>();
  for (const { proposal, place, sorted } of wanted) {
    if (sorted !== 'all' || place === undefined) continue;
    const there = sorting.get(place);
    if (there === undefined) sorting.set(place, [proposal]);
    else there.push(proposal);
  }
  const instead = new Map(
    wanted.map(({ proposal, place = '', sorted }) => [proposal, sorted === undefined ? sorting.get(place) : undefined]),
  );
  const waits = (one: Proposal): boolean => instead.get(one) !== undefined;
  const best = [...instead.keys()].toSorted((a, b) => Number(waits(a)) - Number(waits(b)));
  const chosen = new Set<Proposal>();
  const byTable = new Map<string | undefined, Proposal[]>();
  for (const one of best) {
    const wanting = byTable.get(one.table);
    if (wanting === undefined) byTable.set(one.table, [one]);
    else wanting.push(one);
  }
  return best.flatMap((one): readonly Chosen[] => {
    if (instead.get(one)?.some((other) => chosen.has(other)) === true) return [];
    const made = one.ddl.length > 0 ? tables.get(one.table ?? '') : undefined;
    const proposal = made === undefined ? forAll(one, byTable.get(one.table) ?? []) : readingFrom(made, one);
    if (proposal === undefined) return [];
    const edits = placedEdits(workspace, [
      ...proposal.edits(false),
      ...writeEdits(proposal.sync().changes, workspace.surroundings),
    ]);
    if (edits === undefined || edits.size === 0) return [];
    if (proposal.ddl.length > 0) tables.set(proposal.table ?? '', proposal);
    const isFree = [...edits].every(([uri, list]) => list.every((edit) => taken.get(uri)?.isFree(edit) ?? true));
    // What else wants the table meets the same writes: it waits as well.
    if (!isFree) return [];
    for (const [uri, list] of edits) {
      let occupied = taken.get(uri);
      if (occupied === undefined) taken.set(uri, (occupied = nothingOccupied()));
      for (const edit of list) occupied.take(edit);
    }
    chosen.add(one);
    return [{ proposal, edits }];
  });
}

/** Which rows its new table sorts otherwise than the rest of the base's key would: all, or those that have what it sorts by. */
function sortedIn({ ddl, result }: Proposal, base: Table, surroundings: Surroundings): 'all' | 'some' | undefined {
  if (ddl.length === 0 || result === undefined) return undefined;
  const partition = result.partitionKey.map(({ name }) => name);
  const next = [...base.partitionKey, ...base.clustering].find(({ name }) => !partition.includes(name));
  if (result.clustering[0]?.name === next?.name) return undefined;
  const { notNull } = declaredOf(base, surroundings);
  const hasAll = result.clustering.every(({ name }) => base.columns.get(name)?.kind !== 'regular' || notNull.has(name));
  return hasAll ? 'all' : 'some';
}

/** The rows that its new table is made of, and its partitions. */
const placeOf = ({ ddl, result }: Proposal, base: Table | undefined): string | undefined =>
  ddl.length === 0 || result === undefined || base === undefined
    ? undefined
    : [base.keyspace, base.name, '', ...result.partitionKey.map(({ name }) => name)].join('\0');

const isTable = ({ context }: ProposedFor): boolean => context.statement.kind === 'create-table';

/** A new table with the columns of all queries that want it, so that its writes need not be changed for each. */
function forAll(proposal: Proposal, wanting: readonly Proposal[]): Proposal {
  const { result, holding } = proposal;
  if (holding === undefined || result === undefined) return proposal;
  const others = new Set(
    wanting.flatMap((other) =>
      other !== proposal && other.result !== undefined && sameKey(other.result, result)
        ? [...other.result.columns.keys()]
        : [],
    ),
  );
  return [...others].every((name) => result.columns.has(name)) ? proposal : (holding([...others]) ?? proposal);
}

/** What reads the table that another query has made, where that is the table which this one wants, and the next round would not know. */
function readingFrom(made: Proposal, one: Proposal): Proposal | undefined {
  const { result, beside } = one;
  if (beside === undefined || made.beside === undefined || result === undefined || made.result === undefined)
    return undefined;
  const { columns } = made.result;
  if (!sameKey(result, made.result) || [...result.columns.keys()].some((name) => !columns.has(name))) return undefined;
  return { ...one, ...IN_STEP, ddl: [], edits: beside };
}

const sameKey = (a: Table, b: Table): boolean => keyText(a) === keyText(b);

const keyText = ({ partitionKey, clustering }: Table): string =>
  [...partitionKey.map(({ name }) => name), '', ...clustering.map(({ name, order }) => `${name} ${order}`)].join('\0');

function apply(workspace: Workspace, chosen: readonly PlacedEdits[]): Round {
  const byUri = new Map<string, PlacedEdit[]>();
  for (const edits of chosen) {
    for (const [uri, list] of edits) {
      const all = byUri.get(uri);
      if (all === undefined) byUri.set(uri, [...list]);
      else for (const edit of list) all.push(edit);
    }
  }
  for (const [uri, list] of byUri) {
    const { document, path, contributes } = workspace.file(uri)!;
    workspace.set(uri, edited(document.text(), list), { path, contributes });
  }
  return roundOf(byUri);
}
