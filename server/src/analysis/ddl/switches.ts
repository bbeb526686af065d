import type { Session } from '../verdict-model.ts';

/**
 * Whether a feature that a default install switches off is on. Without a cassandra.yaml it counts as on: who uses it has switched
 * it on. `names` are those of its setting, newest first.
 */
export function isSwitchedOn({ configuration }: Session, ...names: readonly string[]): boolean {
  if (configuration === undefined) return true;
  const name = names.find((candidate) => configuration.has(candidate));
  const value = name === undefined ? false : configuration.get(name);
  return value === true || value === 'true';
}
