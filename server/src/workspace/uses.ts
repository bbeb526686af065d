import type { ProjectCatalog, Table } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';

/** The statements of a file that name a table, by its name without its keyspace. */
type Mentions = ReadonlyMap<string, readonly Segment[]>;

function mentionsIn(document: SyntaxDocument): Mentions {
  let mentions = MENTIONS.get(document);
  if (mentions === undefined) MENTIONS.set(document, (mentions = withMentions(new Map(), [], document.segments)));
  return mentions;
}

/** Tells what an edit changed, so that only the statements that it touched are read for the document after it. */
export function carryMentions(before: SyntaxDocument, after: SyntaxDocument, edited: Replaced): void {
  const mentions = MENTIONS.get(before);
  if (mentions !== undefined) MENTIONS.set(after, withMentions(mentions, edited.gone, edited.come));
}

/** The segments that an edit took out and those that it put in their place. */
export interface Replaced {
  readonly gone: readonly Segment[];
  readonly come: readonly Segment[];
}

function withMentions(before: Mentions, gone: readonly Segment[], come: readonly Segment[]): Mentions {
  const mentions = new Map<string, readonly Segment[]>(before);
  for (const segment of gone)
    for (const name of namesIn(segment))
      mentions.set(
        name,
        (mentions.get(name) ?? []).filter((one) => one !== segment),
      );
  const added = new Map<string, Segment[]>();
  for (const segment of come) {
    for (const name of namesIn(segment)) {
      const list = added.get(name);
      if (list === undefined) added.set(name, [segment]);
      else list.push(segment);
    }
  }
  for (const [name, list] of added) mentions.set(name, [...(mentions.get(name) ?? []), ...list]);
  return mentions;
}

/** Documents and segments never change. */
const MENTIONS = new WeakMap<SyntaxDocument, Mentions>();
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
  const places = (mentionsIn(document).get(table.name) ?? []).map((segment) => document.indexOf(segment));
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
