import { changedItems } from '../../text/changed-items.ts';
import { canChange, changed } from './catalog-change.ts';
import { effectOf, hasSameEffect, type Effect, type RunRules } from './step-effect.ts';
import type { CatalogState } from '../effects/state.ts';
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
  /** What the unit leaves behind: what its undo steps take back is there. */
  readonly end: Schema;
  /** The ordinals of the steps that have an effect, by what they are about. */
  readonly byKey: ReadonlyMap<string, readonly number[]>;
}

/** A schema, and which steps that made it some servers may refuse. */
interface Schema {
  readonly state: CatalogState;
  readonly unsure: readonly Step[];
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
  const ends = new Map<string, CatalogState>();
  const unsureAt = new Map<string, readonly Step[]>();
  const runs = units.map((unit) => {
    const start = { state: ends.get(unit.chain) ?? empty, unsure: unsureAt.get(unit.chain) ?? NONE };
    const run = runUnit(unit, start, before.get(unit.uri), (step, state, unsure) =>
      effectOf(step, state, unsure, rules, alone),
    );
    if (unit.contributes) {
      ends.set(unit.chain, run.end.state);
      unsureAt.set(unit.chain, run.end.unsure);
    }
    return run;
  });
  return { runs, ends, alone, empty };
}

function runUnit(
  unit: Unit,
  start: Schema,
  before: Run | undefined,
  evaluate: (step: Step, state: CatalogState, unsure: readonly Step[]) => ReturnType<typeof effectOf>,
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
  const states = [start.state];
  const unsure = [start.unsure];
  let { state } = start;
  let undone: Schema | undefined;
  unit.steps.forEach((step, ordinal) => {
    if (step.undo) undone ??= { state, unsure: unsure.at(-1)! };
    else if (undone !== undefined) {
      ({ state } = undone);
      states[ordinal] = state;
      unsure[ordinal] = undone.unsure;
      undone = undefined;
    }
    const old = effectBefore(step, ordinal);
    if (old !== undefined && before?.effects[ordinal] === old && before.states[ordinal] === state) {
      effects.push(old);
      state = before.states[ordinal + 1]!;
    } else if (old !== undefined && hasSameEffect(old, state) && canChange(old.changes, state)) {
      effects.push(old);
      state = changed(old.changes, state);
    } else {
      const { effect, state: after } = evaluate(step, state, unsure.at(-1)!);
      effects.push(effect);
      state = after;
    }
    states.push(state);
    unsure.push(effects.at(-1)!.unsure ? [...unsure.at(-1)!, step] : unsure.at(-1)!);
  });
  const end = undone ?? { state, unsure: unsure.at(-1)! };
  return { unit, effects, states, unsure, end, byKey: indexed(effects) };
}

const NONE: readonly Step[] = [];

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
