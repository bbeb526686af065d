import type { CreateIndex, Option, QualifiedName, Statement } from '../../syntax/ast.ts';
import { since } from '../release.ts';
import { type Context, isTarget, tableAt, targetOf } from './context.ts';
import { isSai, SASI } from './index-class-names.ts';
import { SASI_WARNING } from './sasi.ts';
import { VECTOR_WARNING } from './sai.ts';
import { VIEW_WARNING } from './view-rules.ts';

/** The client warnings that come with a schema statement that is taken. */
export function warningsOf(statement: Statement, context: Context): readonly string[] {
  switch (statement.kind) {
    case 'create-view':
      return isThere(statement.name, context) ? [] : [...repairWarnings(statement.options, context), VIEW_WARNING];
    case 'create-index':
      return indexWarnings(statement, context);
    case 'create-table':
      return repairWarnings(statement.options, context);
    case 'alter-table':
      return statement.change.kind === 'options' ? repairWarnings(statement.change.options, context) : [];
    default:
      return [];
  }
}

/** Since 6.0 nothing is warned of where IF NOT EXISTS had nothing to do. */
function isThere(name: QualifiedName | undefined, context: Context): boolean {
  const target = targetOf(name, context);
  return since(context.release, '6.0') && isTarget(target) && tableAt(target, context) !== undefined;
}

/** Options that 3.11 still takes; it reads them twice, and warns each time. */
function repairWarnings(options: readonly Option[], { release }: Context): readonly string[] {
  if (since(release, '4.0')) return [];
  const warnings = ['dclocal_read_repair_chance', 'read_repair_chance']
    .filter((name) =>
      options.some(
        (option) => option.name === name && option.value.kind === 'literal' && Number(option.value.literal.value) !== 0,
      ),
    )
    .map((name) => `${name} table option has been deprecated and will be removed in version 4.0`);
  return [...warnings, ...warnings];
}

function indexWarnings(statement: CreateIndex, context: Context): readonly string[] {
  const { using, targets, table: on } = statement;
  if (using?.value === SASI) return [SASI_WARNING];
  if (!since(context.release, '5.0') || !isSai(using?.value)) return [];
  const target = targetOf(on, context);
  const type = isTarget(target)
    ? tableAt(target, context)?.columns.get(targets[0]?.column.name ?? '')?.type
    : undefined;
  return type?.kind === 'vector' ? [VECTOR_WARNING] : [];
}
