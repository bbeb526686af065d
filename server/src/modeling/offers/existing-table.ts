import type { Column, Keyspace, Table } from '../../catalog/model.ts';
import { printFilled, printName } from '../../catalog/names.ts';
import { isMultiCell } from '../../catalog/types.ts';
import { bucketForm, computedBucket } from '../design/bucket-form.ts';
import { bucketConstants, bucketsOf, type BucketColumn } from '../evidence/buckets.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { copyEvidence, hasSameColumns, stemOf, writtenWith } from '../evidence/copies.ts';
import { canStayStatic } from '../design/design.ts';
import { isAnsweredWhole, leftToClientOf } from '../design/key.ts';
import { offer } from '../proposal/offer.ts';
import { insertAfter } from '../question/placement.ts';
import { columnNames, keepsPartitions } from '../question/pattern.ts';
import type { AddedRelation, Split } from '../question/plan.ts';
import { type DerivedColumn, type InStep, IN_STEP, type Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { type Rewritten, rewriteQuery } from '../design/rewrite.ts';
import { afterSchemaChange, type Sandbox, tryQuery } from '../proposal/sandbox.ts';
import { writtenName, writtenType } from '../proposal/source.ts';
import { styleOf, words } from '../proposal/style.ts';
import type { Surroundings, Use } from '../evidence/surroundings.ts';
import { windowOf } from '../evidence/window.ts';
import { type Copy, type CopyColumn, copyInTable } from '../writes/copy.ts';
import { droppedNotes, eachValue, onceForEach } from './reading-notes.ts';
import { writeEdits } from '../writes/edits.ts';
import { inStepWith } from '../writes/index.ts';
import { forgottenWrites } from '../writes/stale-copies.ts';
import { NOTHING } from '../writes/sync-model.ts';
import { syncOf } from '../writes/sync.ts';
import { nullableIn } from './left-out.ts';
import { orderNotes } from './table-notes.ts';

/** Tables and views that hold the rows under a key that serves the query: as they are, else with the columns they lack. */
export function existingTables(question: Question): readonly Proposal[] {
  const { table, pattern, surroundings } = question;
  if (pattern.elements.length + pattern.likes.length + pattern.folded.length + pattern.fields.length > 0) return [];
  const keyspace = surroundings.catalog.keyspace(table.keyspace);
  const given = new Set([
    ...pattern.equal.map(({ column }) => column.name),
    ...pattern.several.flatMap(({ columns }) => columns.map(({ name }) => name)),
  ]);
  if (keyspace === undefined || given.size === 0) return [];
  const serving = (tables: Iterable<Table>): readonly Table[] =>
    [...tables].filter(({ partitionKey }) => {
      const open = partitionKey.filter(({ name }) => !given.has(name)).length;
      return open <= 1 && open < partitionKey.length;
    });
  const index = indexOf(keyspace, surroundings);
  const related = new Set(relatedTo(table, index, keyspace, surroundings));
  const told = serving(related).flatMap((candidate) => {
    const evidence = copyEvidence(candidate, table, surroundings);
    return evidence === undefined ? [] : [{ candidate, guessed: false }];
  });
  const keyed = new Set([...given].flatMap((name) => index.keyed.get(name) ?? []));
  const guess = onlyOne(serving(keyed), (candidate) => !related.has(candidate) && hasSameColumns(candidate, table));
  const found = [...told, ...(guess === undefined ? [] : [{ candidate: guess, guessed: true }])].flatMap(
    ({ candidate, guessed }) => {
      const open = candidate.partitionKey.find(({ name }) => !given.has(name));
      const proposal = use(candidate, open, question, guessed);
      return proposal === undefined
        ? []
        : [{ proposal, price: (proposal.kind === 'alter-table' ? 2 : 0) + (guessed ? 1 : 0) }];
    },
  );
  return found
    .toSorted((a, b) => a.price - b.price || (a.proposal.table! < b.proposal.table! ? -1 : 1))
    .map(({ proposal }) => proposal);
}

/** The one that fits; where there are more, nothing tells which is meant. */
function onlyOne<T>(items: readonly T[], fits: (item: T) => boolean): T | undefined {
  const at = items.findIndex(fits);
  return at < 0 || items.slice(at + 1).some(fits) ? undefined : items[at];
}

/** The tables of a keyspace by what may tell that they hold the rows of another. */
interface TableIndex {
  /** By the columns of their partition key. */
  readonly keyed: ReadonlyMap<string, readonly Table[]>;
  readonly named: ReadonlyMap<string, readonly Table[]>;
  /** Those with `@copy-of`. */
  readonly declared: readonly Table[];
}

const indexOf = (keyspace: Keyspace, surroundings: Surroundings): TableIndex =>
  surroundings.memory.kept(indexOf, keyspace, () => {
    const tables = [...keyspace.tables.values()];
    return {
      keyed: grouped(tables, ({ partitionKey }) => partitionKey.map(({ name }) => name)),
      named: grouped(tables, ({ name }) => [stemOf(name)]),
      declared: tables.filter((table) => declaredOf(table, surroundings).copyOf !== undefined),
    };
  });

function grouped(tables: readonly Table[], keysOf: (table: Table) => readonly string[]): Map<string, Table[]> {
  const groups = new Map<string, Table[]>();
  for (const table of tables) {
    for (const key of keysOf(table)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [table]);
      else group.push(table);
    }
  }
  return groups;
}

