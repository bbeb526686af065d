import { verdict } from '../analysis/verdict.ts';
import * as T from '../syntax/generated/token-types.ts';
import { openDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { edited } from '../text/edited.ts';
import type { Finding, Fix, RuleContext } from './rule.ts';

/** The quote that a text or a name lacks: at the first place in its line with which the server takes the statement, or can read it. */
export function closingQuotes(context: RuleContext, finding: Finding): readonly Fix[] {
  const { uri, segment } = context;
  const { types, starts, ends } = segment.tokens;
  const token = starts.indexOf(finding.span.start);
  const quote = QUOTES[types[token] ?? 0];
  if (quote === undefined || segment.text.startsWith('$$', finding.span.start)) return [];
  const closed = placesIn(segment, starts[token]! + 1, ends[token]!).flatMap((at) => {
    const isTaken = takes(context, at, quote);
    return isTaken === undefined ? [] : [{ at, isTaken }];
  });
  const at = (closed.find(({ isTaken }) => isTaken) ?? closed[0])?.at;
  if (at === undefined) return [];
  const edit = { at: { uri, segment, span: { start: at, end: at } }, text: quote };
  return [
    {
      id: 'closing-quote',
      title: `Insert \`${quote}\``,
      kind: 'quickfix',
      // How long the text was meant to be is a guess.
      safe: false,
      preferred: true,
      edits: () => [edit],
    },
  ];
}

/** Whether the server takes the statement with a quote put in; `undefined` where it cannot be read. */
function takes({ segment, session, surroundings }: RuleContext, at: number, quote: string): boolean | undefined {
  const text = edited(segment.text, [{ start: at, end: at, text: quote }]);
  const [first] = openDocument(text, surroundings.workshop).segments;
  const statement = first?.statement();
  if (first === undefined || statement === undefined || first.end <= at || first.errors.length > 0) return undefined;
  return verdict(statement, session, first.features).kind !== 'refused';
}

const QUOTES: Readonly<Record<number, string>> = { [T.UNTERMINATED_STRING]: "'", [T.UNTERMINATED_QUOTED]: '"' };

/** The ends of words in the first line of a text. */
function placesIn({ text }: Segment, start: number, end: number): readonly number[] {
  const line = /^[^\r\n]*/.exec(text.slice(start, end))![0];
  return [...line.matchAll(/(?<=\S)(?=\W|$)/g)].slice(0, MOST).map(({ index }) => start + index);
}

/** The statement is read for each of them. */
const MOST = 60;
