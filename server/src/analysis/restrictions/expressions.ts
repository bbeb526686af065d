import { refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { type Scope, textOfTable } from '../judging/names.ts';
import { since } from '../../text/release.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import type { Clause } from './clause.ts';

/** `expr(index, value)`: none of Cassandra's own index classes knows it; what another class says is not known. */
export function checkExpressions(clause: Clause, { table, release }: Scope): Refused | Undecided | undefined {
  if (clause.type !== 'SELECT' || (clause.forView && since(release, '4.0'))) return undefined;
  const [first, second] = clause.relations.filter((relation) => relation.kind === 'expr');
  if (first === undefined) return undefined;
  if (second !== undefined && !(table.kind === 'virtual' && since(release, '6.0'))) {
    const message = 'Multiple custom index expressions in a single query are not supported';
    return refuse('custom-expression', message, [second.span, first.span]);
  }
  const { name } = first.index;
  const refused = (message: string): Refused => refuse('custom-expression', message, first.span, [name]);
  const index = table.indexes.find((candidate) => candidate.name === name);
  if (index === undefined)
    return refused(`Invalid index expression, index ${name} not found for ${textOfTable(table, release)}`);
  if (index.family === 'custom') return UNKNOWN_SCHEMA;
  if (index.family === 'legacy')
    return refused(`Only CUSTOM indexes may be used in custom index expressions, ${name} is not valid`);
  return refused(`Index ${name} does not support custom expressions`);
}
