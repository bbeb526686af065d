import { accessPath } from '../../analysis/access-path.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Location, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Select } from '../../syntax/ast.ts';
import { openDocument } from '../../syntax/index.ts';
import type { Declared } from '../evidence/annotations.ts';
import { type Joined, joinedOf } from '../question/join.ts';
import { offer } from '../proposal/offer.ts';
import type { NoPattern } from '../question/pattern.ts';
import { insertAfter } from '../question/placement.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { isQuestion, type Question, questionOf } from '../question/question.ts';
import { afterSchemaChange, type Sandbox, sandboxOf, tryQuery } from '../proposal/sandbox.ts';
import { writtenName, writtenType } from '../proposal/source.ts';
import { styleOf, words } from '../proposal/style.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { writeEdits } from '../writes/edits.ts';
import { declaredName, joinedWrites, type Made, partnersOf, widenedWrites } from './joined-writes.ts';

export interface JoinInput {
  readonly statement: Select;
  readonly at: Location;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/**
 * What to do for a JOIN: the table that it searches gets what the others give, where it is partitioned right; a table of the rows joined
 * (`tables` makes it as for any query).
 */
export function proposalsForJoin(
  input: JoinInput,
  tables: (question: Question) => readonly Proposal[],
): readonly Proposal[] | NoPattern {
  const { statement, at, session } = input;
  const joined = joinedOf(statement, at.segment, session);
  if ('why' in joined) return joined;
  const tableOffers = offersOfTables(joined, input, tables);
  const apart = readApart(joined, input);
  if (apart === undefined) return tableOffers;
  return 'why' in tableOffers ? [apart] : [...tableOffers, apart];
}

function offersOfTables(
  joined: Joined,
  input: JoinInput,
  tables: (question: Question) => readonly Proposal[],
): readonly Proposal[] | NoPattern {
  const { at, session, surroundings } = input;
  const [segment] = openDocument(joined.query, surroundings.workshop).segments;
  const select = segment?.statement();
  if (segment === undefined || segment.errors.length > 0 || select?.kind !== 'select') return { why: UNREAD };
  const path = accessPath(select, joined.table, session);
  if (path === undefined) return { why: UNREAD };
  const question = questionOf({
    statement: select,
    at: { uri: at.uri, segment, span: select.span },
    table: joined.table,
    path,
    session,
    surroundings,
  });
  if (!isQuestion(question)) return question;
  const widened = widenedMain(joined, question, input);
  // Writes of one table say only a part of a joined row.
  const declared = declaredOfJoined(question.declared, joined);
  const made = tables({ ...question, declared, taken: false, uses: () => [] });
  const losesRows = joined.others.some(({ table, outer }) => outer && joined.keyed.includes(table));
  const sandbox = sandboxOf(session, joined.main, surroundings.workshop);
  const withWrites = (proposal: Proposal): Proposal => {
    const after = proposal.ddl.reduce<Sandbox | undefined>((one, cql) => one && afterSchemaChange(one, cql), sandbox);
    const { result: table, table: written, derived } = proposal;
    if (after === undefined || table === undefined || written === undefined)
      return { ...proposal, notes: [...proposal.notes, ...notesOf(joined, sandbox)] };
    const target = { table, written, derived, sandbox: after };
    const notes = [...proposal.notes, ...notesOf(joined, sandbox, { written, after })];
    return { ...proposal, ...joinedWrites(joined, target, surroundings), notes };
  };
  return [
    ...(widened === undefined ? [] : [widened]),
    ...made
      .filter(({ kind }) => kind === 'new-table')
      .map((proposal) =>
        withWrites({ ...proposal, preferred: widened === undefined && proposal.preferred && !losesRows }),
      )
      .map((proposal): Proposal => ({
        ...proposal,
        backfill: undefined,
        holding: undefined,
        edits: (inStep) => [
          ...insertAfter(
            joined.main,
            [...joined.main.columns.values()],
            proposal.ddl,
            styleOf(joined.main),
            surroundings,
            'the new table',
          ),
          { at, text: proposal.queries.join(';\n'), label: 'the query reads it' },
          ...(inStep ? writeEdits(proposal.sync().changes, surroundings) : []),
        ],
      })),
  ];
}

/** What a JOIN does, done by the client: each table is asked by its own key. */
function readApart({ reads, main }: Joined, { at, session, surroundings }: JoinInput): Proposal | undefined {
  const [first, ...others] = reads;
  if (first === undefined) return undefined;
  const sandbox = sandboxOf(session, main, surroundings.workshop);
  const tried = reads.map(({ query }) => tryQuery(sandbox, query)?.path);
  if (tried.some((path) => path === undefined || path.filters)) return undefined;
  const scans = tried.map((path) => path!.partitions.kind === 'all');
  if (scans.slice(1).includes(true) || (scans[0] === true && first.isSearched)) return undefined;
  const names = others.map(({ table }) => `\`${table.name}\``).join(' and ');
  const each = `${others.length === 1 ? 'one query' : `${others.length} queries`} more for each row of \`${first.table.name}\``;
  const price = scans[0] === true ? `each run reads every row of \`${first.table.name}\`, and makes ${each}` : each;
  return offer({
    kind: 'rewrite',
    title: `Join in the client: read \`${first.table.name}\`, then ${names} for each row`,
    why: 'Each table is asked by its own key, and nothing has to be kept in step.',
    price,
    queries: reads.map(({ query }) => query),
    binds: reads.map(({ binds }) => binds),
    notes: others.map(({ table, outer }) =>
      outer
        ? `Rows without a partner in \`${table.name}\` stay, with nulls in its columns.`
        : `Rows without a partner in \`${table.name}\` are left out.`,
    ),
    edits: () => [{ at, text: reads.map(({ query }) => query).join(';\n'), label: 'one query for each table' }],
  });
}

/**
 * What is declared of the searched table, as far as it is true of the joined rows: where these are those of another table, what is one
 * row there may be many. ON leaves out rows with nulls.
 */
function declaredOfJoined(declared: Declared, { main, keyed, sources }: Joined): Declared {
  const names = sources.flatMap(({ names: called, outer }) => (outer ? [] : [...new Set(called.values())]));
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  const known = { ...declared, notNull: new Set([...declared.notNull, ...shared]) };
  if (isOf(main, keyed)) return known;
  const { rows: _rows, rowsPerPartition: _perPartition, bounded: _bounded, ...rest } = known;
  return { ...rest, rates: [], unique: [], buckets: [] };
}

/** Each joined row is one row of the table; of a table joined with itself it is two. */
const isOf = (main: Table, keyed: Joined['keyed']): boolean => keyed.length === 1 && keyed[0] === main;

const UNREAD = 'The query cannot be read as one over joined rows.';

function notesOf(joined: Joined, sandbox: Sandbox, made?: Made): readonly string[] {
  const { main, others, given } = joined;
  const partners = partnersOf(joined, sandbox, made)?.filter(
    ({ table }) => given.some(({ from }) => from === table) || table === main,
  );
  const copied =
    partners?.map(({ table, found }) => `${holds(table)}, ${found}.`) ??
    others.flatMap(({ table }) => (given.some(({ from }) => from === table) ? [`${holds(table)}.`] : []));
  const outer = others.filter((one) => one.outer);
  const written = new Set([main.name, ...others.map(({ table }) => table.name)]);
  return [
    `It is written with each write of ${[...written].map((name) => `\`${name}\``).join(' and ')}; fill it once by a job that joins them.`,
    ...copied,
    ...outer.map(({ table }) =>
      joined.keyed.includes(table)
        ? `Rows without a partner in \`${table.name}\` are not in it: a key has no nulls.`
        : `Rows without a partner in \`${table.name}\` are kept, with nulls in its columns.`,
    ),
  ];
}

