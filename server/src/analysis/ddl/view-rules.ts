import type { Table } from '../../catalog/model.ts';
import type { CreateView } from '../../syntax/ast.ts';
import type { Outcome } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import type { Context, ResolvedName } from './context.ts';
import type { Properties } from './options/properties.ts';
import { spanOf } from './options/table-options.ts';
import { isSwitchedOn } from './switches.ts';

/** Client warning for every view (`View.USAGE_WARNING`). */
export const VIEW_WARNING = 'Materialized views are experimental and are not recommended for production use.';

/** Views are there only where they are switched on. */
export function viewSwitch(statement: CreateView, { session }: Context): Outcome {
  if (isSwitchedOn(session, 'materialized_views_enabled', 'enable_materialized_views')) return undefined;
  const message = 'Materialized views are disabled. Enable in cassandra.yaml to use.';
  return refuse('views-disabled', message, statement.name?.span ?? statement.span);
}

/** Updates of views that could not be delivered live as long as tombstones. */
export function graceProblem(table: Table, base: ResolvedName, target: ResolvedName): Outcome {
  const option = table.options.get('gc_grace_seconds');
  if (option?.kind !== 'literal' || Number(option.literal.value) !== 0) return undefined;
  const message =
    `Cannot create materialized view '${target.name}' for base table '${base.name}' with gc_grace_seconds of 0, since this value is ` +
    'used to TTL undelivered updates. Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.';
  return refuse('view-gc-grace', message, base.span, [base.name]);
}

/** Rows of a view live as long as those of its base. */
export function timeToLiveProblem(properties: Properties, statement: CreateView): Outcome {
  const message =
    'Cannot set default_time_to_live for a materialized view. Data in a materialized view always expire at the same time than ' +
    'the corresponding data in the parent table.';
  return refuse('view-time-to-live', message, spanOf(properties, 'default_time_to_live', statement.span), [
    'default_time_to_live',
  ]);
}
