import type { Catalog, CqlType } from '../../../catalog/model.ts';
import { subTypes, userType } from '../../../catalog/types.ts';

/**
 * Whether the server sees that a type uses a user type, be it through the fields of others. Elements of vectors it does not look at
 * (`AbstractType.referencesUserType`).
 */
export function mentionsUserType(type: CqlType, keyspace: string, name: string, catalog: Catalog): boolean {
  const seen = new Set<string>();
  const pending: CqlType[] = [type];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind !== 'user') {
      if (part.kind !== 'vector') pending.push(...subTypes(part));
      continue;
    }
    if (part.keyspace === keyspace && part.name === name) return true;
    if (seen.has(part.name)) continue;
    seen.add(part.name);
    pending.push(...(userType(part, catalog)?.fields.values() ?? []));
  }
  return false;
}
