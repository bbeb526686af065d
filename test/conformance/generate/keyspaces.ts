import { id, type Maker } from './maker.ts';
import type { Keyspace, Made } from './model.ts';
import { replication } from './options.ts';

/** CREATE, ALTER or DROP KEYSPACE. */
export function keyspaceStatement(maker: Maker): Made {
  const { random, world } = maker;
  // Not those that hold the tables: with replicas elsewhere, nothing could be asked of them.
  const other = () => (maker.slip(0.3) ? 'nokeyspace' : (world.keyspaces.slice(2).at(-1)?.name ?? 'nokeyspace'));
  const optionsOf = () => {
    const options = [
      `replication = ${maker.slip(0.05) ? random.pick(["'x'", '1', 'null', '{}']) : replication(maker)}`,
    ];
    if (random.chance(0.3))
      options.push(
        `durable_writes = ${maker.slip(0.3) ? random.pick(["'x'", '2', '{}', 'null']) : random.pick(['true', 'false', "'true'"])}`,
      );
    if (maker.slip(0.06))
      options.push(random.pick(['nooption = 1', "comment = 'x'", "fast_path = 'x'", options[0] ?? '']));
    if (maker.slip(0.04)) options.shift();
    return options.length === 0 ? 'durable_writes = true' : options.join(' AND ');
  };
  return random.weighted<() => Made>([
    [
      6,
      () => {
        const name = maker.slip(0.1)
          ? random.pick([world.keyspaces[0]?.name ?? 'ks', 'system', 'system_auth', `k${'x'.repeat(48)}`, 'a-b', 'é'])
          : maker.mint('k');
        const keyspace: Keyspace = { name, types: [], tables: [], functions: [] };
        return {
          cql: `CREATE KEYSPACE ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${id(name)} WITH ${optionsOf()}`,
          touches: [name],
          change: () => {
            const known = world.keyspaces.some((each) => each.name === name) || name === 'system';
            if (!known && world.keyspaces.length < 4) world.keyspaces.push(keyspace);
          },
        };
      },
    ],
    [
      3,
      () => ({
        cql: `ALTER KEYSPACE ${maker.since(4.1) && random.chance(0.1) ? 'IF EXISTS ' : ''}${id(maker.slip(0.1) ? 'system' : other())} WITH ${optionsOf()}`,
        touches: [],
        change: () => undefined,
      }),
    ],
    [
      0.4,
      () => ({
        cql: `DROP KEYSPACE ${random.chance(0.3) ? 'IF EXISTS ' : ''}${random.pick(['nokeyspace', 'system', 'system_schema'])}`,
      }),
    ],
    [
      world.keyspaces.length > 2 ? 0.4 : 0,
      () => ({
        cql: `DROP KEYSPACE ${id(world.keyspaces.at(-1)?.name ?? '')}`,
        touches: [world.keyspaces.at(-1)?.name ?? ''],
        change: () => void world.keyspaces.pop(),
      }),
    ],
    [0.6, () => ({ cql: `USE ${random.pick(['nokeyspace', '"NoKeyspace"', id(world.keyspaces[0]?.name ?? 'ks')])}` })],
  ])();
}
