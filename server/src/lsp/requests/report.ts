import type { Position, TextDocumentIdentifier } from 'vscode-languageserver';
import type { Proposal } from '../../modeling/proposal/proposal.ts';
import { statementAt } from '../../service/at.ts';
import { describePath } from '../../service/hover.ts';
import { codeBlock } from '../../service/markdown.ts';
import type { SyntaxDocument } from '../../syntax/index.ts';
import { targetLabel } from '../../text/release.ts';
import { proposedIn } from '../../workspace/proposed.ts';
import { aboutDocument, type Asked } from '../request.ts';

/** What an editor may be told at length, to read and not to edit. */
export interface ReportParams {
  readonly textDocument: TextDocumentIdentifier;
  readonly position: Position;
  readonly what: keyof typeof REPORTS;
}

export interface Report {
  /** The editor's name of the language that the text is in. */
  readonly language: 'markdown' | 'json';
  readonly text: string;
}

export const report = aboutDocument<ReportParams, Report | null>(null, (asked, { position, what }) => {
  const offset = asked.positions.offset(asked.subject.document, position);
  const text = REPORTS[what]?.(asked, offset);
  return text === undefined ? null : { language: what === 'syntaxTree' ? 'json' : 'markdown', text };
});

const REPORTS = { proposals, explain, dryRun, syntaxTree } as const satisfies Record<
  string,
  (asked: Asked, offset: number) => string | undefined
>;

/** What to do about each query of the file that its tables do not serve. */
function proposals({ workspace, subject }: Asked): string {
  const file = workspace.file(subject.uri)!;
  const parts = Array.from(proposedIn(workspace, [file]), ({ segment, context, proposals: all }) =>
    [
      `## Line ${lineOf(subject.document, segment)}`,
      codeBlock(context.segment.text.slice(context.statement.span.start, context.statement.span.end)),
      ...all.map((proposal, index) => proposalText(proposal, index + 1)),
    ].join('\n\n'),
  );
  return [`# Proposals for ${file.path}`, ...(parts.length === 0 ? ['Its tables serve all queries.'] : parts), ''].join(
    '\n\n',
  );
}

function proposalText({ title, why, price, ddl, queries, notes, backfill, sync }: Proposal, rank: number): string {
  const cql = [...ddl, ...queries].map((statement) => (/;\s*$/.test(statement) ? statement : `${statement};`));
  const lines = [
    ...(price === undefined ? [] : [`Price: ${price}.`]),
    ...notes,
    ...sync().notes,
    ...(backfill === undefined ? [] : [backfill.why]),
  ];
  return [
    `### ${rank}. ${title}`,
    ...(why === '' ? [] : [why]),
    ...(cql.length === 0 ? [] : [codeBlock(cql.join('\n\n'))]),
    ...(lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')]),
  ].join('\n\n');
}

/** How the statement finds its rows, and what is found wrong. */
function explain({ workspace, subject }: Asked, offset: number): string | undefined {
  const at = statementAt(subject, offset);
  if (at === undefined) return undefined;
  const path = subject.contexts(at.index)[0]?.path;
  const findings = workspace.findings(subject.uri).filter(({ segment }) => segment === at.index);
  const { span } = at.statement;
  return [
    codeBlock(subject.document.slice(at.from + span.start, at.from + span.end)),
    ...(path === undefined ? ['It reads and writes no rows of a known table.'] : describePath(path)),
    ...findings.map(({ finding: { code, message, server } }) =>
      [`**${code}**: ${message}`, ...(server === undefined ? [] : [`> ${server.message}`])].join('\n\n'),
    ),
    '',
  ].join('\n\n');
}

/** What the server would answer to each statement of the file. */
function dryRun({ workspace, subject }: Asked): string {
  const { document } = subject;
  const { target } = workspace.configuration;
  let refused = 0;
  const lines = document.segments.flatMap((segment, index) => {
    if (segment.begin >= segment.end) return [];
    const verdict = subject.contexts(index)[0]?.verdict;
    const [problem] = segment.errors;
    const answer = problem?.message ?? (verdict?.kind === 'refused' ? verdict.message : undefined);
    if (answer !== undefined) refused += 1;
    const first = segment.text.slice(segment.begin, segment.end).split('\n')[0]!;
    const said =
      answer === undefined ? (verdict?.kind === 'accepted' ? 'taken' : 'not known') : `**refused**: ${answer}`;
    return [`- line ${lineOf(document, index)}: \`${first.replaceAll('`', "'")}\`: ${said}`];
  });
  return [
    `# ${targetLabel(target)} would say`,
    lines.join('\n'),
    `${lines.length} statements, ${refused} refused`,
    '',
  ].join('\n\n');
}

/** The statement as it was read, without the places of its parts. */
function syntaxTree({ subject }: Asked, offset: number): string | undefined {
  const at = statementAt(subject, offset);
  if (at === undefined) return undefined;
  return `${JSON.stringify(at.statement, (key, value: unknown) => (/[sS]pan$/.test(key) ? undefined : value), 2)}\n`;
}

function lineOf(document: SyntaxDocument, index: number): number {
  return document.positionAt(document.startOf(index) + document.segments[index]!.begin).line + 1;
}
