import { ANNOTATIONS } from '../modeling/evidence/annotation-list.ts';
import { directivesOf } from '../rules/suppression.ts';
import type { Comment, Segment } from '../syntax/segment.ts';
import { touches } from '../text/span.ts';
import { codeBlock, sentenceMarkdown } from './markdown.ts';
import { describeRules } from './rule-summaries.ts';
import type { WordMeaning } from './word-hover.ts';

/** What a comment tells the analyzer at an offset of a segment: an annotation, or what it ignores. */
export function commentAt(segment: Segment, offset: number): WordMeaning | undefined {
  const comment = segment.comments.find(({ span }) => touches(span, offset));
  return comment && (annotationAt(segment, comment, offset) ?? directiveAt(segment, offset));
}

/** The annotation whose name or words stand there: it ends where the next begins, or with the line. */
function annotationAt(segment: Segment, { span }: Comment, offset: number): WordMeaning | undefined {
  const text = segment.text.slice(span.start, span.end);
  for (const { 0: whole, 1: name, index } of text.matchAll(/@([\w-]+)[^@|\r\n]*/g)) {
    const known = ANNOTATIONS.get(name!.toLowerCase());
    const found = { start: span.start + index, end: span.start + index + whole.trimEnd().length };
    if (known === undefined || !touches(found, offset)) continue;
    return { ...found, markdown: `${codeBlock(known.example)}\n\n${sentenceMarkdown(asSentence(known.about))}` };
  }
  return undefined;
}

const asSentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** The rule that is ignored, or all that are where the caret is in the other words. */
function directiveAt(segment: Segment, offset: number): WordMeaning | undefined {
  const directive = directivesOf(segment).find(({ span }) => touches(span, offset));
  if (directive === undefined) return undefined;
  const named = directive.codes.find(({ span }) => touches(span, offset));
  if (named !== undefined) return { ...named.span, markdown: describeRules([named.code]) };
  const rules = describeRules(directive.codes.map(({ code }) => code));
  return { ...directive.span, markdown: `What these rules find is not shown for the statement.\n\n${rules}` };
}
