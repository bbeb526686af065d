import type { Table } from '../../../catalog/model.ts';
import { isCounterTable } from '../../../catalog/table-columns.ts';
import { type Outcome, refuse } from '../../judging/outcome.ts';
import { transactionalMode, transactionsAreOn } from '../../judging/transactional.ts';
import type { Session } from '../../judging/verdict-model.ts';
import type { ResolvedName } from '../context.ts';
import { isSwitchedOnByHand } from '../switches.ts';
import type { Properties, Property } from './properties.ts';

const MODE = 'transactional_mode';
const MIGRATION = 'transactional_migration_from';

/** Modes for Cassandra's own tests want a property of its process (`TableParams.validate`). */
export function checkTestMode(properties: Properties, session: Session): Outcome {
  const mode = wordAt(properties, MODE);
  if (mode?.startsWith('test_') !== true || isSwitchedOnByHand(session, ALLOW_TEST_MODES)) return undefined;
  return complain(
    properties.get(MODE),
    `Transactional mode ${mode} can't be used if ${ALLOW_TEST_MODES} is not set`,
    'config',
  );
}

const ALLOW_TEST_MODES = 'cassandra.test.accord.allow_test_modes';

/** Counters have no part in transactions (`TableMetadata.validate`). */
export const checkNewCounters = (properties: Properties, { keyspace, name }: ResolvedName): Outcome =>
  isOn(properties)
    ? complain(properties.get(MODE), `java.lang.IllegalStateException: ${NO_COUNTERS} ${keyspace}.${name}`, 'server')
    : undefined;

const NO_COUNTERS = 'Counters are not supported with Accord for table';

/** A new table takes part in transactions where the server knows them, and comes from nowhere (`CreateTableStatement`). */
export function checkNewMode(properties: Properties, { keyspace, name }: ResolvedName, session: Session): Outcome {
  const mode = wordAt(properties, MODE);
  if (isOn(properties) && !transactionsAreOn(session)) {
    const message = `Cannot create table ${keyspace}.${name} with transactional mode ${mode} with accord.enabled set to false`;
    return complain(properties.get(MODE), message, 'invalid');
  }
  const migration = wordAt(properties, MIGRATION);
  if (migration === undefined || migration === 'none') return undefined;
  const message = `Cannot set transactional migration on new tables (${keyspace}.${name}), ${migration}`;
  return complain(properties.get(MIGRATION), message, 'invalid');
}

/** `AlterTableStatement.AlterOptions.validateAndUpdateTransactionalMigration`. */
export function checkNextMode(properties: Properties, table: Table, session: Session): Outcome {
  const where = `${table.keyspace}.${table.name}`;
  const migration = wordAt(properties, MIGRATION) ?? 'none';
  if (isCounterTable(table) && (isOn(properties) || migration !== 'none')) {
    return complain(properties.get(MODE) ?? properties.get(MIGRATION), `${NO_COUNTERS} ${where}`, 'invalid');
  }
  const mode = wordAt(properties, MODE);
  if (!isOn(properties) || transactionsAreOn(session) || mode === transactionalMode(table)) return undefined;
  const message = `Cannot change transactional mode to ${mode} for ${where} with accord.enabled set to false`;
  return complain(properties.get(MODE), message, 'invalid');
}

const isOn = (properties: Properties): boolean => (wordAt(properties, MODE) ?? 'off') !== 'off';

function wordAt(properties: Properties, name: string): string | undefined {
  const value = properties.get(name)?.value;
  return value?.kind === 'text' ? value.text.toLowerCase() : undefined;
}

const complain = (property: Property | undefined, message: string, kind: 'invalid' | 'config' | 'server'): Outcome =>
  property && refuse('transactional-mode', message, property.span, [property.name], kind);
