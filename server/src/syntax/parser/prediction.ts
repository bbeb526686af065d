import {
  type ATN,
  type ATNConfigSet,
  type DFAState,
  type IntervalSet,
  type NoViableAltException,
  type ParserRuleContext,
  ParserATNSimulator,
  PredictionContextCache,
  PredictionMode,
  type Parser,
  type TokenStream,
} from 'antlr4ng';
import { deleteStatement, insertStatement, path, selectStatement, updateStatement } from '../generated/rules.ts';

/**
 * ANTLR's prediction in SLL mode, without its cost a call.
 *
 * The runtime's own `adaptivePredict` makes three objects each time. Here what it has learnt is followed by table, and the runtime
 * is asked only where that ends. Decisions of the eager rules need no more than the next token.
 */
export class QuickPrediction extends ParserATNSimulator {
  #misfit: NoViableAltException | undefined;
  /** For each decision of an eager rule, by token type and one more: 1 where the optional part begins. */
  readonly #firsts: readonly (Uint8Array | undefined)[];

  constructor(parser: Parser, learnt: ParserATNSimulator) {
    super(parser, learnt.atn, learnt.decisionToDFA, new PredictionContextCache());
    this.predictionMode = PredictionMode.SLL;
    this.#firsts = firstsOf(this.atn);
  }

  override adaptivePredict(input: TokenStream, decision: number, outerContext: ParserRuleContext | null): number {
    const first = this.#firsts[decision];
    if (first !== undefined) return first[input.LA(1) + 1] === 1 ? 1 : 2;
    let state: DFAState | undefined = this.decisionToDFA[decision]!.s0;
    for (let ahead = 1; state !== undefined; ahead++) {
      const type = input.LA(ahead);
      state = state.edges[type + 1];
      if (state === undefined || state.predicates !== null) break;
      if (state.isAcceptState) return state.prediction;
      if (type < 0) break;
    }
    return super.adaptivePredict(input, decision, outerContext);
  }

  /** One exception for all tokens that do not fit: nobody reads it, and its stack trace is dear. */
  protected override noViableAlt(
    input: TokenStream,
    outerContext: ParserRuleContext,
    configs: ATNConfigSet,
    startIndex: number,
  ): NoViableAltException {
    return (this.#misfit ??= super.noViableAlt(input, outerContext, configs, startIndex));
  }
}

/** One a grammar: every small text has a parser of its own. */
const FIRSTS = new WeakMap<ATN, readonly (Uint8Array | undefined)[]>();

function firstsOf(atn: ATN): readonly (Uint8Array | undefined)[] {
  const known = FIRSTS.get(atn);
  if (known !== undefined) return known;
  const firsts = atn.decisionToState.map((state) =>
    EAGER.has(state.ruleIndex) && state.transitions.length === 2
      ? tableOf(atn.nextTokens(state.transitions[0]!.target))
      : undefined,
  );
  FIRSTS.set(atn, firsts);
  return firsts;
}

function tableOf(types: IntervalSet): Uint8Array {
  const table = new Uint8Array(257);
  for (const type of types.toArray()) if (type >= 0) table[type + 1] = 1;
  return table;
}

/**
 * Rules whose optional parts are taken as soon as their first token is there: a clause where it may stand, though
 * `misplacedClause` would take it too; a `.name` as part of the path, though a modifier would.
 *
 * Both ways read the same texts, so ANTLR would choose the same way in the end, after looking ahead to the end of the clause.
 */
const EAGER: ReadonlySet<number> = new Set([selectStatement, insertStatement, updateStatement, deleteStatement, path]);
