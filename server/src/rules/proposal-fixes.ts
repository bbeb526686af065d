import { proposalsForJoins, proposalsForQuery, proposalsForTable } from '../modeling/index.ts';
import type { Proposal } from '../modeling/proposal/proposal.ts';
import { writeEdits } from '../modeling/writes/edits.ts';
import type { Select, Statement } from '../syntax/ast.ts';
import type { Finding, Fix, RuleContext } from './rule.ts';

/** The ways out that modelling offers for the context's query, or for the table that it creates, as fixes. */
export function proposalFixes(context: RuleContext, _finding: Finding): readonly Fix[] {
  return proposalsOf(context).flatMap((proposal, index) => fixesOf(proposal, index, context));
}

/** What modelling offers for the context's statement. */
export function proposalsOf({
  uri,
  segment,
  statement,
  table,
  path,
  session,
  surroundings,
}: RuleContext): readonly Proposal[] {
  const at = { uri, segment, span: statement.span };
  if (joinsTables(statement)) return proposalsForJoins({ statement, at, session, surroundings });
  if (table === undefined) return [];
  if (statement.kind === 'create-table') return proposalsForTable({ table, at, session, surroundings });
  if (statement.kind !== 'select' || path === undefined) return [];
  return proposalsForQuery({ statement, at, table, path, session, surroundings });
}

/** A query over several tables, which CQL does not have. */
export const joinsTables = (statement: Statement): statement is Select & Required<Pick<Select, 'joins'>> =>
  statement.kind === 'select' && statement.joins !== undefined;

/** With a proposal that changes writes too there are two fixes: with them and without. */
function fixesOf(proposal: Proposal, index: number, { surroundings }: RuleContext): readonly Fix[] {
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
    about: () => aboutOf(proposal, withWrites),
    edits: () => proposal.edits(withWrites),
    ...(withWrites && {
      parts: { own: () => proposal.edits(false), shared: () => writeEdits(proposal.sync().changes, surroundings) },
    }),
  });
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
    ...(backfill === undefined ? [] : [backfill.why, ...backfill.details]),
  ];
}
