import type { ProjectCatalog } from '../catalog/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { BEGIN, DELETE, IF, INSERT, UPDATE } from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import type { PlacedUse } from './kept-uses.ts';

/** The word IF stands in a write, or in a batch. */
export const hasIf = ({ firstType, tokens }: Segment): boolean => WRITING.has(firstType) && tokens.types.includes(IF);

const WRITING: ReadonlySet<number> = new Set([BEGIN, DELETE, INSERT, UPDATE]);

/** What some of a file's statements read and write of tables of one name. */
export function usesIn(
  uri: string,
  document: SyntaxDocument,
  segments: readonly Segment[],
  table: string,
  project: ProjectCatalog,
): readonly PlacedUse[] {
  return segments
    .map((segment) => document.indexOf(segment))
    .toSorted((a, b) => a - b)
    .flatMap((index) => {
      const segment = document.segments[index]!;
      const statement = segment.statement();
      if (statement === undefined) return [];
      const meant = tableNamesOf(statement)
        .filter(({ name }) => name.name === table)
        .flatMap((name) => project.resolveTable(name, { uri, segment: index })?.tables ?? [])
        .filter(({ name }) => name === table);
      if (meant.length === 0) return [];
      const keyspaces = new Set(meant.map(({ keyspace }) => keyspace));
      const inner = statement.kind === 'batch' ? statement.statements : [statement];
      return inner
        .filter((one) => tableNamesOf(one).some(({ name }) => name.name === table))
        .map((one) => ({
          keyspaces,
          use: { uri, segment, statement: one, whole: statement, at: { uri, segment, span: one.span } },
        }));
    });
}
