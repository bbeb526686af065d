import type { Column, Table } from '../../catalog/model.ts';
import { fold, unquote } from '../../syntax/names.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import { ANNOTATIONS } from './annotation-list.ts';
import { attachedComments, type AttachedComment } from './attached-comments.ts';
import { BUCKET_FORMATS, type BucketFormat, type Resolution } from './bucket-values.ts';
import { parseBytes, parseCount, parseRate, parseSeconds } from './quantities.ts';
import type { Surroundings } from './surroundings.ts';
import { TIME_UNITS, type TimeStep, type TimeUnit } from './time-units.ts';

/** What comments declare about a table, because its text cannot say it. Names of columns are folded and exist. */
export interface Declared {
  readonly rows?: number;
  readonly rowsPerPartition?: { readonly average?: number; readonly max?: number };
  /** Inserts for each combination of `per`; for the table as a whole where it is empty. */
  readonly rates: readonly { readonly perSecond: number; readonly per: readonly string[]; readonly text: string }[];
  /** In seconds. */
  readonly retention?: number;
  readonly cardinality: ReadonlyMap<string, Cardinality>;
  /** Bytes of a value. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly items: ReadonlyMap<string, { readonly average?: number; readonly max?: number }>;
  readonly unique: readonly (readonly string[])[];
  readonly notNull: ReadonlySet<string>;
  readonly immutable: ReadonlySet<string>;
  readonly dependencies: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[];
  readonly foreignKeys: readonly {
    readonly columns: readonly string[];
    readonly table: string;
    readonly to: readonly string[];
  }[];
  readonly copyOf?: string;
  readonly buckets: readonly DeclaredBucket[];
  /** Rows that a partition never passes; `Infinity` where only that it is bounded is said. */
  readonly bounded?: number;
  readonly greenfield: boolean;
  readonly problems: readonly AnnotationProblem[];
}

/** How many different values; `rows` means nearly as many as there are rows. */
export interface Cardinality {
  readonly count: number | 'rows';
  readonly values?: readonly string[];
}

/** `@bucket day = day(ts)`, `@bucket d = 4 days(ts) as yyyymmdd`, `@bucket shard = hash(id) % 8`. */
export type DeclaredBucket =
  | {
      readonly kind: 'time';
      readonly column: string;
      readonly source: string;
      readonly step: TimeStep;
      readonly resolution?: Resolution;
      readonly format?: BucketFormat;
    }
  | { readonly kind: 'hash'; readonly column: string; readonly sources: readonly string[]; readonly count: number };

/** An annotation that says nothing; the span is relative to the segment. */
export interface AnnotationProblem {
  readonly kind: 'unknown-annotation' | 'unknown-column' | 'unknown-table' | 'unreadable' | 'misplaced';
  readonly message: string;
  readonly span: Span;
  /** A known annotation whose name is near: only then is an unknown one likely a slip, not somebody else's tag. Of an unknown column, the name. */
  readonly suggestion?: string;
  readonly name?: string;
}

/** What the comments before and within a table's CREATE (and its ALTERs) declare. */
export const declaredOf = (table: Table, surroundings: Surroundings): Declared =>
  surroundings.memory.kept(declaredOf, table, () => readDeclared(table, commentsOf(table, surroundings)));

/** The names of the tables of a keyspace: who asks for them is asked again when one comes or goes. */
type Tables = () => ReadonlySet<string>;

/** What the annotations in one segment of a table's declaration say that nobody can use. */
export const annotationProblems = (
  table: Table,
  segment: Segment,
  { isFirst, tables }: { readonly isFirst: boolean; readonly tables: Tables },
): readonly AnnotationProblem[] =>
  segment.comments.length === 0 ? [] : readDeclared(table, attachedComments(segment, isFirst), tables).problems;

/** What can be read before a read or write of a table, and is only looked for where the table is declared. */
export function misplacedAnnotations(table: Table, segment: Segment, isFirst: boolean): readonly AnnotationProblem[] {
  const problems: AnnotationProblem[] = [];
  for (const comment of segment.comments.length === 0 ? [] : attachedComments(segment, isFirst)) {
    for (const entry of entriesOf(comment, undefined)) {
      const { name, nameSpan: span } = entry;
      const draft = emptyDraft();
      const reader = NOT_OF_TABLES.has(name) ? undefined : READERS.get(name);
      if (reader === undefined) continue;
      reader(entry, draft, table);
      if (draft.problems.length > 0) continue;
      const message = `\`@${name}\` says nothing here: it is read before the CREATE TABLE of \`${table.name}\`.`;
      problems.push({ kind: 'misplaced', message, span });
    }
  }
  return problems;
}

