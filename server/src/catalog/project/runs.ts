import { changedItems } from '../../text/changed-items.ts';
import { canChange, type Change, changed } from './catalog-change.ts';
import { effectOf, hasSameEffect, type Effect, type RunRules, type Schema } from './step-effect.ts';
import { type CatalogState, withoutMadeBy } from '../effects/state.ts';
import type { Step } from './steps.ts';
import type { Unit } from './units.ts';

/** A unit as it runs: what each of its steps does to the schema that its chain alone makes. */
export interface Run {
  readonly unit: Unit;
  /** A step's, by its ordinal. */
  readonly effects: readonly Effect[];
  /** The schema before each step, and behind the last. */
  readonly states: readonly CatalogState[];
  /** The steps of the chain, before each step and behind the last, that some servers may refuse. */
  readonly unsure: readonly (readonly Step[])[];
  /** The schema without what those made, before each step and behind the last. */
  readonly sure: readonly CatalogState[];
  /** What the unit leaves behind: what its undo steps take back is there. */
  readonly end: Schema;
  /** The ordinals of the steps that have an effect, by what they are about. */
  readonly byKey: ReadonlyMap<string, readonly number[]>;
}

export interface Runs {
  /** In the order of the units. */
  readonly runs: readonly Run[];
  /** The schema of a chain when all of it ran; what its private files declare is left out. */
  readonly ends: ReadonlyMap<string, CatalogState>;
  /** One chain declares all that there is. */
  readonly alone: boolean;
  /** The schema from which each chain starts. */
  readonly empty: CatalogState;
}

/** Runs all units. With the runs before an edit at hand, a step is judged again only where something that it depends on changed. */
export function runsOf(units: readonly Unit[], empty: CatalogState, rules: RunRules, previous: Runs | undefined): Runs {
  const declaring = units.filter(({ steps }) => steps.length > 0);
  const alone =
    new Set(declaring.map(({ chain }) => chain)).size === 1 &&
    declaring.every(({ contributes, steps }) => contributes && !steps.some(({ undo }) => undo));
  const before = new Map(
    previous?.alone === alone && previous.empty === empty ? previous.runs.map((run) => [run.unit.uri, run]) : [],
  );
  const schemas = new Map<string, Schema>();
  const nothing: Schema = { state: empty, unsure: [], sure: empty };
  const runs = units.map((unit) => {
    const start = schemas.get(unit.chain) ?? nothing;
    const run = runUnit(unit, start, before.get(unit.uri), (step, schema) => effectOf(step, schema, rules, alone));
    if (unit.contributes) schemas.set(unit.chain, run.end);
    return run;
  });
  const ends = new Map([...schemas].map(([chain, { state }]) => [chain, state]));
  return { runs, ends, alone, empty };
}

function runUnit(
  unit: Unit,
  start: Schema,
  before: Run | undefined,
  evaluate: (step: Step, schema: Schema) => ReturnType<typeof effectOf>,
): Run {
  if (before?.unit === unit && before.states[0] === start.state && sameSteps(before.unsure[0]!, start.unsure))
    return before;
  const { from, to, come } = changedItems(before?.unit.steps ?? [], unit.steps);
  const replaced = new Map(before?.effects.slice(from, to).map((effect) => [effect.step, effect]));
  /** What a step did before; it may stand elsewhere. */
  const effectBefore = (step: Step, ordinal: number): Effect | undefined =>
    ordinal < from
      ? before?.effects[ordinal]
      : ordinal < from + come
        ? replaced.get(step)
        : before?.effects[ordinal - from - come + to];
  const effects: Effect[] = [];
  const schemas = [start];
  let schema = start;
  let undone: Schema | undefined;
  unit.steps.forEach((step, ordinal) => {
    if (step.undo) undone ??= schema;
    else if (undone !== undefined) {
      schema = schemas[ordinal] = undone;
      undone = undefined;
    }
    const { state } = schema;
    const old = effectBefore(step, ordinal);
    if (old !== undefined && before?.effects[ordinal] === old && before.states[ordinal] === state) {
      effects.push(old);
      schema = schemaBehind(old, schema, before.states[ordinal + 1]!);
    } else if (old !== undefined && hasSameEffect(old, state) && canChange(old.changes, state)) {
      effects.push(old);
      schema = schemaBehind(old, schema, changed(old.changes, state));
    } else {
      const { effect, state: after } = evaluate(step, schema);
      effects.push(effect);
      schema = schemaBehind(effect, schema, after);
    }
    schemas.push(schema);
  });
  return {
    unit,
    effects,
    states: schemas.map(({ state }) => state),
    unsure: schemas.map(({ unsure }) => unsure),
    sure: schemas.map(({ sure }) => sure),
    end: undone ?? schema,
    byKey: indexed(effects),
  };
}

/** The schema behind a step. What is sure follows from what was before it, where the step changes the same there. */
function schemaBehind({ step, changes, unsure: isUnsure }: Effect, before: Schema, state: CatalogState): Schema {
  const unsure = isUnsure ? [...before.unsure, step] : before.unsure;
  if (unsure.length === 0) return { state, unsure, sure: state };
  const isSure = ({ keyspace }: Change): boolean => before.sure.declared.has(keyspace);
  const isNew = ({ keyspace }: Change): boolean => !before.state.declared.has(keyspace);
  // In a keyspace of which nothing is sure what is unsure makes nothing sure.
  const own = isUnsure ? changes.filter((change) => isSure(change) || isNew(change)) : changes;
  if (own.every((change) => isSure(change) !== isNew(change)) && canChange(own, before.sure)) {
    const all = changed(own, before.sure);
    return { state, unsure, sure: isUnsure ? withoutMadeBy(all, step) : all };
  }
  return { state, unsure, sure: unsure.reduceRight(withoutMadeBy, state) };
}

const sameSteps = (a: readonly Step[], b: readonly Step[]): boolean =>
  a === b || (a.length === b.length && a.every((step, at) => step === b[at]));

function indexed(effects: readonly Effect[]): ReadonlyMap<string, readonly number[]> {
  const byKey = new Map<string, number[]>();
  effects.forEach(({ step, taken, variant }, ordinal) => {
    if (!taken && variant === undefined) return;
    for (const key of step.keys) {
      const ordinals = byKey.get(key);
      if (ordinals === undefined) byKey.set(key, [ordinal]);
      else ordinals.push(ordinal);
    }
  });
  return byKey;
}
