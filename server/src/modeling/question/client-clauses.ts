import type { Select } from '../../syntax/ast.ts';
import type { SyntaxProblem } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';

/** A clause of SQL that CQL does not have, and that the client can do without: it passes over rows, or leaves out groups. */
export interface ClientClause {
  readonly kind: 'offset' | 'having';
  readonly span: Span;
  /** What stands behind the word; of an offset how many rows the client passes over. */
  readonly asked: string;
  /** Of `LIMIT 20, 10`: how many rows are wanted. */
  readonly wanted?: string;
}

/** What such a problem of the text says; nothing where HAVING asks for what the query does not select. */
export function clientClauseOf({ span }: SyntaxProblem, select: Select, text: string): ClientClause | undefined {
  const [, word, asked] = /^(,|(?:offset|having)\b)\s*([^]*)$/i.exec(text.slice(span.start, span.end)) ?? [];
  if (word === undefined || asked === undefined) return undefined;
  if (word === ',') {
    const passed = select.limit?.value.span;
    if (passed === undefined || text.slice(passed.end, span.start).trim() !== '') return undefined;
    return { kind: 'offset', span, asked: text.slice(passed.start, passed.end), wanted: asked };
  }
  const kind = word.toLowerCase() === 'offset' ? 'offset' : 'having';
  return kind === 'having' && !isSelected(asked, select, text) ? undefined : { kind, span, asked };
}

/** So many rows are read; not known where the client leaves out some, or a marker says how many are wanted or passed over. */
export function rowsToRead({ limit }: Select, clauses: readonly ClientClause[]): number | undefined {
  if (limit?.value.kind !== 'literal') return undefined;
  return clauses.reduce<number | undefined>((sum, { kind, asked, wanted = asked }) => {
    const isKnown = kind === 'offset' && /^\d+$/.test(wanted);
    return sum === undefined || !isKnown ? undefined : sum + Number(wanted);
  }, Number(limit.value.value));
}

/** What the client does in place of the clause. */
export const clauseNote = ({ kind, asked }: ClientClause, { limit }: Select): string =>
  kind === 'offset'
    ? `CQL has no OFFSET: the client passes over the first rows (${asked}). The driver pages through the answer, or the next page is asked for by the key of the last row, which reads less.`
    : `CQL has no HAVING: the client keeps the groups for which \`${asked}\` is true${limit === undefined ? '' : ', as many as LIMIT says'}.`;

/** Every call and every name of a condition is one of the selectors, or the alias of one. */
function isSelected(condition: string, { selectors }: Select, text: string): boolean {
  const selected = new Set(
    selectors.flatMap(({ expression: { span }, alias }) => [
      plain(text.slice(span.start, span.end)),
      ...(alias === undefined ? [] : [plain(alias.text)]),
    ]),
  );
  return [...condition.matchAll(PARTS)].every(([part]) => NO_NAME.test(part) || selected.has(plain(part)));
}

const plain = (part: string): string => part.replaceAll(/\s+/g, '').toLowerCase();

const PARTS = /'(?:[^']|'')*'|[a-z_]\w*\s*\([^()]*\)|"[^"]+"|[a-z_]\w*/gi;
const NO_NAME = /^(?:'|(?:and|or|not|in|between|true|false)$)/i;
