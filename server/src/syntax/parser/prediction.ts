import {
  type DFAState,
  type ParserRuleContext,
  ParserATNSimulator,
  PredictionContextCache,
  PredictionMode,
  type Parser,
  type TokenStream,
} from 'antlr4ng';

/**
 * ANTLR's prediction in SLL mode, walking what it has learnt without allocating anything.
 *
 * The runtime's own `adaptivePredict` makes three objects a call. Here the known automaton is followed by table, and the runtime is
 * asked only where it ends.
 */
export class QuickPrediction extends ParserATNSimulator {
  constructor(parser: Parser, learnt: ParserATNSimulator) {
    super(parser, learnt.atn, learnt.decisionToDFA, new PredictionContextCache());
    this.predictionMode = PredictionMode.SLL;
  }

  override adaptivePredict(input: TokenStream, decision: number, outerContext: ParserRuleContext | null): number {
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
}
