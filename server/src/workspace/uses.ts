import type { ProjectCatalog } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import type { Mentions } from '../names/mentions.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { IF } from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';

/** A use of a table with the keyspaces that it may lie in. */
interface PlacedUse {
  readonly keyspaces: ReadonlySet<string>;
  readonly use: Use;
}

export const hasIf = ({ tokens }: Segment): boolean => tokens.types.includes(IF);

/** What a file's statements read and write of tables of one name. */
export function usesIn(
  uri: string,
  document: SyntaxDocument,
  mentions: Mentions,
  table: string,
  project: ProjectCatalog,
  isMeant: (segment: Segment) => boolean = () => true,
): readonly PlacedUse[] {
  const places = mentions
    .of(table)
    .filter(isMeant)
    .map((segment) => document.indexOf(segment));
  return places
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