function commentsOf(table: Table, surroundings: Surroundings): readonly AttachedComment[] {
  if (table.location === undefined) return [];
  const places = [table.location, ...[...table.columns.values()].flatMap(({ location }) => location ?? [])];
  const segments = new Map(places.map(({ segment, uri }) => [segment, uri]));
  return [...segments].flatMap(([segment, uri]) => attachedComments(segment, surroundings.firstOf(uri) === segment));
}

type DeclaredDraft = {
  -readonly [Key in keyof Declared]: Declared[Key] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : Declared[Key] extends ReadonlySet<infer T>
      ? Set<T>
      : Declared[Key] extends readonly (infer T)[]
        ? T[]
        : Declared[Key];
};

/** One annotation: its name, what follows, and where. */
interface Annotation {
  readonly name: string;
  readonly text: string;
  readonly nameSpan: Span;
  readonly textSpan: Span;
  /** The column behind which the comment stands. */
  readonly column: Column | undefined;
}

export function readDeclared(table: Table, comments: readonly AttachedComment[], tables?: Tables): Declared {
  const draft = emptyDraft();
  for (const comment of comments) {
    const column = comment.column === undefined ? undefined : table.columns.get(comment.column);
    for (const entry of entriesOf(comment, column)) {
      const reader = READERS.get(entry.name);
      if (reader === undefined) draft.problems.push(unknownAnnotation(entry));
      else reader(entry, draft, table, tables);
    }
  }
  return draft;
}

const emptyDraft = (): DeclaredDraft => ({
  rates: [],
  cardinality: new Map(),
  sizes: new Map(),
  items: new Map(),
  unique: [],
  notNull: new Set(),
  immutable: new Set(),
  dependencies: [],
  foreignKeys: [],
  buckets: [],
  greenfield: false,
  problems: [],
});

/** The annotations of one comment: each line that begins with `@`, and what `|` adds to it. */
function* entriesOf({ text, start }: AttachedComment, column: Column | undefined): Iterable<Annotation> {
  let at = start;
  for (const line of text.split('\n')) {
    const lead = /^[\s*]*/.exec(line)![0].length;
    if (line[lead] === '@') yield* entriesOfLine(line.slice(lead), at + lead, column);
    at += line.length + 1;
  }
}

function* entriesOfLine(line: string, start: number, column: Column | undefined): Iterable<Annotation> {
  let name = '';
  let nameSpan: Span = { start, end: start };
  let at = start;
  for (const part of line.split('|')) {
    const said = part.trim();
    const tag = /^@([A-Za-z][\w-]*)/.exec(said)?.[1];
    if (tag !== undefined) {
      name = tag.toLowerCase();
      const from = at + part.indexOf('@');
      nameSpan = { start: from, end: from + tag.length + 1 };
    }
    const text = tag === undefined ? said : said.slice(tag.length + 1).trimStart();
    const from = at + part.length - part.trimStart().length + said.length - text.length;
    if (name !== '') yield { name, text, nameSpan, textSpan: { start: from, end: from + text.length }, column };
    at += part.length + 1;
  }
}

type Reader = (entry: Annotation, draft: DeclaredDraft, table: Table, tables?: Tables) => void;

/** About queries and workloads, or about the whole file: nothing about the table. */
const NOT_OF_TABLES: ReadonlySet<string> = new Set(['query', 'mix', 'slo', 'profile', 'derived']);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['rows', (entry, draft) => withValue(entry, draft, parseCount(entry.text), (rows) => void (draft.rows = rows))],
  [
    'rows-per-partition',
    (entry, draft) => withValue(entry, draft, parseSpread(entry.text), (rows) => void (draft.rowsPerPartition = rows)),
  ],
  ['rate', readRate],
  ['freq', readRate],
  [
    'retention',
    (entry, draft) => withValue(entry, draft, parseSeconds(entry.text), (seconds) => void (draft.retention = seconds)),
  ],
  ['cardinality', readCardinality],
  [
    'size',
    (entry, draft, table) =>
      ofColumn(entry, draft, table, (column, rest) =>
        withValue(entry, draft, parseBytes(rest), (bytes) => void draft.sizes.set(column, bytes)),
      ),
  ],
  [
    'items',
    (entry, draft, table) =>
      ofColumn(entry, draft, table, (column, rest) =>
        withValue(entry, draft, parseSpread(rest), (items) => void draft.items.set(column, items)),
      ),
  ],
  ['unique', (entry, draft, table) => withColumns(entry, draft, table, (columns) => void draft.unique.push(columns))],
  [
    'notnull',
    (entry, draft, table) =>
      withColumns(entry, draft, table, (columns) => columns.forEach((name) => draft.notNull.add(name))),
  ],
  [
    'immutable',
    (entry, draft, table) =>
      withColumns(entry, draft, table, (columns) => columns.forEach((name) => draft.immutable.add(name))),
  ],
  ['fd', readDependency],
  ['fk', readForeignKey],
  [
    'copy-of',
    (entry, draft, _table, tables) =>
      withValue(entry, draft, /^(?:\{\{[^}]*\}\}|[\w."$}{%#@])+$/.exec(entry.text)?.[0], (name) => {
        draft.copyOf = name;
        checkTable(entry, name, draft, tables);
      }),
  ],
  ['bucket', readBucket],
  [
    'bounded',
    (entry, draft) =>
      withValue(
        entry,
        draft,
        entry.text === '' ? Number.POSITIVE_INFINITY : parseCount(entry.text.replace(/\s*rows?$/, '')),
        (rows) => void (draft.bounded = rows),
      ),
  ],
  ['greenfield', (_entry, draft) => void (draft.greenfield = true)],
  ...[...NOT_OF_TABLES].map((name): [string, Reader] => [name, () => undefined]),
]);

