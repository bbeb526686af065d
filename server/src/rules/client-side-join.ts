import type { Table } from '../catalog/model.ts';
import type { Span } from '../text/span.ts';
import { fanOutOf, partReadOf, type SecondRead, secondReadOf } from '../modeling/evidence/second-read.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Finding, Rule } from './rule.ts';
import { listNames } from './scan.ts';

/** Two queries where the second reads rows by the keys that the first has found. */
export const clientSideJoin: Rule = {
  code: 'client-side-join',
  summary: 'A query reads rows one by one by the keys that the query before it found.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  answeredBy: 'some proposals',
  check({ uri, segment, statement, table, path, session, surroundings, verdict }) {
    if (statement.kind !== 'select' || table === undefined || path === undefined || verdict.kind !== 'accepted')
      return [];
    const at = { uri, segment, span: statement.span };
    const found = secondReadOf({ statement, table, at, session, surroundings });
    const fan = found === undefined ? fanOutOf({ statement, table, at, session, surroundings }) : undefined;
    if (fan !== undefined) {
      return [
        {
          code: 'client-side-join',
          severity: 'hint',
          span: statement.from!.span,
          message:
            `Reads a partition of \`${table.name}\` for each \`${fan.from.name}\` that the query before finds in ` +
            `\`${fan.first.table.name}\`. Where many read so, keep a row for each reader: a table by ` +
            `${listNames(fan.first.table.partitionKey.map(({ name }) => name))}, written when \`${table.name}\` is.`,
          related: [{ at: fan.first.at, message: 'The query that finds the keys' }],
        },
      ];
    }
    if (found === undefined) {
      const whole = partReadOf({ statement, table, at, session, surroundings });
      return whole === undefined ? [] : [partFinding(statement.from!.span, whole, table)];
    }
    const { first, links, onlyKeys } = found;
    // Two reads are what such a table is made for.
    if (first.table.name.endsWith('_lookup')) return [];
    const keys = listNames(links.map(({ from }) => from.name));
    const several = first.table.clustering.length > 0 || path.partitions.kind === 'many';
    return [
      {
        code: 'client-side-join',
        severity: 'hint',
        // A loop reads one for each row for certain.
        ...(!onlyKeys && !surroundings.isProgram(uri) && { profile: 'strict' as const }),
        span: statement.from!.span,
        message:
          `Reads \`${table.name}\` by the ${keys} that the query before finds in \`${first.table.name}\`: ` +
          `${several ? 'one partition there, and one here for each row' : 'two partitions'} where one would do.`,
        related: [{ at: first.at, message: 'The query that finds the keys' }],
      },
    ];
  },
  fixes: proposalFixes,
};

/** A thing and its parts, by names and by a key that both are read by. */
const partFinding = (span: Span, whole: SecondRead['first'], table: Table): Finding => ({
  code: 'client-side-join',
  severity: 'hint',
  span,
  message:
    `Reads \`${table.name}\` by the key by which the query before reads \`${whole.table.name}\`: two partitions where one would do. ` +
    `What is read together is kept together: ${table.clustering.length === 0 ? `as columns of \`${whole.table.name}\`` : `as rows of one table, with \`${whole.table.name}\` in its STATIC columns`}.`,
  related: [{ at: whole.at, message: 'The query that reads the rest' }],
});
