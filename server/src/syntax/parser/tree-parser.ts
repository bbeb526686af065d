import { type ParserRuleContext, type Token } from 'antlr4ng';
import { CqlParser } from '../generated/CqlParser.ts';
import { EOF } from '../generated/token-types.ts';
import { NODE_SIZE } from '../tree.ts';
import { ABANDONED } from './abandoned.ts';
import { QuickPrediction } from './prediction.ts';
import { Recovery } from './recovery.ts';
import { TokenWindow } from './token-window.ts';

/** Rules nested deeper than this are not read: it keeps the call stack within bounds, whatever the text. */
export const MAX_DEPTH = 2000;

/** Where the parser stood: the state of its network after a token, and the rules it was in. */
export interface Position {
  /** Index of the token that comes next. */
  readonly token: number;
  /** Number of the state that is left by the next token. */
  readonly state: number;
  readonly context: ParserRuleContext;
}

/** How many positions are kept: more than the tokens any decision of the grammar looks ahead. */
const KEPT = 4;

/**
 * The generated parser, made to write a flat tree instead of building objects.
 *
 * One instance parses one statement after another. In quick mode it gives up at the first error (throws `ABANDONED`); in recovering
 * mode it skips what does not fit and goes on.
 */
export class TreeParser extends CqlParser {
  readonly window: TokenWindow;
  readonly #recovery: Recovery;
  #nodes = new Int32Array(1024 * NODE_SIZE);
  #count = 0;
  #open = new Int32Array(MAX_DEPTH + 1);
  #depth = 0;
  #tooDeep = false;
  #positions: Position[] = [];
  #recording = false;

  constructor() {
    const window = new TokenWindow();
    super(window);
    this.window = window;
    this.buildParseTrees = false;
    this.removeErrorListeners();
    this.interpreter = new QuickPrediction(this, this.interpreter);
    this.#recovery = new Recovery(window);
    this.errorHandler = this.#recovery;
  }

  /** Parses without recovery; `undefined` where the tokens are no statement. */
  quick(types: Uint8Array): Int32Array | undefined {
    this.#start(types, false);
    try {
      this.root();
      return this.#take();
    } catch (error) {
      if (error === ABANDONED) return undefined;
      throw error;
    }
  }

  /** As `quick`, and remembers the way: `positions()` tells where it ended. */
  traced(types: Uint8Array): Int32Array | undefined {
    this.#recording = true;
    try {
      return this.quick(types);
    } finally {
      this.#recording = false;
    }
  }

  /** Parses on after errors; the tree covers all tokens. */
  recovering(types: Uint8Array): Int32Array {
    this.#start(types, true);
    this.#recording = true;
    try {
      this.root();
    } catch (error) {
      if (error !== ABANDONED) throw error;
      while (this.#depth > 0) this.#close();
    } finally {
      this.#recording = false;
    }
    this.#nodes[2] = types.length;
    return this.#take();
  }

  /** The last positions of a traced or recovering parse, the newest last. */
  positions(): readonly Position[] {
    return this.#positions;
  }

  /** Whether the last parse ended because its brackets are nested too deeply. */
  tooDeep(): boolean {
    return this.#tooDeep;
  }

  #start(types: Uint8Array, recovering: boolean): void {
    this.window.open(types);
    this.#recovery.begin(recovering);
    this.context = null;
    this.state = -1;
    this.#count = 0;
    this.#depth = 0;
    this.#tooDeep = false;
    this.#positions = [];
  }

  #take(): Int32Array {
    return this.#nodes.slice(0, this.#count * NODE_SIZE);
  }

  #close(): void {
    const at = this.#open[--this.#depth]! * NODE_SIZE;
    this.#nodes[at + 2] = Math.max(this.window.index, this.#nodes[at + 1]!);
    this.#nodes[at + 3] = this.#count;
  }

  #grow(): void {
    const larger = new Int32Array(this.#nodes.length * 2);
    larger.set(this.#nodes);
    this.#nodes = larger;
  }

  #record(state: number, context: ParserRuleContext): void {
    if (this.#positions.length === KEPT) this.#positions.shift();
    this.#positions.push({ token: this.window.index, state, context });
  }

  override enterRule(context: ParserRuleContext, state: number, rule: number): void {
    if (this.#depth === MAX_DEPTH) {
      this.#tooDeep = true;
      throw ABANDONED;
    }
    this.state = state;
    this.context = context;
    const at = this.#count * NODE_SIZE;
    if (at === this.#nodes.length) this.#grow();
    this.#nodes[at] = rule;
    this.#nodes[at + 1] = this.window.index;
    this.#open[this.#depth++] = this.#count++;
    if (this.#recording && this.#positions.length === 0) this.#record(state, context);
  }

  override enterOuterAlt(context: ParserRuleContext): void {
    this.context = context;
  }

  override exitRule(): void {
    const context = this.context!;
    this.#close();
    this.state = context.invokingState;
    this.context = context.parent;
    if (this.#recording && this.#recovery.takeSkipped() && this.context !== null) {
      const follow = this.#followOf(context.invokingState);
      this.#record(follow, this.context);
    }
  }

  override match(type: number): Token {
    const window = this.window;
    if (window.LA(1) !== type) return this.#recovery.recoverInline(this);
    if (type !== EOF) this.#advance();
    return undefined as unknown as Token;
  }

  override consume(): Token {
    this.#advance();
    return undefined as unknown as Token;
  }

  override getCurrentToken(): Token {
    return this.window.LT();
  }

  #advance(): void {
    this.window.index++;
    this.#recovery.matched();
    if (this.#recording) this.#record(this.atn.states[this.state]!.transitions[0]!.target.stateNumber, this.context!);
  }

  #followOf(invoking: number): number {
    const [transition] = this.atn.states[invoking]!.transitions;
    return (transition as unknown as { followState: { stateNumber: number } }).followState.stateNumber;
  }
}