/** Tables of which more than their columns may tell that they are copies: a view, a comment, a name, a batch. */
const relatedTo = (
  table: Table,
  { named, declared }: TableIndex,
  { tables, views }: Keyspace,
  surroundings: Surroundings,
): readonly Table[] => [
  ...declared,
  ...(named.get(stemOf(table.name)) ?? []),
  ...[...(views.get(table.name) ?? []), ...writtenWith(table, surroundings)].flatMap((name) => tables.get(name) ?? []),
];

function use(candidate: Table, open: Column | undefined, question: Question, guessed: boolean): Proposal | undefined {
  const { pattern, sandbox, text } = question;
  const partition = candidate.partitionKey.map(({ name }) => name);
  if (!keepsPartitions(partition, pattern)) return undefined;
  const bucket =
    open === undefined ? undefined : bucketsOf(candidate, question.surroundings).find(({ column }) => column === open);
  const added = open === undefined ? [] : bucketRelation(bucket, candidate, question);
  if (added === undefined) return undefined;
  const clientFilter = leftToClientOf(question);
  if (clientFilter.length > 0 && !isAnsweredWhole(pattern)) return undefined;
  const missing = missingColumns(candidate, question);
  if (
    missing.some(
      ({ type }) => isMultiCell(type) && candidate.clustering.length === 0 && type.kind === 'user' && !type.frozen,
    )
  )
    return undefined;
  const splits = splitsOf(candidate, question);
  const rewritten = rewriteQuery(pattern, text, {
    table: nameFor(candidate),
    relations: new Map(tupleParts(candidate, question)),
    added,
    splits,
    filters: false,
    clientFilter,
    order: 'keep',
    distinct: 'keep',
    key: [...candidate.partitionKey, ...candidate.clustering].map(({ name }) => name),
    partition,
    needsOrder: added.some(({ apart }) => apart) || splits.length > 0,
  });
  if ('why' in rewritten) return undefined;
  if (pattern.aggregates && (rewritten.queries.length > 1 || splits.length > 0)) return undefined;
  if (missing.length === 0)
    return serves(sandbox, rewritten) ? existing(candidate, rewritten, bucket, guessed, question) : undefined;
  return candidate.kind === 'table' && !guessed ? widened(candidate, missing, rewritten, question) : undefined;
}

/** Rows of several partitions come in the order asked for only where each is asked by itself. */
function splitsOf({ partitionKey }: Table, { pattern: { several, order } }: Question): readonly Split[] {
  if (order.length === 0) return [];
  return several.flatMap(({ columns: [column, ...more], relation, values }) =>
    column !== undefined && more.length === 0 && partitionKey.some(({ name }) => name === column.name)
      ? [{ column, relation, values }]
      : [],
  );
}

/** The query's own way of naming the keyspace stays; the table is named as its declaration has it. */
const nameFor = ({ name }: Table): string => printFilled(name);

function* tupleParts(candidate: Table, { pattern }: Question): Iterable<[number, string]> {
  const partition = new Set(candidate.partitionKey.map(({ name }) => name));
  for (const [index, relation] of pattern.relations.entries()) {
    if (relation.kind !== 'tuple' || !relation.columns.some(({ name }) => partition.has(name))) continue;
    const parts = pattern.equal.filter((one) => one.relation === index);
    if (parts.length > 0)
      yield [
        index,
        parts.map(({ column, value }) => `${printName(column.name)} = ${pattern.textOf(value)}`).join(' AND '),
      ];
  }
}

