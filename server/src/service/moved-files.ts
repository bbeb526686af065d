import type { Span } from '../text/span.ts';
import { linksOf } from './links.ts';
import { relativePath } from './relative-path.ts';
import type { Subject } from './subject.ts';

/** A path as it has to be written once files have moved; offsets in its document. */
export interface MovedPath extends Span {
  readonly text: string;
}

/** The paths of SOURCE in a document that would lead astray where files move; `movedTo` gives the URI that a file gets. */
export function movedPaths(
  subject: Subject,
  movedTo: (uri: string) => string | undefined,
  elsewhere: (uri: string) => string | undefined,
): readonly MovedPath[] {
  const { uri, document } = subject;
  return linksOf(subject, elsewhere).flatMap(({ start, end, target }) => {
    if (target.kind !== 'file') return [];
    const [here, there] = [movedTo(uri) ?? uri, movedTo(target.uri) ?? target.uri];
    if (here === uri && there === target.uri) return [];
    const path = document.slice(start, end).replaceAll("''", "'");
    const text = pathFrom(path, { uri, target: target.uri }, { uri: here, target: there }).replaceAll("'", "''");
    return text === document.slice(start, end) ? [] : [{ start, end, text }];
  });
}

interface Way {
  /** Of the file that names the other. */
  readonly uri: string;
  readonly target: string;
}

/** Paths are written from the file's own folder, or from that in which cqlsh is started. */
function pathFrom(path: string, before: Way, after: Way): string {
  const dot = path.startsWith('./') ? './' : '';
  const named = path.slice(dot.length);
  const fromHere = relativePath(after.uri, after.target);
  if (named === relativePath(before.uri, before.target)) return fromHere.startsWith('../') ? fromHere : dot + fromHere;
  const [was, is] = [before.target, after.target].map((uri) => `/${decodeURIComponent(uri)}`) as [string, string];
  const root = was.slice(0, -named.length);
  return was.endsWith(`/${named}`) && is.startsWith(root) ? dot + is.slice(root.length) : fromHere;
}
