import { accessPath } from '../analysis/access-path.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Location, Table } from '../catalog/model.ts';
import { openDocument } from '../syntax/index.ts';
import type { Delete, Update } from '../syntax/ast.ts';
import { printName } from '../catalog/names.ts';
import type { Edit, Proposal } from './proposal/proposal.ts';
import { proposalsForQuery } from './proposals.ts';
import { isTaken, sandboxOf } from './proposal/sandbox.ts';
import { writtenName } from './proposal/source.ts';
import { styleOf, words } from './proposal/style.ts';
import type { Surroundings, Use } from './evidence/surroundings.ts';

/** A write that names its rows by something else than their whole key. */
export interface WriteInput {
  readonly statement: Update | Delete;
  readonly at: Location;
  readonly table: Table;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/** The write of one row by its key, with markers for what is not given; what is no part of the key leaves the WHERE clause. */
export function writeByKey({ statement, at, table, session, surroundings }: WriteInput): string | undefined {
  const { where, template } = statement;
  if (where === undefined || where.or !== undefined || template === true) return undefined;
  const { text } = at.segment;
  const key = [...table.partitionKey, ...table.clustering];
  const given = where.relations.flatMap((relation) =>
    relation.kind === 'column' && key.some(({ name }) => name === relation.column.name) ? [relation] : [],
  );
  const missing = key.filter(({ name }) => !given.some(({ column }) => column.name === name));
  if (missing.length === 0) return undefined;
  const and = ` ${words('AND', styleOf(table))} `;
  const relations = [
    ...given.map(({ span }) => text.slice(span.start, span.end)),
    ...missing.map((column) => `${writtenName(column)} = ?`),
  ].join(and);
  const start = where.relations[0]!.span.start;
  const end = where.relations.at(-1)!.span.end;
  const write = text.slice(statement.span.start, start) + relations + text.slice(end, statement.span.end);
  return isTaken(sandboxOf(session, table, surroundings.workshop), write) ? write : undefined;
}

export interface KeysFirst {
  /** What finds them; `undefined` where their own table does. */
  readonly proposal: Proposal | undefined;
  readonly edits: () => readonly Edit[];
}

/** The keys of the rows that a write means, read by the best way there is to find them, and the write of each. */
export function keysFirst(input: WriteInput): KeysFirst | undefined {
  const { statement, at, table, session, surroundings } = input;
  const write = writeByKey(input);
  const target = statement.kind === 'update' ? statement.table : statement.from;
  if (write === undefined || statement.where === undefined || target === undefined) return undefined;
  const { text } = at.segment;
  const slice = ({ span }: { readonly span: { readonly start: number; readonly end: number } }): string =>
    text.slice(span.start, span.end);
  const key = [...table.partitionKey, ...table.clustering].filter(
    ({ name }) =>
      !statement.where!.relations.some((relation) => relation.kind === 'column' && relation.column.name === name),
  );
  const word = (part: string): string => words(part, styleOf(table));
  const query = `${word('SELECT')} ${key.map(({ name }) => printName(name)).join(', ')} ${word('FROM')} ${slice(target)} ${slice(statement.where)}`;
  const [segment] = openDocument(query, surroundings.workshop).segments;
  const select = segment?.statement();
  if (segment === undefined || select?.kind !== 'select' || segment.errors.length > 0) return undefined;
  const path = accessPath(select, table, session);
  if (path === undefined) return undefined;
  const label = 'the keys are read, then each row is written';
  if (path.partitions.kind !== 'all' && !path.filters && path.gaps.length === 0) {
    const text = [query, write].join(';\n');
    return { proposal: undefined, edits: () => [{ at: { ...at, span: statement.span }, text, label }] };
  }
  const read = { uri: at.uri, segment, span: select.span };
  const among = (around: Surroundings): readonly Proposal[] =>
    proposalsForQuery({ statement: select, at: read, table, path, session, surroundings: around });
  const proposal = among(surroundings).find(
    ({ kind, queries }) =>
      // What the query would have to give is the very key that is looked for.
      kind !== 'keep' &&
      kind !== 'rewrite' &&
      queries.length > 0 &&
      !queries.some((one) => /ALLOW FILTERING/i.test(one)),
  );
  if (proposal === undefined) return undefined;
  /** The write with what keeps the table in step that finds its keys. */
  const inStep = (): string => {
    const use = useOf(write, at.uri, surroundings);
    if (use === undefined) return write;
    const uses = [use];
    const around = { ...surroundings, usesOf: (of: Table) => (of === table ? uses : surroundings.usesOf(of)) };
    const ddl = proposal.ddl.join();
    return (
      among(around)
        .find((one) => one.ddl.join() === ddl)
        ?.sync().changes[0]?.replacement ?? write
    );
  };
  return {
    proposal,
    edits: () => [
      ...proposal.edits(false).filter((edit) => edit.at.segment !== segment && edit.at.segment !== at.segment),
      {
        at: { ...at, span: statement.span },
        text: [...proposal.queries, inStep()].join(';\n'),
        label,
      },
    ],
  };
}

function useOf(write: string, uri: string, { workshop }: Surroundings): Use | undefined {
  const [segment] = openDocument(write, workshop).segments;
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined || segment.errors.length > 0) return undefined;
  return { uri, segment, statement, whole: statement, at: { uri, segment, span: statement.span } };
}
