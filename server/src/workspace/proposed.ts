import type { Table } from '../catalog/model.ts';
import { growthOf } from '../modeling/design/growth.ts';
import { isAboutTheSame } from '../modeling/evidence/copies.ts';
import type { Proposal } from '../modeling/proposal/proposal.ts';
import { ruleOf } from '../rules/index.ts';
import { joinsTables, proposalsOf } from '../rules/proposal-fixes.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { Select, Statement } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import type { WorkspaceFile } from './file.ts';
import type { Workspace } from './workspace.ts';

/** A query or table with a finding, and what to do about it. */
export interface ProposedFor {
  readonly file: WorkspaceFile;
  readonly segment: number;
  /** Of what is found wrong, else of the statement; in the document. */
  readonly start: number;
  readonly context: RuleContext;
  readonly proposals: readonly Proposal[];
  /** What is found wrong, where a finding says so. */
  readonly found?: string;
}

/** What to do about the statements of files that have a finding which proposals answer, a file at a time: proposals are large. */
export function* proposedIn(workspace: Workspace, files: readonly WorkspaceFile[]): Iterable<ProposedFor> {
  const growing = queriesOfGrowing(workspace);
  for (const file of files) {
    const answered = new Map<number, ProposedFor | undefined>();
    const propose = (segment: number, start: number, certain: boolean, found?: string): void => {
      if (answered.get(segment) !== undefined || (answered.has(segment) && !certain)) return;
      const context = workspace.contexts(file.uri, segment)[0];
      const proposals = context === undefined ? [] : proposalsOf(context);
      const [first] = proposals;
      // No query with JOIN or OR stays as it is: where nothing takes its place, there is a reason.
      const useful =
        context !== undefined &&
        first !== undefined &&
        (certain || first.kind !== 'keep' || joinsTables(context.statement) || hasOr(context.statement));
      answered.set(
        segment,
        useful ? { file, segment, start, context, proposals, ...(found !== undefined && { found }) } : undefined,
      );
    };
    for (const { finding, segment, start } of workspace.findings(file.uri)) {
      const by = ruleOf(finding.code)?.answeredBy;
      if (by !== undefined) propose(segment, start, by === 'proposals', finding.message);
    }
    for (const segment of growing.get(file.uri) ?? []) {
      const index = file.document.indexOf(segment);
      if (index >= 0) propose(index, file.document.startOf(index) + segment.begin, false);
    }
    yield* [...answered.values()].filter((one) => one !== undefined).toSorted((a, b) => a.segment - b.segment);
  }
}

const hasOr = (statement: Statement): boolean => statement.kind === 'select' && statement.where?.or !== undefined;

/** The queries of tables whose declared numbers speak of growth: the finding stands at the table. */
function queriesOfGrowing(workspace: Workspace): ReadonlyMap<string, readonly Segment[]> {
  const { surroundings } = workspace;
  const queries = new Map<string, Segment[]>();
  for (const { tables } of surroundings.catalog.keyspaces()) {
    for (const table of tables.values()) {
      if (growthOf(table, surroundings)?.rows === undefined) continue;
      const forCopies = readsForCopies(workspace, table);
      for (const { uri, segment, statement } of surroundings.usesOf(table)) {
        if (statement.kind !== 'select' || forCopies.has(segment)) continue;
        const segments = queries.get(uri);
        if (segments === undefined) queries.set(uri, [segment]);
        else segments.push(segment);
      }
    }
  }
  return queries;
}

/**
 * What is read of a table to keep its copies in step: the queries right above the writes of these, and above its own write between them,
 * that ask for the rows which are written, or for one row of their partition.
 */
function readsForCopies(workspace: Workspace, table: Table): ReadonlySet<Segment> {
  const { surroundings } = workspace;
  const reads = new Set<Segment>();
  const own = new Set(surroundings.usesOf(table).map(({ segment }) => segment));
  const copies = new Set(surroundings.copiesOf(table).map((copy) => copy.table));
  // One that has a row for each element of a collection is no plain copy.
  for (const one of surroundings.catalog.keyspace(table.keyspace)?.tables.values() ?? [])
    if (isAboutTheSame(one, table, surroundings)) copies.add(one);
  for (const copy of copies) {
    for (const { uri, segment, statement } of surroundings.usesOf(copy)) {
      if (statement.kind === 'select') continue;
      const { document } = workspace.file(uri)!;
      let write = segment;
      for (let index = document.indexOf(segment) - 1; index >= 0; index--) {
        const above = document.segments[index]!;
        const read = above.statement();
        if (read?.kind === 'select') {
          if (asksForRows(read, above, write)) reads.add(above);
        } else if (read !== undefined) {
          if (write !== segment || !own.has(above)) break;
          write = above;
        }
      }
    }
  }
  return reads;
}

function asksForRows({ where, limit }: Select, { text }: Segment, write: Segment): boolean {
  if (limit?.value.kind === 'literal' && limit.value.value === '1') return true;
  return where?.relations.every(({ span }) => write.text.includes(text.slice(span.start, span.end))) === true;
}
