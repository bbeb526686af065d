import type { Connection } from 'vscode-languageserver';
import type { Catalog } from '../catalog/index.ts';
import type { Desk } from './desk.ts';
import { whenQuiet, type Quiet } from './quiet.ts';

/** Lets the editor ask again for what it shows in texts, once the schema is another one. */
export function refreshes(connection: Connection, { projects, client }: Desk): Quiet {
  let shown: ReadonlySet<Catalog> | undefined;
  return whenQuiet(QUIET_MILLISECONDS, () => {
    if (client.refreshes.length === 0) return;
    const now = new Set([...projects.workspaces()].map(({ project }) => project.final));
    const before = shown;
    shown = now;
    if (before === undefined || [...now].every((catalog) => before.has(catalog))) return;
    for (const method of client.refreshes) connection.sendRequest(method).catch(() => undefined);
  });
}

/** A pause of somebody who types. */
const QUIET_MILLISECONDS = 200;
