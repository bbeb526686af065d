import type { AlterKeyspace } from '../../syntax/ast.ts';
import { isVerdict } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import type { Context } from './context.ts';
import { defaultFactor, FACTOR, replicationBefore, withCurrentFactors } from './keyspaces.ts';
import { mapOf, readProperties } from './options/properties.ts';
import { parseInteger } from '../java/numbers.ts';

/** Client warning where ALTER KEYSPACE gives more replicas (`AlterKeyspaceStatement.clientWarnings`). */
const GROWTH_WARNING =
  'When increasing replication factor you need to run a full (-full) repair to distribute the data.';

/** It is given where the replicas of all data centers are more than before, whichever data centers the cluster has. */
export function growthWarnings({ name, options }: AlterKeyspace, context: Context): readonly string[] {
  const { session, release } = context;
  if (!since(release, '4.0') || name === undefined) return [];
  const properties = readProperties(options, release);
  const given = 'kind' in properties ? undefined : properties.get('replication');
  const map = given === undefined ? undefined : mapOf(given);
  const current = session.catalog.keyspace(name.name)?.options;
  const before = replicationBefore(current);
  if (map === undefined || isVerdict(map) || map.entries.size === 0 || before === undefined) return [];
  const { most } = replicasIn(withDefault(before, context));
  const { least } = replicasIn(withDefault(withCurrentFactors(map.entries, current, release), context));
  return most !== undefined && least > most ? [GROWTH_WARNING] : [];
}

const withDefault = (replication: ReadonlyMap<string, string>, context: Context): ReadonlyMap<string, string> => {
  const factor = defaultFactor(replication, context);
  return factor === undefined ? replication : new Map([...replication, [FACTOR, factor]]);
};

/** How many full copies there are over all data centers. */
interface Replicas {
  readonly least: number;
  readonly most: number | undefined;
}

function replicasIn(replication: ReadonlyMap<string, string>): Replicas {
  const strategy = replication.get('class') ?? '';
  const factor = replication.get(FACTOR);
  const forAll = factor === undefined ? undefined : fullReplicas(factor);
  // Without a factor it is that of before.
  if (strategy.endsWith('SimpleStrategy')) return { least: forAll ?? 0, most: forAll };
  if (!strategy.endsWith('NetworkTopologyStrategy')) return { least: 0, most: undefined };
  const named = [...replication].filter(([key]) => key !== 'class' && key !== FACTOR);
  const sum = named.reduce((total, [, text]) => total + fullReplicas(text), 0);
  if (forAll === undefined && named.length > 0) return { least: sum, most: sum };
  // The factor is for the data centers that have none of their own; one data center there is.
  return { least: named.length > 0 ? sum : (forAll ?? 0), most: undefined };
}

/** Of `3/1`, one copy of three is transient. */
function fullReplicas(text: string): number {
  const [all = 0, transient = 0] = text.split('/').map((part) => parseInteger(part) ?? 0);
  return all - transient;
}
