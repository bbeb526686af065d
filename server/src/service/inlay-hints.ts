import type { Partitions } from '../analysis/access/model.ts';
import type { Statement } from '../syntax/ast.ts';
import { tableNameOf } from '../syntax/table-names.ts';
import type { Span } from '../text/span.ts';
import { tablesOf } from './at.ts';
import { knownMarkers } from './markers.ts';
import { sentenceMarkdown } from './markdown.ts';
import type { Subject } from './subject.ts';

/** Which hints are wanted. */
export interface HintKinds {
  /** How many partitions a SELECT, UPDATE or DELETE touches, at its end. */
  readonly partitions: boolean;
  /** The column of each value of an INSERT. */
  readonly columns: boolean;
  /** The type of each marker. */
  readonly markers: boolean;
}

/** A word that an editor shows in the text. */
export interface InlayHint {
  /** In the document. */
  readonly offset: number;
  readonly label: string;
  readonly kind: keyof HintKinds;
  /** What it means, in Markdown. */
  readonly tooltip?: string;
  /** Where that stands of which it tells; a hover there tells more. */
  readonly about?: number;
}

/** The hints of the statements that a range touches, in the order of the text. */
export function inlayHintsIn(subject: Subject, range: Span, kinds: HintKinds): readonly InlayHint[] {
  const { document } = subject;
  const hints: InlayHint[] = [];
  const last = document.segmentAt(range.end);
  for (let index = document.segmentAt(range.start); index <= last; index++) {
    const segment = document.segments[index]!;
    const statement = segment.errors.length === 0 ? segment.statement() : undefined;
    if (statement === undefined) continue;
    const from = document.startOf(index);
    const inner = statement.kind === 'batch' ? statement.statements : [statement];
    const found = [
      ...(kinds.columns ? inner.flatMap(columnHints) : []),
      ...(kinds.markers ? inner.flatMap((one) => markerHints(subject, index, one)) : []),
      ...(kinds.partitions ? partitionHints(subject, index, statement) : []),
    ];
    for (const hint of found.toSorted((a, b) => a.offset - b.offset))
      hints.push({
        ...hint,
        offset: from + hint.offset,
        ...(hint.about !== undefined && { about: from + hint.about }),
      });
  }
  return hints.filter(({ offset }) => offset >= range.start && offset <= range.end);
}

function partitionHints(subject: Subject, index: number, { kind, span }: Statement): readonly InlayHint[] {
  if (kind !== 'select' && kind !== 'update' && kind !== 'delete') return [];
  const path = subject.contexts(index)[0]?.path;
  if (path === undefined) return [];
  const end = subject.document.startOf(index) + span.end;
  const label =
    partitionsInShort(path.partitions) + (path.index === undefined || path.index.within ? '' : ', by index');
  return [
    {
      // Behind the `;` it does not run into the type of a last marker.
      offset: subject.document.slice(end, end + 1) === ';' ? span.end + 1 : span.end,
      label,
      kind: 'partitions',
      tooltip: sentenceMarkdown(`${path.why[0]!.toUpperCase()}${path.why.slice(1)}.`),
    },
  ];
}

/** `1 partition`, `3 partitions`, `k partitions`, `every partition`. */
export function partitionsInShort(partitions: Partitions): string {
  switch (partitions.kind) {
    case 'one':
      return '1 partition';
    case 'many':
      return partitions.count === undefined
        ? 'k partitions'
        : `${partitions.count} partition${partitions.count === 1 ? '' : 's'}`;
    case 'all':
      return 'every partition';
  }
}

function columnHints(statement: Statement): readonly InlayHint[] {
  if (statement.kind !== 'insert' || statement.values.kind !== 'values') return [];
  const { columns, values } = statement.values;
  if (columns.length !== values.length) return [];
  return values.flatMap((value, index): readonly InlayHint[] => {
    const column = columns[index]!;
    if (value.kind === 'marker' && value.name?.name === column.name) return [];
    return [{ offset: value.span.start, label: `${column.text}:`, kind: 'columns', about: column.span.start }];
  });
}

function markerHints(subject: Subject, index: number, statement: Statement): readonly InlayHint[] {
  const name = tableNameOf(statement);
  const table = name === undefined ? undefined : tablesOf(subject, index, name)[0];
  if (table === undefined) return [];
  return knownMarkers(statement, table).map(({ marker, type }) => ({
    offset: marker.span.end,
    label: `: ${type}`,
    kind: 'markers',
    about: marker.span.start,
  }));
}
