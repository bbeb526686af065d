import type { Table } from '../../catalog/model.ts';
import { isTrue } from './settings.ts';
import type { Session } from './verdict-model.ts';

/** Whether the server knows transactions (`accord.enabled`): as released it does not. */
export function transactionsAreOn({ configuration, stock }: Session): boolean {
  if (configuration === undefined) return stock !== true;
  const accord = configuration.get('accord');
  const nested: unknown = typeof accord === 'object' && accord !== null && 'enabled' in accord && accord.enabled;
  return isTrue(configuration.get('accord.enabled') ?? nested);
}

/** How a table takes part in transactions. */
export const transactionalMode = (table: Table): string => wordOf(table, 'transactional_mode') ?? 'off';

/** What a table was before that, while it changes. */
export const transactionalMigration = (table: Table): string => wordOf(table, 'transactional_migration_from') ?? 'none';

function wordOf({ options }: Table, name: string): string | undefined {
  const option = options.get(name);
  return option?.kind === 'literal' ? option.literal.value.toLowerCase() : undefined;
}
