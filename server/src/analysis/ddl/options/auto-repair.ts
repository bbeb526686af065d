import { AUTO_REPAIR_OPTIONS } from '../../../catalog/builtin/table-options.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import type { Session } from '../../judging/verdict-model.ts';
import { isSwitchedOnByHand } from '../switches.ts';
import type { Complaint } from './compaction.ts';

const ORDER = AUTO_REPAIR_OPTIONS.map(({ name }) => name);

/** The sub-options of `auto_repair` (`AutoRepairParams.create`). */
export function complaintAboutAutoRepair(entries: ReadonlyMap<string, string>): Complaint | undefined {
  const unknown = [...entries.keys()].find((key) => !ORDER.includes(key.toLowerCase()));
  return unknown === undefined ? undefined : { message: `Unknown property '${unknown}'`, option: unknown };
}

/** A process of 5.0 has to be told that it repairs by itself. */
export function complaintAboutRepairing(release: CassandraRelease, session: Session): Complaint | undefined {
  if (since(release, '6.0') || isSwitchedOnByHand(session, 'cassandra.autorepair.enable')) return undefined;
  const message =
    'auto_repair option is not supported unless auto-repair is enabled with -Dcassandra.autorepair.enable=true';
  return { message };
}

/** `AutoRepairParams.validate`. */
export function complaintAboutAutoRepairValues(entries: ReadonlyMap<string, string>): Complaint | undefined {
  const given = [...entries].map(([option, value]) => ({ option, name: option.toLowerCase(), value }));
  for (const { option, name, value } of given.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))) {
    const [fits, what] = name === 'priority' ? [/^\d+$/, 'an integer'] : [/^(?:true|false)$/i, 'a boolean'];
    if (!fits.test(value)) {
      return { message: `Invalid value ${value} for '${name}' repair sub-option - must be ${what}`, option };
    }
  }
  return undefined;
}
