import { dryRun, type DryRunOptions, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { newWorkshop, openDocument, type Workshop } from '../../server/src/syntax/index.ts';
import { printMark, reasonFor } from './road-differences.ts';
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

/** The errors that a workspace marks in each statement of a script that is one of its files, as `textOf` writes it. */
export function marksOf(workspace: Workspace, uri: string, script: readonly string[]): readonly (readonly Mark[])[] {
  let end = 0;
  const ends = script.map((cql) => (end += asText(cql).length));
  const marks: Mark[][] = script.map(() => []);
  for (const { start, severity, finding } of workspace.findings(uri))
    if (severity === 'error')
      marks[ends.findIndex((one) => start < one)]?.push({
        code: finding.code,
        message: finding.server?.message ?? finding.message,
      });
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
  const marks = marksOf(workspace, 'script.cql', alone);
  const answers = dryRun(alone, release, { ...options, partitions: false });
  return alone.map((cql, at) => ({ cql, answer: answers[at]!, marks: marks[at] ?? [] }));
}

/** Both roads for a script whose schema stands in one file and everything else in another; the server gets the schema first. */
export function inTwoFiles(script: readonly string[], release: CassandraRelease): readonly Compared[] {
  const alone = separable(script).filter((cql) => !/^\s*(?:drop|use)\b/i.test(cql));
  const use = script.find((cql) => /^\s*use\b/i.test(cql));
  const begin = use === undefined ? [] : separable([use]);
  const isSchema = (cql: string): boolean => /^\s*(?:create|alter)\b/i.test(cql);
  const [space = [], schema = [], rest = []] = [
    alone.filter((cql) => /^\s*create\s+(?:keyspace|schema)\b/i.test(cql)),
    alone.filter((cql) => isSchema(cql) && !/^\s*create\s+(?:keyspace|schema)\b/i.test(cql)),
    alone.filter((cql) => !isSchema(cql)),
  ];
  const workspace = editorFor(release);
  const files = { 'schema.cql': [...space, ...begin, ...schema], 'queries.cql': [...begin, ...rest] };
  for (const [path, statements] of Object.entries(files))
    workspace.set(path, textOf(statements), { path, contributes: true });
  const marks = marksOf(workspace, 'queries.cql', files['queries.cql']).slice(begin.length);
  const run = [...files['schema.cql'], ...files['queries.cql']];
  const answers = dryRun(run, release, { partitions: false }).slice(run.length - rest.length);
  return rest.map((cql, at) => ({ cql, answer: answers[at]!, marks: marks[at] ?? [] }));
}

/** Accepted statements that are marked, and refused ones that are not, for no reason on file. */
export function disagreements(compared: readonly Compared[]): readonly string[] {
  return compared.flatMap(({ cql, answer, marks: [mark] }, at) => {
    if (answer.ok) return mark === undefined ? [] : [`marked: ${cql}\n  ${printMark(mark)}`];
    const isKnown = reasonFor(answer.message) !== undefined || isColumnOfRefused(answer.message, compared.slice(0, at));
    return mark !== undefined || isKnown ? [] : [`silent: ${cql}\n  ${answer.message}`];
  });
}

/** A column is missing because a statement before, which would make it, is refused: that is told there, and not again. */
function isColumnOfRefused(message: string, before: readonly Compared[]): boolean {
  const [, column, table] = /^Undefined column name "?(\w+)"?(?: in table \w+\."?(\w+)"?)?$/.exec(message) ?? [];
  if (column === undefined) return false;
  return before.some(
    ({ cql, answer }) =>
      !answer.ok &&
      /^\s*(?:create|alter)\s+table\b/i.test(cql) &&
      [column, table ?? column].every((name) => cql.includes(name)),
  );
}
