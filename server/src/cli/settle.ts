import type { Edit, Proposal } from '../modeling/proposal.ts';
import type { WorkspaceFile } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Failure } from './failure.ts';
import { proposedIn, type ProposedFor } from './proposed.ts';

/** What came of applying the best proposals. */
export interface Settled {
  /** In the order in which they were applied. */
  readonly applied: readonly Proposal[];
  /** The changed files, whole, by URI. */
  readonly texts: ReadonlyMap<string, string>;
}

/** More rounds than that are a circle. */
const MOST_ROUNDS = 10;

/**
 * Applies the best proposal of each statement to the workspace, each whole or not at all.
 *
 * Two queries may want the same table, or two tables of one name: what does not go with what was applied waits for the next round,
 * in which it is proposed anew, for the schema as it is then.
 */
export function settle(workspace: Workspace, files: readonly WorkspaceFile[], first: readonly ProposedFor[]): Settled {
  const before = new Map([...workspace.files()].map(({ uri, document }) => [uri, document.text()]));
  const errors = countErrors(workspace);
  const applied: Proposal[] = [];
  let proposed = first;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const chosen = fitting(workspace, proposed);
    if (chosen.length === 0) break;
    apply(workspace, chosen);
    applied.push(...chosen.map(({ proposal }) => proposal));
    proposed = [
      ...proposedIn(
        workspace,
        files.flatMap(({ uri }) => workspace.file(uri) ?? []),
      ),
    ];
  }
  if (countErrors(workspace) > errors)
    throw new Failure('propose: the proposals do not go together; nothing is written.');
  const texts = new Map(
    [...workspace.files()].flatMap(({ uri, document }) => {
      const now = document.text();
      return now === before.get(uri) ? [] : [[uri, now] as const];
    }),
  );
  return { applied, texts };
}

const countErrors = (workspace: Workspace): number =>
  [...workspace.files()]
    .flatMap(({ uri }) => workspace.findings(uri))
    .filter(({ finding }) => finding.severity === 'error').length;

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Chosen {
  readonly proposal: Proposal;
  readonly edits: ReadonlyMap<string, readonly Placed[]>;
}

/** The best proposals that get in nobody's way: no text is changed twice, and no table made or changed twice. */
function fitting(workspace: Workspace, proposed: readonly ProposedFor[]): readonly Chosen[] {
  const taken = new Map<string, Placed[]>();
  const tables = new Set<string>();
  // A query knows better than its table which one is needed.
  const queriesFirst = proposed.toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)));
  return queriesFirst.flatMap(({ proposals: [proposal] }): readonly Chosen[] => {
    if (proposal === undefined || !proposal.preferred) return [];
    if (proposal.ddl.length > 0 && tables.has(proposal.table ?? '')) return [];
    const edits = placed(workspace, proposal.edits(false));
    if (edits === undefined || edits.size === 0) return [];
    const free = [...edits].every(([uri, list]) =>
      list.every((edit) => (taken.get(uri) ?? []).every((other) => !overlaps(edit, other))),
    );
    if (!free) return [];
    for (const [uri, list] of edits) taken.set(uri, [...(taken.get(uri) ?? []), ...list]);
    if (proposal.ddl.length > 0) tables.add(proposal.table ?? '');
    return [{ proposal, edits }];
  });
}

const isTable = ({ context }: ProposedFor): boolean => context.statement.kind === 'create-table';

/** Insertions at one place follow each other. */
const overlaps = (a: Placed, b: Placed): boolean => a.start < b.end && b.start < a.end;

/** The edits by file, at offsets in the document; `undefined` where one has no place any more. */
function placed(workspace: Workspace, edits: readonly Edit[]): ReadonlyMap<string, readonly Placed[]> | undefined {
  const byUri = new Map<string, Placed[]>();
  for (const { at, text } of edits) {
    const document = workspace.file(at.uri)?.document;
    const index = document?.indexOf(at.segment) ?? -1;
    if (document === undefined || index < 0) return undefined;
    const from = document.startOf(index);
    const list = byUri.get(at.uri) ?? [];
    list.push({ start: from + at.span.start, end: from + at.span.end, text });
    byUri.set(at.uri, list);
  }
  return byUri;
}

function apply(workspace: Workspace, chosen: readonly Chosen[]): void {
  const byUri = new Map<string, Placed[]>();
  for (const { edits } of chosen) {
    for (const [uri, list] of edits) byUri.set(uri, [...(byUri.get(uri) ?? []), ...list]);
  }
  for (const [uri, list] of byUri) {
    const { document, path, contributes } = workspace.file(uri)!;
    let text = document.text();
    // From the back, so that offsets before an edit stay true; of two at one place the first given stands first.
    for (const { start, end, text: now } of list.toReversed().toSorted((a, b) => b.start - a.start || b.end - a.end)) {
      text = text.slice(0, start) + now + text.slice(end);
    }
    workspace.set(uri, text, { path, contributes });
  }
}
