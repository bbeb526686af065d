import { checkRules, checkText, findingsOf, RULE_CODES } from '../../rules/index.ts';
import { describeRules } from '../rule-summaries.ts';
import type { Subject } from '../subject.ts';
import { type CommentLine, commentLineAt } from './comment-line.ts';
import type { CompletionEntry } from './entry.ts';

/** Behind `cql-analyzer:` in a comment `ignore`; behind that the rules: first what its statement would be told, then all others. */
export function ignoredRulesAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const line = commentLineAt(subject, offset);
  if (line === undefined) return [];
  const begun = BEGUN.exec(line.before)?.[1];
  if (begun !== undefined && 'ignore'.startsWith(begun) && begun !== 'ignore')
    return [{ ...IGNORE, start: offset - begun.length, end: offset + line.rest }];
  const match = IGNORING.exec(line.before);
  if (match === null) return [];
  const [, named = '', word = ''] = match;
  const taken = new Set(named.split(/[\s,]+/));
  const told = codesTold(subject, line);
  return [...new Set([...told, ...RULE_CODES])]
    .filter((code) => !taken.has(code))
    .map((code) => ({
      label: code,
      kind: 'value',
      ...(told.has(code) && { detail: 'found here' }),
      about: () => describeRules([code]),
      text: code,
      start: offset - word.length,
      end: offset + line.rest,
    }));
}

const BEGUN = /(?:--|\/\/|\/\*)\s*cql-analyzer:\s*([a-z]*)$/;

const IGNORE: Omit<CompletionEntry, 'start' | 'end'> = {
  label: 'ignore',
  kind: 'keyword',
  about: () => 'Silences rules for the statement.',
  text: 'ignore ',
};

/** Behind it the codes, which commas separate. */
const IGNORING = /(?:--|\/\/|\/\*)\s*cql-analyzer:\s*ignore\s+((?:[a-z][\w-]*\s*,\s*)*)([a-z][\w-]*)?$/;

/** What is found in the statement that a comment is about; on the line where one ends that is the one before. */
function codesTold(subject: Subject, { index, segment, before }: CommentLine): ReadonlySet<string> {
  const isBehind = index > 0 && segment.text.startsWith(before);
  const about = isBehind ? index - 1 : index;
  const { target } = subject.session(about);
  return new Set(
    [
      ...checkText(subject.document.segments[about]!, target),
      ...subject.contexts(about).flatMap((context) =>
        findingsOf(
          context,
          checkRules(context, () => 0),
        ),
      ),
    ].map(({ code }) => code),
  );
}
