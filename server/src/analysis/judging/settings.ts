/** Whether a setting of cassandra.yaml says yes, however it is quoted. */
export const isTrue = (value: unknown): boolean => /^(?:true|yes|on)$/i.test(String(value));

export const isFalse = (value: unknown): boolean => /^(?:false|no|off)$/i.test(String(value));
