import { printName } from '../../catalog/names.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import type { Batch } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Use } from '../evidence/surroundings.ts';
import { markersIn } from '../proposal/pieces.ts';
import type { WriteChange, WriteStep } from '../proposal/proposal.ts';
import type { CopyWrite } from './statements.ts';
import { wordsOf } from './statements.ts';
import { staticsIn } from './statics.ts';
import { isEmpty, type Reading, type Sync } from './sync-model.ts';
import type { Term } from './terms.ts';
import { timedStep } from './timed-steps.ts';
import { askedComment, bindsWithin, isConditional, type ReadWrite } from './write.ts';

/** A write of the base, and what keeps the copy in step with it. */
export interface Synced {
  readonly write: ReadWrite;
  readonly sync: Sync;
}

/** The text and the steps in place of one write that stands alone; `undefined` where nothing changes. */
export function composeWrite(uri: string, segment: Segment, synced: Synced): WriteChange | undefined {
  if (isEmpty(synced.sync)) return undefined;
  const { write } = synced;
  const { reads, direct, first } = synced.sync.inText ?? synced.sync;
  const newline = lineOf(segment);
  const [main, ...others] = reads;
  const then = main?.then ?? [];
  // A condition cannot be checked together with writes of other tables.
  const alone = write.waits || first.length > 0;
  const itself = alone ? [] : [{ text: ownText(write, newline) }];
  const aside = asideOf({ reads, direct });
  const sent = (terms: readonly Line[]): readonly Statement[] => batchOf(terms, write, newline);
  const apart = then.filter(isApart).map(plain);
  const rest = then.filter(isTogether);
  const own = !alone ? [] : write.waits ? [asking(write.text), ...undoing(first, main)] : [plain(write.text)];
  const statements: readonly Statement[] = [
    ...first.map(asking),
    ...(aside === undefined
      ? [...leadingOf(main), ...own, ...apart, ...sent([...itself, ...direct, ...rest])]
      : aside === 'any'
        ? [...own, ...sent([...itself, ...direct]), ...leadingOf(main), ...sent(rest)]
        : [...sent(direct), ...leadingOf(main), ...own, ...apart, ...sent([...itself, ...rest])]),
    ...others.flatMap((read) => [
      ...leadingOf(read),
      ...read.then.filter(isApart).map(plain),
      ...sent(read.then.filter(isTogether)),
    ]),
  ];
  const replacement = textOf(statements, newline);
  const steps = needsSteps(synced) ? stepsOf(synced) : [];
  return { at: { uri, segment, span: write.statement.span }, replacement, steps };
}

/** The write itself, below what the client has to ask before it. */
const ownText = ({ asked, text }: ReadWrite, newline: string): string =>
  [...[...asked].map(([column, one]) => askedComment(column, one)), text.text].join(newline);

/** What is below a SELECT runs once for each row that it finds: what is about a row that it does not find stands above it. */
const asideOf = ({ reads: [main], direct }: Pick<Sync, 'reads' | 'direct'>): Reading['many'] =>
  direct.length === 0 ? undefined : main?.many;

/** A write with its copies: what it reads, itself, what always goes with it, and what each row that was read asks for. */
function stepsOf({ write, sync }: Synced): readonly WriteStep[] {
  const [main, ...others] = sync.reads;
  const once = (one: CopyWrite): WriteStep => stepOf(one, false);
  const itself: WriteStep = { ...readStep(write.text), each: false };
  const direct = sync.direct.map(once);
  const aside = asideOf(sync);
  const read = main === undefined ? [] : leadingStepsOf(main);
  const then = main === undefined ? [] : followingStepsOf(main);
  return [
    ...sync.first.map(once),
    ...(aside === 'any'
      ? [itself, ...direct, ...read, ...then]
      : aside === 'before'
        ? [...direct, ...read, itself, ...then]
        : [...read, itself, ...direct, ...then]),
    ...others.flatMap(stepsOfRead),
  ];
}

