import { annotationProblems, type AnnotationProblem, misplacedAnnotations } from '../modeling/evidence/annotations.ts';
import { printName } from '../catalog/names.ts';
import { nearest } from './nearest.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

/** A declaration in a comment that says nothing as it is written. */
export const annotation: Rule = {
  code: 'annotation',
  summary: 'A declaration in a comment cannot be read, or stands where none is looked for.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['text'],
  check: (context) => problemsOf(context).map(findingOf),
  fixes(context, finding) {
    const { uri, segment } = context;
    const problem = problemsOf(context).find(({ span }) => span.start === finding.span.start);
    const text = problem === undefined ? undefined : correctionOf(problem, context);
    if (text === undefined) return [];
    return [
      {
        id: 'nearest',
        title: `Change to \`${text}\``,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span: finding.span }, text }],
      },
    ];
  },
};

/** A tag that is like no other may be somebody else's, and a table may be of another project. */
function problemsOf(context: RuleContext): readonly AnnotationProblem[] {
  const { uri, segment, statement, table, surroundings } = context;
  if (table === undefined || segment.comments.length === 0) return [];
  const isFirst = surroundings.firstOf(uri) === segment;
  if (READS_AND_WRITES.has(statement.kind))
    return surroundings.isProgram(uri) ? [] : misplacedAnnotations(table, segment, isFirst);
  if (statement.kind !== 'create-table') return [];
  return annotationProblems(table, segment, { isFirst, tables: () => tablesBeside(context) }).filter(
    (problem) => !/^unknown-(?:annotation|table)$/.test(problem.kind) || correctionOf(problem, context) !== undefined,
  );
}

const tablesBeside = ({ table, surroundings }: RuleContext): ReadonlySet<string> =>
  new Set(surroundings.catalog.keyspace(table?.keyspace ?? '')?.tables.keys());

const READS_AND_WRITES: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete']);

const findingOf = ({ message, span }: AnnotationProblem): Finding => ({
  code: 'annotation',
  severity: 'information',
  span,
  message,
  related: [],
});

function correctionOf({ kind, suggestion, name }: AnnotationProblem, context: RuleContext): string | undefined {
  if (kind === 'unknown-annotation') return suggestion === undefined ? undefined : `@${suggestion}`;
  const names = kind === 'unknown-table' ? tablesBeside(context) : (context.table?.columns.keys() ?? []);
  const near = name === undefined ? undefined : nearest(name, names);
  return near === undefined ? undefined : printName(near);
}
