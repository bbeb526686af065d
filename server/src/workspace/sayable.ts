import { isDeclaration } from '../catalog/index.ts';
import type { Embedded } from '../embedded/index.ts';
import { ruleOf } from '../rules/index.ts';
import type { Finding } from '../rules/rule.ts';
import type { Configuration } from '../config/settings.ts';
import { DEFAULT_TARGET } from '../text/release.ts';
import type { SegmentAnalysis, WorkspaceFile } from './file.ts';
import { embeddedAt, type ProgramCode } from './programs.ts';

/**
 * What can be said of the statements in a program. Where a value is put in nothing is said about it, where more than values is, nothing
 * about what is missing. What a program declares it declares when it runs, which nobody knows.
 */
export function sayable(
  { document }: WorkspaceFile,
  code: ProgramCode,
  analyses: readonly SegmentAnalysis[],
  { target, 'embedded.schema': isSchema }: Configuration,
): readonly SegmentAnalysis[] {
  return analyses.map((analysis, index) => {
    if (analysis.findings.length === 0) return analysis;
    const segment = document.segments[index]!;
    const embedded = embeddedAt(code, document.startOf(index) + segment.begin);
    const statement = segment.statement();
    const declares = !isSchema && statement !== undefined && isDeclaration(statement);
    const findings = analysis.findings.filter(
      (finding) =>
        embedded !== undefined &&
        !embedded.draft &&
        isKnownEnough(finding, embedded) &&
        !(declares && ruleOf(finding.code)?.tags.includes('text') === false) &&
        // ScyllaDB takes what Cassandra does not.
        !(code.scylla && target === DEFAULT_TARGET && ruleOf(finding.code)?.isOfCassandra === true),
    );
    return { ...analysis, findings };
  });
}

function isKnownEnough({ code }: Finding, { known }: Embedded): boolean {
  switch (ruleOf(code)?.inPrograms) {
    case 'never':
      return false;
    case 'of parts':
      return true;
    case 'whatever the values':
      return known !== 'in part';
    case undefined:
      return known === 'whole';
  }
}
