import { targetLabel } from '../text/release.ts';
import { holdsStatements } from '../workspace/programs.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What a project knows. */
export interface Status {
  /** The server that statements are checked for, as people call it. */
  readonly target: string;
  /** The URIs of the files that declare something. */
  readonly schemaFiles: readonly string[];
  readonly files: number;
  readonly tables: number;
}

export function statusOf(workspace: Workspace): Status {
  const { configuration, project } = workspace;
  const uris = new Set<string>();
  let tables = 0;
  for (const keyspace of project.final.keyspaces()) {
    if (keyspace.location !== undefined) uris.add(keyspace.location.uri);
    for (const { location } of keyspace.tables.values()) {
      if (location === undefined) continue;
      uris.add(location.uri);
      tables += 1;
    }
    for (const { location } of keyspace.types.values()) if (location !== undefined) uris.add(location.uri);
  }
  return {
    target: targetLabel(configuration.target),
    schemaFiles: [...uris],
    files: [...workspace.files()].filter(({ code }) => code === undefined || holdsStatements(code)).length,
    tables,
  };
}

/** The same in a line for the log. */
export const statusLine = ({ target, schemaFiles, files, tables }: Status): string =>
  `${target}; ${counted(files, 'file')}, ${schemaFiles.length} with schema, ${counted(tables, 'table')}`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
