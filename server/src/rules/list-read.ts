import type { Table } from '../catalog/model.ts';
import { type NamedWrite, writesIn } from '../modeling/writes/stale-copies.ts';
import type { Span } from '../text/span.ts';
import type { Rule } from './rule.ts';

const CODE = 'list-read';

/** A change of a list that reads it first, or that must not be sent twice. */
export const listRead: Rule = {
  code: CODE,
  summary: 'A change of a list reads it first, or counts twice when it is sent again.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check({ statement, session, verdict }) {
    if (verdict.kind === 'refused') return [];
    return writesIn({ statement, session }).flatMap((write) =>
      changesOf(write).map(({ column, span, reads }) => ({
        code: CODE,
        severity: 'hint',
        span,
        message: reads
          ? `Reads the list \`${column}\` before it writes it. A set, or a map, takes its elements without reading.`
          : `An element that is added to the list \`${column}\` is there twice when the statement is sent again after a timeout. ` +
            'A set, or a map, holds each once.',
        related: [],
      })),
    );
  },
};

interface Change {
  readonly column: string;
  readonly span: Span;
  readonly reads: boolean;
}

function changesOf({ write, table }: NamedWrite): readonly Change[] {
  if (write.kind === 'insert' || write.template) return [];
  if (write.kind === 'delete') {
    return write.targets.flatMap(({ column: { name }, key, span }) =>
      key !== undefined && isOpenList(name, table) ? [{ column: name, span, reads: true }] : [],
    );
  }
  return write.assignments.flatMap((assignment): readonly Change[] => {
    if (assignment.kind === 'unknown' || assignment.kind === 'set' || assignment.kind === 'set-field') return [];
    const { kind, span, column } = assignment;
    if (!isOpenList(column.name, table)) return [];
    return [{ column: column.name, span, reads: kind === 'set-element' || kind === 'subtract' }];
  });
}

function isOpenList(name: string, { columns }: Table): boolean {
  const type = columns.get(name)?.type;
  return type?.kind === 'list' && !type.frozen;
}
