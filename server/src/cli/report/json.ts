import { join } from 'node:path';
import { CONFIGURATION_FILE } from '../../config/configuration.ts';
import { relativePath } from '../../disk/paths.ts';
import { targetName } from '../../text/release.ts';
import { helpOf } from '../../rules/help.ts';
import { printableJson } from '../../text/printable.ts';
import type { Severity } from '../../rules/rule.ts';
import { editsOf, fixesOfFinding, placeOf, rangeIn, summaryOf, type FileReport, type Report } from './report.ts';

/** The names of severities in JSON. */
export const severityName = (severity: Severity): string => (severity === 'information' ? 'info' : severity);

/** The answer of `check --format json`. */
export function jsonReport(report: Report): string {
  const answer = {
    version: 1,
    target: targetName(report.project.workspace.configuration.target),
    files: report.files.map((one) => ({
      path: one.file.path,
      ...(one.file.code !== undefined && { host: one.file.code.host }),
      diagnostics: diagnosticsOf(report, one),
    })),
    summary: { ...summaryOf(report), ...(report.known !== undefined && { known: report.known }) },
  };
  return `${printableJson(answer, 2)}\n`;
}

/** A line at the beginning of the configuration file, where no table of settings has begun yet. */
function settingEdits({ project }: Report, setting: string | undefined): readonly object[] {
  if (setting === undefined) return [];
  const start = { line: 0, character: 0 };
  const path = relativePath(project.root, project.configuration?.path ?? join(project.root, CONFIGURATION_FILE));
  return [{ path, range: { start, end: start }, text: `${setting}\n` }];
}

const diagnosticsOf = (report: Report, { file, findings }: FileReport): readonly object[] =>
  findings.map((located) => {
    const { finding, severity, start, end } = located;
    return {
      rule: finding.code,
      severity: severityName(severity),
      range: rangeIn(file, start, end).range,
      message: finding.message,
      help: helpOf(finding.code),
      ...(finding.server !== undefined && { server: finding.server }),
      related: finding.related.flatMap(({ at, message }) => {
        const place = placeOf(report, at);
        return place === undefined ? [] : [{ ...place, message }];
      }),
      fixes: fixesOfFinding(report, file, located).map(({ fix }) => ({
        title: fix.title,
        kind: fix.kind,
        safe: fix.safe,
        edits: [...editsOf(report, fix.edits()), ...settingEdits(report, fix.setting)],
      })),
    };
  });
