import type { Table } from '../catalog/model.ts';
import type { Insert } from '../syntax/ast.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Rule } from './rule.ts';

const CODE = 'needless-condition';

/** IF NOT EXISTS of a row that is new for certain. */
export const needlessCondition: Rule = {
  code: CODE,
  summary: 'IF NOT EXISTS asks all replicas about a row whose id is made by the same statement.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check({ statement, session, verdict }) {
    if (verdict.kind === 'refused') return [];
    return writesIn({ statement, session }).flatMap(({ write, table }) => {
      if (write.kind !== 'insert' || write.condition?.kind !== 'not-exists') return [];
      const name = newIn(write, table);
      if (name === undefined) return [];
      return [
        {
          code: CODE,
          severity: 'hint',
          span: write.condition.span,
          message:
            `No other row has this \`${name}\`, which the statement itself makes: IF NOT EXISTS costs a lightweight transaction, ` +
            'several round trips between replicas, and always applies.',
          related: [],
        },
      ];
    });
  },
  fixes: ({ uri, segment, statement }, { span }) => {
    if (statement.kind !== 'insert') return [];
    const start = segment.text.slice(0, span.start).trimEnd().length;
    return [
      {
        id: 'plain',
        title: 'Insert without IF NOT EXISTS',
        kind: 'quickfix',
        safe: false,
        preferred: true,
        about: () => ['The answer then has no `[applied]`, which a program may read.'],
        edits: () => [{ at: { uri, segment, span: { start, end: span.end } }, text: '' }],
      },
    ];
  },
};

/** A column of the key that is filled by a function which never gives the same id twice. */
export function newIn({ values }: Insert, { partitionKey, clustering }: Table): string | undefined {
  if (values.kind !== 'values') return undefined;
  const key = new Set([...partitionKey, ...clustering].map(({ name }) => name));
  return values.columns.find(({ name }, index) => {
    const value = values.values[index];
    if (!key.has(name) || value?.kind !== 'call' || value.function.keyspace !== undefined) return false;
    return MAKES_ID.has(value.function.name.name) && value.arguments.length === 0;
  })?.name;
}

const MAKES_ID: ReadonlySet<string> = new Set(['uuid', 'now', 'currenttimeuuid', 'current_timeuuid']);
