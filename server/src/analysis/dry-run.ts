import {
  apply,
  type CatalogState,
  emptyCatalog,
  type SchemaRules,
  schemaRulesOf,
  systemCatalog,
} from '../catalog/index.ts';
import { applyToRoles, FIRST_ROLES, type Roles } from '../catalog/roles.ts';
import type { Statement } from '../syntax/ast.ts';
import { newRequestReader, type RequestReader, type Segment } from '../syntax/index.ts';
import { positionAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import { partitionAccesses, type PartitionAccess } from './access-path.ts';
import { type CassandraRelease, releaseFor, type Target } from '../text/release.ts';
import { textOfTerm } from './typing/terms.ts';
import { errorsFor } from './dialects/unread.ts';
import { unfilledIn } from './judging/placeholders.ts';
import { verdict } from './verdict.ts';
import type { RefusalKind, Session, Verdict } from './judging/verdict-model.ts';

/** What a server would answer to one statement; `partitions` of reads and writes. */
export type StatementAnswer =
  | {
      readonly ok: true;
      readonly warnings?: readonly string[];
      readonly partitions?: 'one' | 'many' | 'all';
    }
  | { readonly ok: false; readonly kind: RefusalKind; readonly message: string };

export interface DryRunOptions {
  /** Statements that have run before, each as one string; refused ones are passed over. */
  readonly schema?: readonly string[];
  /** From cassandra.yaml. */
  readonly configuration?: ReadonlyMap<string, unknown>;
  /** Whether answers of reads and writes tell their partitions: they do, unless nobody looks. */
  readonly partitions?: boolean;
}

/**
 * "Runs" a script against an empty cluster: each string is one statement, USE is followed, what is refused changes nothing.
 *
 * What cannot be told counts as taken. A server knows neither commands of cqlsh nor placeholders of templates.
 */
export function dryRun(
  script: readonly string[],
  target: CassandraRelease | Target,
  options: DryRunOptions = {},
): readonly StatementAnswer[] {
  let state = startOf(typeof target === 'string' ? { kind: 'cassandra', release: target } : target, options);
  for (const statement of options.schema ?? []) state = run(statement, state).state;
  return script.map((statement) => {
    const done = run(statement, state);
    state = done.state;
    return done.answer;
  });
}

/** What the statements so far have made. */
export interface DryRunState {
  readonly catalog: CatalogState;
  readonly rules: SchemaRules;
  readonly roles: Roles | undefined;
  readonly keyspace: string | undefined;
  readonly target: Target;
  readonly configuration: ReadonlyMap<string, unknown> | undefined;
  readonly partitions: boolean;
  readonly reader: RequestReader;
}

/** An empty cluster, where only the built-in keyspaces exist. */
export const startOf = (target: Target, { configuration, partitions = true }: DryRunOptions = {}): DryRunState => ({
  catalog: emptyCatalog(systemCatalog(releaseFor(target))),
  rules: schemaRulesOf(releaseFor(target), configuration),
  roles: FIRST_ROLES,
  keyspace: undefined,
  target,
  configuration,
  partitions,
  reader: newRequestReader(),
});

/** Runs one statement: what a driver sends, or the statement of a document's segment. */
export function run(
  asked: string | Segment,
  state: DryRunState,
): { readonly answer: StatementAnswer; readonly state: DryRunState } {
  const segment = state.reader.read(asked);
  const { text } = segment;
  const statement = segment.statement();
  if (statement === undefined) return { answer: syntaxError(text, 'There is no statement.'), state };
  const unparsed = parseErrorOf(segment, statement, state.target);
  if (unparsed !== undefined) return { answer: syntaxError(text, unparsed.message, unparsed.span), state };
  const { catalog, roles, keyspace, target, configuration, partitions } = state;
  const session: Session = { catalog, roles, keyspace, target, configuration, complete: true, stock: true };
  const given = verdict(statement, session, segment.features, text);
  const answer = answerOf(given, text);
  if (!answer.ok) return { answer, state };
  const touched = partitions ? partitionsOf(partitionAccesses(statement, session)) : undefined;
  return {
    answer: touched === undefined ? answer : { ...answer, partitions: touched },
    state: after(statement, state, given.kind === 'accepted'),
  };
}

/** Why the server's parser refuses a statement, whatever its release. */
function parseErrorOf(
  segment: Segment,
  statement: Statement,
  target: Target,
): { readonly message: string; readonly span: Span } | undefined {
  const [error] = errorsFor(segment, target);
  if (error !== undefined) return error;
  if (segment.errors.length > 0) return undefined;
  switch (statement.kind) {
    case 'shell':
      return { message: 'This is a command of cqlsh, which never reaches a server.', span: statement.span };
    case 'broken':
      return { message: 'This is no statement.', span: statement.span };
  }
  if (segment.text.startsWith(BYTE_ORDER_MARK))
    return { message: 'A byte order mark belongs to files, not to statements.', span: { start: 0, end: 1 } };
  const unfilled = unfilledIn(segment);
  if (unfilled !== undefined) return { message: unfilled.message, span: unfilled.spans[0] };
  const last = segment.comments.at(-1);
  // Cassandra's lexer wants the end of the line.
  if (last?.kind === 'line' && last.span.end === segment.text.length)
    return { message: 'No line break ends the last comment.', span: last.span };
  return undefined;
}

const BYTE_ORDER_MARK = '\ufeff';

/** Errors of the server's parser begin with a place: the line, counted from 1, and the character in it. */
function syntaxError(text: string, message: string, { start }: Span = { start: 0, end: 0 }): StatementAnswer {
  const { line, character } = positionAt(text, start);
  return { ok: false, kind: 'syntax', message: `line ${line + 1}:${character} ${message}` };
}

function answerOf(given: Verdict, text: string): StatementAnswer {
  if (given.kind === 'refused') {
    const { check, error, message, spans } = given;
    return check === 'unknown-syntax' ? syntaxError(text, message, spans[0]) : { ok: false, kind: error, message };
  }
  return given.kind === 'accepted' && given.warnings.length > 0 ? { ok: true, warnings: given.warnings } : { ok: true };
}

function after(statement: Statement, state: DryRunState, certain: boolean): DryRunState {
  if (statement.kind === 'use') return { ...state, keyspace: statement.keyspace?.name };
  const at = { keyspace: state.keyspace, place: undefined, broken: false };
  const catalog = apply(state.catalog, statement, at, state.rules);
  const roles = state.roles && applyToRoles(state.roles, statement, certain, state.keyspace);
  return catalog === state.catalog && roles === state.roles ? state : { ...state, catalog, roles };
}

/** The partitions of all accesses together: those of a batch are one where each writes the same key. */
function partitionsOf(accesses: readonly PartitionAccess[]): 'one' | 'many' | 'all' | undefined {
  const [first, ...rest] = accesses;
  if (first === undefined) return undefined;
  if (accesses.some(({ partitions }) => partitions.kind === 'all')) return 'all';
  const alone = accesses.every(({ partitions }) => partitions.kind === 'one');
  return alone && rest.every((access) => keyOf(access) === keyOf(first)) ? 'one' : 'many';
}

/** The table and the key as they are written. */
const keyOf = ({ table, asked }: PartitionAccess): string =>
  [
    table.keyspace,
    table.name,
    ...asked.flatMap(({ column, relation, value }) => {
      if (column.kind !== 'partition') return [];
      const operand = relation !== undefined && 'operand' in relation ? relation.operand : undefined;
      const values = operand?.kind === 'one' ? [operand.value] : operand?.kind === 'several' ? operand.items : [];
      return [column.name, ...(value === undefined ? values : [value]).map((each) => textOfTerm(each))];
    }),
  ].join('\0');
