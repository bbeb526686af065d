import { tableNamesOf } from '../../syntax/table-names.ts';
import { apply } from '../effects/apply.ts';
import { changesOf, touchedBy, type Change } from './catalog-change.ts';
import type { Catalog, Table } from '../model.ts';
import type { SchemaRules } from '../effects/schema-rules.ts';
import { emptyCatalog, withNamed, withoutMadeBy, type CatalogState } from '../effects/state.ts';
import { partsOf, type KeyKind } from '../keys.ts';
import type { Step } from './steps.ts';
import { watchedCatalog, type PartKind, type Watcher } from '../watched.ts';

/** What a step found and what it did to the schema of its chain. */
export interface Effect {
  readonly step: Step;
  /** The server takes it; one that it refuses changes nothing. */
  readonly taken: boolean;
  /** Some servers may refuse it, or have to until it is mended: schema statements behind it are not refused for what it makes. */
  readonly unsure: boolean;
  readonly changes: readonly Change[];
  /**
   * The table of a CREATE TABLE whose name was taken. Where the schema may be incomplete, it is as likely to be meant as the other:
   * people keep declarations of one table side by side.
   */
  readonly variant: Table | undefined;
  /** The keys of what it is about and of what it changes. */
  readonly touched: readonly string[];
  /** What it depends on: the step has the same effect wherever these are the same. */
  readonly reads: readonly Read[];
}

interface Read extends Question {
  readonly seen: unknown;
}

/** What is asked of the schema of a chain; data, because what a project's steps ask is kept. */
interface Question {
  readonly of: 'keyspaces' | 'is there' | 'declared' | 'options' | 'location' | PartKind;
  readonly keyspace: string;
  /** Of one part; absent where all of a kind are meant. */
  readonly name?: string;
}

function answerTo({ of, keyspace, name }: Question, { declared }: CatalogState): unknown {
  if (of === 'keyspaces') return declared;
  const space = declared.get(keyspace);
  if (of === 'is there') return space !== undefined;
  if (of === 'declared' || of === 'options' || of === 'location') return space?.[of];
  return name === undefined ? space?.[of] : space?.[of].get(name);
}

/**
 * Says whether the server would take a step; given from above, because catalogs refuse nothing. `unsure` where it does only with something
 * that its owner may have added.
 */
export type JudgeStep = (step: Step, schema: StepSchema) => 'taken' | 'unsure' | 'refused';

/** What a step finds when it runs. */
export interface StepSchema {
  readonly catalog: Catalog;
  /** No other run declares anything, so what the catalog lacks is nowhere. */
  readonly alone: boolean;
}

export interface RunRules {
  readonly judge: JudgeStep;
  readonly schema: SchemaRules;
  /** The files declare all that there is. */
  readonly complete: boolean;
}

/** A schema, which steps that made it some servers may refuse, and what it is without those. */
export interface Schema {
  readonly state: CatalogState;
  readonly unsure: readonly Step[];
  readonly sure: CatalogState;
}

