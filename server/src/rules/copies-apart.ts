import { type CopiesApart, copiesApart } from '../modeling/writes/copies-apart.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Span } from '../text/span.ts';
import { copyEvidenceText } from './copy-evidence.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'copies-apart';

/** A table and its declared copy are written so that a crash may leave only one of the two. */
export const copiesApartRule: Rule = {
  code: CODE,
  summary: 'A table and its copy are written apart: after a crash one may have the row and the other not.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check: (context) =>
    context.verdict.kind === 'refused' ? [] : firstOf(context).map((one) => findingOf(one, context)),
  fixes(context) {
    const [apart] = firstOf(context);
    if (apart === undefined) return [];
    const alone = apart.before === undefined;
    // What makes one batch of the two is the program's.
    if (!alone && context.surroundings.isProgram(context.uri)) return [];
    return [
      {
        id: 'logged',
        title: alone ? 'Make it a logged batch' : 'Write both in one batch',
        kind: 'quickfix',
        safe: false,
        preferred: true,
        about: () => ['Price: the batch is kept in a log on two nodes until all of it is written.'],
        edits: () => (alone ? loggedEdits(context) : batchEdits(apart, context)),
      },
    ];
  },
};

/** A batch is told of once. */
const firstOf = (context: RuleContext): readonly CopiesApart[] => copiesApart(context).slice(0, 1);

/** Of the word UNLOGGED and what parts it from the next. */
function wordOf({ segment, statement }: RuleContext): Span {
  const word = /\bunlogged\s+/i.exec(segment.text.slice(statement.span.start));
  const start = statement.span.start + (word?.index ?? 0);
  return { start, end: start + (word?.[0].length ?? 0) };
}

function findingOf({ base, copy, first, second, before }: CopiesApart, context: RuleContext): Finding {
  const { start } = wordOf(context);
  return {
    code: CODE,
    severity: copy.declared ? 'information' : 'hint',
    span: before === undefined ? { start, end: start + 'UNLOGGED'.length } : second.name.span,
    message:
      `\`${copy.table.name}\` is a copy of \`${base.name}\` (${copyEvidenceText(copy)}): after a crash one may have ` +
      `the row and the other not. A logged batch writes both, or neither.`,
    related: [
      {
        at: { uri: context.uri, segment: before?.segment ?? context.segment, span: first.name.span },
        message: 'The other one is written here',
      },
    ],
  };
}

const loggedEdits = (context: RuleContext): readonly Edit[] => [
  { at: { uri: context.uri, segment: context.segment, span: wordOf(context) }, text: '', label: 'a logged batch' },
];

function batchEdits({ before }: CopiesApart, { uri, segment, statement }: RuleContext): readonly Edit[] {
  if (before === undefined) return [];
  const newline = segment.text.includes('\r\n') ? '\r\n' : '\n';
  const at = (start: number): Span => ({ start, end: start });
  const label = 'both in one batch';
  return [
    {
      at: { uri, segment: before.segment, span: at(before.statement.span.start) },
      text: `BEGIN BATCH${newline}  `,
      label,
    },
    { at: { uri, segment, span: at(statement.span.start) }, text: '  ', label },
    { at: { uri, segment, span: at(statement.span.end) }, text: `;${newline}APPLY BATCH`, label },
  ];
}
