import { declaredOf } from '../modeling/evidence/annotations.ts';
import { isSmallInAll } from '../modeling/evidence/small-tables.ts';
import type { Rule } from './rule.ts';
import { withoutFiltering } from './needless-filtering.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { keyDeclaredHere, listNames, scanOf } from './scan.ts';

/** ALLOW FILTERING where the partition key is open. */
export const allowFiltering: Rule = {
  code: 'allow-filtering',
  summary: 'ALLOW FILTERING reads every partition.',
  severities: ['error', 'warning', 'information'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check(context) {
    const scan = scanOf(context);
    if (scan?.cause.kind !== 'filtering') return [];
    const from = scan.select.from!.name.text;
    const few = scan.server === undefined && isSmallInAll(declaredOf(scan.table, context.surroundings));
    const filtered = [...new Set(context.path!.restricted.map(({ column }) => column.name))];
    return [
      {
        code: 'allow-filtering',
        severity: few ? 'information' : scan.server === undefined ? 'warning' : 'error',
        span: scan.cause.words,
        message:
          filtered.length === 0
            ? `Reads every partition of \`${from}\`, on every node${few ? FINE : '.'}`
            : `Reads every partition of \`${from}\`, on every node, and keeps only the rows that match ${listNames(filtered)}${few ? FINE : '.'}`,
        ...(scan.server !== undefined && { server: scan.server }),
        related: keyDeclaredHere(scan.table),
      },
    ];
  },
  fixes: (context, finding) => [...proposalFixes(context, finding), ...withoutFiltering(context)],
};

const FINE = ': fine while it has as few rows as `@rows` declares.';
