import { apply, type ApplyContext, type CatalogState, emptyCatalog, systemCatalog } from '../catalog/index.ts';
import type { Statement } from '../syntax/ast.ts';
import { editDocument, openDocument, type SyntaxDocument } from '../syntax/index.ts';
import { accessPaths } from './access-path.ts';
import type { AccessPath } from './access-model.ts';
import { textOfTerm } from './terms/index.ts';
import { verdict } from './verdict.ts';
import type { CassandraRelease, RefusalKind, Session, Target, Verdict } from './verdict-model.ts';

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
}

/**
 * "Runs" a script against an empty cluster: each string is one statement, USE is followed, what is refused changes nothing.
 *
 * What cannot be told counts as taken. Commands of cqlsh never reach a server and are passed over.
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
  readonly keyspace: string | undefined;
  readonly target: Target;
  readonly configuration: ReadonlyMap<string, unknown> | undefined;
  /** Keeps the parser from one statement to the next. */
  readonly document: SyntaxDocument;
}

/** An empty cluster, where only the built-in keyspaces exist. */
export const startOf = (target: Target, { configuration }: DryRunOptions = {}): DryRunState => ({
  catalog: emptyCatalog(systemCatalog(target.kind === 'cassandra' ? target.release : '5.0')),
  keyspace: undefined,
  target,
  configuration,
  document: openDocument(''),
});

/** Runs one statement. */
export function run(
  text: string,
  state: DryRunState,
): { readonly answer: StatementAnswer; readonly state: DryRunState } {
  const document = editDocument(state.document, { start: 0, end: state.document.length, text });
  const [segment, second] = document.segments.filter(({ begin, end }) => begin < end);
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) return { answer: syntaxError('There is no statement.'), state };
  if (second !== undefined) return { answer: syntaxError('More than one statement.'), state };
  if (statement.kind === 'shell') return { answer: { ok: true }, state };
  const [error] = segment.errors;
  if (error !== undefined || statement.kind === 'broken') {
    return { answer: syntaxError(error?.message ?? 'This is no statement.'), state };
  }
  const { catalog, keyspace, target, configuration } = state;
  const session: Session = { catalog, keyspace, target, configuration, complete: true, stock: true };
  const answer = answerOf(verdict(statement, session, segment.features, text), statement, session);
  return { answer, state: answer.ok ? after(statement, state) : state };
}

const syntaxError = (message: string): StatementAnswer => ({ ok: false, kind: 'syntax', message });

function answerOf(given: Verdict, statement: Statement, session: Session): StatementAnswer {
  if (given.kind === 'refused') return { ok: false, kind: given.error, message: given.message };
  const partitions = partitionsOf(accessPaths(statement, session));
  return {
    ok: true,
    ...(given.kind === 'accepted' && given.warnings.length > 0 && { warnings: given.warnings }),
    ...(partitions !== undefined && { partitions }),
  };
}

function after(statement: Statement, state: DryRunState): DryRunState {
  if (statement.kind === 'use') return { ...state, keyspace: statement.keyspace?.name };
  const index = state.configuration?.get('default_secondary_index');
  const context: ApplyContext = {
    keyspace: state.keyspace,
    ...(typeof index === 'string' && { defaultIndex: index === 'sai' ? 'sai' : 'legacy' }),
  };
  return { ...state, catalog: apply(state.catalog, statement, context) };
}

/** The partitions of all accesses together: those of a batch are one where each writes the same key. */
function partitionsOf(paths: readonly AccessPath[]): 'one' | 'many' | 'all' | undefined {
  const [first, ...rest] = paths;
  if (first === undefined) return undefined;
  if (paths.some(({ partitions }) => partitions.kind === 'all')) return 'all';
  const alone = paths.every(({ partitions }) => partitions.kind === 'one');
  return alone && rest.every((path) => keyOf(path) === keyOf(first)) ? 'one' : 'many';
}

/** The table and the key as they are written. */
const keyOf = ({ table, restricted }: AccessPath): string =>
  [
    table.keyspace,
    table.name,
    ...restricted.flatMap(({ column, relation, value }) => {
      if (column.kind !== 'partition') return [];
      const operand = relation !== undefined && 'operand' in relation ? relation.operand : undefined;
      const values = operand?.kind === 'one' ? [operand.value] : operand?.kind === 'several' ? operand.items : [];
      return [column.name, ...(value === undefined ? values : [value]).map((each) => textOfTerm(each))];
    }),
  ].join('\0');
