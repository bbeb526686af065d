import type { ProjectCatalog, Table } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Memory } from '../text/memory.ts';
import { tableNamesOf } from '../syntax/table-names.ts';

/** The statements of a file that name a table, by its name without its keyspace. */
type Mentions = ReadonlyMap<string, readonly Segment[]>;

const mentionsIn = (document: SyntaxDocument, memory: Memory): Mentions =>
  memory.kept(mentionsIn, document, () => withMentions(new Map(), [], document.segments, memory));

/** Tells what an edit changed, so that only the statements that it touched are read for the document after it. */
export function carryMentions(before: SyntaxDocument, after: SyntaxDocument, edited: Replaced, memory: Memory): void {
  if (!memory.knows(mentionsIn, before)) return;
  memory.kept(mentionsIn, after, () => withMentions(mentionsIn(before, memory), edited.gone, edited.come, memory));
}

/** The segments that an edit took out and those that it put in their place. */
export interface Replaced {
  readonly gone: readonly Segment[];
  readonly come: readonly Segment[];
}

function withMentions(before: Mentions, gone: readonly Segment[], come: readonly Segment[], memory: Memory): Mentions {
  const mentions = new Map<string, readonly Segment[]>(before);
  for (const segment of gone)
    for (const name of namesIn(segment, memory))
      mentions.set(
        name,
        (mentions.get(name) ?? []).filter((one) => one !== segment),
      );
  const added = new Map<string, Segment[]>();
  for (const segment of come) {
    for (const name of namesIn(segment, memory)) {
      const list = added.get(name);
      if (list === undefined) added.set(name, [segment]);
      else list.push(segment);
    }
  }
  for (const [name, list] of added) mentions.set(name, [...(mentions.get(name) ?? []), ...list]);
  return mentions;
}

/** The tables that a segment's statement names. */
export const namesIn = (segment: Segment, memory: Memory): readonly string[] =>
  memory.kept(namesIn, segment, () => {
    const statement = segment.statement();
    return statement === undefined ? [] : [...new Set(tableNamesOf(statement).map(({ name }) => name.name))];
  });

/** What a file's statements read and write of a table. */
export function usesIn(
  uri: string,
  document: SyntaxDocument,
  table: Table,
  project: ProjectCatalog,
  memory: Memory,
): readonly Use[] {
  const places = (mentionsIn(document, memory).get(table.name) ?? []).map((segment) => document.indexOf(segment));
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
