import { VERSION } from '../../disk/version.ts';
import { helpOf } from '../../rules/help.ts';
import { RULES } from '../../rules/index.ts';
import { printableJson } from '../../text/printable.ts';
import { placeOf, rangeIn, type PlaceInFile, type Report } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** SARIF 2.1.0, as code scanning takes it. */
export function sarifReport(report: Report): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cql-analyzer',
            version: VERSION,
            rules: RULES.map(({ code, summary }) => ({
              id: code,
              shortDescription: { text: summary },
              helpUri: helpOf(code),
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: report.files.flatMap(({ file, findings }) =>
          findings.map(({ finding, severity, start, end }) => ({
            ruleId: finding.code,
            level: LEVELS[severity],
            message: {
              text: withoutLinks(
                finding.server === undefined ? finding.message : `${finding.message}\n${finding.server.message}`,
              ),
            },
            locations: [locationOf(rangeIn(file, start, end))],
            relatedLocations: finding.related.flatMap(({ at, message }) => {
              const place = placeOf(report, at);
              return place === undefined ? [] : [{ ...locationOf(place), message: { text: withoutLinks(message) } }];
            }),
          })),
        ),
      },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

/** Brackets may be links in messages of SARIF (3.11.6). */
const withoutLinks = (text: string): string => (text.includes('](') ? text.replaceAll(/[\\[\]]/g, '\\$&') : text);

const locationOf = ({ path, range: { start, end } }: PlaceInFile): object => ({
  physicalLocation: {
    artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
    region: {
      startLine: start.line + 1,
      startColumn: start.character + 1,
      endLine: end.line + 1,
      endColumn: end.character + 1,
    },
  },
});