/** What to ask of the bucket of a table that is there; `undefined` where that cannot be told. */
function bucketRelation(
  bucket: BucketColumn | undefined,
  candidate: Table,
  { pattern, surroundings }: Question,
): readonly AddedRelation[] | undefined {
  const [time] = bucket?.sources ?? [];
  if (bucket?.kind !== 'time' || time === undefined || pattern.aggregates) return undefined;
  const { step, format } = bucketForm(bucket, candidate, surroundings);
  if (step === undefined) return undefined;
  const window = windowOf(pattern.select, time, bucket.resolution);
  if (window === undefined && pattern.select.limit === undefined) return undefined;
  const constants =
    window === undefined || format === undefined
      ? undefined
      : bucketConstants(window, { step, type: bucket.column.type, format });
  const few = constants !== undefined && constants.length > 0 && constants.length <= 10 ? constants : undefined;
  const ordered = pattern.order.length > 0;
  const asked = ordered && pattern.order[0]!.direction === 'DESC' ? few?.toReversed() : few;
  return [{ column: bucket.column.name, values: asked, apart: ordered || few === undefined }];
}

/** Columns of the base that the query selects and the table does not have. */
function missingColumns({ columns }: Table, question: Question): readonly Column[] {
  const { pattern, table } = question;
  const checked = leftToClientOf(question).flatMap((index) =>
    columnNames(pattern.relations[index]!).flatMap((name) => table.columns.get(name) ?? []),
  );
  return [...new Set([...pattern.selected, ...pattern.order.map(({ column }) => column), ...checked])].filter(
    ({ name }) => !columns.has(name),
  );
}

const serves = (sandbox: Sandbox, { queries }: Rewritten): boolean =>
  queries.every(({ text }) => {
    const tried = tryQuery(sandbox, text);
    return (
      tried !== undefined &&
      tried.path.partitions.kind !== 'all' &&
      !tried.path.filters &&
      tried.path.index === undefined
    );
  });

function existing(
  candidate: Table,
  rewritten: Rewritten,
  bucket: BucketColumn | undefined,
  guessed: boolean,
  question: Question,
): Proposal {
  const what = candidate.kind === 'view' ? 'view' : 'table';
  const { inStep, notes } = keptInStep(candidate, question);
  const key = candidate.partitionKey.map(({ name }) => `\`${name}\``).join(', ');
  return offer({
    kind: 'existing-table',
    preferred: true,
    title: `Use ${what} \`${candidate.name}\``,
    why: `\`${candidate.name}\` holds ${rowsOf(candidate, question)}, partitioned by ${key}.`,
    leftOut: absentIn(candidate, question).map((column) => column.name),
    price: candidate.kind === 'view' ? undefined : 'nothing to make; its writes have to keep it in step',
    table: writtenTable(candidate, question),
    queries: rewritten.queries.map(({ text }) => text),
    binds: rewritten.queries.some(({ sameBinds }) => !sameBinds)
      ? rewritten.queries.map(({ binds }) => binds)
      : undefined,
    clientFilter: leftToClientOf(question),
    select: rewritten.select,
    derived: bucket === undefined ? [] : derivedOf(bucket, candidate, question),
    notes: [
      ...(guessed
        ? [
            `\`${candidate.name}\` is taken for a copy because it has the same columns; \`-- @copy-of\` above it would say so.`,
          ]
        : []),
      ...absentNotes(candidate, question),
      ...orderNotes(candidate.clustering, isTornApart(candidate, question), question),
      ...eachNote(candidate, question),
      ...droppedNotes(leftToClientOf(question), question),
      ...notes,
    ],
    ...inStep,
    result: candidate,
    edits: (withWrites) => [
      ...queryEdits(question, rewritten.queries, rewritten.changes),
      ...(withWrites ? writeEdits(inStep.sync().changes, question.surroundings) : []),
    ],
  });
}

/** Columns of the base in the key of its copy that may be null where the query means the row. */
const absentIn = (candidate: Table, question: Question): readonly Column[] =>
  nullableIn(
    [...candidate.partitionKey, ...candidate.clustering].map(({ name }) => question.table.columns.get(name)),
    { ...question, declared: withNotNull(candidate, question) },
  ).leftOut;

/** What is declared of either says it of both. */
const withNotNull = (candidate: Table, { declared, surroundings }: Question): Question['declared'] => ({
  ...declared,
  notNull: new Set([...declared.notNull, ...declaredOf(candidate, surroundings).notNull]),
});

/** What the query reads comes from several partitions of the table. */
const isTornApart = ({ partitionKey }: Table, { pattern: { equal } }: Question): boolean =>
  partitionKey.some(({ name }) => !equal.some(({ column }) => column.name === name));

