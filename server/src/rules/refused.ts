import type { Rule } from './rule.ts';

/** A refusal that no other rule words. */
export const refused: Rule = {
  code: 'refused',
  summary: 'Cassandra refuses the statement.',
  severities: ['error'],
  check({ verdict }) {
    if (verdict.kind !== 'refused') return [];
    return [
      {
        code: 'refused',
        severity: 'error',
        span: verdict.spans[0],
        message: 'Cassandra refuses this statement.',
        server: { kind: verdict.error, message: verdict.message },
        related: [],
      },
    ];
  },
};
