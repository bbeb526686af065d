import { verdict } from '../analysis/verdict.ts';
import type { CheckId } from '../analysis/judging/checks.ts';
import { errorsFor } from '../analysis/dialects/unread.ts';
import { closingQuotes } from './closing-quotes.ts';
import { joinsTables, proposalFixes } from './proposal-fixes.ts';
import { unfinishedWrites } from './unfinished-writes.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Finding, FindingIn, Fix, Rule, RuleContext } from './rule.ts';
import { sectionOf } from '../catalog/index.ts';
import { TEMPLATE } from '../syntax/generated/token-types.ts';
import { openDocument } from '../syntax/index.ts';
import type { Segment, SyntaxProblem } from '../syntax/segment.ts';
import { edited } from '../text/edited.ts';
import type { Target } from '../text/release.ts';
import type { Span } from '../text/span.ts';

type SyntaxFix = SyntaxProblem['fixes'][number];

/** Text that is no CQL. */
export const syntax: Rule = {
  code: 'syntax',
  summary: 'The text is not CQL.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['text'],
  answeredBy: 'some proposals',
  inOneWord: notes,
  check: ({ segment, session }) => syntaxFindings(segment, session.target),
  fixes: (context, finding) => {
    const mends = mended(context, finding);
    return [
      ...mends,
      ...closingQuotes(context, finding),
      ...unfinishedWrites(context, finding),
      ...inOtherTables(context, finding).filter((fix) => !mends.some((mend) => writesTheSame(mend, fix, context))),
    ];
  },
};

function writesTheSame(mend: Fix, fix: Fix, { segment }: RuleContext): boolean {
  if (fix.makes !== undefined || fix.leaves !== undefined) return false;
  const edits = fix.edits();
  return (
    edits.every(({ at }) => at.segment === segment) && textWith(mend.edits(), segment) === textWith(edits, segment)
  );
}

/** With blanks alike: what is written anew is laid out anew. */
const textWith = (edits: readonly Edit[], { text }: Segment): string =>
  edited(
    text,
    edits.map(({ at: { span }, text: put }) => ({ ...span, text: put })),
  ).replaceAll(/\s+/g, ' ');

const mended = (context: RuleContext, finding: Finding): readonly Fix[] =>
  context.segment.errors
    .filter((problem) => problem.span.start === finding.span.start && problem.message === finding.message)
    .flatMap((problem) => problem.fixes)
    .filter((fix) => !isRefusedThere(fix, context))
    .map((fix, index) => ({
      id: `syntax-${index}`,
      title: fix.title,
      kind: 'quickfix',
      // Of what is no CQL as a whole, mending one place makes nothing right.
      safe: fix.isChoice !== true && !joinsTables(context.statement),
      preferred: index === 0 && fix.isChoice !== true,
      edits: () =>
        fix.edits.map(({ span, text }) => ({ at: { uri: context.uri, segment: context.segment, span }, text })),
    }));

/** `!=` where the server takes it at no price: in a WHERE clause before 6.0, in that of a write. */
function isRefusedThere({ edits: [edit] }: SyntaxFix, { segment, session, surroundings }: RuleContext): boolean {
  if (edit?.text !== '!=') return false;
  const edits = segment.errors.flatMap(({ fixes: [first] }) => first?.edits ?? []);
  const text = edited(
    segment.text,
    edits.map(({ span, text: put }) => ({ ...span, text: put })),
  );
  const [mended] = openDocument(text, surroundings.workshop).segments;
  const statement = mended?.statement();
  if (mended === undefined || statement === undefined) return false;
  const said = verdict(statement, session, mended.features);
  return said.kind === 'refused' && AGAINST_UNEQUAL.has(said.check);
}

const AGAINST_UNEQUAL: ReadonlySet<CheckId> = new Set([
  'unsupported-not-equal',
  'operator-in-write',
  'partition-key-inequality',
  'clustering-slice-in-write',
]);

/** What takes the place of a query in SQL: of a JOIN, of `lower(email) = ?`. */
const inOtherTables = (context: RuleContext, finding: Finding): readonly Fix[] =>
  context.statement.kind === 'select' ? proposalFixes(context, finding) : [];

/** The finding of each problem of a segment's text; beside a placeholder may stand whatever a tool puts there. */
export const syntaxFindings = (segment: Segment, target: Target): readonly Finding[] =>
  segment.errors.some(({ isWoven, span }) => isWoven || isBesidePlaceholder(span, segment)) || isFilledByShell(segment)
    ? []
    : errorsFor(segment, target)
        // A tool runs a section of a migration as one statement.
        .filter(({ isEnd }) => isEnd !== true || sectionOf(segment) === undefined)
        .map(({ message, span }) => ({ code: 'syntax', severity: 'error', span, message, related: [] }));

function isBesidePlaceholder(span: Span, { text, tokens: { types, starts, ends } }: Segment): boolean {
  return types.some(
    (type, token) =>
      type === TEMPLATE &&
      text.slice(ends[token], span.start).trim() === '' &&
      text.slice(span.end, starts[token]).trim() === '',
  );
}

/** `INSERT INTO t (\"order\") VALUES ($ORDER)`, as it stands within the quotes of a shell. */
const isFilledByShell = ({ text }: Segment): boolean => /\\"\w+\\"/.test(text) && /\$(?:\w|[{(])/.test(text);

/** What is said once, at the first of them, where a file holds notes with statements in between. */
function notes(findings: readonly FindingIn[]): string | undefined {
  return findings.filter(beginsNothing).length < MANY
    ? undefined
    : `This file holds text that is no CQL, here and at ${findings.length - 1} places behind. Notes stand in comments, behind \`--\`.`;
}

const beginsNothing = ({ finding, segment }: FindingIn): boolean =>
  segment.errors.some(({ begins, span }) => begins === 'nothing' && span.start === finding.span.start);

/** So many statements that begin with a word of no statement are no slips. */
const MANY = 20;
