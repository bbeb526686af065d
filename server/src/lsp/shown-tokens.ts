import { allTokensOf, semanticTokensOf } from '../service/semantic-tokens.ts';
import type { Subject } from '../service/subject.ts';
import { changesBetween, namesOfTables, type Catalog, type ProjectCatalog } from '../catalog/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { isPlainName } from '../syntax/names.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Positions } from './positions.ts';
import { nextLine } from '../text/lines.ts';
import { codeOfModifiers, codeOfType } from './semantic-legend.ts';

/** The colours that an editor was given: those of each segment, and what was answered last, since editors ask for what is new. */
export interface ShownTokens {
  /** The tokens of a segment, worked out once for as long as its names stand for the same; in a program keywords are among them. */
  of(subject: Subject, index: number, inProgram: boolean): SegmentTokens;
  /** Works out all those of a document, unless that is being done or was done for its text and schema. */
  prepare(subject: Subject, work: () => Promise<void>): void;
  /** Keeps what is answered for a document; gives its name. */
  keep(uri: string, tokens: readonly SegmentTokens[]): string;
  /** What was answered for a document last, where it has this name. */
  last(uri: string, resultId: string): readonly SegmentTokens[] | undefined;
  closed(uri: string): void;
}

/** Of each token its line and character from the beginning of the segment, its length, its type and its modifiers: five numbers. */
export type SegmentTokens = readonly number[];

/** The tokens of a document's segments. */
interface Known {
  /** The one by which they are right. */
  project: ProjectCatalog;
  bySegment: WeakMap<Segment, { readonly keyspace: string | undefined; readonly tokens: SegmentTokens }>;
}

export function shownTokens(positions: Positions): ShownTokens {
  const known = new Map<string, Known>();
  const answered = new Map<string, { readonly resultId: string; readonly tokens: readonly SegmentTokens[] }>();
  const prepared = new WeakMap<SyntaxDocument, Catalog>();
  const preparing = new Set<string>();
  let count = 0;
  const knownOf = (subject: Subject): Known => {
    const { uri, project } = subject;
    let own = known.get(uri);
    if (own === undefined) known.set(uri, (own = { project, bySegment: new WeakMap() }));
    if (own.project === project) return own;
    // What names stand for is the same as long as the schema and the keyspace in force are.
    if (own.project.final !== project.final) {
      const others = othersSince(own.project, subject);
      if (others === 'all') own.bySegment = new WeakMap();
      else for (const segment of others) own.bySegment.delete(segment);
    }
    own.project = project;
    return own;
  };
  return {
    of(subject, index, inProgram) {
      const { uri, document, project } = subject;
      const { bySegment } = knownOf(subject);
      const keyspace = project.keyspaceAt({ uri, segment: index });
      const segment = document.segments[index]!;
      const before = bySegment.get(segment);
      if (before !== undefined && before.keyspace === keyspace) return before.tokens;
      const tokens = tokensOf(subject, index, positions, inProgram);
      bySegment.set(segment, { keyspace, tokens });
      return tokens;
    },
    prepare({ uri, document, project }, work) {
      if (preparing.has(uri) || prepared.get(document) === project.final) return;
      prepared.set(document, project.final);
      preparing.add(uri);
      work()
        .catch(() => undefined)
        .finally(() => preparing.delete(uri));
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
    closed(uri) {
      answered.delete(uri);
      known.delete(uri);
    },
  };
}

/** The segments of a document in which names may stand for something else than in a project of before: those that name a table which changed. */
function othersSince(before: ProjectCatalog, { uri, project, mentionsHere }: Subject): readonly Segment[] | 'all' {
  const { everything, files, inForce, keys } = changesBetween(before, project);
  if (everything || files.has(uri) || inForce.has(uri)) return 'all';
  // What is said of a column may rest on a type or a function that its statement does not name.
  for (const key of keys) if (key.startsWith('type\0') || key.startsWith('function\0')) return 'all';
  const names = [...namesOfTables(keys)];
  // What stands for a name in a template is no word of the text.
  if (!names.every(isPlainName)) return 'all';
  return names.flatMap((name) => Array.from(mentionsHere(name), ({ document, index }) => document.segments[index]!));
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
    } else character += positions.width(text, offset, token.start);
    offset = token.start;
    // The protocol knows no token over several lines.
    if (next >= 0 && next <= token.end) continue;
    const length = positions.width(text, token.start, token.end);
    data.push(line, character, length, codeOfType(type), codeOfModifiers(type, modifiers));
  }
  return data;
}
