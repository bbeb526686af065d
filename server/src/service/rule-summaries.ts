import { helpOf } from '../rules/help.ts';
import { ruleOf } from '../rules/index.ts';
import { link, sentenceMarkdown } from './markdown.ts';

/** What the rules mean that found something, in short, each with the way to its page. */
export const describeRules = (codes: Iterable<string>): string =>
  Array.from(new Set(codes), (code) => {
    const summary = ruleOf(code)?.summary;
    return `${link(code, helpOf(code))}${summary === undefined ? '' : `: ${sentenceMarkdown(summary)}`}`;
  }).join('\n\n');
