import { printable } from '../../text/printable.ts';
import type { Report } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

/** Workflow commands that GitHub Actions shows at their lines. */
export const githubReport = ({ files }: Report): string =>
  files
    .flatMap(({ file, findings }) =>
      findings.map(({ finding, severity, start, end }) => {
        const from = file.document.positionAt(start);
        const to = file.document.positionAt(end);
        const place = [
          `file=${property(file.path)}`,
          `line=${from.line + 1}`,
          `col=${from.character + 1}`,
          `endLine=${to.line + 1}`,
          `endColumn=${to.character + 1}`,
          `title=${property(finding.code)}`,
        ];
        const message =
          finding.server === undefined ? finding.message : `${finding.message}\n${finding.server.message}`;
        return `::${LEVELS[severity]} ${place.join(',')}::${data(message)}\n`;
      }),
    )
    .join('');

const data = (text: string): string =>
  text
    .split('\n')
    .map((line) => printable(line).replaceAll('%', '%25'))
    .join('%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
