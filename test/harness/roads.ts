import { dryRun, type DryRunOptions, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { newWorkshop, openDocument, type Workshop } from '../../server/src/syntax/index.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';

/** What the workspace says of a statement, as far as it is an error. */
export interface Mark {
  readonly code: string;
  readonly message: string;
}

/** A statement as both roads judged it. */
export interface Compared {
  readonly cql: string;
  readonly answer: StatementAnswer;
  readonly marks: readonly Mark[];
}

/** The statements that a document holds one by one when they are put behind one another: those that end where their text does. */
export const separable = (script: readonly string[], workshop: Workshop = newWorkshop()): readonly string[] =>
  script.filter((cql) => {
    const { segments } = openDocument(asText(cql) + WITNESS, workshop);
    return segments.length === 2 && segments[1]?.text.trim() === WITNESS;
  });

const WITNESS = 'USE witness;';

const asText = (cql: string): string => (/;\s*$/.test(cql) ? `${cql}\n` : `${cql}\n;\n`);

/** The errors that a workspace marks in each statement of a script that is one of its files. */
export function marksOf(workspace: Workspace, uri: string): readonly (readonly Mark[])[] {
  const marks: Mark[][] = workspace.file(uri)!.document.segments.map(() => []);
  for (const { segment, severity, finding } of workspace.findings(uri))
    if (severity === 'error')
      marks[segment]?.push({ code: finding.code, message: finding.server?.message ?? finding.message });
  return marks;
}

/** A workspace whose schema is all there is. */
export function editorFor(release: CassandraRelease, configuration?: ReadonlyMap<string, unknown>): Workspace {
  const workspace = new Workspace();
  const target = { kind: 'cassandra', release } as const;
  workspace.configure({ ...DEFAULT_CONFIGURATION, completeSchema: true, target }, configuration);
  return workspace;
}

export const textOf = (script: readonly string[]): string => script.map(asText).join('');

/** Both roads for a script in one file. */
export function inOneFile(
  script: readonly string[],
  release: CassandraRelease,
  options: DryRunOptions = {},
): readonly Compared[] {
  const alone = separable(script);
  const workspace = editorFor(release, options.configuration);
  workspace.set('script.cql', textOf(alone), { path: 'script.cql', contributes: true });
  const marks = marksOf(workspace, 'script.cql');
  const answers = dryRun(alone, release, { ...options, partitions: false });
  return alone.map((cql, at) => ({ cql, answer: answers[at]!, marks: marks[at] ?? [] }));
}
