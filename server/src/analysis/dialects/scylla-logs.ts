import type { Table } from '../../catalog/model.ts';
import type { OptionValue } from '../../syntax/ast.ts';
import { entriesOf, isYes, textOf } from './option-values.ts';

/** ScyllaDB keeps what changes in a table beside it, whose name ends so. */
const LOG = '_scylla_cdc_log';

export const logOf = (table: string): string => `${table}${LOG}`;

/** The table whose changes a table of this name would keep. */
export const loggedBy = (name: string): string | undefined =>
  name.endsWith(LOG) ? name.slice(0, -LOG.length) : undefined;

/** Whether the value of the option `cdc` says in words that changes are kept. */
export const isLog = (cdc: OptionValue): boolean =>
  entriesOf(cdc).some(({ name, value }) => name.toLowerCase() === 'enabled' && isYes(value));

/** Whether changes of a table are kept, as far as its options say. */
export function mayBeLogged({ options, partial, kind }: Table): boolean {
  if (partial === true || kind !== 'table') return true;
  const cdc = options.get('cdc');
  if (cdc === undefined) return false;
  const enabled = entriesOf(cdc).find(({ name }) => name.toLowerCase() === 'enabled');
  return enabled === undefined ? entriesOf(cdc).length === 0 : textOf(enabled.value)?.toLowerCase() !== 'false';
}
