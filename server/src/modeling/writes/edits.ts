import type { Location } from '../../catalog/model.ts';
import type { QualifiedName, Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Edit, WriteChange } from '../proposal/proposal.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import type { Write } from './write.ts';

/** The edits that put the changed writes in their places; the same list for the same changes. */
export const writeEdits = (changes: readonly WriteChange[], surroundings: Surroundings): readonly Edit[] =>
  surroundings.memory.kept(writeEdits, changes, () => changes.flatMap((change) => changeEdits(change, surroundings)));

/**
 * What was put in step with a copy already has its reads above it, as has what is asked under a condition: those that find the same rows
 * get the columns, and stay the only ones. What takes rows away stands right below the read that finds them, above those of other rows.
 */
export function changeEdits({ at, replacement }: WriteChange, surroundings: Surroundings): readonly Edit[] {
  const label = 'keeps the copy in step';
  const write = at.segment.statement();
  const head = write !== undefined && standsBelowReads(write) ? headOf(replacement) : [];
  const reads = head.filter((one) => typeof one !== 'string');
  const edits: Edit[] = [];
  const kept = new Map<Read, Read>();
  /** The reads that are there, by those of the text whose rows they find. */
  const instead = new Map<Read, Segment>();
  for (const rows of new Set(reads.map((read) => read.rows.toLowerCase()))) {
    const own = reads.filter((read) => read.rows.toLowerCase() === rows);
    const above = readsAbove(rows, at, surroundings);
    const columns = [...new Set([...above, ...own].flatMap((read) => read.columns))];
    // Markers without names may be of as many rows as there are writes: none of these reads tells which of them it is about.
    const most = rows.includes('?') ? writesIn(write!).filter((one) => isOf(rows, nameOf(one), at.segment)).length : 1;
    const lacking = above.length === 0 ? own.length : Math.min(most - above.length, own.length);
    for (const read of own.slice(0, Math.max(0, lacking)))
      kept.set(read, above.length === 0 ? read : { ...read, columns });
    for (const [index, read] of own.entries()) {
      const other = above[index] ?? above.at(-1);
      if (!kept.has(read) && other !== undefined) instead.set(read, other.segment);
    }
    for (const other of above) {
      const start = other.segment.begin + other.from;
      const span = { start, end: start + other.columns.join(', ').length };
      if (columns.length > other.columns.length)
        edits.push({ at: { uri: at.uri, segment: other.segment, span }, text: columns.join(', '), label });
    }
  }
  const beginning: string[] = [];
  for (const { read, asides } of findings(head)) {
    const text = [...(kept.has(read) ? [textOf(kept.get(read)!)] : []), ...asides].join('');
    const place = asides.length === 0 ? undefined : placeAbove(read, instead.get(read), at, surroundings);
    if (place === undefined) beginning.push(text);
    else
      edits.push({ at: { uri: at.uri, segment: place, span: { start: place.begin, end: place.begin } }, text, label });
  }
  const rest = replacement.slice(head.reduce((sum, { length }) => sum + length, 0));
  return [...edits, { at, text: [...beginning, rest].join(''), label }];
}

/** A read, and what takes away the rows that it finds. */
interface Finding {
  readonly read: Read;
  readonly asides: readonly string[];
}

const findings = (head: readonly (Read | string)[]): readonly Finding[] =>
  head.flatMap((one, index) => {
    if (typeof one === 'string') return [];
    const after = head.slice(index + 1);
    const next = after.findIndex((other) => typeof other !== 'string');
    const asides = after.slice(0, next < 0 ? after.length : next).filter((other) => typeof other === 'string');
    return [{ read: one, asides }];
  });

/** Before which statement above a write what takes rows away stands: the one below the read of these rows, else the first read of others. */
function placeAbove(
  { rows }: Read,
  instead: Segment | undefined,
  at: Location,
  surroundings: Surroundings,
): Segment | undefined {
  const above = statementsAbove(rows, at, surroundings);
  if (instead !== undefined) return above[above.findIndex(({ segment }) => segment === instead) + 1]?.segment;
  return above.find(({ read }) => read !== undefined && tableIn(read) === tableIn({ rows }))?.segment;
}

