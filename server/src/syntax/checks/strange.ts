import type { Span } from '../../text/span.ts';
import * as T from '../generated/token-types.ts';
import type { SyntaxProblem } from '../segment.ts';
import type { Tokens } from '../tokens.ts';

/** Lines that begin with `#`, where a text begins with one: comments of another language. One problem for all of them. */
export function hashComments(text: string, { types, starts }: Tokens): SyntaxProblem | undefined {
  const first = starts[0];
  if (types[0] !== T.UNKNOWN || first === undefined || text[first] !== '#' || !beginsLine(text, first))
    return undefined;
  const edits: { readonly span: Span; readonly text: string }[] = [];
  for (let token = 0; token < types.length; token += 1) {
    const at = starts[token]!;
    if (types[token] !== T.UNKNOWN || text[at] !== '#' || !beginsLine(text, at)) continue;
    edits.push({ span: { start: at, end: at + 1 }, text: '--' });
  }
  const message = 'A comment begins with `--` or `//` in CQL.';
  return { message, span: edits[0]!.span, fixes: [{ title: 'Change `#` to `--`', edits }] };
}

/** Lines of three back-ticks, which Markdown has around code. One problem for all of them. */
export function markdownFences(text: string, { types, starts }: Tokens): SyntaxProblem | undefined {
  const edits: { readonly span: Span; readonly text: string }[] = [];
  for (let token = 0; token < types.length; token += 1) {
    const start = starts[token]!;
    if (types[token] !== T.BACKTICKED || !text.startsWith(FENCE, start) || !beginsLine(text, start)) continue;
    edits.push({ span: { start, end: start + text.slice(start).search(/[\r\n]|$/) }, text: '' });
  }
  if (edits.length === 0) return undefined;
  const { start } = edits[0]!.span;
  const message = 'Three back-ticks stand around code in Markdown: they are no part of the CQL.';
  return {
    message,
    span: { start, end: start + FENCE.length },
    fixes: [{ title: edits.length > 1 ? 'Remove them' : 'Remove it', edits }],
  };
}

/** Characters that no token of CQL begins with, neighbours taken together; visible ones only where nothing else explains them. */
export function* strangeCharacters(
  text: string,
  { types, starts, ends }: Tokens,
  isExplained: (span: Span) => boolean,
): Generator<SyntaxProblem> {
  for (let first = 0; first < types.length; first += 1) {
    if (types[first] !== T.UNKNOWN) continue;
    let last = first;
    while (types[last + 1] === T.UNKNOWN && starts[last + 1] === ends[last]) last += 1;
    const span = { start: starts[first]!, end: ends[last]! };
    const written = text.slice(span.start, span.end);
    if (written === '\\' && text[span.end] === '_') {
      yield escapedNames(text, { types, starts, ends });
      return;
    }
    if (INVISIBLE.test(written) || !isExplained(span)) yield problemOf(written, span, text);
    first = last;
  }
}

/** `my\\_table`, as names are written in Markdown: one problem for all of them. */
function escapedNames(text: string, { types, starts }: Tokens): SyntaxProblem {
  const edits = [...starts]
    .filter((at, token) => types[token] === T.UNKNOWN && text.startsWith('\\_', at))
    .map((at) => ({ span: { start: at, end: at + 1 }, text: '' }));
  const message = 'A backslash means nothing in CQL: `_` stands in a name as it is.';
  return { message, span: edits[0]!.span, fixes: [{ title: 'Remove `\\`', edits }] };
}

function problemOf(written: string, span: Span, text: string): SyntaxProblem {
  const change = (to: string): SyntaxProblem['fixes'] => [
    { title: to === '' ? 'Remove it' : `Change to ${to}`, edits: [{ span, text: to }] },
  ];
  switch (written) {
    case '&':
    case '&&':
      return { message: `CQL writes \`${written}\` as AND.`, span, fixes: change('AND') };
    case '|':
    case '||': {
      const texts = written === '||' ? '; texts are joined in the application' : '';
      return {
        message: `CQL has neither \`${written}\` nor OR: ask once for each alternative, or use IN${texts}.`,
        span,
        fixes: [],
      };
    }
    case '#':
      return beginsComment(text, span)
        ? { message: 'A comment begins with `--` or `//` in CQL.', span, fixes: change('--') }
        : { message: 'A `#` means nothing in CQL.', span, fixes: [] };
    case '\\':
      return endsLine(text, span.end)
        ? { message: 'A statement goes on on the next line by itself: remove the `\\`.', span, fixes: change('') }
        : { message: 'A backslash means nothing in CQL.', span, fixes: [] };
    default:
      if (INVISIBLE.test(written)) {
        const code = written.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        return { message: `An invisible character (U+${code}) that CQL does not know.`, span, fixes: change('') };
      }
      return { message: `CQL has no \`${written.slice(0, LONGEST)}\`.`, span, fixes: [] };
  }
}

const FENCE = '```';

const beginsLine = (text: string, at: number): boolean =>
  /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, at - LINE_START), at));

/** Whether a `#` stands as other languages begin a comment: behind a blank, and not right before a number. */
const beginsComment = (text: string, { start, end }: Span): boolean =>
  /^\s?$/.test(text.slice(Math.max(0, start - 1), start)) && !/\d/.test(text.charAt(end));

const endsLine = (text: string, at: number): boolean => /^[ \t]*(?:[\r\n]|$)/.test(text.slice(at, at + LINE_START));

// eslint-disable-next-line no-control-regex
const INVISIBLE = /^[\u0000-\u001f\u007f-\u009f\u00ad\u2028\u2029\u2060-\u2064\ufff9-\uffff]+$/;

const LINE_START = 200;
const LONGEST = 20;