function absentNotes(candidate: Table, question: Question): readonly string[] {
  const absent = absentIn(candidate, question);
  if (absent.length === 0) return [];
  const names = absent.map(({ name }) => `\`${printName(name)}\``).join(', ');
  const declared = absent.map(({ name }) => printName(name)).join(', ');
  return [
    `Rows of \`${question.table.name}\` whose ${names} is null are not in it: they will be missing from the answer. \`-- @notnull ${declared}\` says that there are none.`,
  ];
}

/** Rows with the same key overwrite each other: where it leaves out a part of the base's, only something unique keeps them apart. */
function rowsOf(candidate: Table, question: Question): string {
  const { table, declared, surroundings } = question;
  const key = [...candidate.partitionKey, ...candidate.clustering].map(({ name }) => name);
  const keeps = [...table.partitionKey, ...table.clustering].every(({ name }) => key.includes(name));
  const unique = [...declared.unique, ...declaredOf(candidate, surroundings).unique];
  if (keeps || unique.some((columns) => columns.every((name) => key.includes(name)))) {
    const absent = absentIn(candidate, question).map(({ name }) => `\`${printName(name)}\``);
    return absent.length === 0 ? 'the same rows' : `the rows that have ${absent.join(', ')}`;
  }
  const names = key.map((name) => `\`${printName(name)}\``).join(', ');
  return `one row for each ${names} (right where that is unique, which \`-- @unique ${key.map((name) => printName(name)).join(', ')}\` would say)`;
}

function eachNote(candidate: Table, question: Question): readonly string[] {
  const splits = splitsOf(candidate, question);
  return splits.length === 0 ? [] : [onceForEach(splits.map(eachValue), question)];
}

interface Kept {
  readonly inStep: InStep;
  readonly notes: readonly string[];
}

/** A copy that some write forgets answers with what was: those in files of CQL get it, if it is one for certain, and of others a note tells. */
function keptInStep(candidate: Table, question: Question): Kept {
  if (candidate.kind !== 'table') return { inStep: IN_STEP, notes: [] };
  const { table, sandbox, surroundings } = question;
  const { inFiles, inPrograms } = forgottenIn(candidate, question);
  const isCertain = surroundings.copiesOf(table).some((copy) => copy.table === candidate);
  const copy =
    inFiles.length > 0 && isCertain
      ? copyInTable(candidate, table, writtenTable(candidate, question), surroundings)
      : undefined;
  if (copy === undefined) return { inStep: IN_STEP, notes: forgottenNote(candidate, [...inFiles, ...inPrograms]) };
  const inStep = inStepWith(copy, { ...question, uses: () => inFiles }, sandbox, keptInStep, () => syncOf);
  return { inStep, notes: forgottenNote(candidate, inPrograms) };
}

interface Forgotten {
  readonly inFiles: readonly Use[];
  readonly inPrograms: readonly Use[];
}

/** Worked out once for all queries that may be asked of the copy. */
function forgottenIn(candidate: Table, { table, uses, surroundings }: Question): Forgotten {
  const [ofBase, inPrograms] = [uses(), surroundings.programWritesOf(table)];
  const known = surroundings.memory.kept(
    forgottenIn,
    surroundings.usesOf(candidate),
    () => new Map<readonly Use[], Forgotten & { readonly of: readonly Use[] }>(),
  );
  let found = known.get(ofBase);
  if (found?.of !== inPrograms) {
    const among = (writes: readonly Use[]): readonly Use[] => forgottenWrites(candidate, table, writes, surroundings);
    const ofPrograms = among(inPrograms.filter(({ isKnown }) => isKnown));
    known.set(ofBase, (found = { inFiles: among(ofBase), inPrograms: ofPrograms, of: inPrograms }));
  }
  return found;
}

function forgottenNote(candidate: Table, [one, ...others]: readonly Use[]): readonly string[] {
  if (one === undefined) return [];
  const text = one.segment.text.slice(one.statement.span.start, one.statement.span.end).split('\n', 1)[0]!.slice(0, 80);
  const more = others.length === 0 ? 'leaves' : `and ${others.length} more of its writes leave`;
  return [`\`${text}\` ${more} \`${candidate.name}\` as it was: the query would then answer with what is no more.`];
}

function derivedOf(bucket: BucketColumn, candidate: Table, { surroundings }: Question): readonly DerivedColumn[] {
  const derived = computedBucket(bucket, bucketForm(bucket, candidate, surroundings));
  return derived === undefined ? [] : [derived];
}

/** The table's name as its own declaration, or the query's keyspace, has it. */
export function writtenTable({ location, name }: Table, { statement }: Pick<Question, 'statement'>): string {
  const declaration = location?.segment.statement();
  const declared = declaration !== undefined && 'name' in declaration ? declaration.name : undefined;
  const keyspace = declared !== undefined && 'keyspace' in declared ? declared.keyspace : statement.from?.keyspace;
  return keyspace === undefined || !('text' in keyspace) ? printFilled(name) : `${keyspace.text}.${printFilled(name)}`;
}

