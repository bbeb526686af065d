import { keysFirst, proposalsForJoins, proposalsForQuery, proposalsForTable } from '../modeling/index.ts';
import type { Proposal } from '../modeling/proposal/proposal.ts';
import { writeEdits } from '../modeling/writes/edits.ts';
import type { Select, Statement } from '../syntax/ast.ts';
import type { CheckId } from '../analysis/judging/checks.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Table } from '../catalog/model.ts';
import { listNames } from './scan.ts';
import type { Finding, Fix, RuleContext } from './rule.ts';

/** The ways out that modelling offers for the context's query, or for the table that it creates, as fixes. */
export function proposalFixes(context: RuleContext, _finding: Finding): readonly Fix[] {
  return proposalsOf(context).flatMap((proposal, index) => fixesOf(proposal, index, context));
}

/** What modelling offers for the context's statement, with what programs have to follow. */
export const proposalsOf = (context: RuleContext): readonly Proposal[] =>
  offeredFor(context).map((proposal) => withPrograms(proposal, context));

/** The writes of programs are not changed with a table: where there are some nobody applies the proposal without having read so. */
function withPrograms(proposal: Proposal, { statement, table, session, surroundings }: RuleContext): Proposal {
  const { ddl, kind, table: made, notes, holding } = proposal;
  if (ddl.length === 0 || kind === 'index' || kind === 'materialized-view') return proposal;
  const bases = joinsTables(statement) ? tablesOf(statement, session) : table === undefined ? [] : [table];
  const places = bases
    .flatMap((base) => surroundings.programUsesOf(base))
    .flatMap(({ statement: { kind: does }, place }) => (WRITES.has(does) ? [place] : []));
  const mapped = bases.filter((base) => surroundings.isMapped(base));
  if (places.length === 0 && mapped.length === 0) return proposal;
  const named = places.slice(0, MOST_PLACES).join(', ');
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  const note =
    places.length > 0
      ? `Programs write ${listNames(bases.map(({ name }) => name))} as well, and must write \`${made ?? ''}\` in step: ${named}${more}.`
      : `Programs map ${listNames(mapped.map(({ name }) => name))}: what a mapper writes there has to be written to \`${made ?? ''}\` in step.`;
  return {
    ...proposal,
    notes: [...notes, note],
    preferred: false,
    holding:
      holding &&
      ((columns) => {
        const other = holding(columns);
        return other && { ...other, notes: [...other.notes, note], preferred: false };
      }),
  };
}

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);
const MOST_PLACES = 5;

const tablesOf = (
  { from, joins }: Select & Required<Pick<Select, 'joins'>>,
  { catalog, keyspace }: Session,
): readonly Table[] =>
  [from, ...joins.map((join) => join.table)].flatMap((name) =>
    name === undefined ? [] : (catalog.table(name.keyspace?.name ?? keyspace ?? '', name.name.name) ?? []),
  );

function offeredFor(context: RuleContext): readonly Proposal[] {
  const { uri, segment, statement, table, path, surroundings } = context;
  const session = sessionMeant(context);
  const at = { uri, segment, span: statement.span };
  if (joinsTables(statement)) return proposalsForJoins({ statement, at, session, surroundings });
  if (table === undefined) return [];
  if (statement.kind === 'create-table') return proposalsForTable({ table, at, session, surroundings });
  if (statement.kind === 'update' || statement.kind === 'delete')
    return lacksKey(context) ? keysFirst({ statement, at, table, session, surroundings }) : [];
  if (statement.kind !== 'select' || path === undefined) return [];
  return proposalsForQuery({ statement, at, table, path, session, surroundings });
}

const lacksKey = ({ verdict }: RuleContext): boolean => verdict.kind === 'refused' && LACKS_KEY.has(verdict.check);

const LACKS_KEY: ReadonlySet<CheckId> = new Set([
  'partition-key-missing',
  'clustering-key-missing',
  'clustering-gap',
  'clustering-after-slice',
  'clustering-slice-in-write',
  'partition-key-inequality',
  'regular-column-in-write',
  'operator-in-write',
]);

/** What is written into files must be taken by the server that these files seem to be for, whatever they are judged for. */
const sessionMeant = ({ session, surroundings: { writtenFor } }: RuleContext): Session =>
  writtenFor === undefined ? session : { ...session, target: writtenFor };

/** A query over several tables, which CQL does not have. */
export const joinsTables = (statement: Statement): statement is Select & Required<Pick<Select, 'joins'>> =>
  statement.kind === 'select' && statement.joins !== undefined;

/** With a proposal that changes writes too there are two fixes: with them and without; one where a write is what it is for. */
function fixesOf(proposal: Proposal, index: number, { statement, surroundings }: RuleContext): readonly Fix[] {
  const { leaves } = proposal;
  if (proposal.kind === 'keep' && leaves === undefined) return [];
  const fix = (id: string, title: string, withWrites: boolean, preferred: boolean): Fix => ({
    id,
    title,
    kind: 'refactor.rewrite',
    safe: false,
    preferred,
    ...(leaves !== undefined && { leaves }),
    ...(proposal.ddl.length > 0 && proposal.table !== undefined && { makes: proposal.table }),
    price: proposal.price,
    about: () => aboutOf(proposal, withWrites),
    edits: () => proposal.edits(withWrites),
    ...(withWrites && {
      parts: { own: () => proposal.edits(false), shared: () => writeEdits(proposal.sync().changes, surroundings) },
    }),
  });
  if (WRITES.has(statement.kind)) return [fix(`proposal-${index}`, proposal.title, true, proposal.preferred)];
  const plain = fix(`proposal-${index}`, proposal.title, false, proposal.preferred);
  if (!proposal.changesWrites()) return [plain];
  return [plain, fix(`proposal-${index}-writes`, `${proposal.title}, and write both tables in step`, true, false)];
}

/** What `propose` says about it. */
function aboutOf(proposal: Proposal, withWrites: boolean): readonly string[] {
  const { why, price, notes, backfill } = proposal;
  return [
    ...(why === '' ? [] : [why]),
    ...(price === undefined ? [] : [`Price: ${price}.`]),
    ...notes,
    ...(withWrites ? proposal.sync().notes : []),
    ...(backfill === undefined ? [] : [backfill.why]),
  ];
}
