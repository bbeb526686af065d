import type { Edit } from '../modeling/proposal/proposal.ts';
import { fixesOf, ruleOf } from '../rules/index.ts';
import { edited } from '../text/edited.ts';
import { nothingOccupied, type Occupied } from '../text/occupied.ts';
import type { SpanEdit } from '../embedded/index.ts';
import { canBeWritten, placedEdits } from './placed.ts';
import type { Workspace } from './workspace.ts';

/** What came of applying safe fixes. */
export interface FixedTexts {
  readonly applied: number;
  /** The changed files, whole, by URI. */
  readonly texts: ReadonlyMap<string, string>;
}

/** How often fixes are applied and the result analysed again. */
const MOST_ROUNDS = 10;

/** Applies the safe fixes of the findings in files, and of what is found then; the workspace is changed. */
export function fixAll(workspace: Workspace, uris: readonly string[]): FixedTexts {
  const before = new Map(uris.map((uri) => [uri, workspace.file(uri)?.document.text()]));
  let applied = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const count = applyRound(workspace, uris);
    if (count === 0) break;
    applied += count;
  }
  const texts = uris.flatMap((uri) => {
    const now = workspace.file(uri)?.document.text();
    return now === undefined || now === before.get(uri) ? [] : [[uri, now] as const];
  });
  return { applied, texts: new Map(texts) };
}

/** Whether a file has a finding with a safe fix. */
export const hasSafeFix = (workspace: Workspace, uri: string): boolean => !safeFixes(workspace, uri).next().done;

/** Applies the first safe fix of each finding that does not get in the way of another; gives how many. */
function applyRound(workspace: Workspace, uris: readonly string[]): number {
  const reported = new Set(uris);
  const fixes = uris
    .flatMap((uri) => writable(workspace, uri, [...safeFixes(workspace, uri)]))
    .map((edits) => edits.filter(({ at }) => reported.has(at.uri)))
    .filter((edits) => edits.length > 0);
  for (const [uri, text] of applyEdits(workspace, fixes)) {
    const { path, contributes } = workspace.file(uri)!;
    workspace.set(uri, text, { path, contributes });
  }
  return fixes.length;
}

/** Of the fixes of a program those that it holds all together: they are read again as they will stand. */
function writable(
  workspace: Workspace,
  uri: string,
  fixes: readonly (readonly Edit[])[],
): readonly (readonly Edit[])[] {
  if (workspace.file(uri)?.code === undefined) return fixes;
  const all: (readonly Edit[])[] = [];
  for (const edits of fixes) if (placedEdits(workspace, [...all.flat(), ...edits]) !== undefined) all.push(edits);
  return all;
}

function* safeFixes(workspace: Workspace, uri: string): Generator<readonly Edit[]> {
  const file = workspace.file(uri);
  if (file === undefined) return;
  for (const { finding, segment } of workspace.findings(uri)) {
    // Proposals are a choice, and dear.
    if (ruleOf(finding.code)?.answeredBy === 'proposals') continue;
    const at = workspace.contexts(uri, segment)[0] ?? { uri, segment: file.document.segments[segment]! };
    const safe = fixesOf(at, finding).find((fix) => fix.safe);
    if (safe !== undefined && canBeWritten(workspace, file, safe.edits)) yield safe.edits();
  }
}

/** The texts of the files that a set of edits changes: by URI. Edits that overlap an earlier one are left out. */
function applyEdits(workspace: Workspace, fixes: readonly (readonly Edit[])[]): ReadonlyMap<string, string> {
  const byUri = new Map<string, { readonly list: SpanEdit[]; readonly occupied: Occupied }>();
  for (const edits of fixes) {
    for (const [uri, placed] of placedEdits(workspace, edits) ?? []) {
      let file = byUri.get(uri);
      if (file === undefined) byUri.set(uri, (file = { list: [], occupied: nothingOccupied() }));
      for (const edit of placed) {
        if (!file.occupied.isFree(edit)) continue;
        file.occupied.take(edit);
        file.list.push(edit);
      }
    }
  }
  return new Map([...byUri].map(([uri, { list }]) => [uri, edited(workspace.file(uri)!.document.text(), list)]));
}
