import { RELEASES } from '../catalog/release.ts';
import type { Target } from '../analysis/judging/verdict-model.ts';

const DIALECTS = ['scylla', 'dse', 'astra', 'keyspaces'] as const;

/** What is aimed at where nothing says otherwise. */
export const DEFAULT_TARGET: Target = { kind: 'cassandra', release: '5.0' };

/** All names that `--target` takes. */
export const TARGET_NAMES: readonly string[] = [...RELEASES.map((release) => `cassandra-${release}`), ...DIALECTS];

/** Reads `cassandra-5.0`, `5.0`, `5.0.8` or a dialect's name; `undefined` for anything else. */
export function parseTarget(text: string): Target | undefined {
  const name = text.trim().toLowerCase();
  const dialect = DIALECTS.find((one) => one === name);
  if (dialect !== undefined) return { kind: 'dialect', dialect };
  const version = /^(?:cassandra[- ]?)?(\d+(?:\.\d+)?)(?:[.-][\w.-]+)?$/.exec(name)?.[1];
  const release = RELEASES.find((one) => one === version || one === `${version}.0`);
  return release === undefined ? undefined : { kind: 'cassandra', release };
}

/** The name under which a target is printed, in JSON and messages. */
export const targetName = (target: Target): string =>
  target.kind === 'cassandra' ? `cassandra-${target.release}` : target.dialect;

/** "Cassandra 5.0", "ScyllaDB" …: for sentences. */
export const targetLabel = (target: Target): string =>
  target.kind === 'cassandra'
    ? `Cassandra ${target.release}`
    : { scylla: 'ScyllaDB', dse: 'DataStax Enterprise', astra: 'Astra DB', keyspaces: 'Amazon Keyspaces' }[
        target.dialect
      ];
