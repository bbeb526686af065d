import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import { fold } from '../syntax/names.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { jsonKeysIn } from './json-keys.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';

/**
 * The segments of a file by the names that stand in them, in no particular order.
 *
 * It is made of tokens alone, so no statement has to be parsed for it, and an edit costs what it touches. A segment may hold a name
 * that names something else there; which, its occurrences say.
 */
export interface Mentions {
  of(name: string): readonly Segment[];
  /** All names that stand in the file. */
  names(): Iterable<string>;
  /** Puts the segments that an edit put into the file in the place of those that it took out. */
  replace(gone: readonly Segment[], come: readonly Segment[]): void;
}

/** A statement of a project, in which a name stands. */
export interface Mention {
  readonly uri: string;
  readonly document: SyntaxDocument;
  /** Of its segment in the document. */
  readonly index: number;
}

export function mentionsIn(segments: readonly Segment[]): Mentions {
  const byName = new Map<string, Segment[]>();
  const add = (segment: Segment): void =>
    visitNames(segment, (name) => {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [segment]);
      // A name that stands in it twice was put there last.
      else if (list.at(-1) !== segment) list.push(segment);
    });
  const mentions: Mentions = {
    of: (name) => byName.get(name) ?? [],
    names: () => byName.keys(),
    replace(gone, come) {
      for (const segment of gone) {
        for (const name of namesIn(segment)) {
          const list = byName.get(name) ?? [];
          const at = list.indexOf(segment);
          if (at >= 0) list.splice(at, 1);
          if (list.length === 0) byName.delete(name);
        }
      }
      for (const segment of come) add(segment);
    },
  };
  mentions.replace([], segments);
  return mentions;
}

/** The words of a segment that may be names, as Cassandra reads them, each once. */
export function namesIn(segment: Segment): ReadonlySet<string> {
  const names = new Set<string>();
  visitNames(segment, (name) => names.add(name));
  return names;
}

/** Each of them, where it stands several times more than once. */
function visitNames({ text, tokens, firstType }: Segment, visit: (name: string) => void): void {
  const tree = { text, tokens, nodes: NO_NODES };
  const { types } = tokens;
  const hasRoles = STATEMENTS_OF_ROLES.has(firstType);
  for (let token = 0; token < types.length; token += 1) {
    const type = types[token]!;
    if (type === T.STRING && types[token - 1] === T.JSON)
      for (const { name } of jsonKeysIn(text, tokens.starts[token]!, tokens.ends[token]!)) visit(name);
    // Most names are bare, and need nothing but their letters.
    if (isBareName(type)) visit(fold(text.slice(tokens.starts[token], tokens.ends[token])));
    else if (isName(type) || (hasRoles && type === T.STRING)) visit(nameOfToken(tree, token).name);
  }
}

/** A name that is its letters. */
export const isBareName = (type: number): boolean => type === T.IDENT || (type > T.WITH && type < T.SEMI);

/** Of tokens that are read without a tree. */
export const NO_NODES = new Int32Array(0);

/** Roles may be written as strings. */
const STATEMENTS_OF_ROLES: ReadonlySet<number> = new Set([T.ADD, T.ALTER, T.CREATE, T.DROP, T.GRANT, T.LIST, T.REVOKE]);
