/** What a run counted. */
export interface Tally {
  /** Proposals of a new table that were filled and asked. */
  cases: number;
  /** Others, for which the server was too slow. */
  leftOut: number;
  /** The cases, by what the table is like. */
  readonly shapes: Map<string, number>;
  /** Strings of CQL put to the server. */
  strings: number;
  comparisons: number;
  notEmpty: number;
  /** Answers with rows of several partitions of the base. */
  severalPartitions: number;
  /** Comparisons of the worked out answer with the server's own to the original query. */
  originals: number;
  writes: number;
  /** Writes played by the text of their replacement, as it stands. */
  texts: number;
  /** Copies whose rows were compared one by one with those that the base's rows give. */
  contents: number;
  /** Queries that ask for something a key can answer, and those of them that got a table. */
  admitted: number;
  served: number;
  /** Why the others did not. */
  readonly reasons: Map<string, number>;
  readonly failures: Failure[];
}

export interface Failure {
  readonly kind: 'refused' | 'rows' | 'order' | 'contents' | 'texts' | 'partitions' | 'steps' | 'evaluator';
  readonly what: string;
  /** Everything to see it again. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export const newTally = (): Tally => ({
  cases: 0,
  leftOut: 0,
  shapes: new Map(),
  strings: 0,
  comparisons: 0,
  notEmpty: 0,
  severalPartitions: 0,
  originals: 0,
  writes: 0,
  texts: 0,
  contents: 0,
  admitted: 0,
  served: 0,
  reasons: new Map(),
  failures: [],
});

export const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);
