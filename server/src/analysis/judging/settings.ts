/** Whether a setting of cassandra.yaml says yes, however it is quoted. */
export const isTrue = (value: unknown): boolean => /^(?:true|yes|on)$/i.test(String(value));

export const isFalse = (value: unknown): boolean => /^(?:false|no|off)$/i.test(String(value));

/** The class that spreads keys over the nodes, without its package. */
export const partitionerOf = (configuration: ReadonlyMap<string, unknown> | undefined): string =>
  /\w+$/.exec(String(configuration?.get('partitioner') ?? ''))?.[0] ?? 'Murmur3Partitioner';
