import type {
  Position,
  Range,
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensDeltaParams,
  SemanticTokensParams,
  SemanticTokensRangeParams,
  TextDocumentIdentifier,
} from 'vscode-languageserver';
import { rangeOf, type Desk } from '../desk.ts';
import { aboutDocument, askedOf, type Asked, type RequestHandler } from '../request.ts';
import { encoded, type SegmentTokens } from '../shown-tokens.ts';
import { inSlices, newTurn } from '../slices.ts';

/** Most editors show the colours of one server: in programs those of the language's own, unless they say that they lay ours over them. */
const aboutColours = <P extends { readonly textDocument: TextDocumentIdentifier }, R>(
  nothing: R,
  answer: (asked: Asked, params: P) => R,
): RequestHandler<P, R> =>
  aboutDocument(nothing, (asked, params) =>
    asked.code === undefined || (asked.client.paintsPrograms && asked.setting('programColors') === 'on')
      ? answer(asked, params)
      : nothing,
  );

export const semanticTokens = aboutColours<SemanticTokensParams, SemanticTokens | Promise<SemanticTokens>>(
  { data: [] },
  async (asked) => {
    const now = await tokensIn(asked);
    return { resultId: asked.tokens.keep(asked.subject.uri, now), data: encodedFrom(asked, now, 0) };
  },
);

type Delta = SemanticTokens | SemanticTokensDelta;

/** The segments that are others than in the answer before; all where that is not the one which the editor has. */
export const semanticTokensDelta = aboutColours<SemanticTokensDeltaParams, Delta | Promise<Delta>>(
  { data: [] },
  async (asked, { previousResultId }) => {
    const { tokens, subject } = asked;
    const before = tokens.last(subject.uri, previousResultId);
    const now = await tokensIn(asked);
    const resultId = tokens.keep(subject.uri, now);
    if (before === undefined) return { resultId, data: encodedFrom(asked, now, 0) };
    const most = Math.min(before.length, now.length);
    let same = 0;
    while (same < most && before[same] === now[same]) same += 1;
    let behind = 0;
    while (behind < most - same && before.at(-1 - behind) === now.at(-1 - behind)) behind += 1;
    if (same === before.length && same === now.length) return { resultId, edits: [] };
    // The first token behind is relative to what has changed.
    while (behind > 0 && now.at(-behind)!.length === 0) behind -= 1;
    behind = Math.max(0, behind - 1);
    const start = lengthOf(before, 0, same);
    const deleteCount = lengthOf(before, same, before.length - behind);
    const data = encodedFrom(asked, now.slice(0, now.length - behind), same);
    return { resultId, edits: [{ start, deleteCount, data }] };
  },
);

export const semanticTokensRange = aboutColours<SemanticTokensRangeParams, SemanticTokens>(
  { data: [] },
  (asked, { textDocument, range }) => {
    const { tokens, subject, positions, code } = asked;
    const { document } = subject;
    // Who is shown the colours of a screen asks for the others next.
    tokens.prepare(subject, () => workOut(asked, textDocument.uri));
    const from = positions.offset(document, range.start);
    const to = positions.offset(document, range.end);
    const shown = rangeOf(asked, document, from, to);
    const first = document.segmentAt(from);
    const last = document.segmentAt(to);
    const own = document.segments.slice(first, last + 1).map((_, index) => {
      const start = positions.of(document, document.startOf(first + index));
      return within(tokens.of(subject, first + index, code !== undefined), start, shown);
    });
    return { data: encoded(subject, positions, own, first, TOP) };
  },
);

/** The tokens of a segment that lie in a range. */
function within(tokens: SegmentTokens, start: Position, range: Range): SegmentTokens {
  const data: number[] = [];
  for (let at = 0; at < tokens.length; at += 5) {
    const [line, character, length] = tokens.slice(at, at + 3) as [number, number, number];
    const own = { line: start.line + line, character: line === 0 ? start.character + character : character };
    const isEarlier = isBefore({ ...own, character: own.character + length - 1 }, range.start);
    if (!isEarlier && isBefore(own, range.end)) data.push(...tokens.slice(at, at + 5));
  }
  return data;
}

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

/** Works out those of a whole text while nothing is asked; where it is another one by then, of that. */
async function workOut(desk: Desk, uri: string): Promise<void> {
  const turn = newTurn(desk.lulls.next);
  let asked: Asked | undefined;
  let [index, count] = [0, 0];
  do {
    await turn.next();
    const before = asked?.subject.document;
    asked = askedOf(desk, uri);
    if (asked === undefined) return;
    const { subject, code } = asked;
    if (subject.document !== before) index = 0;
    count = Math.min(subject.document.segments.length, MOST);
    for (; index < count && !turn.isUp(); index += 1) desk.tokens.of(subject, index, code !== undefined);
  } while (index < count);
}

/** Those of each segment; a few at a time, since the first time takes a while. */
async function tokensIn({ tokens, subject, code }: Asked): Promise<readonly SegmentTokens[]> {
  const all: SegmentTokens[] = [];
  const count = Math.min(subject.document.segments.length, MOST);
  const begins = Array.from({ length: Math.ceil(count / STEP) }, (_, step) => step * STEP);
  for await (const begin of inSlices(begins))
    for (let index = begin; index < Math.min(begin + STEP, count); index += 1)
      all.push(tokens.of(subject, index, code !== undefined));
  return all;
}

/** Segments between two looks at the clock. */
const STEP = 50;

/** Of longer documents the rest keeps the colours that its letters have. */
const MOST = 20_000;

/** From one of the segments on, relative to the last token before it. */
function encodedFrom({ subject, positions }: Asked, tokens: readonly SegmentTokens[], first: number): number[] {
  const last = tokens.slice(0, first).findLastIndex(({ length }) => length > 0);
  if (last < 0) return encoded(subject, positions, tokens.slice(first), first, TOP);
  const { document } = subject;
  const start = positions.of(document, document.startOf(last));
  const [line, character] = tokens[last]!.slice(-5) as [number, number, ...number[]];
  const after = { line: start.line + line, character: line === 0 ? start.character + character : character };
  return encoded(subject, positions, tokens.slice(first), first, after);
}

const TOP = { line: 0, character: 0 };

function lengthOf(tokens: readonly SegmentTokens[], from: number, until: number): number {
  let length = 0;
  for (let index = from; index < until; index += 1) length += tokens[index]!.length;
  return length;
}
