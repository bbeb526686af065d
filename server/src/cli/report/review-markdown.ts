import { helpOf } from '../../rules/help.ts';
import { codeBlock, codeSpan, link, sentenceMarkdown } from '../../service/markdown.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { targetLabel } from '../../text/release.ts';
import { summaryLine } from './pretty.ts';
import type { Report } from './report.ts';
import { firstOf, reviewOf, wordsForNoneFirst, type ReviewedFinding, type ReviewedTable } from './review.ts';
import { kindText, oneLine, partitionsText, partsOf, placeText } from './review-words.ts';

/** The review as one page of Markdown. */
export function reviewMarkdown(report: Report): string {
  const review = reviewOf(report);
  const first = firstOf(review);
  const { target } = report.project.workspace.configuration;
  const lines = [
    '# Review',
    '',
    `${summaryLine(report).trim()}. Judged for ${targetLabel(target)}.`,
    '',
    '## What matters most',
    '',
    ...(first.length === 0
      ? [wordsForNoneFirst(review)]
      : first.map((finding, index) => {
          const of = finding.table === undefined ? '' : ` ${code(finding.table)}`;
          return `${index + 1}. **${finding.severity}**${of} ${code(placeText(finding))}: ${sentence(partsOf(finding.message).lead)}`;
        })),
    '',
    ...review.tables.flatMap(tableLines),
    ...(review.others.length === 0 ? [] : ['## Other findings', '', ...review.others.flatMap(findingLines)]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function tableLines({ table, declared, findings, statements, undeclared }: ReviewedTable): readonly string[] {
  return [
    `## ${code(table)}`,
    '',
    ...(declared === undefined ? [] : [`Declared in ${code(placeText(declared))}.`, '']),
    ...findings.flatMap(findingLines),
    ...(undeclared.length === 0
      ? []
      : [
          'Not declared, and would decide something. Write before CREATE TABLE, with your number for N:',
          '',
          ...undeclared.map(({ annotation, decides }) => `- ${code(annotation)}: ${decides}`),
          '',
        ]),
    ...(statements.length === 0
      ? ['No statement was found that reads or writes it.', '']
      : [
          '| statement | where | touches |',
          '|---|---|---|',
          ...statements.map(
            (one) =>
              `| ${cell(oneLine(one.cql))} | ${cell(placeText(one))} | ${partitionsText(one) || kindText(one)} |`,
          ),
          '',
        ]),
  ];
}

function findingLines(finding: ReviewedFinding): readonly string[] {
  const { severity, rule, server, evidence, cures } = finding;
  const { lead, rest } = partsOf(finding.message);
  return [
    `### ${severity}: ${sentence(lead)}`,
    '',
    ...(rest === '' ? [] : [sentence(rest), '']),
    codeBlock(printableLines(finding.cql).join('\n')),
    '',
    `- Where: ${code(placeText(finding))} (${link(rule, helpOf(rule))})`,
    ...(server === undefined ? [] : [`- The server says: ${sentence(server)}`]),
    ...evidence.map(
      ({ message: why, path, range }) =>
        `- Evidence: ${sentence(why)}${path === undefined || range === undefined ? '' : ` (${code(placeText({ path, range }))})`}`,
    ),
    ...cures.map(
      ({ title, why, price }) =>
        `- Cure: ${sentence(title)}.${why === undefined ? '' : ` ${sentence(why)}`}${price === undefined ? '' : ` Costs: ${sentence(price)}.`}`,
    ),
    '',
  ];
}

const code = (text: string): string => codeSpan(printable(text));
const sentence = (text: string): string => sentenceMarkdown(printable(text));

/** In a table a bar ends the cell, in code too. */
const cell = (text: string): string => code(text).replaceAll('|', String.raw`\|`);
