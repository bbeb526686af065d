import type { Table } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { isSwitchedOff } from '../guardrails/limits.ts';
import { refuse } from '../judging/outcome.ts';
import type { Scope } from '../judging/names.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Refused } from '../judging/verdict-model.ts';

/** The server's best-known sentence; where the configuration forbids ALLOW FILTERING it gives another advice (5.0). */
export function refuseFiltering(
  spans: Span | readonly [Span, ...Span[]],
  names: readonly string[],
  { session, release }: Scope,
): Refused {
  const forbidden = since(release, '5.0') && isSwitchedOff('allow_filtering_enabled', { session, release });
  return refuse('needs-filtering', forbidden ? FORBIDDEN : ADVICE, spans, names);
}

/** The sentence where ALLOW FILTERING is advised whatever the configuration says. */
export const refuseUnfiltered = (spans: Span | readonly [Span, ...Span[]], names: readonly string[]): Refused =>
  refuse('needs-filtering', ADVICE, spans, names);

/** Virtual tables filter without being asked, from 5.0 on; the log is too large for it (`VirtualTable.allowFilteringImplicitly`). */
export const wantsAllowFiltering = (table: Table, release: CassandraRelease): boolean =>
  table.kind !== 'virtual' || !since(release, '5.0') || table.name === 'system_logs';

const REASON =
  'Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. ';
const ADVICE = `${REASON}If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING`;
const FORBIDDEN =
  `${REASON}Executing this query despite the performance unpredictability with ALLOW FILTERING has been disabled ` +
  'by the allow_filtering_enabled property in cassandra.yaml';
