import {
  ATNState,
  DefaultErrorStrategy,
  InputMismatchException,
  IntervalSet,
  type Parser,
  type RecognitionException,
  Token,
} from 'antlr4ng';
import { EOF } from '../generated/token-types.ts';
import { ABANDONED } from './abandoned.ts';
import type { TokenWindow } from './token-window.ts';

/**
 * What the parser does about a token that does not fit: in quick mode it gives up, in recovering mode it skips a token, supposes a
 * missing one, or skips to where one of the open rules can go on.
 *
 * The same ways as the runtime's own strategy, without its sets and messages for every token that fits.
 */
export class Recovery extends DefaultErrorStrategy {
  readonly #window: TokenWindow;
  #recovering = false;
  /** An error was met and no token matched since. */
  #lost = false;
  #skipped = false;
  #misfit: RecognitionException | undefined;
  #lastIndex = -1;
  #lastStates = new Set<number>();

  constructor(window: TokenWindow) {
    super();
    this.#window = window;
  }

  begin(recovering: boolean): void {
    this.#recovering = recovering;
    this.#lost = false;
    this.#skipped = false;
    this.#lastIndex = -1;
    this.#lastStates.clear();
  }

  /** Whether tokens were skipped since the last call. */
  takeSkipped(): boolean {
    const skipped = this.#skipped;
    this.#skipped = false;
    return skipped;
  }

  /** A token has matched. */
  matched(): void {
    this.#lost = false;
  }

  /** What is thrown for a token that does not fit: one exception for all, since nobody reads it and its stack trace is dear. */
  misfit(parser: Parser): RecognitionException {
    if (!this.#recovering) throw ABANDONED;
    return (this.#misfit ??= new InputMismatchException(parser));
  }

  override reset(): void {
    // Begun by `begin`.
  }

  override reportMatch(): void {
    // The parser tells `matched` when it advances.
  }

  override inErrorRecoveryMode(): boolean {
    return this.#lost;
  }

  override reportError(): void {
    this.#lost = true;
  }

  override sync(parser: Parser): void {
    if (!this.#recovering || this.#lost) return;
    const state = parser.atn.states[parser.state]!;
    const fitting = parser.atn.nextTokens(state);
    if (fitting.contains(this.#window.LA(1)) || fitting.contains(Token.EPSILON)) return;
    const type = (state.constructor as typeof ATNState).stateType;
    if (type === ATNState.STAR_LOOP_BACK || type === ATNState.PLUS_LOOP_BACK) {
      this.#lost = true;
      const open = this.#followers(parser);
      open.addSet(fitting);
      this.#skipTo(open);
    } else if (fitting.contains(this.#window.LA(2))) {
      this.#window.consume();
    } else {
      throw this.misfit(parser);
    }
  }

  override recoverInline(parser: Parser): Token {
    if (!this.#recovering) throw ABANDONED;
    const state = parser.atn.states[parser.state]!;
    const [transition] = state.transitions;
    if (transition!.matches(this.#window.LA(2), 0, parser.atn.maxTokenType)) {
      this.#window.consume();
      parser.consume();
    } else if (
      this.#lost ||
      !parser.atn.nextTokens(transition!.target, parser.context ?? undefined).contains(this.#window.LA(1))
    ) {
      throw this.misfit(parser);
    } else {
      this.#lost = true;
    }
    return this.#window.LT();
  }

  override recover(parser: Parser): void {
    if (!this.#recovering) throw ABANDONED;
    const { index } = this.#window;
    if (this.#lastIndex !== index) this.#lastStates.clear();
    else if (this.#lastStates.has(parser.state) && this.#window.LA(1) !== EOF) this.#window.consume();
    this.#lastIndex = this.#window.index;
    this.#lastStates.add(parser.state);
    this.#skipped = true;
    this.#skipTo(this.#followers(parser));
  }

  /** What may come after the rules that are open. */
  #followers(parser: Parser): IntervalSet {
    const followers = new IntervalSet();
    for (let context = parser.context; context !== null && context.invokingState >= 0; context = context.parent) {
      const [transition] = parser.atn.states[context.invokingState]!.transitions;
      followers.addSet(parser.atn.nextTokens((transition as unknown as { followState: ATNState }).followState));
    }
    followers.removeOne(Token.EPSILON);
    return followers;
  }

  #skipTo(set: IntervalSet): void {
    for (let type = this.#window.LA(1); type !== EOF && !set.contains(type); type = this.#window.LA(1)) {
      this.#window.consume();
    }
  }
}