const holds = ({ name }: Table): string =>
  `Each row holds what \`${name}\` had when it was written: a change there has to be written to all rows that name it`;

/** The searched table is partitioned as the query needs it, and each of its rows has one partner: it gets the columns it lacks. */
function widenedMain(
  joined: Joined,
  { path, pattern }: Question,
  { at, session, surroundings }: JoinInput,
): Proposal | undefined {
  const { main, given, keyed } = joined;
  if (!isOf(main, keyed) || path.partitions.kind === 'all' || path.filters || path.gaps.length > 0) return undefined;
  const wanted = given.filter(({ name }) => pattern.selected.some((column) => column.name === name));
  if (wanted.length === 0 || pattern.star) return undefined;
  const style = styleOf(main);
  const name = declaredName(main);
  const columns = wanted.map(({ column, from, name: called }) => ({
    written: called === column.name ? writtenName(column) : printName(called),
    type: writtenType(column, from),
  }));
  const list = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(', ')})`);
  const ddl = `${words('ALTER TABLE', style)} ${name} ${words('ADD', style)} ${list(columns.map(({ written, type }) => `${written} ${type}`))}`;
  const sandbox = sandboxOf(session, main, surroundings.workshop);
  const after = afterSchemaChange(sandbox, ddl);
  const tried = after === undefined ? undefined : tryQuery(after, joined.query);
  if (after === undefined || tried === undefined || tried.path.partitions.kind === 'all' || tried.path.filters)
    return undefined;
  const target = { table: tried.table, written: name, derived: [], sandbox: after };
  const inStep = widenedWrites(joined, target, surroundings);
  const names = columns.map(({ written }) => `\`${written}\``).join(', ');
  return offer({
    kind: 'alter-table',
    preferred: true,
    title: `Add ${names} to table \`${main.name}\` and read only it`,
    why: `\`${main.name}\` is partitioned as the query needs it, and each of its rows has one partner; it only lacks ${names}.`,
    table: name,
    ddl: [ddl],
    undo: [
      `${words('ALTER TABLE', style)} ${name} ${words('DROP', style)} ${list(columns.map(({ written }) => written))}`,
    ],
    queries: [joined.query],
    ...inStep,
    notes: [`Rows that are there need their ${names} filled in.`, ...notesOf(joined, sandbox).slice(1)],
    result: tried.table,
    edits: (withWrites) => [
      ...insertAfter(main, [...main.columns.values()], [ddl], style, surroundings, 'the columns that the query needs'),
      { at, text: joined.query, label: 'the query reads one table' },
      ...(withWrites ? writeEdits(inStep.sync().changes, surroundings) : []),
    ],
  });
}
