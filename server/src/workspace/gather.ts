import { foreignConstruct } from '../syntax/features.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from './file.ts';

/** Takes out what a file was told before: that a name is not known, what is another dialect's, and that notes are no CQL. */
export const gathered = (document: SyntaxDocument, findings: readonly LocatedFinding[]): readonly LocatedFinding[] =>
  notesOnce(document, findings.filter(firstOfItsName()).filter(firstOfItsKind(document)));

/** Hints about names that the schema at hand does not have: the first use of each. */
function firstOfItsName(): (located: LocatedFinding) => boolean {
  const said = new Set<string>();
  return ({ finding: { code, severity, message } }) => {
    if (severity !== 'hint' || !OF_NAMES.includes(code)) return true;
    const isFirst = !said.has(message);
    said.add(message);
    return isFirst;
  };
}

/** Constructs of another dialect that nothing certain mends: the first use of each. */
function firstOfItsKind({ segments }: SyntaxDocument): (located: LocatedFinding) => boolean {
  const said = new Set<string>();
  return ({ segment, finding: { code, span } }) => {
    if (code !== 'newer-syntax') return true;
    const { features, text } = segments[segment]!;
    const use = features.find((each) => each.span.start === span.start && each.span.end === span.end);
    const construct = use === undefined ? undefined : foreignConstruct(use, text);
    const isFirst = construct === undefined || !said.has(construct);
    if (construct !== undefined) said.add(construct);
    return isFirst;
  };
}

/** In notes with statements in between, mistakes of syntax say nothing but that: once, where the first is. */
function notesOnce(document: SyntaxDocument, findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const mistakes = findings.filter(({ finding }) => finding.code === 'syntax');
  const [first] = mistakes;
  if (first === undefined || mistakes.filter((mistake) => beginsNothing(document, mistake)).length < MANY)
    return findings;
  const message = `This file holds text that is no CQL, here and at ${mistakes.length - 1} places behind. Notes stand in comments, behind \`--\`.`;
  return findings.flatMap((located) => {
    if (located.finding.code !== 'syntax') return [located];
    return located === first ? [{ ...first, finding: { ...first.finding, message } }] : [];
  });
}

const beginsNothing = ({ segments }: SyntaxDocument, { segment, finding }: LocatedFinding): boolean =>
  segments[segment]!.errors.some(({ begins, span }) => begins === 'nothing' && span.start === finding.span.start);

const OF_NAMES: readonly string[] = ['unknown-table', 'unknown-type'];

/** So many statements that begin with a word of no statement are no slips. */
const MANY = 20;