/** The table that a read names. */
const tableIn = ({ rows }: Pick<Read, 'rows'>): string => /^ from (\S+) /i.exec(rows)![1]!.toLowerCase();

const standsBelowReads = (write: Statement): boolean =>
  write.kind === 'batch' || writesIn(write).some(({ condition }) => condition !== undefined);

const writesIn = (statement: Statement): readonly Write[] =>
  (statement.kind === 'batch' ? statement.statements : [statement]).filter(isWrite);

const isWrite = (statement: Statement): statement is Write =>
  statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete';

/** The reads of the same rows above a write. */
const readsAbove = (
  rows: string,
  at: Location,
  surroundings: Surroundings,
): readonly (Read & { readonly segment: Segment })[] =>
  statementsAbove(rows, at, surroundings).flatMap(({ read, segment }) =>
    read?.rows.toLowerCase() === rows ? [{ ...read, segment }] : [],
  );

/** What stands above a write to find rows: reads, and between them rows of copies that go or are claimed first. */
function statementsAbove(
  rows: string,
  { uri, segment, span }: Location,
  { before }: Surroundings,
): readonly { readonly segment: Segment; readonly read: Read | undefined }[] {
  const found: { readonly segment: Segment; readonly read: Read | undefined }[] = [];
  for (let above = before({ uri, segment, span }); above !== undefined; above = before({ uri, segment: above, span })) {
    const statement = above.statement();
    const isAside = statement?.kind === 'delete' || (statement?.kind === 'insert' && statement.condition !== undefined);
    if (statement?.kind !== 'select' && (!isAside || isOf(rows.toLowerCase(), nameOf(statement), above))) break;
    found.unshift({
      segment: above,
      read: statement.kind === 'select' ? readIn(above.text.slice(above.begin)) : undefined,
    });
  }
  return found;
}

const nameOf = (write: Write): QualifiedName | undefined =>
  write.kind === 'insert' ? write.into : write.kind === 'update' ? write.table : write.from;

/** The rows that a read names are of a table that is written so. */
const isOf = (rows: string, name: QualifiedName | undefined, { text }: Segment): boolean =>
  name === undefined || rows.startsWith(` from ${text.slice(name.span.start, name.span.end).toLowerCase()} `);

interface Read {
  /** SELECT, as it is written. */
  readonly word: string;
  readonly columns: readonly string[];
  /** Where its columns begin. */
  readonly from: number;
  /** The table and the rows, as the text has them. */
  readonly rows: string;
  /** What separates it from the next statement. */
  readonly end: string;
  readonly length: number;
}

const textOf = ({ word, columns, rows, end }: Read): string => `${word}${columns.join(', ')}${rows}${end}`;

/** The reads that a text begins with, and between them what takes rows of copies away. */
function headOf(text: string): readonly (Read | string)[] {
  const first = readIn(text);
  if (first === undefined) return [];
  const head: (Read | string)[] = [first];
  for (let at = first.length; ; at += head.at(-1)!.length) {
    const rest = text.slice(at);
    const aside = /^delete from (\S+) [^\n;]+;\s*/i.exec(rest);
    const isAside = aside !== null && !first.rows.toLowerCase().startsWith(` from ${aside[1]!.toLowerCase()} `);
    const next = readIn(rest) ?? (isAside ? aside[0] : undefined);
    if (next === undefined) return head;
    head.push(next);
  }
}

/** The SELECT of plain columns that a text begins with, on a line of its own. */
function readIn(text: string): Read | undefined {
  const match = /^(select )([\w", ]+)( from \S+ where [^\n;]+?)(;\s*|\s*$)/i.exec(text);
  if (match === null) return undefined;
  const [whole, word = '', columns = '', rows = '', end = ''] = match;
  return { word, columns: columns.split(', '), from: word.length, rows, end, length: whole.length };
}
