import { always, type BuiltInOption, option, type OptionClass } from './options.ts';

/** The options of keyspaces. */
export const KEYSPACE_OPTIONS: readonly BuiltInOption[] = [
  option('replication', 'map', 'On how many nodes each partition is kept, and how these are chosen.'),
  option('durable_writes', 'boolean', 'Whether writes go to the commit log; without it a crash loses them.', {
    defaults: always('true'),
  }),
  option('fast_path', 'any', 'Which replicas may decide transactions on the fast path.', {
    lifetime: { since: '6.0' },
    defaults: { '6.0': "'simple'" },
  }),
];

const FACTOR = option('replication_factor', 'integer', 'How many replicas each partition has.');

/** The classes of `replication` that keyspaces of users have; names of data centers are options of the second. */
export const REPLICATION_STRATEGIES: readonly OptionClass[] = [
  {
    name: 'SimpleStrategy',
    doc: 'Replicas on the next nodes of the ring, wherever these stand: for one data center and for tests.',
    lifetime: {},
    options: [FACTOR],
  },
  {
    name: 'NetworkTopologyStrategy',
    doc: 'A number of replicas for each data center, on different racks.',
    lifetime: {},
    options: [{ ...FACTOR, lifetime: { since: '4.0' } }],
  },
];
