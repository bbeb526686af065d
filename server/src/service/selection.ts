import { piecesOf, type SyntaxDocument } from '../syntax/index.ts';
import * as T from '../syntax/generated/token-types.ts';
import { endOffsetOf, endTokenOf, firstTokenOf, startOffsetOf, subtreeEndOf, type SyntaxTree } from '../syntax/tree.ts';
import { touches, type Span } from '../text/span.ts';

/** What a selection at an offset grows to, step by step, the smallest first; offsets in the document. */
export function selectionsAt(document: SyntaxDocument, offset: number): readonly Span[] {
  const index = document.segmentAt(offset);
  const segment = document.segments[index]!;
  const from = document.startOf(index);
  const at = offset - from;
  const spans: readonly Span[] = [
    { start: 0, end: document.length },
    ...[
      { start: 0, end: segment.text.length },
      { start: segment.begin, end: segment.text.length },
      { start: segment.begin, end: segment.end },
      ...nodesAround(segment.syntax().tree, at),
      ...piecesOf(segment).filter(({ kind, start, end }) => kind !== 'white-space' && touches({ start, end }, at)),
    ].map(({ start, end }) => ({ start: from + start, end: from + end })),
  ];
  return nested(spans.filter((span) => touches(span, offset))).toReversed();
}

/** The nodes around an offset, the outermost first. */
function nodesAround(tree: SyntaxTree, offset: number): readonly Span[] {
  const spans: Span[] = [];
  const end = tree.nodes.length === 0 ? 0 : subtreeEndOf(tree, 0);
  for (let node = 0; node < end;) {
    const span = { start: startOffsetOf(tree, node), end: endOffsetOf(tree, node) };
    const holds = span.start < span.end && touches(span, offset);
    if (holds) spans.push(span, ...listsOf(tree, node));
    node = holds ? node + 1 : subtreeEndOf(tree, node);
  }
  return spans;
}

/** What a node holds between its words and brackets: its children as far as one comma or AND stands between each two. */
function listsOf(tree: SyntaxTree, node: number): readonly Span[] {
  const lists: { start: number; end: number }[] = [];
  const end = subtreeEndOf(tree, node);
  let before: number | undefined;
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const first = firstTokenOf(tree, child);
    if (first === endTokenOf(tree, child)) continue;
    const goesOn = before === first - 1 && SEPARATORS.has(tree.tokens.types[before]!);
    const span = { start: startOffsetOf(tree, child), end: endOffsetOf(tree, child) };
    if (goesOn) lists.at(-1)!.end = span.end;
    else lists.push(span);
    before = endTokenOf(tree, child);
  }
  return lists;
}

const SEPARATORS: ReadonlySet<number> = new Set([T.COMMA, T.AND]);

/** Each lies in the one before and is smaller. */
function nested(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    const around = kept.at(-1);
    const isWithin =
      around === undefined ||
      (around.start <= span.start && span.end <= around.end && span.end - span.start < around.end - around.start);
    if (isWithin) kept.push(span);
  }
  return kept;
}
