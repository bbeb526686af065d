import { occurrencesOf } from '../names/occurrences.ts';
import type { NameKind, Occurrence } from '../names/occurrence.ts';
import * as R from '../syntax/generated/rules.ts';
import type { Statement } from '../syntax/ast.ts';
import type { Segment, SyntaxDocument } from '../syntax/index.ts';
import { endOffsetOf, NODE_SIZE, ruleOf, startOffsetOf, type SyntaxTree } from '../syntax/tree.ts';
import { shift, type Span } from '../text/span.ts';
import type { Steps } from '../text/steps.ts';

/** An entry of a document's outline; offsets in the document. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind:
    | 'keyspace'
    | 'table'
    | 'view'
    | 'type'
    | 'index'
    | 'function'
    | 'trigger'
    | 'role'
    | 'column'
    | 'key-column'
    | 'field'
    /** Everything that declares nothing. */
    | 'statement';
  readonly range: Span;
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
  /** Of a statement: the name was given to it. */
  readonly named?: true;
}

/** What a document declares and what else its statements do, in the order of its text; columns and fields stand below their statement. */
export function* outlineOf(document: SyntaxDocument): Steps<readonly OutlineSymbol[]> {
  const whole = document.segments.length <= MANY;
  const entries: OutlineSymbol[] = [];
  for (const [index, segment] of document.segments.entries()) {
    yield;
    if (segment.begin < segment.end && (whole || mayDeclare(segment)))
      entries.push(...entryOf(segment, document.startOf(index)));
  }
  return entries;
}

/** Of a document with more statements only those that may declare something are shown. */
const MANY = 2000;

/** Whether a segment's first word is one of those that declare; asks no parser. */
export const mayDeclare = (segment: Segment): boolean =>
  /^(?:create|alter)\b/i.test(segment.text.slice(segment.begin, segment.begin + 7)) || nameIn(segment) !== undefined;

function entryOf(segment: Segment, from: number): readonly OutlineSymbol[] {
  const statement = segment.statement();
  if (statement === undefined) return [];
  const { tree } = segment.syntax();
  const occurrences = occurrencesOf(tree);
  const range = { start: segment.begin, end: segment.end };
  const children = membersIn(tree, statement, occurrences).map((child) => moved(child, from));
  const main = occurrences.find(({ kind, role }) => role === 'declaration' && KINDS[kind] !== undefined);
  const declared = main === undefined ? undefined : KINDS[main.kind];
  const entry: Omit<OutlineSymbol, 'children'> =
    main !== undefined && declared !== undefined
      ? {
          name: qualified(tree, main, occurrences),
          detail: DETAILS[main.kind] ?? declared,
          kind: declared,
          range,
          selection: main,
        }
      : { ...named(segment, describedBy(tree, occurrences, range)), kind: 'statement', range };
  return [{ ...moved({ ...entry, children: [] }, from), children }];
}

/** With the name that a comment `-- name: …` before the statement gives it. */
function named<D extends Pick<OutlineSymbol, 'name' | 'detail'>>(segment: Segment, described: D): D & Named {
  const name = nameIn(segment);
  return name === undefined ? described : { ...described, name, named: true };
}

type Named = Pick<OutlineSymbol, 'named'>;

function nameIn({ comments, begin }: Segment): string | undefined {
  const comment = comments.findLast(({ text, span }) => span.end <= begin && NAMES.test(text));
  return comment && NAMES.exec(comment.text)![1];
}

const NAMES = /^\s*@?name:\s*(\S.*?)\s*$/i;

