import { uriAt } from './relative-path.ts';
import type { Subject } from './subject.ts';

/** A part of a document that leads elsewhere; offsets in the document. */
export interface DocumentLink {
  readonly start: number;
  readonly end: number;
  readonly target:
    /** A file of the project. */
    { readonly kind: 'file'; readonly uri: string } | { readonly kind: 'web'; readonly url: string };
}

/** The files that SOURCE names, and the issues of Cassandra that comments name; `elsewhere` finds a file of another project by its URI. */
export function linksOf(
  { uri, document, project }: Subject,
  elsewhere: (uri: string) => string | undefined,
): readonly DocumentLink[] {
  return document.segments.flatMap((segment, index) => {
    const from = document.startOf(index);
    const links: DocumentLink[] = segment.comments.flatMap(({ span }) =>
      [...segment.text.slice(span.start, span.end).matchAll(ISSUE)].map((match): DocumentLink => {
        const start = from + span.start + match.index;
        return { start, end: start + match[0].length, target: { kind: 'web', url: `${ISSUES}${match[0]}` } };
      }),
    );
    const statement = /^source\b/i.test(segment.text.slice(segment.begin, segment.begin + 7))
      ? segment.statement()
      : undefined;
    const file = statement?.kind === 'shell' ? statement.file : undefined;
    const target =
      file === undefined ? undefined : (project.input.source?.(uri, file.value) ?? elsewhere(uriAt(uri, file.value)));
    return file === undefined || target === undefined
      ? links
      : [
          ...links,
          { start: from + file.span.start + 1, end: from + file.span.end - 1, target: { kind: 'file', uri: target } },
        ];
  });
}

const ISSUE = /\bCASSANDRA-\d+\b/g;
const ISSUES = 'https://issues.apache.org/jira/browse/';
