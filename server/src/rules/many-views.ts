import type { Rule } from './rule.ts';

const CODE = 'many-views';

/** A table with more views than it should have. */
export const manyViews: Rule = {
  code: CODE,
  summary: 'The third view of a table, or a further one: each makes every write slower.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['data'],
  check({ statement, verdict, session }) {
    if (statement.kind !== 'create-view' || verdict.kind === 'refused') return [];
    const from = statement.select?.from;
    const keyspace = session.catalog.keyspace(
      from?.keyspace?.name ?? statement.name?.keyspace?.name ?? session.keyspace ?? '',
    );
    const views = from === undefined ? [] : (keyspace?.views.get(from.name.name) ?? []);
    const others = views.filter((name) => name !== statement.name?.name.name);
    if (from === undefined || others.length < MOST) return [];
    return [
      {
        code: CODE,
        severity: 'information',
        span: from.span,
        message:
          `View number ${others.length + 1} of \`${from.name.name}\`: each write reads the old row and sends a change to the replicas of each view. ` +
          'Two are what guides call the most; write further tables in the same batch instead.',
        related: others.flatMap((name) => {
          const at = keyspace?.tables.get(name)?.location;
          return at === undefined ? [] : [{ at, message: 'Another view of it' }];
        }),
      },
    ];
  },
};

const MOST = 2;
