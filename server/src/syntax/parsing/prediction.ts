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
import {
  deleteStatement,
  insertStatement,
  parenthesised,
  path,
  selectModifiers,
  selectStatement,
  updateStatement,
} from '../generated/rules.ts';
import { FLOAT, IDENT, INTEGER, NULL, QUOTED, STRING } from '../generated/token-types.ts';

/**
 * ANTLR's prediction in SLL mode, without its cost a call.
 *
 * The runtime's own `adaptivePredict` makes three objects each time. Here what it has learnt is followed by table, and the runtime
 * is asked only where that ends. Decisions of the eager rules need no more than the next token.
 *
 * It is SLL for broken statements, too: the modes share what is learnt, so that with both of them a statement's tree would hang on
 * the statements before it.
 */
export class QuickPrediction extends ParserATNSimulator {
  /** Hints tell the way of a statement, and of what is none a way that may end later than it must. */
  takesHints = true;
  #misfit: NoViableAltException | undefined;
  /** For each decision of an eager rule, by token type and one more: 1 where the optional part begins, else 2. */
  readonly #firsts: readonly (Uint8Array | undefined)[];
  /** In the same way, with 0 where one token does not tell; right of what is no statement only that it is none. */
  readonly #hints: readonly (Uint8Array | undefined)[];

  constructor(parser: Parser, learnt: ParserATNSimulator) {
    super(parser, learnt.atn, learnt.decisionToDFA, new PredictionContextCache());
    this.predictionMode = PredictionMode.SLL;
    const { firsts, hints } = waysOf(this.atn);
    this.#firsts = firsts;
    this.#hints = hints;
  }

  override adaptivePredict(input: TokenStream, decision: number, outerContext: ParserRuleContext | null): number {
    const first = this.#firsts[decision];
    if (first !== undefined) return first[input.LA(1) + 1]!;
    const hint = this.takesHints ? this.#hints[decision] : undefined;
    const way = hint?.[input.LA(1) + 1] ?? 0;
    if (way !== 0) return way;
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

interface Ways {
  readonly firsts: readonly (Uint8Array | undefined)[];
  readonly hints: readonly (Uint8Array | undefined)[];
}

function waysOf(atn: ATN): Ways {
  const tables = (isWanted: (rule: number) => boolean, sure: (type: number) => boolean): Ways['firsts'] =>
    atn.decisionToState.map((state) =>
      isWanted(state.ruleIndex) && state.transitions.length === 2
        ? tableOf(atn.nextTokens(state.transitions[0]!.target), sure)
        : undefined,
    );
  return {
    firsts: tables(
      (rule) => EAGER.has(rule),
      () => true,
    ),
    hints: tables(
      (rule) => rule === parenthesised || rule === selectModifiers,
      (type) => HINTED.has(type),
    ),
  };
}

function tableOf(types: IntervalSet, sure: (type: number) => boolean): Uint8Array {
  const table = new Uint8Array(257).fill(2);
  for (const type of types.toArray()) if (type >= 0) table[type + 1] = sure(type) ? 1 : 0;
  return table;
}

/**
 * Rules whose optional parts are taken as soon as their first token is there: a clause where it may stand, though
 * `misplacedClause` would take it too; a `.name` as part of the path, though a modifier would.
 *
 * Both ways read the same texts, so ANTLR would choose the same way in the end, after looking ahead to the end of the clause.
 */
const EAGER: ReadonlySet<number> = new Set([selectStatement, insertStatement, updateStatement, deleteStatement, path]);

/**
 * What follows parentheses and is a value after a type, whatever comes then: where an alias without AS, a modifier of a column or a
 * number that belongs to an assignment could stand in its place, the same could follow. Words may begin a clause, and `[` a slice.
 * JSON and DISTINCT are not among them: behind SELECT they may be modifiers or names.
 */
const HINTED: ReadonlySet<number> = new Set([IDENT, QUOTED, STRING, INTEGER, FLOAT, NULL]);
