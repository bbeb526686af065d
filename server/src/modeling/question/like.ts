import type { Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { quoteString } from '../../syntax/names.ts';
import type { KeyPart } from './elements.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { Like, NoPattern, Pattern } from './pattern.ts';
import type { PlannedColumn } from './plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

/** Columns that a range goes over, and its relations. */
export interface RangeLike {
  readonly columns: readonly PlannedColumn[];
  readonly relations: readonly number[];
}

/** A prefix column is at most so long: short ones make large partitions, long ones miss short searches. */
const LONGEST_PREFIX = 3;

/**
 * What LIKE becomes: a range over the column for a prefix, over its letters reversed for a suffix. Where nothing else partitions, the
 * first letters do.
 */
export function likeParts(
  pattern: Pattern,
  table: Table,
): (KeyPart & { readonly slice: readonly RangeLike[] }) | NoPattern {
  const [like, ...others] = pattern.likes;
  if (like === undefined) return { partition: [], relations: new Map(), filtering: [], slice: [] };
  const known = like.pattern;
  if (known === undefined)
    return {
      why: `What LIKE looks for is known only when the query runs, so no key can be made for it. A text by its beginning is found where rows are sorted by it: \`${printName(like.column.name)} >= ? AND ${printName(like.column.name)} < ?\`.`,
    };
  if (known.kind === 'infix' || known.text.includes('%') || known.text === '') {
    return { why: 'No table of Cassandra finds a text in the middle of others: that is the work of a search engine.' };
  }
  if (others.length > 0) return { why: 'The query has several LIKE; a key can serve one.' };
  if (known.kind === 'exact') return exact(like, known.text);
  const alone =
    pattern.equal.length +
      pattern.several.length +
      pattern.elements.length +
      pattern.folded.length +
      pattern.fields.length ===
    0;
  return known.kind === 'prefix' ? prefix(like, known.text, alone, table) : suffix(like, known.text, table);
}

type LikeParts = KeyPart & { readonly slice: readonly RangeLike[] };

const exact = ({ column, relation }: Like, text: string): LikeParts => ({
  partition: [{ kind: 'base', column }],
  relations: new Map([[relation, `${printName(column.name)} = ${quoteString(text)}`]]),
  filtering: [],
  slice: [],
});

function prefix({ column, relation }: Like, text: string, alone: boolean, table: Table): LikeParts | NoPattern {
  const range = rangeText(column.name, text);
  if (range === undefined) return { why: 'No text comes right after this prefix.' };
  const slice = [{ columns: [{ kind: 'base' as const, column }], relations: [relation] }];
  if (!alone) return { partition: [], relations: new Map([[relation, range]]), filtering: [], slice };
  const letters = [...text].slice(0, LONGEST_PREFIX);
  const derived: DerivedColumn = {
    column: freeColumnName(table, [`${column.name}_prefix`]),
    type: column.type,
    from: [column.name],
    function: 'prefix',
    length: letters.length,
  };
  const lookup = `${printName(derived.column)} = ${quoteString(letters.join(''))}`;
  return {
    partition: [{ kind: 'derived', derived }],
    relations: new Map([[relation, `${lookup} AND ${range}`]]),
    filtering: [],
    slice,
  };
}

function suffix({ column, relation }: Like, text: string, table: Table): LikeParts | NoPattern {
  const derived: DerivedColumn = {
    column: freeColumnName(table, [`${column.name}_reversed`]),
    type: column.type,
    from: [column.name],
    function: 'reverse',
  };
  const range = rangeText(derived.column, [...text].toReversed().join(''));
  if (range === undefined) return { why: 'No text comes right after this suffix.' };
  return {
    partition: [],
    relations: new Map([[relation, range]]),
    filtering: [],
    slice: [{ columns: [{ kind: 'derived', derived }], relations: [relation] }],
  };
}

/** From the prefix to the first text that no longer begins with it. */
export function rangeText(column: string, prefix: string): string | undefined {
  const next = successor(prefix);
  const name = printName(column);
  return next === undefined ? undefined : `${name} >= ${quoteString(prefix)} AND ${name} < ${quoteString(next)}`;
}

/** Texts are sorted by their UTF-8 bytes, which is the order of their code points. */
function successor(text: string): string | undefined {
  const letters = [...text];
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0)! + 1;
    if (code <= 0x10ffff)
      return letters.join('') + String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0xe000 : code);
  }
  return undefined;
}
