import { CACHING_OPTIONS } from '../../../catalog/builtin/table-options.ts';
import { capacityOfCopy, inHashOrder } from '../../java/hash-order.ts';
import type { Complaint } from './compaction.ts';
import { printList } from '../../java/print-list.ts';

/** The sub-options of `caching` (`CachingParams.fromMap`). */
export function complaintAboutCaching(entries: ReadonlyMap<string, string>): Complaint | undefined {
  const keys = entries.get('keys');
  if (keys !== undefined && !isWord(keys)) {
    const message = `Invalid value '${keys}' for caching sub-option 'keys': only 'ALL' and 'NONE' are allowed`;
    return { message, option: 'keys' };
  }
  const rows = entries.get('rows_per_partition');
  if (rows !== undefined && !isWord(rows) && !/^\d+$/.test(rows)) {
    const message = `Invalid value '${rows}' for caching sub-option 'rows_per_partition': only 'ALL', 'NONE', and integer values are allowed`;
    return { message, option: 'rows_per_partition' };
  }
  const known = CACHING_OPTIONS.map(({ name }) => name);
  const unknown = inHashOrder(
    [...entries.keys()].filter((key) => !known.includes(key)),
    capacityOfCopy(entries.size),
  );
  const [first] = unknown;
  if (first === undefined) return undefined;
  const message = `Invalid caching sub-options ${printList(unknown)}: only 'keys' and 'rows_per_partition' are allowed`;
  return { message, option: first };
}

const isWord = (text: string): boolean => /^(?:all|none)$/i.test(text);
