import { type Configuration, DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { type Edit, type Proposal, proposalsForQuery, proposalsForTable } from '../../server/src/modeling/index.ts';
import type { RuleContext } from '../../server/src/rules/rule.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';

export type Files = Readonly<Record<string, string>>;

/** A project of CQL texts by path, and what its server's cassandra.yaml sets. */
export function project(
  files: Files,
  settings: Partial<Configuration> = {},
  server?: ReadonlyMap<string, unknown>,
): Workspace {
  const workspace = new Workspace();
  workspace.configure({ ...DEFAULT_CONFIGURATION, ...settings }, server);
  for (const [path, text] of Object.entries(files)) workspace.set(path, text, { path, contributes: true });
  return workspace;
}

/** What is proposed for the statement number `index` of a kind in a file. */
export function proposals(
  files: Files,
  path: string,
  kind: 'select' | 'create-table',
  index = 0,
  settings: Partial<Configuration> = {},
  server?: ReadonlyMap<string, unknown>,
): readonly Proposal[] {
  const context = contextOf(project(files, settings, server), path, kind, index);
  const { uri, segment, statement, table, session, surroundings } = context;
  if (table === undefined) throw new Error(`no table for ${segment.text}`);
  const at = { uri, segment, span: statement.span };
  if (statement.kind === 'create-table') return proposalsForTable({ table, at, session, surroundings });
  if (statement.kind !== 'select' || context.path === undefined) throw new Error(`no query: ${segment.text}`);
  return proposalsForQuery({ statement, at, table, path: context.path, session, surroundings });
}

export function contextOf(
  workspace: Workspace,
  path: string,
  kind: 'select' | 'create-table',
  index: number,
): RuleContext {
  const segments = workspace.file(path)!.document.segments;
  const found = segments.flatMap((segment, at) => (segment.statement()?.kind === kind ? [at] : []))[index];
  const [context] = found === undefined ? [] : workspace.contexts(path, found);
  if (context === undefined) throw new Error(`no ${kind} number ${index} in ${path}`);
  return context;
}

/** The files after edits. */
export function applied(files: Files, edits: readonly Edit[]): Files {
  const result: Record<string, string> = { ...files };
  const workspace = project(files);
  for (const [path, text] of Object.entries(files)) {
    const { document } = workspace.file(path)!;
    const here = edits
      .filter(({ at }) => at.uri === path)
      .map(({ at, text: inserted }) => {
        const index = document.segments.findIndex((segment) => segment.text === at.segment.text);
        const start = document.startOf(index);
        return { start: start + at.span.start, end: start + at.span.end, text: inserted };
      })
      .toSorted((a, b) => b.start - a.start || b.end - a.end);
    result[path] = here.reduce(
      (changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end),
      text,
    );
  }
  return result;
}

/** Without line breaks and double spaces. */
export const flat = (cql: string): string =>
  cql.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();
