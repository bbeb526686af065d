import { hasCounters } from '../../catalog/table-columns.ts';
import type { Batch } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { markersIn } from '../proposal/pieces.ts';
import type { WriteChange, WriteStep } from '../proposal/proposal.ts';
import type { CopyWrite } from './statements.ts';
import { wordsOf } from './statements.ts';
import type { Reading, Sync } from './sync.ts';
import type { Term } from './terms.ts';
import { bindsWithin, type ReadWrite } from './write.ts';

/** A write of the base, and what keeps the copy in step with it. */
export interface Synced {
  readonly write: ReadWrite;
  readonly sync: Sync;
}

const isEmpty = ({ sync }: Synced): boolean => sync.direct.length + sync.reads.length + sync.first.length === 0;

/** The text and the steps in place of one write that stands alone; `undefined` where nothing changes. */
export function composeWrite(uri: string, segment: Segment, synced: Synced): WriteChange | undefined {
  if (isEmpty(synced)) return undefined;
  const { write, sync } = synced;
  const { reads, direct, first } = sync;
  const newline = lineOf(segment);
  const statements = first.map(({ text }) => text);
  const batch = (terms: readonly Term[]): void => {
    if (terms.length > 0) statements.push(terms.length === 1 ? terms[0]!.text : batchText(terms, write, newline));
  };
  const [main, ...others] = reads;
  if (main !== undefined) statements.push(...leadingOf(main).map(({ text }) => text));
  if (write.condition === undefined && first.length === 0) batch([write.text, ...direct, ...(main?.then ?? [])]);
  else {
    // A condition cannot be checked together with writes of other tables.
    statements.push(write.text.text);
    batch([...direct, ...(main?.then ?? [])]);
  }
  for (const read of others) {
    statements.push(...leadingOf(read).map(({ text }) => text));
    batch(read.then);
  }
  const replacement = statements.join(`;${newline}`);
  const steps = needsSteps(synced) ? stepsOf(synced) : [];
  return { at: { uri, segment, span: write.statement.span }, replacement, steps };
}

/** A write with its copies: what it reads, itself, what always goes with it, and what each row that was read asks for. */
function stepsOf({ write, sync }: Synced): readonly WriteStep[] {
  const [main, ...others] = sync.reads;
  const once = (one: CopyWrite): WriteStep => stepOf(one, false);
  const thenOf = (read: Reading): readonly WriteStep[] =>
    read.then.map((one) => stepOf(one, !read.once && one.always !== true));
  return [
    ...sync.first.map(once),
    ...(main === undefined ? [] : leadingStepsOf(main)),
    { ...readStep(write.text), each: false },
    ...sync.direct.map(once),
    ...(main === undefined ? [] : thenOf(main)),
    ...others.flatMap((read) => [...leadingStepsOf(read), ...thenOf(read)]),
  ];
}

/** The text and the steps in place of a batch, some of whose statements write the base. */
export function composeBatch(
  uri: string,
  segment: Segment,
  batch: Batch,
  all: readonly Synced[],
): WriteChange | undefined {
  const changed = all.filter((one) => !isEmpty(one));
  const [some] = changed;
  if (some === undefined) return undefined;
  const newline = lineOf(segment);
  const word = wordsOf(some.write);
  const reads = changed.flatMap(({ sync }) => sync.reads);
  // A condition cannot be checked together with writes of other tables.
  const firsts = changed.flatMap(({ sync }) => sync.first);
  const conditional = batch.statements.some(({ condition }) => condition !== undefined);
  const markers = markersIn(batch).toSorted((a, b) => a.span.start - b.span.start);
  const body: string[] = [];
  const copies: Term[] = [];
  const steps: WriteStep[] = [];
  for (const statement of batch.statements) {
    const synced = all.find(({ write }) => write.statement === statement);
    const text = synced?.write.text ?? {
      text: segment.text.slice(statement.span.start, statement.span.end),
      binds: bindsWithin(markers)(statement),
    };
    body.push(text.text);
    // A read is about one statement: each follows what it has read.
    steps.push(...(synced === undefined ? [{ ...readStep(text), each: false }] : stepsOf(synced)));
    const mine = synced === undefined ? [] : [...synced.sync.direct, ...synced.sync.reads.flatMap(({ then }) => then)];
    if (conditional) copies.push(...mine);
    else body.push(...mine.map((one) => one.text));
  }
  const head = segment.text.slice(batch.span.start, batch.statements[0]!.span.start).trimEnd();
  // Without its log, a batch of several tables may be done by halves.
  const logged = head.replace(/\s+UNLOGGED\b/i, '');
  const texts = [
    ...[...firsts, ...reads.flatMap(leadingOf)].map(({ text }) => text),
    [logged, ...body.map((text) => `  ${indented(text, newline)};`), word('APPLY BATCH')].join(newline),
    ...(copies.length === 0 ? [] : [copies.length === 1 ? copies[0]!.text : batchText(copies, some.write, newline)]),
  ];
  return {
    at: { uri, segment, span: batch.span },
    replacement: texts.join(`;${newline}`),
    // The markers of several statements are of several rows.
    steps: batch.statements.length > 1 || changed.some(needsSteps) ? steps : [],
  };
}

/**
 * A text runs as it stands unless a read decides (a row that is not found is still written), a marker means no column (TTL, a part of
 * a collection), a key may turn out null, or a row is spread over the elements of a collection.
 */
const needsSteps = ({ write, sync }: Synced): boolean =>
  sync.spreads ||
  sync.reads.length > 0 ||
  write.using !== undefined ||
  write.partial.length > 0 ||
  [...sync.direct, ...sync.first].some(({ when }) => when !== undefined);

const selectsOf = ({ select, further = [] }: Reading): readonly Term[] => [select, ...further];

/** What runs before the write. */
const leadingOf = (read: Reading): readonly Term[] => [
  ...selectsOf(read),
  ...(read.claim === undefined ? [] : [read.claim]),
];

const leadingStepsOf = (read: Reading): readonly WriteStep[] => [
  ...selectsOf(read).map(readStep),
  ...(read.claim === undefined ? [] : [stepOf(read.claim, !read.once && read.claim.always !== true)]),
];

const readStep = ({ text, binds }: Term): WriteStep => ({ cql: text, binds });

const stepOf = ({ text, binds, when }: CopyWrite, each: boolean): WriteStep => ({
  cql: text,
  binds,
  ...(when !== undefined && { when }),
  ...(!each && { each }),
});

function batchText(terms: readonly Term[], write: ReadWrite, newline: string): string {
  const word = wordsOf(write);
  const counts = hasCounters(write.table);
  return [
    word(counts ? 'BEGIN COUNTER BATCH' : 'BEGIN BATCH'),
    ...terms.map(({ text }) => `  ${indented(text, newline)};`),
    word('APPLY BATCH'),
  ].join(newline);
}

const indented = (text: string, newline: string): string => text.split(/\r?\n/).join(`${newline}  `);

const lineOf = ({ text }: Segment): string => (text.includes('\r\n') ? '\r\n' : '\n');
