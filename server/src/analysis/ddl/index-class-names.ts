import type { CheckId } from '../judging/checks.ts';
import { type CassandraRelease, since } from '../../text/release.ts';

/** What an index class objects to, and the kind of the error; `option` is at fault where one is. */
export interface Complaint {
  readonly check: CheckId;
  readonly message: string;
  readonly error?: 'invalid' | 'config';
  readonly option?: string;
}

/** The class that USING means; since 5.0 some have short names. */
export function resolveClass(className: string, release: CassandraRelease): string {
  return since(release, '5.0') && ALIASES.includes(className.toLowerCase()) ? SAI : className;
}

/** Whether USING names storage-attached indexes. */
export const isSai = (className: string | undefined): boolean =>
  className !== undefined && resolveClass(className, '5.0') === SAI;

export const SAI = 'org.apache.cassandra.index.sai.StorageAttachedIndex';
export const SASI = 'org.apache.cassandra.index.sasi.SASIIndex';
const ALIASES = ['sai', 'storageattachedindex'];
