import { type LostWrites, lostWrites } from '../modeling/writes/lost-writes.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'lost-in-batch';

/** A DELETE and a write of the same row in one batch. */
export const lostInBatch: Rule = {
  code: CODE,
  summary: 'A batch deletes what it writes itself.',
  severities: ['warning'],
  profile: 'quiet',
  tags: ['data'],
  check: (context) =>
    context.verdict.kind === 'refused' ? [] : lostWrites(context).map((lost) => findingOf(lost, context)),
  fixes(context, { span }) {
    const lost = lostWrites(context).find(({ removal }) => removal.span.start === span.start);
    return lost === undefined ? [] : apartFix(lost, context);
  },
};

function findingOf({ removal, arrivals, columns }: LostWrites, { uri, segment }: RuleContext): Finding {
  const [arrival] = arrivals;
  const what =
    columns.length > 0
      ? `empties ${listNames(columns)}, which the same batch fills`
      : arrivals.length > 1
        ? 'takes away rows that the same batch writes'
        : 'takes away the row that the same batch writes';
  return {
    code: CODE,
    severity: 'warning',
    span: removal.span,
    message:
      `This DELETE ${what}: all statements of a batch have one write time, whatever their order, and a DELETE wins. ` +
      'Delete first, in a statement of its own.',
    related: [{ at: { uri, segment, span: arrival!.span }, message: 'Written here' }],
  };
}

/** The DELETE before the batch, where neither a condition nor a time of its own is that of the whole. */
function apartFix({ removal }: LostWrites, { uri, segment, statement }: RuleContext): readonly Fix[] {
  if (statement.kind !== 'batch' || statement.using?.timestamp !== undefined) return [];
  if (removal.using?.timestamp !== undefined || statement.statements.some(({ condition }) => condition !== undefined))
    return [];
  const { text } = segment;
  const before = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, removal.span.start))![0];
  const behind = /^\s*;/.exec(text.slice(removal.span.end))?.[0] ?? '';
  const from = { start: removal.span.start - before.length, end: removal.span.end + behind.length };
  const head = statement.span.start;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const label = 'deleted before the batch';
  return [
    {
      id: 'delete-first',
      title: 'Delete first, before the batch',
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [
        {
          at: { uri, segment, span: { start: head, end: head } },
          text: `${text.slice(removal.span.start, removal.span.end)};${newline}`,
          label,
        },
        { at: { uri, segment, span: from }, text: '', label },
      ],
    },
  ];
}
