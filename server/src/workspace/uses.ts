import type { ProjectCatalog, Table } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import type { Mentions } from '../names/mentions.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { IF } from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';

export const hasIf = ({ tokens }: Segment): boolean => tokens.types.includes(IF);

/** What a file's statements read and write of a table. */
export function usesIn(
  uri: string,
  document: SyntaxDocument,
  mentions: Mentions,
  table: Table,
  project: ProjectCatalog,
  isMeant: (segment: Segment) => boolean = () => true,
): readonly Use[] {
  const places = mentions
    .of(table.name)
    .filter(isMeant)
    .map((segment) => document.indexOf(segment));
  return places
    .toSorted((a, b) => a - b)
    .flatMap((index) => {
      const segment = document.segments[index]!;
      const statement = segment.statement();
      if (statement === undefined) return [];
      const meant = tableNamesOf(statement)
        .filter(({ name }) => name.name === table.name)
        .some(
          (name) =>
            project
              .resolveTable(name, { uri, segment: index })
              ?.tables.some((one) => one.keyspace === table.keyspace && one.name === table.name) ?? false,
        );
      if (!meant) return [];
      const inner = statement.kind === 'batch' ? statement.statements : [statement];
      return inner
        .filter((one) => tableNamesOf(one).some(({ name }) => name.name === table.name))
        .map((one) => ({ uri, segment, statement: one, whole: statement, at: { uri, segment, span: one.span } }));
    });
}