/** The columns and fields that a statement declares, with what stands behind their names. */
function membersIn(
  tree: SyntaxTree,
  statement: Statement,
  occurrences: readonly Occurrence[],
): readonly OutlineSymbol[] {
  const keys = new Set(
    statement.kind === 'create-table'
      ? statement.primaryKeys
          .flatMap(({ partition, clustering }) => [...partition, ...clustering])
          .map(({ name }) => name)
      : [],
  );
  const names = new Map(occurrences.map((one) => [one.start, one]));
  return definitionsIn(tree).flatMap((range): readonly OutlineSymbol[] => {
    const name = names.get(range.start);
    if (name === undefined || (name.kind !== 'column' && name.kind !== 'field')) return [];
    const detail = oneLine(tree.text.slice(name.end, range.end));
    const isKey = name.kind === 'column' && (keys.has(name.name) || /\bprimary\s+key\b/i.test(detail));
    const kind = isKey ? 'key-column' : name.kind;
    return [{ name: textOf(tree, name), detail, kind, range, selection: name, children: [] }];
  });
}

function definitionsIn(tree: SyntaxTree): readonly Span[] {
  const spans: Span[] = [];
  for (let node = 0; node < tree.nodes.length / NODE_SIZE; node += 1) {
    const rule = ruleOf(tree, node);
    if (rule === R.columnDefinition || rule === R.fieldDefinition)
      spans.push({ start: startOffsetOf(tree, node), end: endOffsetOf(tree, node) });
  }
  return spans;
}

/** A statement by its first words and what it is about: `SELECT k.users`. */
function describedBy(
  tree: SyntaxTree,
  occurrences: readonly Occurrence[],
  range: Span,
): Pick<OutlineSymbol, 'name' | 'detail' | 'selection'> {
  const about = occurrences.find(({ kind }) => HOLDERS.has(kind)) ?? occurrences.find(({ kind }) => OTHERS.has(kind));
  // Only behind these is the second word no name.
  const words =
    /^(?:alter|apply|begin|create|desc|describe|drop|list|truncate)\s+(?:table|keyspace|type|index|materialized\s+view|batch|unlogged\s+batch|counter\s+batch|transaction|role|user|function|aggregate|trigger)\b|^\w+/i;
  const text = tree.text.slice(range.start, range.end);
  const first = oneLine(words.exec(text)?.[0] ?? '').toUpperCase();
  const name =
    about === undefined || first === '' ? shortened(text) : `${first} ${qualified(tree, about, occurrences)}`;
  return { name, detail: shortened(text), selection: about ?? { start: range.start, end: range.start + first.length } };
}

/** The name with the keyspace that is written before it. */
function qualified(tree: SyntaxTree, name: Occurrence, occurrences: readonly Occurrence[]): string {
  const before = occurrences[occurrences.indexOf(name) - 1];
  const isQualified = before?.kind === 'keyspace' && tree.text.slice(before.end, name.start).trim() === '.';
  return isQualified ? `${textOf(tree, before)}.${textOf(tree, name)}` : textOf(tree, name);
}

const textOf = ({ text }: SyntaxTree, { start, end }: Span): string => text.slice(start, end);

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const shortened = (text: string): string => {
  const line = oneLine(text.slice(0, LONGEST * 2));
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

const LONGEST = 80;

const moved = (symbol: OutlineSymbol, by: number): OutlineSymbol => ({
  ...symbol,
  range: shift(symbol.range, by),
  selection: shift(symbol.selection, by),
});

const KINDS: Readonly<Partial<Record<NameKind, OutlineSymbol['kind']>>> = {
  keyspace: 'keyspace',
  table: 'table',
  view: 'view',
  type: 'type',
  index: 'index',
  function: 'function',
  aggregate: 'function',
  trigger: 'trigger',
  role: 'role',
  user: 'role',
};

const DETAILS: Readonly<Partial<Record<NameKind, string>>> = {
  view: 'materialized view',
  aggregate: 'aggregate',
  user: 'user',
};

/** A statement is about the first table in it and the like, else about the first of what else has a name. */
const HOLDERS: ReadonlySet<NameKind> = new Set(['table', 'view', 'type', 'index', 'object']);
const OTHERS: ReadonlySet<NameKind> = new Set(['keyspace', 'function', 'aggregate', 'role', 'user']);
