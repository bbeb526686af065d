import { printName } from '../catalog/index.ts';
import { openDocument } from '../syntax/index.ts';
import { edited } from '../text/edited.ts';
import type { Finding, Fix, RuleContext } from './rule.ts';

/** What a write lacks and the schema knows: the key of its row, the names of its columns. */
export function unfinishedWrites(context: RuleContext, finding: Finding): readonly Fix[] {
  const { uri, segment } = context;
  const missing = missingIn(context);
  if (missing === undefined) return [];
  const at = finding.span.start;
  const change = { start: at, end: at, text: ` ${missing.text}` };
  const { segments } = openDocument(edited(segment.text, [change]));
  if (segments.length > 1 || segments[0]?.errors.length !== 0) return [];
  const edit = { at: { uri, segment, span: { start: at, end: at } }, text: change.text };
  return [
    { id: 'unfinished', title: missing.title, kind: 'quickfix', safe: false, preferred: false, edits: () => [edit] },
  ];
}

function missingIn({
  statement,
  table,
  segment,
}: RuleContext): { readonly title: string; readonly text: string } | undefined {
  if (table === undefined || table.kind !== 'table') return undefined;
  const word = (text: string): string => (/^[a-z]/.test(segment.text.slice(segment.begin)) ? text.toLowerCase() : text);
  if ((statement.kind === 'update' || statement.kind === 'delete') && statement.where === undefined) {
    const key = [...table.partitionKey, ...table.clustering].map(({ name }) => `${printName(name)} = ?`);
    const text = `${word('WHERE')} ${key.join(` ${word('AND')} `)}`;
    return { title: `Add \`${text}\``, text };
  }
  if (statement.kind !== 'insert' || statement.values.kind !== 'values') return undefined;
  const { columns, values } = statement.values;
  // SQL takes the values in the order in which the columns are declared.
  if (columns.length > 0 || values.length !== table.columns.size) return undefined;
  const names = [...table.columns.keys()].map((name) => printName(name)).join(', ');
  return { title: `Name the columns: \`(${names})\``, text: `(${names})` };
}
