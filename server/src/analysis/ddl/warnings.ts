import type { CreateIndex, Statement } from '../../syntax/ast.ts';
import { since } from '../release.ts';
import { type Context, isTarget, tableAt, targetOf } from './context.ts';
import { isSai, SASI } from './index-class-names.ts';
import { SASI_WARNING } from './sasi.ts';
import { VECTOR_WARNING } from './sai.ts';
import { VIEW_WARNING } from './views.ts';

/** The client warnings that come with a schema statement that is taken. */
export function warningsOf(statement: Statement, context: Context): readonly string[] {
  switch (statement.kind) {
    case 'create-view':
      return [VIEW_WARNING];
    case 'create-index':
      return indexWarnings(statement, context);
    default:
      return [];
  }
}

function indexWarnings(statement: CreateIndex, context: Context): readonly string[] {
  const { using, targets, table: on } = statement;
  if (using?.value === SASI) return [SASI_WARNING];
  if (!since(context.release, '5.0') || !isSai(using?.value)) return [];
  const target = targetOf(on, context);
  const type = isTarget(target) ? tableAt(target, context)?.columns.get(targets[0]?.column.name ?? '')?.type : undefined;
  return type?.kind === 'vector' ? [VECTOR_WARNING] : [];
}
