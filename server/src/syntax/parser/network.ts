import { type ATN, type RuleTransition, RuleStopState, Transition } from 'antlr4ng';
import type { Position } from './tree-parser.ts';

/** A token that the grammar takes at some place, and where it leads. */
export interface Arc {
  readonly transition: Transition;
  /** Number of the state that the arc leaves. */
  readonly state: number;
  readonly stack: Stack;
}

/** The states to which the open rules return, the innermost first. Equal stacks are the same object. */
export interface Stack {
  readonly returns: number;
  readonly parent: Stack | undefined;
  readonly pushed: Map<number, Stack>;
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
  /** The rules that are open where an arc stands, the innermost first. */
  rulesOf(arc: Arc): readonly number[];
}

/** Walks the network that the parser was generated from. */
export function createNetwork(atn: ATN, closed: ReadonlySet<number>): Network {
  const { states, maxTokenType } = atn;

  /** Adds what can be reached from a state without a token. */
  const close = (number: number, stack: Stack, seen: Map<Stack, Set<number>>, arcs: Arc[]): void => {
    let there = seen.get(stack);
    if (there === undefined) seen.set(stack, (there = new Set()));
    if (there.has(number)) return;
    there.add(number);
    const state = states[number]!;
    if (state instanceof RuleStopState) {
      if (stack.parent !== undefined) close(stack.returns, stack.parent, seen, arcs);
      return;
    }
    for (const transition of state.transitions) {
      if (transition.transitionType === Transition.RULE) {
        const { ruleIndex, target, followState } = transition as RuleTransition;
        if (!closed.has(ruleIndex)) close(target.stateNumber, pushed(stack, followState.stateNumber), seen, arcs);
      } else if (transition.isEpsilon) {
        close(transition.target.stateNumber, stack, seen, arcs);
      } else {
        arcs.push({ transition, state: number, stack });
      }
    }
  };

  const matches = ({ transition }: Arc, type: number): boolean => transition.matches(type, 1, maxTokenType);

  return {
    frontAt({ state, returns }) {
      let stack: Stack = { returns: -1, parent: undefined, pushed: new Map() };
      for (const number of returns) stack = pushed(stack, number);
      const arcs: Arc[] = [];
      close(state, stack, new Map(), arcs);
      return arcs;
    },
    after(front, type) {
      const seen = new Map<Stack, Set<number>>();
      const arcs: Arc[] = [];
      for (const arc of front) {
        if (matches(arc, type)) close(arc.transition.target.stateNumber, arc.stack, seen, arcs);
      }
      return arcs;
    },
    fits: (front, type) => front.some((arc) => matches(arc, type)),
    typesOf(front) {
      const types = new Set<number>();
      for (const { transition } of front) {
        // Only `rest` takes whatever comes: it names no word that could be meant.
        if (transition.transitionType === Transition.NOT_SET) continue;
        for (const type of transition.label?.toArray() ?? []) types.add(type);
      }
      return types;
    },
    rulesOf({ state, stack }) {
      const rules = [states[state]!.ruleIndex];
      for (let at: Stack = stack; at.parent !== undefined; at = at.parent) rules.push(states[at.returns]!.ruleIndex);
      return rules;
    },
  };
}

function pushed(stack: Stack, returns: number): Stack {
  let found = stack.pushed.get(returns);
  if (found === undefined) stack.pushed.set(returns, (found = { returns, parent: stack, pushed: new Map() }));
  return found;
}
