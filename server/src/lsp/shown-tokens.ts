import { allTokensOf, semanticTokensOf } from '../service/semantic-tokens.ts';
import type { Subject } from '../service/subject.ts';
import type { Catalog } from '../catalog/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { newMemory } from '../text/memory.ts';
import type { Positions } from './positions.ts';
import { nextLine } from '../text/lines.ts';
import { codeOfModifiers, codeOfType } from './semantic-legend.ts';

/** The colours that an editor was given: those of each segment, and what was answered last, since editors ask for what is new. */
export interface ShownTokens {
  /** The tokens of a segment, worked out once for segment and schema; in a program keywords are among them. */
  of(subject: Subject, index: number, inProgram: boolean): SegmentTokens;
  /** Whether nobody has asked before to work out all those of the document in its schema. */
  isFirstAsk(subject: Subject): boolean;
  /** Keeps what is answered for a document; gives its name. */
  keep(uri: string, tokens: readonly SegmentTokens[]): string;
  /** What was answered for a document last, where it has this name. */
  last(uri: string, resultId: string): readonly SegmentTokens[] | undefined;
  closed(uri: string): void;
}

/** Of each token its line and character from the beginning of the segment, its length, its type and its modifiers: five numbers. */
export type SegmentTokens = readonly number[];

export function shownTokens(positions: Positions): ShownTokens {
  const memory = newMemory();
  const answered = new Map<string, { readonly resultId: string; readonly tokens: readonly SegmentTokens[] }>();
  const asked = new WeakMap<SyntaxDocument, Catalog>();
  let count = 0;
  return {
    of(subject, index, inProgram) {
      const { uri, document, project } = subject;
      // What names stand for is the same as long as the schema and the keyspace in force are.
      const known = memory.kept(shownTokens, project.final, () => new Map<string, WeakMap<Segment, SegmentTokens>>());
      const keyspace = project.keyspaceAt({ uri, segment: index }) ?? '';
      let inKeyspace = known.get(keyspace);
      if (inKeyspace === undefined) known.set(keyspace, (inKeyspace = new WeakMap()));
      const segment = document.segments[index]!;
      let tokens = inKeyspace.get(segment);
      if (tokens === undefined) inKeyspace.set(segment, (tokens = tokensOf(subject, index, positions, inProgram)));
      return tokens;
    },
    isFirstAsk({ document, project }) {
      const isFirst = asked.get(document) !== project.final;
      asked.set(document, project.final);
      return isFirst;
    },
    keep(uri, tokens) {
      count += 1;
      const resultId = String(count);
      answered.set(uri, { resultId, tokens });
      return resultId;
    },
    last(uri, resultId) {
      const last = answered.get(uri);
      return last?.resultId === resultId ? last.tokens : undefined;
    },
    closed: (uri) => void answered.delete(uri),
  };
}

/** Those of some segments of a document as the protocol writes them: each relative to the one before, the first to one that is given. */
export function encoded(
  { document }: Subject,
  positions: Positions,
  tokens: readonly SegmentTokens[],
  first: number,
  after: { readonly line: number; readonly character: number },
): number[] {
  const data: number[] = [];
  let { line, character } = after;
  for (let index = 0; index < tokens.length; index += 1) {
    const own = tokens[index]!;
    if (own.length === 0) continue;
    const start = positions.of(document, document.startOf(first + index));
    for (let at = 0; at < own.length; at += 5) {
      const tokenLine = start.line + own[at]!;
      const tokenCharacter = own[at + 1]! + (tokenLine === start.line ? start.character : 0);
      const sinceLast = tokenCharacter - (tokenLine === line ? character : 0);
      data.push(tokenLine - line, sinceLast, own[at + 2]!, own[at + 3]!, own[at + 4]!);
      line = tokenLine;
      character = tokenCharacter;
    }
  }
  return data;
}

function tokensOf(subject: Subject, index: number, positions: Positions, inProgram: boolean): SegmentTokens {
  const { document } = subject;
  const { text } = document.segments[index]!;
  const from = document.startOf(index);
  const start = positions.of(document, from);
  const data: number[] = [];
  let [offset, line, character] = [0, 0, 0];
  let next = nextLine(text, 0);
  for (const token of (inProgram ? allTokensOf : semanticTokensOf)(subject, index)) {
    const { type, modifiers } = token;
    if (next >= 0 && next <= token.start) {
      const at = positions.of(document, from + token.start);
      line = at.line - start.line;
      ({ character } = at);
      next = nextLine(text, token.start);
    } else character += positions.width(text.slice(offset, token.start));
    offset = token.start;
    // The protocol knows no token over several lines.
    if (next >= 0 && next <= token.end) continue;
    const length = positions.width(text.slice(token.start, token.end));
    data.push(line, character, length, codeOfType(type), codeOfModifiers(type, modifiers));
  }
  return data;
}
