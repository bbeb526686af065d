import type { Expression, Marker, Select } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import type { BindSource } from './proposal.ts';

/** A piece of the query written otherwise; spans are relative to the segment. */
export interface Change {
  readonly span: Span;
  readonly text: string;
  /** Where the bind markers of the new text get their values, in order. */
  readonly binds: readonly BindSource[];
}

/** A query with changes applied: its text, and what its markers stand for. */
export interface Changed {
  readonly text: string;
  readonly binds: readonly BindSource[];
  /** Its markers are those of the original, all and in order. */
  readonly sameBinds: boolean;
}

/** The bind markers of a query, in the order of the text. */
export const markersOf = (select: Select): readonly Marker[] =>
  markersIn(select).toSorted((a, b) => a.span.start - b.span.start);

/** Looks for markers anywhere in a piece of the tree, which is plain data. */
export function markersIn(node: unknown): readonly Marker[] {
  const found: Marker[] = [];
  collectMarkers(node, found);
  return found;
}

function collectMarkers(node: unknown, found: Marker[]): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const part of node) collectMarkers(part, found);
    return;
  }
  if ('kind' in node && node.kind === 'marker') {
    found.push(node as Marker);
    return;
  }
  for (const name in node) {
    if (name !== 'span') collectMarkers((node as Readonly<Record<string, unknown>>)[name], found);
  }
}

/** A marker as a source of values: by its name, else by its place among the markers of the query. */
export function bindOf(marker: Marker, markers: readonly Marker[]): BindSource {
  return { original: marker.name?.text ?? markers.findIndex(({ span }) => span.start === marker.span.start) };
}

/** Where the markers inside an expression of the original get their values. */
export const bindsOf = (expression: Expression, markers: readonly Marker[]): readonly BindSource[] =>
  markers
    .filter(({ span }) => expression.span.start <= span.start && span.end <= expression.span.end)
    .map((marker) => bindOf(marker, markers));

/** Applies changes that do not overlap to the text of a query within its segment. */
export function applyChanges(select: Select, text: string, changes: readonly Change[]): Changed {
  const markers = markersOf(select);
  const sorted = changes.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const binds: BindSource[] = [];
  let result = '';
  let at = select.span.start;
  const keep = (end: number): void => {
    result += text.slice(at, end);
    for (const marker of markers)
      if (marker.span.start >= at && marker.span.end <= end) binds.push(bindOf(marker, markers));
  };
  for (const change of sorted) {
    keep(change.span.start);
    result += change.text;
    binds.push(...change.binds);
    at = change.span.end;
  }
  keep(select.span.end);
  const sameBinds =
    binds.length === markers.length &&
    binds.every((bind, index) => 'original' in bind && bind.original === (markers[index]!.name?.text ?? index));
  return { text: result, binds, sameBinds };
}

/** A marker in the fashion of the query: named where its markers are. */
export const markerFor = (column: string, markers: readonly Marker[]): string =>
  markers.some(({ name }) => name !== undefined) ? `:${column.replaceAll(/\W/g, '_')}` : '?';