/** What a step does to a schema, and the schema after it. */
export function effectOf(
  step: Step,
  { state, unsure, sure }: Schema,
  { judge, schema, complete }: RunRules,
  alone: boolean,
): { readonly effect: Effect; readonly state: CatalogState } {
  const { uri, segment, keyspace } = step;
  const statement = segment.statement();
  const reads = new Map<string, Read>();
  const note = (question: Question): void => {
    const id = `${question.of}\0${question.keyspace}\0${question.name}`;
    if (!reads.has(id)) reads.set(id, { ...question, seen: answerTo(question, state) });
  };
  const notePart = (of: PartKind, space: string, name: string): void => note({ of, keyspace: space, name });
  const noteParts = (of: PartKind, space: string): void => note({ of, keyspace: space });
  const watcher: Watcher = {
    keyspace: (name) => note({ of: 'is there', keyspace: name }),
    declaration(name) {
      for (const part of ['declared', 'options', 'location'] as const) note({ of: part, keyspace: name });
    },
    part: notePart,
    parts: noteParts,
    keyspaces: () => note({ of: 'keyspaces', keyspace: '' }),
  };
  const judged = (schemaAt: CatalogState): ReturnType<JudgeStep> =>
    judge(step, {
      catalog: watchedCatalog(
        withNamed(schemaAt, (name) => name === '' && keyspace === undefined),
        watcher,
      ),
      alone,
    });

  const broken = segment.errors.length > 0;
  const verdict = broken ? (mayBeMeant(step, complete) ? 'unsure' : 'refused') : judged(sure);
  const taken =
    statement !== undefined && (verdict !== 'refused' || (!broken && sure !== state && judged(state) !== 'refused'));
  const at = { keyspace, place: { uri, segment }, broken };
  // Where a CREATE that is sure meets a name that an unsure one gave, the server has what the sure one makes.
  const isCreate = statement?.kind.startsWith('create-') === true;
  const found = isCreate && verdict === 'taken' ? withoutNamesOf(step, state, unsure) : state;
  const after = taken ? apply(found, statement, at, schema) : state;
  const changes = changesOf(state, after);

  // What `apply` looks at beside what it changes and what the judge asked for.
  for (const key of step.keys) {
    const { kind, keyspace: space, name } = partsOf(key);
    if (kind === 'keyspace')
      for (const asked of ['is there', 'declared'] as const) note({ of: asked, keyspace: space });
    else notePart(PARTS[kind], space, name);
    if (kind === 'table') notePart('views', space, name);
    // A view is made of the table of its own keyspace, whatever its FROM says.
    if (kind === 'views') notePart('tables', space, name);
    if (kind === 'type' && statement?.kind !== 'create-type')
      for (const kept of ['tables', 'types', 'functions'] as const) noteParts(kept, space);
  }
  for (const name of statement === undefined ? [] : tableNamesOf(statement))
    notePart('tables', name.keyspace?.name ?? keyspace ?? '', name.name.name);
  if (statement?.kind === 'create-index' && statement.name === undefined)
    for (const change of changes) if (change.kind === 'part') noteTried(change, notePart);
  const isBeside = !complete && statement?.kind === 'create-table' && after === state;
  return {
    effect: {
      step,
      taken,
      // What is taken for what an unsure step has made is as unsure.
      unsure: verdict === 'unsure' || (taken && verdict === 'refused'),
      changes,
      variant: isBeside ? tableBeside(state, apply(emptyCatalog(), statement, at, schema)) : undefined,
      touched: [...new Set([...step.keys, ...changes.map(touchedBy)])],
      reads: [...reads.values()],
    },
    state: after,
  };
}

/** Whether a step has the same effect on another schema than the one that it was worked out on. */
export const hasSameEffect = ({ reads }: Effect, state: CatalogState): boolean =>
  reads.every((read) => answerTo(read, state) === read.seen);

/** The schema without what unsure steps give the names that a step gives. */
const withoutNamesOf = (step: Step, state: CatalogState, unsure: readonly Step[]): CatalogState =>
  unsure.filter(({ keys }) => keys.some((key) => step.keys.includes(key))).reduce(withoutMadeBy, state);

/** The one table of a catalog, where another catalog has one of its name. */
function tableBeside(catalog: CatalogState, { declared }: CatalogState): Table | undefined {
  const [table] = [...declared.values()].flatMap(({ tables }) => [...tables.values()]);
  return table !== undefined && catalog.table(table.keyspace, table.name)?.kind === 'table' ? table : undefined;
}

/**
 * While it is typed, what declares is taken for what it may become, and where there may be more than the files say, what alters as well.
 * What drops and indexes waits until it can be read.
 */
const mayBeMeant = ({ segment, effect }: Step, complete: boolean): boolean =>
  effect === 'create' || (!complete && /^alter\b/i.test(segment.text.slice(segment.begin)));

/** A generated name was chosen because those before it were taken. */
function noteTried(change: Extract<Change, { kind: 'part' }>, notePart: (...part: [PartKind, string, string]) => void) {
  const { of, keyspace, name, before } = change;
  if (of !== 'indexes' || before !== undefined) return;
  const [, base = name, number] = /^(.*)_(\d+)$/.exec(name) ?? [];
  notePart('indexes', keyspace, name);
  notePart('indexes', keyspace, base);
  for (let tried = 1; tried < Number(number ?? 0); tried += 1) notePart('indexes', keyspace, `${base}_${tried}`);
}

const PARTS = {
  table: 'tables',
  views: 'views',
  type: 'types',
  function: 'functions',
  index: 'indexes',
} as const satisfies Record<Exclude<KeyKind, 'keyspace'>, PartKind>;
