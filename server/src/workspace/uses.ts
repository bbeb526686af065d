import type { ProjectCatalog, Table } from '../catalog/index.ts';
import type { Use } from '../modeling/surroundings.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';

/** The statements of a file that name a table: by the table's name without its keyspace, in the order of the text. */
export function mentionsIn(document: SyntaxDocument): ReadonlyMap<string, readonly number[]> {
  const known = MENTIONS.get(document);
  if (known !== undefined) return known;
  const mentions = new Map<string, number[]>();
  document.segments.forEach((segment, index) => {
    for (const name of namesIn(segment)) {
      const list = mentions.get(name);
      if (list === undefined) mentions.set(name, [index]);
      else list.push(index);
    }
  });
  MENTIONS.set(document, mentions);
  return mentions;
}

/** Documents and segments never change. */
const MENTIONS = new WeakMap<SyntaxDocument, ReadonlyMap<string, readonly number[]>>();
const NAMES = new WeakMap<Segment, readonly string[]>();

/** The tables that a segment's statement names. */
export function namesIn(segment: Segment): readonly string[] {
  const known = NAMES.get(segment);
  if (known !== undefined) return known;
  const statement = segment.statement();
  const names = statement === undefined ? [] : [...new Set(tableNamesOf(statement).map(({ name }) => name.name))];
  NAMES.set(segment, names);
  return names;
}

/** What a file's statements read and write of a table. */
export function usesIn(uri: string, document: SyntaxDocument, table: Table, project: ProjectCatalog): readonly Use[] {
  return (mentionsIn(document).get(table.name) ?? []).flatMap((index) => {
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
      .map((one) => ({ uri, segment, statement: one, at: { uri, segment, span: one.span } }));
  });
}
