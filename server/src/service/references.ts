import { keyspaceUses } from '../names/keyspace-uses.ts';
import type { Mention } from '../names/mentions.ts';
import type { Occurrence } from '../names/occurrence.ts';
import { sceneOf, sceneWith, type Scene } from '../names/scene.ts';
import { symbolOf, type NameSymbol } from '../names/symbol.ts';
import { toldTables } from '../names/told-tables.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Segment, SyntaxDocument } from '../syntax/index.ts';
import type { Steps } from '../text/steps.ts';
import { nameAt } from './at.ts';
import type { Subject } from './subject.ts';

/** A place where something is named; offsets in the document. */
export interface Reference {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  readonly mention: Mention;
  readonly occurrence: Occurrence;
}

/** Everywhere in the project where what is named at an offset is named, its declarations included. */
export function* referencesAt(subject: Subject, offset: number): Steps<readonly Reference[]> {
  const symbol = symbolAt(subject, offset);
  return symbol === undefined ? [] : yield* referencesOf(subject, symbol);
}

/** What the name at an offset stands for. */
export function symbolAt(subject: Subject, offset: number): NameSymbol | undefined {
  const name = nameAt(subject, offset);
  if (name === undefined) return undefined;
  const { scene, occurrence, start } = name;
  return isHole(subject.document, scene.segment, start - occurrence.start, occurrence)
    ? undefined
    : symbolOf(scene, occurrence);
}

/** Whether a name is what stands for a hole in a program: nothing of that name is written there. */
const isHole = (
  document: SyntaxDocument,
  { text }: Segment,
  from: number,
  { start, end, template }: Occurrence,
): boolean => template === true && document.written(from + start, from + end) !== text.slice(start, end);

/** Gives the scene of a mention. */
export type Scenes = (mention: Mention) => Scene;

/** Everywhere in the project where a symbol is named, by file, in the order of its text. */
export function* referencesOf(subject: Subject, symbol: NameSymbol, scenes?: Scenes): Steps<readonly Reference[]> {
  const byFile = new Map<string, Mention[]>();
  for (const mention of subject.mentions(symbol.name)) {
    const list = byFile.get(mention.uri);
    if (list === undefined) byFile.set(mention.uri, [mention]);
    else list.push(mention);
  }
  const found: Reference[] = [];
  const referencesIn = referencesTo(subject, symbol, scenes);
  for (const uri of [...byFile.keys()].toSorted())
    for (const mention of byFile.get(uri)!.toSorted((a, b) => a.index - b.index)) {
      yield;
      found.push(...referencesIn(mention));
    }
  return found;
}

/** Where statements name a symbol. */
export function referencesTo(
  subject: Subject,
  symbol: NameSymbol,
  scenes: Scenes = (one) => sceneOf(subject.project, one),
): (mention: Mention) => readonly Reference[] {
  const { name, key } = symbol;
  const told = toldBy(subject, symbol);
  const read = (mention: Mention): readonly Occurrence[] => {
    const scene = scenes(mention);
    return scene.occurrences.filter(
      (occurrence) => occurrence.name === name && symbolOf(scene, occurrence)?.key === key,
    );
  };
  return (mention) => {
    const { uri, document, index } = mention;
    const from = document.startOf(index);
    return (told(mention) ?? read(mention))
      .filter((occurrence) => !isHole(document, document.segments[index]!, from, occurrence))
      .map((occurrence): Reference => {
        return { uri, start: from + occurrence.start, end: from + occurrence.end, mention, occurrence };
      });
  };
}

/** Where a statement names a symbol, if its words tell, so that it has not to be parsed. */
function toldBy(
  subject: Subject,
  { kind, name, of, key }: NameSymbol,
): (mention: Mention) => readonly Occurrence[] | undefined {
  const segmentOf = ({ document, index }: Mention): Segment => document.segments[index]!;
  switch (kind) {
    case 'keyspace':
      return (mention) => keyspaceUses(segmentOf(mention), name);
    case 'table':
      return (mention) => {
        const tables = toldTables(segmentOf(mention))?.filter((table) => table.name === name);
        if (tables === undefined || tables.length === 0) return tables;
        const scene = sceneWith(subject.project, mention, tables);
        return tables.filter((table) => symbolOf(scene, table)?.key === key);
      };
    case 'column': {
      const names = tablesWithColumnsOf(subject, of!);
      // Which of the words are the column only the tree tells.
      return (mention) =>
        toldTables(segmentOf(mention))?.some((table) => names.has(table.name)) === false ? [] : undefined;
    }
    default:
      return () => undefined;
  }
}

/** The names of the tables that may have the columns of one: its own, and those of the views and copies that are made of it. */
function tablesWithColumnsOf(subject: Subject, table: string): ReadonlySet<string> {
  const names = new Set([table]);
  // What is added meanwhile is looked at, too.
  for (const name of names) {
    for (const mention of subject.mentions(name)) {
      const { firstType, tokens } = mention.document.segments[mention.index]!;
      if (firstType !== T.CREATE || !(tokens.types.includes(T.VIEW) || tokens.types.includes(T.LIKE))) continue;
      for (const made of sceneOf(subject.project, mention).makes) names.add(made);
    }
  }
  return names;
}
