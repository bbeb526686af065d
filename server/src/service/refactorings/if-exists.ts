import type { Statement } from '../../syntax/ast.ts';
import { textOf, words, type Change, type Rewriter } from './refactoring.ts';

/** A schema statement that may run again: `IF NOT EXISTS` where it makes something, `IF EXISTS` where it changes or drops it. */
export const addIfExists: Rewriter = (written) => {
  const condition = conditionOf(written.statement);
  if (condition === undefined) return undefined;
  const { clause, before } = condition;
  const at = before ?? behindIndex(textOf(written, written.statement.span), written.statement.span.start);
  if (at === undefined) return undefined;
  const text = words(written, clause);
  const change: Change =
    before === undefined ? { start: at, end: at, text: ` ${text}` } : { start: at, end: at, text: `${text} ` };
  return { title: `Add ${clause}`, changes: [change] };
};

/** The clause that is missing and the name that it stands before; an index may have none. */
function conditionOf(
  statement: Statement,
): { readonly clause: 'IF NOT EXISTS' | 'IF EXISTS'; readonly before: number | undefined } | undefined {
  switch (statement.kind) {
    case 'create-keyspace':
    case 'create-table':
    case 'create-table-like':
    case 'create-type':
    case 'create-view':
    case 'create-trigger':
      return missing(statement.ifNotExists || statement.name === undefined, 'IF NOT EXISTS', statement.name);
    case 'create-index':
      return missing(statement.ifNotExists, 'IF NOT EXISTS', statement.name);
    case 'create-function':
    case 'create-aggregate':
      return missing(
        statement.ifNotExists || statement.orReplace || statement.name === undefined,
        'IF NOT EXISTS',
        statement.name,
      );
    case 'alter-keyspace':
    case 'alter-table':
    case 'alter-type':
    case 'alter-view':
    case 'drop':
      return missing(statement.ifExists || statement.name === undefined, 'IF EXISTS', statement.name);
    case 'role': {
      const { action, ifExists, ifNotExists, name } = statement;
      if (action === 'create') return missing(ifNotExists || name === undefined, 'IF NOT EXISTS', name);
      return missing(ifExists || name === undefined, 'IF EXISTS', name);
    }
    default:
      return undefined;
  }
}

const missing = (
  isThere: boolean,
  clause: 'IF NOT EXISTS' | 'IF EXISTS',
  name: { readonly span: { readonly start: number } } | undefined,
): ReturnType<typeof conditionOf> => (isThere ? undefined : { clause, before: name?.span.start });

function behindIndex(text: string, from: number): number | undefined {
  const head = /^create\s+(?:custom\s+)?index\b/i.exec(text);
  return head === null ? undefined : from + head[0].length;
}
