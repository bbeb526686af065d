import type { Expression, Statement } from '../../syntax/ast.ts';

/** What a statement gives columns by INSERT, `=` and IN. */
export function valuesIn(statement: Statement): ReadonlyMap<string, readonly Expression[]> {
  if (statement.kind === 'insert') {
    const { values: inserted } = statement;
    if (inserted.kind === 'json') return valuesInJson(inserted.json);
    if (inserted.kind === 'unknown') return new Map();
    return new Map(
      inserted.columns.flatMap(({ name }, index) => {
        const value = inserted.values[index];
        return value === undefined ? [] : [[name, [value]] as const];
      }),
    );
  }
  if (statement.kind !== 'select' && statement.kind !== 'update' && statement.kind !== 'delete') return new Map();
  return new Map(
    (statement.where?.relations ?? []).flatMap((relation) => {
      if (relation.kind !== 'column') return [];
      const { operator, operand, column } = relation;
      if (operator === '=' && operand.kind === 'one') return [[column.name, [operand.value]] as const];
      return operator === 'IN' && operand.kind === 'several' ? [[column.name, operand.items] as const] : [];
    }),
  );
}

function valuesInJson(json: Expression): ReadonlyMap<string, readonly Expression[]> {
  const row = json.kind === 'literal' && json.type === 'string' ? parsed(json.value) : undefined;
  if (typeof row !== 'object' || row === null) return new Map();
  return new Map(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [
            [
              name,
              [
                {
                  kind: 'literal',
                  type: typeof value === 'string' ? 'string' : 'integer',
                  value: String(value),
                  span: json.span,
                },
              ],
            ] as const,
          ]
        : [],
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
