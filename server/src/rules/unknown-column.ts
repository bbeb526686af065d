import { printName } from '../catalog/index.ts';
import { nearest } from './nearest.ts';
import type { Rule } from './rule.ts';

/** A column that the table does not have. */
export const unknownColumn: Rule = {
  code: 'unknown-column',
  summary: 'The table has no such column.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['names'],
  inPrograms: 'of parts',
  check({ verdict, table }) {
    if (verdict.kind !== 'refused' || verdict.check !== 'undefined-column') return [];
    const name = verdict.names[0] ?? '';
    const near = table === undefined ? undefined : nearest(name, table.columns.keys());
    const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
    return [
      {
        code: 'unknown-column',
        severity: 'error',
        span: verdict.spans[0],
        message: `\`${table?.name ?? 'The table'}\` has no column \`${name}\`.${hint}`,
        server: { kind: verdict.error, message: verdict.message },
        related:
          table?.location === undefined ? [] : [{ at: table.location, message: `\`${table.name}\` declared here` }],
      },
    ];
  },
  fixes({ uri, segment, verdict, table }, finding) {
    if (verdict.kind !== 'refused' || table === undefined) return [];
    const near = nearest(verdict.names[0] ?? '', table.columns.keys());
    if (near === undefined) return [];
    const text = printName(near);
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
