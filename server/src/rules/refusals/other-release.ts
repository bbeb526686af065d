import { verdict } from '../../analysis/verdict.ts';
import { type CassandraRelease, RELEASES } from '../../text/release.ts';
import type { RuleContext } from '../rule.ts';

/** Names the releases that take what the target refuses; `undefined` where there are none. */
export function takenElsewhere({ session, statement, segment }: RuleContext): string | undefined {
  const { target } = session;
  if (target.kind !== 'cassandra') return undefined;
  const taking = RELEASES.filter(
    (release) =>
      release !== target.release &&
      verdict(statement, { ...session, target: { kind: 'cassandra', release } }, segment.features).kind === 'accepted',
  );
  return taking.length === 0
    ? undefined
    : `Cassandra ${target.release} refuses this statement; ${spanOf(taking)} ${taking.length > 1 ? 'take' : 'takes'} it.`;
}

/** `3.11`, `4.0 and 4.1`, `3.11 to 4.1`. */
function spanOf(releases: readonly CassandraRelease[]): string {
  const first = releases[0]!;
  const last = releases.at(-1)!;
  if (releases.length === 1) return first;
  const whole = RELEASES.indexOf(last) - RELEASES.indexOf(first) === releases.length - 1;
  return whole && releases.length > 2 ? `${first} to ${last}` : releases.join(' and ');
}
