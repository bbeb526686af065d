import { RULE_CODES } from '../rules/index.ts';
import { unusedDirective, UNUSED_IGNORE } from '../rules/unused-ignore.ts';
import { type Changes, movedBy, type Said } from './analyses.ts';
import type { LocatedFinding, Shown, WorkspaceFile } from './file.ts';
import { type ProgramCode, wholeSpan } from './programs.ts';
import { shownOf, type ShownBy } from './shown.ts';
import type { Span } from '../text/span.ts';

/** A finding that is shown, at its place. */
export interface PlacedFinding {
  readonly located: LocatedFinding;
  /** The offset of its segment, to which its own are relative. */
  readonly from: number;
  /** As in `Shown`. */
  readonly told: number;
}

/** Puts the findings of a file's segments at their places; takes out what comments silence, and what the file was told before. */
export function locate(file: WorkspaceFile, said: Said, by: ShownBy): readonly PlacedFinding[] {
  const placed: PlacedFinding[] = [];
  const told = new Set<number>();
  for (const index of said.speaking()) {
    const number = said.repeats(index);
    if (number > 0 && told.has(number)) continue;
    const alone = said.alone(index);
    // Of most segments there is one thing to say, and comments are seldom: what else is kept of them is not looked at.
    if (alone !== undefined && (said.repeats(index + 1) !== 0 || said.alone(index + 1) !== undefined)) {
      if (number > 0) told.add(number);
      placed.push(placedAt(file, index, alone, alone, number));
      continue;
    }
    for (const shown of ofSegment(file, said, index, by)) {
      if (shown.told > 0 && told.has(shown.told)) continue;
      told.add(shown.told);
      placed.push(placedAt(file, index, shown, shown.finding.span, shown.told));
    }
  }
  return placed;
}

/**
 * The same after changes, given what was placed before them: only where something else is said it is asked what that is. `undefined`
 * where another segment than before may have to tell what is told once.
 */
export function relocate(
  before: readonly PlacedFinding[],
  { touched, splices }: Changes,
  file: WorkspaceFile,
  said: Said,
  by: ShownBy,
): readonly PlacedFinding[] | undefined {
  const { document } = file;
  const { length } = document.segments;
  if (touched.size * 4 > length) return undefined;
  // Comments silence what is said beside them.
  const asked = new Set([...touched].flatMap((index) => [index - 1, index, index + 1]));
  const kept: PlacedFinding[] = [];
  const tellers = new Map<number, number>();
  const toTell = new Set<number>();
  for (const one of before) {
    const { located, told } = one;
    const segment = splices.reduce<number | undefined>(
      (index, splice) => (index === undefined ? undefined : movedBy(splice, index)),
      located.segment,
    );
    if (told > 0) {
      if (segment === undefined) return undefined;
      tellers.set(told, segment);
      if (asked.has(segment)) toTell.add(told);
    }
    if (segment !== undefined && !asked.has(segment)) kept.push(movedTo(document, segment, one));
  }
  const placed: PlacedFinding[] = [];
  let next = 0;
  for (const index of [...asked].filter((one) => one >= 0 && one < length).toSorted((a, b) => a - b)) {
    while (next < kept.length && kept[next]!.located.segment < index) placed.push(kept[next++]!);
    const here = new Set<number>();
    for (const shown of ofSegment(file, said, index, by)) {
      const { told: number } = shown;
      if (number > 0) {
        const teller = tellers.get(number) ?? index;
        if (teller > index) return undefined;
        if (teller < index || here.has(number)) continue;
        tellers.set(number, index);
        here.add(number);
        toTell.delete(number);
      }
      placed.push(placedAt(file, index, shown, shown.finding.span, number));
    }
  }
  return toTell.size > 0 ? undefined : [...placed, ...kept.slice(next)];
}

function placedAt(
  { document, code }: WorkspaceFile,
  segment: number,
  { finding, severity }: Pick<Shown, 'finding' | 'severity'>,
  at: Span,
  told: number,
): PlacedFinding {
  const from = document.startOf(segment);
  const located = { finding, severity, segment, start: from + at.start, end: from + at.end };
  return {
    located: code === undefined ? located : { ...located, ...wholeSpan(code, located), ...severityIn(code) },
    from,
    told,
  };
}

/** The same finding in a segment that stands elsewhere now. */
function movedTo(document: WorkspaceFile['document'], segment: number, placed: PlacedFinding): PlacedFinding {
  const { located, told } = placed;
  const from = document.startOf(segment);
  const by = from - placed.from;
  if (by === 0 && segment === located.segment) return placed;
  const { finding, severity, start, end } = located;
  return { located: { finding, severity, segment, start: start + by, end: end + by }, from, told };
}

/** What stands in a page is for its readers: nothing runs it. */
const severityIn = ({ host }: ProgramCode): Partial<LocatedFinding> =>
  host === 'markdown' ? { severity: 'hint' } : {};

/** What is shown of a segment, with what there is to say about its comments, but for what they silence. */
function ofSegment({ document }: WorkspaceFile, said: Said, index: number, by: ShownBy): readonly Shown[] {
  const analysis = said.at(index);
  if (analysis === undefined) return NONE;
  const { directives, findings } = analysis;
  const unused = directives.flatMap((directive) => {
    const about = directive.about === 'previous' && index > 0 ? said.at(index - 1)!.findings : findings;
    return unusedDirective(directive, new Set(about.map(({ code }) => code)), RULE_CODES);
  });
  const all =
    directives.length === 0
      ? said.shown(index)
      : shownOf([...findings, ...unused], document.segments[index]!, by, said.numberOf);
  const silenced = silencedCodes(said, index);
  return all.filter(({ finding }) => !silenced.has(finding.code));
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
