import * as T from '../../syntax/generated/token-types.ts';
import { isName } from '../../syntax/token-classes.ts';
import type { Place } from './place.ts';
import { CLOSING, folded, OPENING } from './tokens-before.ts';

/** Names behind the caret with which further parts of the list or clause begin that it stands in, and the type of the token behind each. */
export function namesBehind(
  { subject: { document }, caret: { segment, wordEnd } }: Place,
  separator: number,
): readonly { readonly name: string; readonly next: number | undefined }[] {
  const { text, tokens } = document.segments[segment]!;
  const { types, starts, ends } = tokens;
  const caret = wordEnd - document.startOf(segment);
  const found: { name: string; next: number | undefined }[] = [];
  let depth = 0;
  for (let at = starts.findIndex((start) => start >= caret); at >= 0 && at < types.length; at += 1) {
    const type = types[at]!;
    if (OPENING.has(type)) depth += 1;
    else if (CLOSING.has(type)) depth -= 1;
    if (depth < 0 || (depth === 0 && ENDS.has(type))) break;
    const name = at + 1;
    if (depth === 0 && type === separator && isName(types[name] ?? T.EOF))
      found.push({ name: folded(text.slice(starts[name], ends[name])), next: types[name + 1] });
  }
  return found;
}

/** Words behind which another clause begins. */
const ENDS: ReadonlySet<number> = new Set([T.FROM, T.WHERE, T.IF, T.ORDER, T.LIMIT, T.ALLOW, T.USING, T.SET, T.SEMI]);
