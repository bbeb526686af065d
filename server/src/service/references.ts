import { keyspaceUses } from '../names/keyspace-uses.ts';
import type { Mention } from '../names/mentions.ts';
import type { Occurrence } from '../names/occurrence.ts';
import { sceneOf, type Scene } from '../names/scene.ts';
import { symbolOf, type NameSymbol } from '../names/symbol.ts';
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
  for (const uri of [...byFile.keys()].toSorted())
    for (const mention of byFile.get(uri)!.toSorted((a, b) => a.index - b.index)) {
      yield;
      found.push(...referencesIn(subject, mention, symbol, scenes));
    }
  return found;
}

/** Where a statement names a symbol. */
export function referencesIn(
  subject: Subject,
  mention: Mention,
  symbol: NameSymbol,
  scenes: Scenes = (one) => sceneOf(subject.project, one),
): readonly Reference[] {
  const { uri, document, index } = mention;
  const from = document.startOf(index);
  return occurrencesIn(mention, symbol, scenes)
    .filter((occurrence) => !isHole(document, document.segments[index]!, from, occurrence))
    .map((occurrence): Reference => {
      return { uri, start: from + occurrence.start, end: from + occurrence.end, mention, occurrence };
    });
}

function occurrencesIn(mention: Mention, { kind, name, key }: NameSymbol, scenes: Scenes): readonly Occurrence[] {
  const told = kind === 'keyspace' ? keyspaceUses(mention.document.segments[mention.index]!, name) : undefined;
  if (told !== undefined) return told;
  const scene = scenes(mention);
  return scene.occurrences.filter((occurrence) => occurrence.name === name && symbolOf(scene, occurrence)?.key === key);
}
