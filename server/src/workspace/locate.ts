import { unusedDirective, UNUSED_IGNORE } from '../rules/unused-ignore.ts';
import type { ShownBy } from '../rules/profile.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Said } from './analyses.ts';
import type { LocatedFinding, Shown, WorkspaceFile } from './file.ts';
import { inOneWord } from './in-one-word.ts';
import { type ProgramCode, wholeSpan } from './programs.ts';
import { shownOf } from './shown.ts';
import type { Span } from '../text/span.ts';

/** Puts the findings of a file's segments at their places; takes out what comments silence, and what the file was told before. */
export function locate({ document, code }: WorkspaceFile, said: Said, by: ShownBy): readonly LocatedFinding[] {
  const { segments } = document;
  const located: LocatedFinding[] = [];
  const told: boolean[] = [];
  const isNew = (number: number): boolean => {
    if (number === 0) return true;
    if (told[number] === true) return false;
    return (told[number] = true);
  };
  const put = (segment: number, { finding, severity }: Pick<Shown, 'finding' | 'severity'>, at: Span): void => {
    const from = document.startOf(segment);
    const placed = { finding, severity, segment, start: from + at.start, end: from + at.end };
    located.push(code === undefined ? placed : { ...placed, ...wholeSpan(code, placed), ...severityIn(code) });
  };
  for (const index of said.speaking()) {
    const number = said.repeats(index);
    if (number > 0 && told[number] === true) continue;
    const alone = said.alone(index);
    // Of most segments there is one thing to say, and comments are seldom: what else is kept of them is not looked at.
    if (alone !== undefined && (said.repeats(index + 1) !== 0 || said.alone(index + 1) !== undefined)) {
      if (isNew(number)) put(index, alone, alone);
      continue;
    }
    const silenced = silencedCodes(said, index);
    for (const shown of ofSegment(said, index, segments[index]!, by)) {
      const { finding } = shown;
      if (!silenced.has(finding.code) && isNew(shown.told)) put(index, shown, finding.span);
    }
  }
  return inOneWord(document, located);
}

/** What stands in a page is for its readers: nothing runs it. */
const severityIn = ({ host }: ProgramCode): Partial<LocatedFinding> =>
  host === 'markdown' ? { severity: 'hint' } : {};

/** What is shown of a segment, with what there is to say about its comments. */
function ofSegment(said: Said, index: number, segment: Segment, by: ShownBy): readonly Shown[] {
  const { directives, findings } = said.at(index)!;
  if (directives.length === 0) return said.shown(index);
  const unused = directives.flatMap((directive) => {
    const about = directive.about === 'previous' && index > 0 ? said.at(index - 1)!.findings : findings;
    return unusedDirective(directive, new Set(about.map(({ code }) => code)));
  });
  return shownOf([...findings, ...unused], segment, by, said.numberOf);
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
