import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Release } from './releases.ts';

/** The exit code that says: something cannot be had on this machine. */
export const CANNOT_HAVE = 78;

/** Runs setup.sh for the releases; false, with its sentence on standard error, when something cannot be had here. */
export function makeReady(wanted: readonly Release[]): boolean {
  const script = join(import.meta.dirname, 'setup.sh');
  const { status, error } = spawnSync('bash', [script, ...wanted.map((release) => release.version)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) return true;
  if (status !== CANNOT_HAVE) throw error ?? new Error(`setup.sh ended with ${status}`);
  return false;
}
