import type { AccessPath } from '../../analysis/access/model.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Column, Location, Table } from '../../catalog/model.ts';
import type { Select } from '../../syntax/ast.ts';
import { type Declared, declaredOf } from '../evidence/annotations.ts';
import { isPattern, type Pattern, patternOf } from './pattern.ts';
import { isAccepted, type Sandbox, sandboxOf } from '../proposal/sandbox.ts';
import { type Style, styleOf } from '../proposal/style.ts';
import type { Surroundings, Use } from '../evidence/surroundings.ts';

/** A query for which a way out is looked for. */
export interface QueryInput {
  readonly statement: Select;
  readonly at: Location;
  readonly table: Table;
  readonly path: AccessPath;
  readonly session: Session;
  readonly surroundings: Surroundings;
  /** Rows without a value in this column are not asked for, though no relation says so. */
  readonly valued?: Column;
}

/** A query with all that is known about it and its table. */
export interface Question extends QueryInput {
  readonly pattern: Pattern;
  readonly declared: Declared;
  readonly sandbox: Sandbox;
  readonly style: Style;
  /** Cassandra takes the query as it is. */
  readonly taken: boolean;
  /** Of the segment. */
  readonly text: string;
  /** Where the project reads and writes the table; looked up once. */
  uses(): readonly Use[];
}

/** Reads a query; a reason where no table, index or view can be made for it. */
export function questionOf(input: QueryInput): Question | { readonly why: string } {
  const { statement, table, session, surroundings, at } = input;
  const { text } = at.segment;
  if (table.system || table.kind === 'virtual') return { why: `\`${table.name}\` belongs to Cassandra itself.` };
  if (table.partial) return { why: `Not all columns of \`${table.name}\` are known: a placeholder stands among them.` };
  const pattern = patternOf(statement, table, text, at.segment.errors);
  if (!isPattern(pattern)) return pattern;
  const sandbox = sandboxOf(session, table, surroundings.workshop);
  let uses: readonly Use[] | undefined;
  return {
    ...input,
    pattern,
    taken: at.segment.errors.length === 0 && isAccepted(sandbox, statement, at.segment),
    sandbox,
    declared: declaredOf(table, surroundings),
    style: styleOf(table),
    text,
    uses: () => (uses ??= surroundings.usesOf(table)),
  };
}

export const isQuestion = (value: Question | { readonly why: string }): value is Question => 'pattern' in value;
