import type { HostReading } from './host-reading.ts';
import type { StringForm } from './host.ts';
import { HostTokens } from './tokens.ts';

/** The fences of a page in Markdown that say that they hold CQL. One that nothing closes holds nothing (CommonMark 4.5 lets it hold all). */
export function readFences(text: string): HostReading {
  const tokens = new HostTokens(0);
  let at = 0;
  for (const opening of text.matchAll(OPENING)) {
    if (opening.index < at) continue;
    const [whole, indent = '', fence = '', language = ''] = opening;
    const textStart = opening.index + whole.length;
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*\\r?$`, 'm').exec(text.slice(textStart));
    if (closing === null) break;
    const textEnd = textStart + closing.index;
    const end = textEnd + closing[0].trimEnd().length;
    const start = opening.index + indent.length;
    at = end;
    if (language.toLowerCase() !== 'cql') continue;
    const literal = { form: FENCE, start, end, textStart, textEnd, marks: [], closed: true };
    tokens.add(false, start, end, 0, true);
    tokens.putText(tokens.count - 1, literal, 'cql');
  }
  return { tokens, comments: [] };
}

const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*(\w*)[^\n`]*\n/gm;

const FENCE: StringForm = { prefix: /^$/, open: '```', close: '```', escapes: 'none', lines: true, holes: [] };
