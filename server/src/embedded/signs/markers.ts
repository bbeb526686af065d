import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import type { HostReading } from '../hosts/host-reading.ts';

/** Words in front of quotes that say what is in them. */
const TAGS: ReadonlySet<string> = wordSet('cql CQL');

/** The texts that are said to be CQL, by token: by a tag, or by `/* cql *\/` before them or `// language=CQL` on the line before. */
export function markedTexts(text: string, { tokens, comments }: HostReading): ReadonlySet<number> {
  const marked = new Set<number>();
  const nextFrom = (token: number): number => {
    let at = token;
    while (at < tokens.count && !tokens.isText(at)) at += 1;
    return at;
  };
  for (const comment of comments) {
    if (!MARKER.test(text.slice(comment.start, comment.end))) continue;
    const next = nextFrom(tokens.firstFrom(comment.end));
    if (next === tokens.count) continue;
    const between = text.slice(comment.end, tokens.start(next));
    const lines = between.split('\n').length - 1;
    const isNext = comment.kind === 'block' && !/language/i.test(text.slice(comment.start, comment.end));
    if (isNext ? between.trim() === '' : lines <= 1) marked.add(next);
  }
  for (const { at, tag } of tokens.texts) {
    if (TAGS.has(tag)) marked.add(at);
    const start = tokens.start(at);
    if (!/^["']CQL["']/.test(text.slice(start, start + 5))) continue;
    if (!/@Language\(\s*(?:value\s*=\s*)?$/.test(leftOf(text, start, 40))) continue;
    const next = nextFrom(at + 1);
    if (next < tokens.count) marked.add(next);
  }
  return marked;
}

/** The name of the language alone may be a remark, where nothing encloses it. */
const MARKER = /^(?:\/\*+[ \t]*cql|(?:\/\*+|\/\/|#|--)[ \t]*language[ \t]*[=:][ \t]*cql)[ \t]*(?:\*\/)?[ \t]*\r?$/i;
