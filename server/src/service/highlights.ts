import type { NameRole } from '../names/occurrence.ts';
import { referencesTo, symbolAt } from './references.ts';
import type { Subject } from './subject.ts';

/** A place in the document where the same thing is named; offsets in the document. */
export interface Highlight {
  readonly start: number;
  readonly end: number;
  /** `text` is neither read nor written there. */
  readonly kind: 'read' | 'write' | 'text';
}

/** Everywhere in the document where what is named at an offset is named. */
export function highlightsAt(subject: Subject, offset: number): readonly Highlight[] {
  const symbol = symbolAt(subject, offset);
  if (symbol === undefined) return [];
  return [...subject.mentionsHere(symbol.name)]
    .flatMap(referencesTo(subject, symbol))
    .map(({ start, end, occurrence }): Highlight => ({ start, end, kind: KINDS[occurrence.role] }))
    .toSorted((a, b) => a.start - b.start);
}

const KINDS: Readonly<Record<NameRole, Highlight['kind']>> = {
  declaration: 'write',
  write: 'write',
  read: 'read',
  reference: 'text',
};
