import { annotationProblems, type AnnotationProblem } from '../modeling/evidence/annotations.ts';
import { unkeptRetention } from '../modeling/evidence/unkept-retention.ts';
import { printName } from '../catalog/names.ts';
import { nearest } from './nearest.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';

/** A declaration in a comment that says nothing as it is written. */
export const annotation: Rule = {
  code: 'annotation',
  summary: 'A declaration in a comment before a table cannot be read, or is not kept.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['text'],
  check: (context) => [...problemsOf(context).map(findingOf), ...retentionOf(context)],
  fixes(context, finding) {
    const { uri, segment, table } = context;
    const problem = problemsOf(context).find(({ span }) => span.start === finding.span.start);
    const text = problem === undefined ? undefined : correctionOf(problem, table?.columns.keys() ?? []);
    if (text === undefined) return timeToLiveFor(context, finding);
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

/** Rows are to go after a while, and nothing takes them. */
function retentionOf({ statement, table, surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'create-table' || table === undefined) return [];
  const seconds = unkeptRetention(table, surroundings);
  if (seconds === undefined) return [];
  return [
    {
      code: 'annotation',
      severity: 'information',
      span: statement.name?.span ?? statement.span,
      message:
        `Nothing takes rows of \`${table.name}\` away, which \`@retention\` says: the table has no default_time_to_live, ` +
        'and no write of the project has a TTL or deletes.',
      related: [],
    },
  ];
}

function timeToLiveFor(
  { uri, segment, statement, table, surroundings }: RuleContext,
  { span }: Finding,
): readonly Fix[] {
  if (statement.kind !== 'create-table' || table === undefined || span.start !== statement.name?.span.start) return [];
  const seconds = unkeptRetention(table, surroundings);
  if (seconds === undefined || seconds > MOST_SECONDS) return [];
  const { options, clusteringOrderSpan, compactStorage } = statement;
  const ends = [...options.map((one) => one.span), clusteringOrderSpan, compactStorage].flatMap(
    (one) => one?.end ?? [],
  );
  const end = ends.length === 0 ? segment.end : Math.max(...ends);
  const option = `default_time_to_live = ${Math.ceil(seconds)}`;
  return [
    {
      id: 'time-to-live',
      title: `Set ${option}`,
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [
        {
          at: { uri, segment, span: { start: end, end } },
          text: ends.length === 0 ? ` WITH ${option}` : ` AND ${option}`,
        },
      ],
    },
  ];
}

/** Twenty years. */
const MOST_SECONDS = 630_720_000;

/** A tag that is like no other may be somebody else's. */
function problemsOf({ uri, segment, statement, table, surroundings }: RuleContext): readonly AnnotationProblem[] {
  if (statement.kind !== 'create-table' || table === undefined || segment.comments.length === 0) return [];
  const isFirst = surroundings.fileOf(uri)?.[0] === segment;
  return annotationProblems(table, segment, { isFirst }).filter(
    ({ kind, suggestion }) => kind !== 'unknown-annotation' || suggestion !== undefined,
  );
}

const findingOf = ({ message, span }: AnnotationProblem): Finding => ({
  code: 'annotation',
  severity: 'information',
  span,
  message,
  related: [],
});

function correctionOf({ kind, suggestion, column }: AnnotationProblem, columns: Iterable<string>): string | undefined {
  if (kind === 'unknown-annotation') return suggestion === undefined ? undefined : `@${suggestion}`;
  const near = column === undefined ? undefined : nearest(column, columns);
  return near === undefined ? undefined : printName(near);
}