function widened(
  candidate: Table,
  missing: readonly Column[],
  rewritten: Rewritten,
  question: Question,
): Proposal | undefined {
  const { table, sandbox, surroundings } = question;
  const style = styleOf(candidate);
  const inside = table.partitionKey.every(({ name }) => candidate.partitionKey.some((column) => column.name === name));
  const columns = missing.map((column) => {
    const fixed = canStayStatic(column) && inside && candidate.clustering.length > 0 ? ' static' : '';
    return `${writtenName(column)} ${writtenType(column, table)}${fixed}`;
  });
  const list = columns.length === 1 ? columns[0]! : `(${columns.join(', ')})`;
  const name = writtenTable(candidate, question);
  const ddl = `${words('ALTER TABLE', style)} ${name} ${words('ADD', style)} ${list}`;
  const after = afterSchemaChange(sandbox, ddl);
  if (after === undefined || !serves(after, rewritten)) return undefined;
  const result = after.session.catalog.table(candidate.keyspace, candidate.name);
  const copy = result === undefined ? undefined : copyInTable(result, table, name, surroundings);
  const inStep =
    copy === undefined
      ? IN_STEP
      : inStepWith(copy, question, after, givesToo, () => givesToo(copy, candidate, missing, question));
  const names = missing.map((column) => `\`${column.name}\``).join(', ');
  const drops = missing.map((column) => writtenName(column)).join(', ');
  return offer({
    kind: 'alter-table',
    preferred: true,
    title: `Add ${names} to table \`${candidate.name}\` and use it here`,
    why: `\`${candidate.name}\` holds ${rowsOf(candidate, question)} under the key that the query needs; it only lacks ${names}.`,
    price: `each write of ${names} goes to both tables`,
    table: name,
    ddl: [ddl],
    undo: [
      `${words('ALTER TABLE', style)} ${name} ${words('DROP', style)} ${missing.length === 1 ? drops : `(${drops})`}`,
    ],
    queries: rewritten.queries.map(({ text }) => text),
    binds: rewritten.queries.some(({ sameBinds }) => !sameBinds)
      ? rewritten.queries.map(({ binds }) => binds)
      : undefined,
    clientFilter: leftToClientOf(question),
    select: rewritten.select,
    ...inStep,
    leftOut: absentIn(candidate, question).map((column) => column.name),
    notes: [
      ...absentNotes(candidate, question),
      ...orderNotes(candidate.clustering, isTornApart(candidate, question), question),
      `Rows that are there need their ${names} filled in, and what else writes \`${candidate.name}\` has to give ${missing.length === 1 ? 'it' : 'them'} too.`,
      ...eachNote(candidate, question),
      ...droppedNotes(leftToClientOf(question), question),
    ],
    result,
    edits: (withWrites) => [
      ...insertAfter(
        candidate,
        [...candidate.columns.values()],
        [ddl],
        style,
        surroundings,
        'the columns that the query needs',
      ),
      ...queryEdits(question, rewritten.queries, rewritten.changes),
      ...(withWrites ? writeEdits(inStep.sync().changes, surroundings) : []),
    ],
  });
}

/** A batch that writes the copy already gives it the new columns beside; other writes of the base write all of its row. */
function givesToo(
  copy: Copy,
  candidate: Table,
  missing: readonly Column[],
  { uses, surroundings }: Question,
): typeof syncOf {
  const isWrite = ({ statement: { kind } }: Use): boolean =>
    kind === 'insert' || kind === 'update' || kind === 'delete';
  const batches = new Set(
    surroundings
      .usesOf(candidate)
      .filter(isWrite)
      .map(({ segment }) => segment),
  );
  const paired = new Set(uses().flatMap(({ segment, statement }) => (batches.has(segment) ? [statement] : [])));
  const isNew = ({ name }: CopyColumn): boolean => missing.some((column) => column.name === name);
  const columns = copy.columns.filter((column) => copy.key.includes(column) || isNew(column));
  // What is written beside already looks at the row before.
  const immutable = new Set(copy.base.columns.keys());
  const added = { ...copy, columns, unique: false, immutable };
  return (write, _, base) => {
    if (!paired.has(write.statement)) return syncOf(write, copy, base);
    const takesRows = write.statement.kind === 'delete' && write.statement.targets.length === 0;
    return takesRows ? NOTHING : syncOf(write, added, base);
  };
}
