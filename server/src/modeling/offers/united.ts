import { printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import { type BindSource, IN_STEP, type Proposal } from '../proposal/proposal.ts';
import type { Changed } from '../proposal/pieces.ts';
import type { Sides } from '../question/sides.ts';
import type { QueryInput } from '../question/question.ts';

/** One side of OR: its query, and what answers that; nothing where its table does. */
export interface Side {
  readonly query: Changed;
  readonly proposal: Proposal | undefined;
}

/** The ways out for the sides of OR as one: their answers are united. `undefined` where a side has none, or the client would do more. */
export function united(
  sides: readonly Side[],
  { key, select }: Sides,
  { at, statement, table, surroundings }: QueryInput,
): Proposal | undefined {
  const all = sides.flatMap(({ proposal }) => proposal ?? []);
  // Sides of one column may want the same table.
  const parts = all.filter(({ ddl }, index) => ddl.length === 0 || all.findIndex(isSame(ddl)) === index);
  if (all.some(({ kind, queries }) => kind === 'keep' || queries.length === 0)) return undefined;
  if (all.some((part) => part.clientFilter.length > 0 || part.select !== undefined || part.merge === 'sort'))
    return undefined;
  const names = parts.flatMap((part) => part.table ?? []);
  if (new Set(names).size < names.length) return undefined;
  const written = parts.filter((part) => part.changesWrites());
  const queries = sides.flatMap(({ query, proposal }) => proposal?.queries ?? [query.text]);
  const binds = sides.flatMap(({ query, proposal }) => bindsOf(query, proposal));
  const notes = [
    `A row that more than one of them finds is kept once, by ${key.map(({ name }) => `\`${printName(name)}\``).join(', ')}.`,
    ...(statement.limit === undefined ? [] : ['The client keeps as many rows as LIMIT says.']),
  ];
  const shared = {
    kind: 'rewrite' as const,
    merge: 'concat' as const,
    select,
  };
  const replaced = (texts: readonly string[]) => ({
    at,
    text: texts.join(';\n'),
    label: 'a query for each side of OR',
  });
  if (written.length > 1) {
    const texts = sides.map(({ query }) => query.text);
    return offer({
      ...shared,
      title: 'Ask for each side of OR by its own query',
      why: `${WHY} What each of these needs is offered for it.`,
      price: PRICE,
      queries: texts,
      binds: sides.map(({ query }) => query.binds),
      notes: [...notes, `They need: ${parts.map(brief).join('; ')}.`],
      edits: () => [replaced(texts)],
    });
  }
  const made = parts.filter(({ kind }) => kind === 'new-table');
  const tables = surroundings.copiesOf(table).length + 1 + made.length;
  const copies = `each INSERT writes ${tables} tables; a change of what they are keyed by reads first and leaves a tombstone; ${made.length} more copies of the data`;
  const prices =
    made.length > 1 ? [copies] : [...new Set(parts.flatMap(({ price }) => (price === undefined ? [] : [price])))];
  const backfills = parts.flatMap(({ backfill }) => backfill ?? []);
  const [first] = backfills;
  return offer({
    ...shared,
    kind: made.length > 0 ? 'new-table' : (parts[0]?.kind ?? 'rewrite'),
    title: `Ask for each side of OR by its own query${parts.length === 0 ? '' : `: ${parts.map(brief).join('; ')}`}`,
    why: WHY,
    price: [PRICE, ...prices].join('; '),
    table: names.length === 1 ? names[0] : undefined,
    ddl: parts.flatMap(({ ddl }) => ddl),
    undo: parts.toReversed().flatMap(({ undo }) => undo),
    queries,
    binds,
    derived: parts.flatMap(({ derived, table: its }) =>
      derived.map((one) => (names.length > 1 && its !== undefined ? { ...one, table: its } : one)),
    ),
    backfill:
      first === undefined
        ? undefined
        : {
            why: first.why,
            details: [...new Set(backfills.flatMap(({ details }) => details))],
            commands: backfills.flatMap(({ commands }) => commands),
          },
    leftOut: [...new Set(parts.flatMap(({ leftOut }) => leftOut))],
    notes: [...new Set([...notes, ...parts.flatMap((part) => part.notes)])],
    ...(written[0] === undefined
      ? IN_STEP
      : { changesWrites: () => written[0]!.changesWrites(), sync: () => written[0]!.sync() }),
    edits: (withWrites) => [...parts.flatMap((part) => part.edits(withWrites)), replaced(queries)],
  });
}

const WHY = 'No key finds rows for which one or the other of several columns is enough; each side is found by itself.';
const PRICE = 'one query for each side';

const isSame =
  (ddl: readonly string[]) =>
  (other: Proposal): boolean =>
    other.ddl.join(';') === ddl.join(';');

/** What a proposal makes, or uses. */
export const brief = ({ title }: Proposal): string =>
  title.charAt(0).toLowerCase() + title.slice(1).replace(/ and use it here$/, '');

/** By the markers of the original; those of a proposal are of its side. */
function bindsOf({ binds: own }: Changed, proposal: Proposal | undefined): readonly (readonly BindSource[])[] {
  const original = (bind: BindSource): BindSource => {
    if ('each' in bind) return { ...bind, each: bind.each.map(original) };
    return 'original' in bind && typeof bind.original === 'number' ? own[bind.original]! : bind;
  };
  if (proposal === undefined) return [own];
  return proposal.binds?.map((list) => list.map(original)) ?? proposal.queries.map(() => own);
}
