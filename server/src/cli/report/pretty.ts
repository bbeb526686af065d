import { helpOf } from '../../rules/help.ts';
import { printable, printableLines } from '../../text/printable.ts';
import type { Severity } from '../../rules/rule.ts';
import type { LocatedFinding, WorkspaceFile } from '../../workspace/file.ts';
import { counted } from './counted.ts';
import { paint, type Colour } from './paint.ts';
import { summaryOf, type Report } from './report.ts';
import { waysIn } from './ways.ts';

/** Findings for a person: where, what and why, the text with the place marked, and what can be done. */
export function prettyReport(report: Report): string {
  const waysOf = waysIn(report);
  const blocks = report.files.flatMap(({ file, findings }) =>
    findings.map((located) => blockOf(file, located, waysOf(file, located))),
  );
  return [...blocks, summaryLine(report)].join('\n');
}

/** "3 files, 12 statements: 1 error, 2 warnings". */
export function summaryLine(report: Report): string {
  const { files, statements, error, warning, info, hint } = summaryOf(report);
  const counts = [
    counted(error, 'error'),
    counted(warning, 'warning'),
    ...(info > 0 ? [`${info} information`] : []),
    ...(hint > 0 ? [counted(hint, 'hint')] : []),
    ...(report.known !== undefined ? [`${report.known} known by the baseline`] : []),
  ];
  return `${counted(files, 'file')}, ${counted(statements, 'statement')}: ${counts.join(', ')}\n`;
}

const COLOURS: Readonly<Record<Severity, Colour>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'grey',
};

function blockOf(file: WorkspaceFile, located: LocatedFinding, ways: readonly string[]): string {
  const { finding, severity, start, end } = located;
  const { line, character } = file.document.positionAt(start);
  const place = paint('bold', `${printable(file.path)}:${line + 1}:${character + 1}`);
  const head = `${place}: ${paint(COLOURS[severity], severity)} ${paint('grey', `[${finding.code}]`)}`;
  const said =
    finding.server === undefined ? [] : [`  ${paint('grey', 'Cassandra:')} ${printable(finding.server.message)}`];
  return [
    head,
    ...wrapped(printable(finding.message)).map((text) => `  ${text}`),
    ...said,
    ...excerptOf(file, start, end, COLOURS[severity]),
    ...ways.map((way) => `  ${paint('grey', '= fix:')} ${printable(way)}`),
    `  ${paint('grey', `= help: ${helpOf(finding.code)}`)}`,
    '',
  ].join('\n');
}

/** The line in which a span begins, with its part of the span underlined. */
export function excerptOf({ document }: WorkspaceFile, start: number, end: number, colour: Colour): readonly string[] {
  const from = document.positionAt(start);
  // A line of a megabyte is cut around the place.
  const cut = Math.max(0, from.character - LONGEST_EXCERPT / 2);
  const lineStart = start - from.character;
  const lineEnd = document.offsetAt({ line: from.line, character: Number.MAX_SAFE_INTEGER });
  const shown = document
    .written(lineStart + cut, Math.min(lineEnd, lineStart + cut + LONGEST_EXCERPT))
    .replace(/\r?\n?$/, '');
  const to = Math.max(from.character - cut, Math.min(end - start + from.character - cut, shown.length));
  // Each part by itself, so that the marks stand under what is printed.
  const [before = '', marked = '', after = ''] = [
    shown.slice(0, from.character - cut),
    shown.slice(from.character - cut, to),
    shown.slice(to),
  ].map((part) => printableLines(part).join(''));
  const gutter = ' '.repeat(String(from.line + 1).length);
  return [
    ` ${gutter} ${paint('grey', '|')}`,
    ` ${paint('grey', `${from.line + 1} |`)} ${before}${marked}${after}`,
    ` ${gutter} ${paint('grey', '|')} ${' '.repeat(before.length)}${paint(colour, '^'.repeat(Math.max(1, marked.length)))}`,
  ];
}

const LONGEST_EXCERPT = 200;

function wrapped(text: string): readonly string[] {
  const width = Math.max(40, Math.min(process.stdout.columns ?? 100, 120) - 2);
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last]!.length > 0 && lines[last]!.length + 1 + word.length > width) lines.push(word);
    else lines[last] = lines[last] === '' ? word : `${lines[last]} ${word}`;
  }
  return lines;
}