/** Names of annotations. */
export const annotationNames = (): readonly string[] => [...ANNOTATIONS.keys()];

function withValue<T>(entry: Annotation, draft: DeclaredDraft, value: T | undefined, take: (value: T) => void): void {
  if (value === undefined) draft.problems.push(unreadable(entry));
  else take(value);
}

/** `avg=5 max=50`, or one number for the greatest. */
function parseSpread(text: string): { average?: number; max?: number } | undefined {
  const single = parseCount(text);
  if (single !== undefined) return { max: single };
  const spread: { average?: number; max?: number } = {};
  for (const part of text.split(/[\s,]+/)) {
    const match = /^(avg|average|max)=(.+)$/.exec(part);
    const value = match === null ? undefined : parseCount(match[2]!);
    if (match === null || value === undefined) return undefined;
    if (match[1] === 'max') spread.max = value;
    else spread.average = value;
  }
  return spread;
}

function readRate(entry: Annotation, draft: DeclaredDraft, table: Table): void {
  const [amount = '', per] = entry.text.split(/\s+(?:per|for)\s+(?=[^\s\d])/);
  const perSecond = parseRate(amount);
  if (perSecond === undefined) return void draft.problems.push(unreadable(entry));
  const columns = per === undefined ? [] : columnsOf(per, entry, draft, table);
  if (columns !== undefined) draft.rates.push({ perSecond, per: columns, text: `@rate ${entry.text}` });
}

function readCardinality(entry: Annotation, draft: DeclaredDraft, table: Table): void {
  ofColumn(entry, draft, table, (column, rest) => {
    const values = /^\{(.*)\}$/
      .exec(rest)?.[1]
      ?.split(',')
      .map((value) => value.trim());
    const count: number | 'rows' | undefined = values?.length ?? (/^~?\s*rows$/.test(rest) ? 'rows' : parseCount(rest));
    withValue(
      entry,
      draft,
      count,
      (known) => void draft.cardinality.set(column, { count: known, ...(values !== undefined && { values }) }),
    );
  });
}

function readDependency(entry: Annotation, draft: DeclaredDraft, table: Table): void {
  const [left, right] = entry.text.split('->');
  if (left === undefined || right === undefined) return void draft.problems.push(unreadable(entry));
  const from = columnsOf(left, entry, draft, table);
  const to = columnsOf(right, entry, draft, table);
  if (from !== undefined && to !== undefined) draft.dependencies.push({ from, to });
}

function readForeignKey(entry: Annotation, draft: DeclaredDraft, _table: Table, tables: Tables | undefined): void {
  const match = /^(?:[\w.]+\s*)?\(([^)]*)\)\s*->\s*([\w.]+)\s*\(([^)]*)\)$/.exec(entry.text);
  if (match === null) return void draft.problems.push(unreadable(entry));
  draft.foreignKeys.push({ columns: namesIn(match[1]!), table: match[2]!, to: namesIn(match[3]!) });
  checkTable(entry, match[2]!, draft, tables);
}

