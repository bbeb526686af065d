import { completionsAt, type CompletionEntry } from '../../server/src/service/completion/index.ts';
import type { Configuration } from '../../server/src/config/settings.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

/** What is offered at the `|` of a text, beside other files of a workspace. */
export function offeredAt(
  marked: string,
  files: Readonly<Record<string, string>> = {},
  configuration: Partial<Configuration> = {},
): readonly CompletionEntry[] {
  const offset = marked.indexOf('|');
  const uri = 'typed.cql';
  const workspace = workspaceOf({ ...files, [uri]: marked.replace('|', '') }, configuration);
  return completionsAt(subjectOf(workspace, uri), offset);
}

/** The labels of what is offered. */
export const labelsAt = (...asked: Parameters<typeof offeredAt>): readonly string[] =>
  offeredAt(...asked).map(({ label }) => label);
