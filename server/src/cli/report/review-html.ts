import { helpOf } from '../../rules/help.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { targetLabel } from '../../text/release.ts';
import { summaryLine } from './pretty.ts';
import type { Report } from './report.ts';
import {
  firstOf,
  reviewOf,
  wordsForNoneFirst,
  type Cure,
  type Evidence,
  type ReviewedFinding,
  type ReviewedTable,
} from './review.ts';
import { kindText, oneLine, partitionsText, partsOf, placeText } from './review-words.ts';

/** The review as one page of HTML, which loads nothing. */
export function reviewHtml(report: Report): string {
  const review = reviewOf(report);
  const first = firstOf(review);
  const { target } = report.project.workspace.configuration;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Review</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Review</h1>
<p class="summary">${text(summaryLine(report).trim())}. Judged for ${text(targetLabel(target))}.</p>
<h2>What matters most</h2>
${
  first.length === 0
    ? `<p>${wordsForNoneFirst(review)}</p>`
    : `<ol class="first">${first
        .map(
          (finding) =>
            `<li>${mark(finding)} ${finding.table === undefined ? '' : `<a href="#${anchor(finding.table)}"><code>${text(finding.table)}</code></a> `}` +
            `${sentence(partsOf(finding.message).lead)} <span class="place">${text(placeText(finding))}</span></li>`,
        )
        .join('\n')}</ol>`
}
${review.tables.map(tableSection).join('\n')}
${
  review.others.length === 0
    ? ''
    : `<section><h2>Other findings</h2>\n${review.others.map(findingArticle).join('\n')}</section>`
}
</body>
</html>
`;
}

function tableSection({ table, declared, findings, statements, undeclared }: ReviewedTable): string {
  const place = declared === undefined ? '' : ` <span class="place">${text(placeText(declared))}</span>`;
  const heading = `<h2 id="${anchor(table)}"><code>${text(table)}</code>${place}</h2>`;
  const missing =
    undeclared.length === 0
      ? ''
      : `<div class="undeclared"><p>Not declared, and would decide something. Write before CREATE TABLE, with your number for N:</p><ul>${undeclared
          .map(({ annotation, decides }) => `<li><code>${text(annotation)}</code>: ${text(decides)}</li>`)
          .join('')}</ul></div>`;
  const rows = statements.map(
    (one) =>
      `<tr class="${one.partitions ?? ''}"><td><code>${text(oneLine(one.cql))}</code></td><td class="place">${text(placeText(one))}</td>` +
      `<td>${text(partitionsText(one) || kindText(one))}</td></tr>`,
  );
  const uses =
    rows.length === 0
      ? '<p class="quiet">No statement was found that reads or writes it.</p>'
      : `<details${findings.length === 0 ? '' : ' open'}><summary>${rows.length} statement${rows.length === 1 ? '' : 's'}</summary>` +
        `<table><thead><tr><th>statement</th><th>where</th><th>touches</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></details>`;
  return `<section>${heading}\n${findings.map(findingArticle).join('\n')}\n${missing}\n${uses}</section>`;
}

function findingArticle(finding: ReviewedFinding): string {
  const { rule, server, evidence, cures } = finding;
  const { lead, rest } = partsOf(finding.message);
  return `<article class="${finding.severity}">
<h3>${mark(finding)} ${sentence(lead)}</h3>${rest === '' ? '' : `\n<p>${sentence(rest)}</p>`}
<pre><code>${printableLines(finding.cql).map(escaped).join('\n')}</code></pre>
<dl>
<dt>Where</dt><dd><span class="place">${text(placeText(finding))}</span>, <a href="${escaped(helpOf(rule))}">${text(rule)}</a></dd>
${server === undefined ? '' : `<dt>The server says</dt><dd>${sentence(server)}</dd>`}
${evidence.length === 0 ? '' : `<dt>Evidence</dt>${evidence.map(evidenceItem).join('')}`}
${cures.length === 0 ? '' : `<dt>Cure</dt>${cures.map(cureItem).join('')}`}
</dl>
</article>`;
}

const evidenceItem = ({ message, path, range }: Evidence): string =>
  `<dd>${sentence(message)}${path === undefined || range === undefined ? '' : ` <span class="place">${text(placeText({ path, range }))}</span>`}</dd>`;

const cureItem = ({ title, why, price }: Cure): string =>
  `<dd>${sentence(title)}.${why === undefined ? '' : ` <span class="quiet">${sentence(why)}</span>`}` +
  `${price === undefined ? '' : ` <span class="price">Costs: ${sentence(price)}.</span>`}</dd>`;

const mark = ({ severity }: ReviewedFinding): string => `<span class="mark ${severity}">${severity}</span>`;

/** A sentence in which names stand in back-ticks. */
const sentence = (words: string): string =>
  printable(words)
    .split('`')
    .map((part, index, parts) =>
      index % 2 === 1 && index < parts.length - 1 ? `<code>${escaped(part)}</code>` : escaped(part),
    )
    .join('');

const text = (words: string): string => escaped(printable(words));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (words: string): string => words.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Letters of any kind may stand in a name; an address has few. */
const anchor = (table: string): string => `t-${encodeURIComponent(table).replaceAll(/[^\w.-]/g, '_')}`;

const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #57606a; --box: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #9198a1; --box: #161b22; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--box); padding: .6rem .8rem; overflow-x: auto; border-radius: 6px; margin: .5rem 0; }
article { border: 1px solid var(--line); border-left-width: 5px; border-radius: 6px; padding: .8rem 1rem; margin: 1rem 0; }
article.error { border-left-color: #cf222e; } article.warning { border-left-color: #bf8700; }
article.information { border-left-color: #0969da; } article.hint { border-left-color: #8c959f; }
.mark { font-size: .75rem; font-weight: 600; color: #fff; border-radius: 1rem; padding: .1rem .5rem; background: #6e7781; }
.mark.error { background: #cf222e; } .mark.warning { background: #9a6700; } .mark.information { background: #0969da; }
.place, .quiet, .summary { color: var(--soft); } .place { font-size: .875em; white-space: nowrap; font-weight: 400; }
dl { margin: 0; display: grid; grid-template-columns: 8rem 1fr; gap: .2rem .8rem; }
dt { grid-column: 1; color: var(--soft); } dd { grid-column: 2; margin: 0; }
.undeclared { background: var(--box); border-radius: 6px; padding: .4rem 1rem; margin: 1rem 0; }
.first li { margin: .4rem 0; } summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; margin-top: .5rem; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr.all td:last-child { color: #cf222e; font-weight: 600; }
@media print { details > * { display: block; } article { break-inside: avoid; } }
`;