/** TRUNCATE of both, one after the other: it stands in no batch. */
export function composeTruncation({ uri, segment, statement: { span } }: Use, copy: string): WriteChange {
  const itself = segment.text.slice(span.start, span.end);
  const other = `${itself.slice(0, 'TRUNCATE'.length)} ${copy}`;
  return {
    at: { uri, segment, span },
    replacement: `${itself};${lineOf(segment)}${other}`,
    steps: [itself, other].map((cql) => ({ cql, binds: [], each: false })),
  };
}

/** The text and the steps in place of a batch, some of whose statements write the base. */
export function composeBatch(
  uri: string,
  segment: Segment,
  batch: Batch,
  all: readonly Synced[],
): WriteChange | undefined {
  const changed = all.filter((one) => !isEmpty(one.sync));
  const [some] = changed;
  if (some === undefined) return undefined;
  const newline = lineOf(segment);
  const word = wordsOf(some.write);
  const inText = (one: Synced): Sync => one.sync.inText ?? one.sync;
  const asides = new Map(changed.map((one) => [one, asideOf(inText(one))]));
  const every = changed.flatMap((one) => {
    const [main, ...others] = inText(one).reads;
    if (main === undefined) return [];
    return [asides.get(one) === 'any' ? { ...main, afterwards: true as const } : main, ...others];
  });
  // What another statement of the batch sets no read before it finds.
  const moves = every.some(({ afterwards }) => afterwards === true);
  // Of rows that share a partition one statement may set what another takes over from there.
  const setsShared = all.length > 1 && all.some(({ write }) => staticsIn(write).size > 0);
  const isLate = (read: Reading): boolean => {
    if (read.afterwards === true) return true;
    // Above a batch stands one read, where it can: what is below two is about the rows of both.
    return read === every[0] ? (moves || setsShared) && onlyMakes(read) : onlyMakes(read) || read.many === 'any';
  };
  const reads = every.filter((read) => !isLate(read));
  const late = every.filter(isLate);
  // A condition cannot be checked together with writes of other tables.
  const firsts = changed.flatMap((one) => inText(one).first);
  const conditional = isConditional(batch);
  const above = changed.flatMap((one) => (asides.get(one) === 'before' ? inText(one).direct : []));
  // Before a condition is answered nothing is written.
  if (conditional && above.length > 0) return undefined;
  const markers = markersIn(batch).toSorted((a, b) => a.span.start - b.span.start);
  const body: string[] = [];
  const copies: CopyWrite[] = [];
  const steps: WriteStep[] = [];
  const last: WriteStep[] = [];
  let end = batch.statements[0]!.span.start;
  for (const statement of batch.statements) {
    const synced = all.find(({ write }) => write.statement === statement);
    const text = synced?.write.text ?? {
      text: segment.text.slice(statement.span.start, statement.span.end),
      binds: bindsWithin(markers)(statement),
    };
    const line = synced === undefined ? text.text : ownText(synced.write, newline);
    body.push(...linesBetween(segment.text.slice(end, statement.span.start)), `${line};`);
    end = statement.span.end;
    // A read is about one statement: each follows what it has read.
    if (synced === undefined) {
      steps.push({ ...readStep(text), each: false });
      continue;
    }
    const isLast = (read: Reading): boolean => setsShared && onlyMakes(read);
    const { sync } = synced;
    steps.push(...stepsOf({ ...synced, sync: { ...sync, reads: sync.reads.filter((read) => !isLast(read)) } }));
    last.push(...sync.reads.filter(isLast).flatMap(stepsOfRead));
    const { direct, reads: own } = inText(synced);
    const found = own.flatMap((read) => (reads.includes(read) ? read.then : []));
    const mine = [...(asides.get(synced) === 'before' ? [] : direct), ...found].filter(isTogether);
    copies.push(...mine);
    if (!conditional) body.push(...mine.filter((one) => caseOf(one) === undefined).map((one) => `${one.text};`));
  }
  // A comment counts for all lines below it: what holds only in a case comes last.
  const closing = segment.text.slice(end, batch.span.end).replace(/\s*apply\s+batch\s*;?\s*$/i, '');
  body.push(...linesBetween(closing));
  if (!conditional) body.push(...inCases(copies));
  const head = segment.text.slice(batch.span.start, batch.statements[0]!.span.start).trimEnd();
  // Without its log, a batch of several tables may be done by halves.
  const logged = head.replace(/\s+UNLOGGED\b/i, '');
  const apartOf = ({ then }: Reading): readonly Statement[] => then.filter(isApart).map(plain);
  const statements = [
    ...firsts.map(asking),
    ...(above.length === 0 ? [] : batchOf(above, some.write, newline)),
    ...reads.flatMap((read) => [...leadingOf(read), ...(conditional ? [] : apartOf(read))]),
    (conditional ? asking : plain)({
      text: [logged, ...body.map((line) => indented(line, newline)), word('APPLY BATCH')].join(newline),
    }),
    ...(conditional
      ? [...undoing(firsts, ...reads), ...reads.flatMap(apartOf), ...batchOf(copies, some.write, newline)]
      : []),
    // All statements of a batch have one time: none of them comes after another.
    ...late.flatMap((read) => [
      ...leadingOf(read),
      ...apartOf(read),
      ...batchOf(read.then.filter(isTogether), some.write, newline),
    ]),
  ];
  const isFollowed = batch.statements.length > 1 || changed.some(needsSteps);
  const when = batch.using?.timestamp?.value;
  const time = when && {
    text: segment.text.slice(when.span.start, when.span.end),
    binds: bindsWithin(markers)(when),
  };
  const followed = isFollowed ? [...steps, ...last] : [];
  return {
    at: { uri, segment, span: batch.span },
    replacement: textOf(statements, newline),
    // The markers of several statements are of several rows.
    steps: time === undefined ? followed : followed.map((step) => timedStep(step, time)),
  };
}