/** One of another keyspace, or whose name a template holds, may be anywhere. */
function checkTable(
  { name: tag, text, textSpan }: Annotation,
  name: string,
  draft: DeclaredDraft,
  tables: Tables | undefined,
): void {
  if (tables === undefined || !/^(?:\w+|"[^"]+")$/.test(name) || tables().has(nameIn(name))) return;
  const start = textSpan.start + text.lastIndexOf(name);
  draft.problems.push({
    kind: 'unknown-table',
    message: `\`@${tag}\` names \`${name}\`, and there is no such table beside it.`,
    name,
    span: { start, end: start + name.length },
  });
}

function readBucket(entry: Annotation, draft: DeclaredDraft, table: Table): void {
  const time =
    /^(\S+)\s*=\s*(?:(\d+)\s*)?([a-z]+?)s?\s*\(\s*([^,)]+?)\s*(?:,\s*(s|ms|us|ns)\s*)?\)(?:\s+as\s+(\S+))?$/i.exec(
      entry.text,
    );
  const hash = /^(\S+)\s*=\s*hash\s*\(([^)]+)\)\s*%\s*(\d+)$/i.exec(entry.text);
  if (hash !== null) {
    const column = columnsOf(hash[1]!, entry, draft, table)?.[0];
    const sources = columnsOf(hash[2]!, entry, draft, table);
    if (column === undefined || sources === undefined) return;
    return void draft.buckets.push({ kind: 'hash', column, sources, count: Number(hash[3]) });
  }
  const unit = time === null ? undefined : unitOf(time[3]!);
  const format = BUCKET_FORMATS.find((one) => one === time?.[6]?.toLowerCase());
  if (time === null || unit === undefined || (time[6] !== undefined && format === undefined))
    return void draft.problems.push(unreadable(entry));
  const column = columnsOf(time[1]!, entry, draft, table)?.[0];
  const source = columnsOf(time[4]!, entry, draft, table)?.[0];
  if (column === undefined || source === undefined) return;
  const resolution = time[5] as Resolution | undefined;
  const step = { unit, size: Number(time[2] ?? 1) };
  draft.buckets.push({
    kind: 'time',
    column,
    source,
    step,
    ...(resolution !== undefined && { resolution }),
    ...(format !== undefined && { format }),
  });
}

const unitOf = (text: string): TimeUnit | undefined => TIME_UNITS.find((unit) => unit === text.toLowerCase());

/** The column named first, or the one behind which the comment stands, with what is said of it. */
function ofColumn(
  entry: Annotation,
  draft: DeclaredDraft,
  table: Table,
  take: (column: string, rest: string) => void,
): void {
  const match = /^("(?:[^"]|"")+"|[A-Za-z]\w*)\s+(\S[^]*)$/.exec(entry.text);
  const named = match === null ? undefined : nameIn(match[1]!);
  if (named !== undefined && table.columns.has(named)) return take(named, match![2]!);
  if (entry.column !== undefined) return take(entry.column.name, entry.text);
  if (named === undefined) draft.problems.push(unreadable(entry));
  else draft.problems.push(unknownColumn(entry, match![1]!, table));
}

function withColumns(
  entry: Annotation,
  draft: DeclaredDraft,
  table: Table,
  take: (columns: readonly string[]) => void,
): void {
  if (entry.text === '' && entry.column !== undefined) return take([entry.column.name]);
  const columns = columnsOf(entry.text, entry, draft, table);
  if (columns !== undefined && columns.length > 0) take(columns);
  else if (columns !== undefined) draft.problems.push(unreadable(entry));
}

function columnsOf(text: string, entry: Annotation, draft: DeclaredDraft, table: Table): readonly string[] | undefined {
  const names = namesIn(text);
  const missing = names.find((name) => !table.columns.has(name));
  if (missing === undefined) return names;
  if (!table.partial) draft.problems.push(unknownColumn(entry, missing, table));
  return undefined;
}

const namesIn = (text: string): string[] =>
  text
    .replace(/^\s*\(|\)\s*$/g, '')
    .split(',')
    .map((name) => nameIn(name.trim()))
    .filter((name) => name !== '');

const nameIn = (text: string): string => (text.startsWith('"') ? unquote(text.slice(1, -1), '"') : fold(text));

const unreadable = ({ name, text, nameSpan, textSpan }: Annotation): AnnotationProblem => ({
  kind: 'unreadable',
  message: `\`@${name}\` does not understand \`${text}\`. Example: \`${ANNOTATIONS.get(name)?.example ?? `@${name}`}\`.`,
  span: text === '' ? nameSpan : textSpan,
});

function unknownColumn(
  { name, textSpan, nameSpan, text }: Annotation,
  column: string,
  table: Table,
): AnnotationProblem {
  const at = text.indexOf(column);
  return {
    kind: 'unknown-column',
    message: `\`@${name}\` names \`${column}\`, which \`${table.name}\` does not have.`,
    name: column,
    span: at < 0 ? nameSpan : { start: textSpan.start + at, end: textSpan.start + at + column.length },
  };
}

function unknownAnnotation({ name, nameSpan }: Annotation): AnnotationProblem {
  const suggestion = annotationNames().find((known) => isNear(name, known));
  return {
    kind: 'unknown-annotation',
    message: `There is no annotation \`@${name}\`.${suggestion === undefined ? '' : ` Did you mean \`@${suggestion}\`?`}`,
    span: nameSpan,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** One letter added, left out or changed, or two or three in another order. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const sorted = (letters: string): string => [...letters].toSorted().join('');
  return (left.length <= 1 && right.length <= 1) || (left.length <= 3 && sorted(left) === sorted(right));
}
