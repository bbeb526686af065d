import { printName } from '../../catalog/index.ts';
import type { ColumnDefinition, Relation } from '../../syntax/ast.ts';
import type { Fix } from '../rule.ts';
import { inItsCase, insertAt, statementFix, textAt, type Refusal, type TextChange } from './advice.ts';

/** A table without a key: the column that looks like one, else the first. */
export function addKey(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-table') return [];
  const possible = statement.columns.filter(({ type, static: isStatic }) => {
    const text = textAt(refusal, type.span);
    return !isStatic && !NO_KEY.test(text) && !/[<>]/.test(text);
  });
  const likely = possible.find(({ name }) => name.name === 'id');
  const key = likely ?? possible[0];
  if (key === undefined) return [];
  const at = insertAt(key.type.span.end, ` ${inItsCase(refusal, 'PRIMARY KEY')}`);
  return [
    statementFix(refusal, 'key', `Make \`${key.name.text}\` the primary key`, [at], { preferred: key === likely }),
  ];
}

const NO_KEY = /^(?:counter|duration)$/i;

/** A key at a column and another one as a clause that holds the column: the clause says all. */
export function dropInlineKeys(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  const [clause, ...others] = statement.kind === 'create-table' ? statement.primaryKeys : [];
  if (statement.kind !== 'create-table' || clause === undefined || others.length > 0) return [];
  const named = new Set([...clause.partition, ...clause.clustering].map(({ name }) => name));
  const inline = statement.columns.filter(({ primaryKey }) => primaryKey !== undefined);
  if (inline.length === 0 || inline.some(({ name }) => !named.has(name.name))) return [];
  const names = inline.map(({ name }) => `\`${name.text}\``).join(', ');
  return [statementFix(refusal, 'one-key', `Remove PRIMARY KEY behind ${names}`, inline.map(inlineKey))];
}

/** The words with the blank before them. */
const inlineKey = ({ primaryKey }: ColumnDefinition): TextChange => ({
  span: { start: primaryKey!.start - 1, end: primaryKey!.end },
  text: '',
});

/** The type of a key column as one value. */
export function freezeKey(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  const column =
    statement.kind === 'create-table' ? statement.columns.find(({ name }) => name.name === refusal.name) : undefined;
  if (column === undefined) return [];
  const text = `frozen<${textAt(refusal, column.type.span)}>`;
  return [statementFix(refusal, 'freeze', `Write \`${text}\``, [{ span: column.type.span, text }])];
}

/** The key of a view and its conditions, made whole. */
export function wholeViewKey(refusal: Refusal): readonly Fix[] {
  const { context, refused } = refusal;
  const { statement } = context;
  const key = statement.kind === 'create-view' ? statement.primaryKey : undefined;
  const select = statement.kind === 'create-view' ? statement.select : undefined;
  if (key === undefined || select?.from === undefined) return [];
  const keyed = new Set([...key.partition, ...key.clustering].map(({ name }) => name));
  const added = refused.names.filter((name) => !keyed.has(name));
  const conditioned = new Set((select.where?.relations ?? []).flatMap(columnsOf));
  const conditions = refused.names
    .filter((name) => !conditioned.has(name))
    .map((name) => `${printName(name)} ${inItsCase(refusal, 'IS NOT NULL')}`);
  const and = ` ${inItsCase(refusal, 'AND')} `;
  const where =
    conditions.length === 0
      ? []
      : [
          select.where === undefined
            ? insertAt(select.from.span.end, ` ${inItsCase(refusal, 'WHERE')} ${conditions.join(and)}`)
            : insertAt(select.where.span.end, `${and}${conditions.join(and)}`),
        ];
  const columns =
    added.length === 0 ? [] : [insertAt(key.span.end - 1, added.map((name) => `, ${printName(name)}`).join(''))];
  const titles = [
    ...(added.length === 0 ? [] : [`${added.map((name) => `\`${printName(name)}\``).join(', ')} to the key`]),
    ...conditions.map((condition) => `\`${condition}\``),
  ];
  return [statementFix(refusal, 'whole-key', `Add ${titles.join(', ')}`, [...where, ...columns])];
}

const columnsOf = (relation: Relation): readonly string[] => (relation.kind === 'column' ? [relation.column.name] : []);