const onlyMakes = ({ once, then }: Reading): boolean => once && then.every(({ text }) => !/^delete\b/i.test(text));

/** Comments between the statements of a batch, and the blank lines that end what a comment counts for. */
function linesBetween(text: string): readonly string[] {
  const lines = text
    .replace(/^\s*;/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.filter((line, index) => line !== '' || (index > 0 && index < lines.length - 1));
}

/** A statement within a batch. */
type Line = Pick<Term, 'text'> & Partial<Pick<CopyWrite, 'when'>>;

/** A statement of a text, and the case in which it runs. */
interface Statement {
  readonly text: string;
  readonly only: string | undefined;
  /** It has a condition, and may be refused. */
  readonly asks?: true;
  /** It runs where the server refuses what has the condition, and only there. */
  readonly undoes?: true;
}

const plain = ({ text }: { readonly text: string }): Statement => ({ text, only: undefined });

const asking = ({ text }: { readonly text: string }): Statement => ({ text, only: undefined, asks: true });

/** What takes away again the one row that was made before a condition was answered; which of several were made no comment could tell. */
function undoing(firsts: readonly CopyWrite[], ...reads: readonly (Reading | undefined)[]): readonly Statement[] {
  const claims = [...firsts, ...reads.flatMap((read) => read?.claim ?? [])];
  const [claim, ...others] = claims;
  return claim?.undo === undefined || others.length > 0
    ? []
    : [{ text: claim.undo.text, only: caseOf(claim), undoes: true }];
}

/** Statements one below the other. A comment counts up to a blank line; what follows a condition says that it waits for the answer. */
function textOf(statements: readonly Statement[], newline: string): string {
  let asked: Statement | undefined;
  return statements
    .map((one, index) => {
      const { text, only, undoes } = one;
      const last = index === statements.length - 1;
      // A read does no harm.
      const waits = asked !== undefined && !/^select\b/i.test(text);
      const comments = [
        ...(undoes ? [REFUSED] : waits ? [asked!.only === undefined ? APPLIED : NOT_REFUSED] : []),
        ...(only === undefined ? [] : [commentOf(only)]),
      ];
      if (one.asks === true) asked = one;
      const end = last ? '' : comments.length === 0 ? `;${newline}` : `;${newline}${newline}`;
      return `${comments.map((comment) => `${comment}${newline}`).join('')}${text}${end}`;
    })
    .join('');
}

const APPLIED = '-- only where it was applied';

const REFUSED = '-- only where the row above was made and this was refused';

/** Of what is asked in a case only, and goes on in the others too. */
const NOT_REFUSED = '-- only where it was not refused';

const isApart = ({ apart }: CopyWrite): boolean => apart === true;
const isTogether = (one: CopyWrite): boolean => !isApart(one);

/** The case that a comment has to tell of: a null in a key leaves a row out everywhere. */
const caseOf = ({ when }: Pick<Line, 'when'>): string | undefined =>
  when !== undefined && /(?:un)?changed$/.test(when) ? when : undefined;

/** A comment is one line, whatever the column is called. */
function commentOf(when: string): string {
  const [, column = '', how] = /^(.*) ((?:un)?changed)$/s.exec(when)!;
  const name = printName(column).replaceAll(/[\n\r\u0085\u2028\u2029]+/g, ' ');
  return `-- only where ${name} ${how === 'changed' ? how : 'is unchanged'}`;
}

/** What holds only in a case, each line below a comment of its own, those of one case together. */
function inCases(terms: readonly Line[]): readonly string[] {
  const cases = new Map<string, string[]>();
  for (const term of terms) {
    const only = caseOf(term);
    if (only !== undefined) cases.set(only, [...(cases.get(only) ?? []), commentOf(only), `${term.text};`]);
  }
  return [...cases.values()].flat();
}

/**
 * A text runs as it stands unless a read decides (a row that is not found is still written), a marker means no column (TTL, a part of
 * a collection), a key may turn out null, or a row is spread over the elements of a collection.
 */
const needsSteps = ({ write, sync }: Synced): boolean =>
  sync.spreads ||
  sync.reads.length > 0 ||
  write.using !== undefined ||
  write.choices.size > 0 ||
  write.partial.length > 0 ||
  [...sync.direct, ...sync.first].some(({ when }) => when !== undefined);

const selectsOf = ({ select, further = [] }: Reading): readonly Term[] => [select, ...further];

/** What runs before the write. */
const leadingOf = (read: Reading | undefined): readonly Statement[] =>
  read === undefined
    ? []
    : [
        ...selectsOf(read).map(plain),
        ...(read.claim === undefined ? [] : [{ text: read.claim.text, only: caseOf(read.claim), asks: true as const }]),
      ];

const leadingStepsOf = (read: Reading): readonly WriteStep[] => [
  ...selectsOf(read).map(readStep),
  ...(read.claim === undefined ? [] : [stepOf(read.claim, !read.once && read.claim.always !== true)]),
];

const followingStepsOf = (read: Reading): readonly WriteStep[] =>
  read.then.map((one) => stepOf(one, !read.once && one.always !== true));

const stepsOfRead = (read: Reading): readonly WriteStep[] => [...leadingStepsOf(read), ...followingStepsOf(read)];

const readStep = ({ text, binds }: Term): WriteStep => ({ cql: text, binds });

const stepOf = ({ text, binds, when }: CopyWrite, each: boolean): WriteStep => ({
  cql: text,
  binds,
  ...(when !== undefined && { when }),
  ...(!each && { each }),
});

/** One batch, or the statement alone that needs none: what a comment counts for ends with its batch. */
function batchOf(terms: readonly Line[], write: ReadWrite, newline: string): readonly Statement[] {
  const always = terms.filter((one) => caseOf(one) === undefined).map(({ text }) => `${text};`);
  const lines = [...always, ...inCases(terms)];
  if (terms.length <= 1 && lines.length === terms.length) return terms.map(plain);
  const word = wordsOf(write);
  const begin = word(hasCounters(write.table) ? 'BEGIN COUNTER BATCH' : 'BEGIN BATCH');
  return [plain({ text: [begin, ...lines.map((line) => indented(line, newline)), word('APPLY BATCH')].join(newline) })];
}

const indented = (text: string, newline: string): string =>
  text === '' ? '' : `  ${text.split(/\r?\n/).join(`${newline}  `)}`;

const lineOf = ({ text }: Segment): string => (text.includes('\r\n') ? '\r\n' : '\n');
