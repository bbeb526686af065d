import type { Mark } from './roads.ts';

/** Why a statement that a server as released refuses is marked by no error in an editor. */
export interface Difference {
  /** What the server says to it. */
  readonly answer: RegExp;
  /** Why a person is better off without the error. */
  readonly why: string;
}

/** Refusals that `dry-run` tells and an editor keeps to itself. There is nothing the other way: what is taken is never marked. */
export const SILENCES: readonly Difference[] = [
  {
    answer:
      /You have to be logged in|Only superusers|CassandraRoleManager doesn't support|not supported by AllowAllAuthorizer|Key may not be empty|Cannot DROP primary role/,
    why: 'Whoever writes about roles has a login, and may have another role manager and authorizer; only a server as released has none.',
  },
  {
    answer: /No keyspace has been specified/,
    why: 'The keyspace of a script may be given to cqlsh, with `-k`.',
  },
  {
    answer: /This is a command of cqlsh|does not have this syntax/,
    why: 'Commands of cqlsh, and DESCRIBE where only cqlsh knows it, are run by cqlsh: in a file they are no mistake.',
  },
  {
    answer: /A value must take the place of this|has a length of 2 and it should be/,
    why: 'A placeholder is filled in before the statement reaches a server.',
  },
  {
    answer:
      /Unable to find (?:abstract-type|custom indexer|replication strategy|compaction strategy) class|Trigger class|Memtable configuration|Could not create Compression/,
    why: 'Classes, memtables and triggers may have been added to the server.',
  },
  {
    answer:
      /Transient replication is not enabled|unsafe_aggressive_sstable_expiration|auto_repair option|[Uu]ser-defined functions are disabled|with Accord|transactional mode/,
    why: 'Without a cassandra.yaml what an install may switch on counts as switched on: who uses it has done so.',
  },
  {
    answer: /does not exist$|doesn't exist|unconfigured table|was not found/,
    why: 'It follows from one that is kept silent: what was made there may exist, and what is said about it is no mistake.',
  },
];

/** Why nothing is marked; `undefined` where nobody has given a reason. */
export const reasonFor = (answer: string): string | undefined => SILENCES.find((one) => one.answer.test(answer))?.why;

export const printMark = ({ code, message }: Mark): string => `${code}: ${message}`;
