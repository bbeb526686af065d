import type { DiskProject } from '../../disk/project.ts';
import { fixesFor, type OfferedFix } from '../../service/code-actions.ts';
import type { Severity } from '../../rules/rule.ts';
import type { Edit } from '../../modeling/proposal/proposal.ts';
import type { Location } from '../../catalog/index.ts';
import type { LocatedFinding, WorkspaceFile } from '../../workspace/file.ts';
import { canBeWritten, placedEdits } from '../../workspace/placed.ts';
import { subjectOf } from '../../lsp/subject.ts';

/** What a report is made of. */
export interface Report {
  readonly project: DiskProject;
  readonly files: readonly FileReport[];
  /** How many findings a baseline left out; absent where there is none. */
  readonly known?: number | undefined;
}

export interface FileReport {
  readonly file: WorkspaceFile;
  readonly findings: readonly LocatedFinding[];
}

/** How many statements there are, and how many findings of each severity. */
export function summaryOf({
  files,
}: Report): Readonly<Record<'files' | 'statements' | 'error' | 'warning' | 'info' | 'hint', number>> {
  const count = (severity: Severity): number =>
    files.reduce((sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length, 0);
  return {
    files: files.length,
    statements: files.reduce(
      (sum, { file }) =>
        sum +
        (file.code !== undefined
          ? file.code.extraction.statements.filter(({ draft }) => !draft).length
          : file.language === 'cql'
            ? file.document.segments.filter((segment) => segment.begin < segment.end).length
            : 0),
      0,
    ),
    error: count('error'),
    warning: count('warning'),
    info: count('information'),
    hint: count('hint'),
  };
}

/** The fixes of a finding, without the comment that would silence it. */
export function fixesOfFinding(
  { project }: Report,
  file: WorkspaceFile,
  { finding, segment }: LocatedFinding,
): readonly OfferedFix[] {
  const { workspace } = project;
  return fixesFor(subjectOf(workspace, file), segment, finding).filter(
    ({ fix }) => fix.id !== 'ignore' && canBeWritten(workspace, file, fix.edits),
  );
}

/** A place in a file, as offsets and as zero-based lines and UTF-16 characters; `undefined` where the file is not at hand. */
export function placeOf(
  { project }: Pick<Report, 'project'>,
  { uri, segment, span }: Location,
): PlaceInFile | undefined {
  const file = project.workspace.file(uri);
  const index = file?.document.indexOf(segment) ?? -1;
  if (file === undefined || index < 0) return undefined;
  const from = file.document.startOf(index);
  return rangeIn(file, from + span.start, from + span.end);
}

export interface PlaceInFile {
  readonly path: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export const rangeIn = ({ path, document }: WorkspaceFile, start: number, end: number): PlaceInFile => ({
  path,
  range: { start: document.positionAt(start), end: document.positionAt(end) },
});

/** Edits as JSON has them. */
export const editsOf = (report: Pick<Report, 'project'>, edits: readonly Edit[]): readonly object[] =>
  [...(placedEdits(report.project.workspace, edits) ?? [])].flatMap(([uri, placed]) => {
    const file = report.project.workspace.file(uri)!;
    return placed.map(({ start, end, text }) => ({ ...rangeIn(file, start, end), text }));
  });
