import { unusedDirective, UNUSED_IGNORE } from '../rules/unused-ignore.ts';
import type { ShownBy } from '../rules/profile.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Said } from './analyses.ts';
import type { LocatedFinding, Shown, WorkspaceFile } from './file.ts';
import { inOneWord } from './in-one-word.ts';
import { wholeSpan } from './programs.ts';
import { shownOf } from './shown.ts';

/** Puts the findings of a file's segments at their places; takes out what comments silence, and what the file was told before. */
export function locate({ document, code }: WorkspaceFile, said: Said, by: ShownBy): readonly LocatedFinding[] {
  const { segments } = document;
  const located: LocatedFinding[] = [];
  // By code: what a rule tells is often a long text that it keeps, and looked up as it is it is not read again.
  const told = new Map<string, Set<string>>();
  const isNew = ({ finding, told: text }: Shown): boolean => {
    if (text === undefined) return true;
    const ofRule = told.get(finding.code);
    if (ofRule?.has(text) === true) return false;
    if (ofRule === undefined) told.set(finding.code, new Set([text]));
    else ofRule.add(text);
    return true;
  };
  const repeated = new Set<number>();
  for (const index of said.speaking()) {
    const number = said.repeats(index);
    if (number > 0 && repeated.has(number)) continue;
    const from = document.startOf(index);
    const silenced = silencedCodes(said, index);
    for (const shown of ofSegment(said, index, segments[index]!, by)) {
      const { finding, severity } = shown;
      if (silenced.has(finding.code) || !isNew(shown)) continue;
      const span = { start: from + finding.span.start, end: from + finding.span.end };
      const { start, end } = code === undefined ? span : wholeSpan(code, span);
      if (number > 0) repeated.add(number);
      located.push({ finding, severity, segment: index, start, end });
    }
  }
  return inOneWord(document, located);
}

/** What is shown of a segment, with what there is to say about its comments. */
function ofSegment(said: Said, index: number, segment: Segment, by: ShownBy): readonly Shown[] {
  const { directives, findings } = said.at(index)!;
  if (directives.length === 0) return said.shown(index);
  const unused = directives.flatMap((directive) => {
    const about = directive.about === 'previous' && index > 0 ? said.at(index - 1)!.findings : findings;
    return unusedDirective(directive, new Set(about.map(({ code }) => code)));
  });
  return shownOf([...findings, ...unused], segment, by);
}

/** The codes that comments before, in and right behind the statement silence. */
function silencedCodes(said: Said, index: number): ReadonlySet<string> {
  const own = said.at(index)!.directives;
  const behind = said.at(index + 1)?.directives ?? NONE;
  if (own.length + behind.length === 0) return NO_CODES;
  const here = own.filter(({ about }) => about === 'this' || index === 0);
  const codes = [...here, ...behind.filter(({ about }) => about === 'previous')].flatMap(
    (directive) => directive.codes,
  );
  return new Set(codes.filter(({ code }) => code !== UNUSED_IGNORE).map(({ code }) => code));
}

const NONE: readonly never[] = [];
const NO_CODES: ReadonlySet<string> = new Set();
