import { type ATN, type RuleTransition, RuleStopState, Transition } from 'antlr4ng';
import { type Memory, newMemory } from '../../text/memory.ts';
import type { Position } from './tree-parser.ts';

/** A token that the grammar takes at some place, and where it leads. */
export interface Arc {
  readonly edge: Edge;
  readonly stack: Stack;
  /** The rules that are open there, once they were asked for. */
  rules: readonly number[] | undefined;
}

/** A transition by a token. */
export interface Edge {
  readonly transition: Transition;
  /** Number of the state that it leaves. */
  readonly state: number;
  readonly target: number;
  /** The tokens that it names; none where it takes all but some. */
  readonly types: readonly number[];
}

/** The states to which the open rules return, the innermost first. Equal stacks are the same object. */
export interface Stack {
  readonly returns: number;
  readonly parent: Stack | undefined;
  /** The stacks with one more. */
  readonly pushed: Stack[];
  /** The walk that came by last, and the states it was in with this stack. */
  walk: object | undefined;
  visited: number[];
}

/** All that the grammar takes at one place of a statement. */
export type Front = readonly Arc[];

/** The grammar as a network of states that is walked in all ways at once; rules in `closed` are not entered. */
export interface Network {
  frontAt(position: Position): Front;
  /** What may follow a token of a type; empty where the token does not fit. */
  after(front: Front, type: number): Front;
  fits(front: Front, type: number): boolean;
  /** Every token type that fits. */
  typesOf(front: Front): ReadonlySet<number>;
  /** The rules that are open where an arc stands, the innermost first; of many only these. */
  rulesOf(arc: Arc): readonly number[];
  /** What is worked out of fronts stays here, which never change. */
  readonly memory: Memory;
}

/** What can be reached from a state without a token and within its rule. */
interface Local {
  readonly edges: readonly Edge[];
  readonly calls: readonly { readonly begin: number; readonly returns: number }[];
  /** The rule may end here. */
  readonly ends: boolean;
}

/** Walks the network that the parser was generated from. */
export function createNetwork(atn: ATN, closed: ReadonlySet<number>): Network {
  const { states, maxTokenType } = atn;
  const locals: (Local | undefined)[] = [];

  const localOf = (number: number): Local => {
    const edges: Edge[] = [];
    const calls: { begin: number; returns: number }[] = [];
    let ends = false;
    const seen = new Set<number>();
    const visit = (at: number): void => {
      if (seen.has(at)) return;
      seen.add(at);
      const state = states[at]!;
      if (state instanceof RuleStopState) {
        ends = true;
        return;
      }
      for (const transition of state.transitions) {
        if (transition.transitionType === Transition.RULE) {
          const { ruleIndex, target, followState } = transition as RuleTransition;
          if (!closed.has(ruleIndex)) calls.push({ begin: target.stateNumber, returns: followState.stateNumber });
        } else if (transition.isEpsilon) visit(transition.target.stateNumber);
        else edges.push(edgeOf(transition, at));
      }
    };
    visit(number);
    return { edges, calls, ends };
  };

  /** Adds what can be reached from a state without a token; `walk` tells this walk from earlier ones. */
  const close = (number: number, stack: Stack, walk: object, arcs: Arc[]): void => {
    if (stack.walk === walk) {
      if (stack.visited.includes(number)) return;
      stack.visited.push(number);
    } else {
      stack.walk = walk;
      stack.visited = [number];
    }
    const local = (locals[number] ??= localOf(number));
    for (const edge of local.edges) arcs.push({ edge, stack, rules: undefined });
    for (const { begin, returns } of local.calls) close(begin, pushed(stack, returns), walk, arcs);
    if (local.ends && stack.parent !== undefined) close(stack.returns, stack.parent, walk, arcs);
  };

  // Mistakes are alike, in one text above all: what was walked once is kept for a while, as an automaton made as far as it was needed.
  let bottom = newStack(-1, undefined);
  let begun = new Map<string, Front>();
  let next = new WeakMap<Front, Map<number, Front>>();
  let arcsKept = 0;
  const keep = (front: Front): Front => {
    arcsKept += front.length;
    if (arcsKept > MOST_ARCS) {
      bottom = newStack(-1, undefined);
      begun = new Map();
      next = new WeakMap();
      arcsKept = 0;
    }
    return front;
  };

  const matches = ({ edge: { transition } }: Arc, type: number): boolean => transition.matches(type, 1, maxTokenType);

  return {
    frontAt({ state, returns }) {
      const place = `${state} ${returns.join(' ')}`;
      const known = begun.get(place);
      if (known !== undefined) return known;
      let stack = bottom;
      for (const number of returns) stack = pushed(stack, number);
      const arcs: Arc[] = [];
      close(state, stack, {}, arcs);
      keep(arcs);
      begun.set(place, arcs);
      return arcs;
    },
    after(front, type) {
      const known = next.get(front)?.get(type);
      if (known !== undefined) return known;
      const arcs: Arc[] = [];
      const walk = {};
      for (const arc of front) {
        if (matches(arc, type)) close(arc.edge.target, arc.stack, walk, arcs);
      }
      keep(arcs);
      const followers = next.get(front);
      if (followers === undefined) next.set(front, new Map([[type, arcs]]));
      else followers.set(type, arcs);
      return arcs;
    },
    fits: (front, type) => front.some((arc) => matches(arc, type)),
    typesOf(front) {
      const types = new Set<number>();
      for (const { edge } of front) for (const type of edge.types) types.add(type);
      return types;
    },
    rulesOf(arc) {
      if (arc.rules !== undefined) return arc.rules;
      const { edge, stack } = arc;
      const rules = [states[edge.state]!.ruleIndex];
      for (let at: Stack = stack; at.parent !== undefined && rules.length < MOST_RULES; at = at.parent)
        rules.push(states[at.returns]!.ruleIndex);
      arc.rules = rules;
      return rules;
    },
    memory: newMemory(),
  };
}

/** Some megabytes. */
const MOST_ARCS = 100_000;

/** Enough to tell what a place is about, however deeply it is nested. */
const MOST_RULES = 64;

function edgeOf(transition: Transition, state: number): Edge {
  // Only `rest` takes whatever comes: it names no word that could be meant.
  const named = transition.transitionType !== Transition.NOT_SET;
  const types = named ? (transition.label?.toArray() ?? []) : [];
  return { transition, state, target: transition.target.stateNumber, types };
}

function pushed(stack: Stack, returns: number): Stack {
  for (const above of stack.pushed) if (above.returns === returns) return above;
  const above = newStack(returns, stack);
  stack.pushed.push(above);
  return above;
}

const newStack = (returns: number, parent: Stack | undefined): Stack => ({
  returns,
  parent,
  pushed: [],
  walk: undefined,
  visited: [],
});
