import { type ParserRuleContext, type RecognitionException, type RuleTransition, type Token } from 'antlr4ng';
import { CqlParser } from '../generated/CqlParser.ts';
import { EOF } from '../generated/token-types.ts';
import { NODE_SIZE } from '../tree.ts';
import { ABANDONED } from './abandoned.ts';
import { Frame } from './frame.ts';
import { QuickPrediction } from './prediction.ts';
import { Recovery } from './recovery.ts';
import { TokenWindow } from './token-window.ts';

/** Rules nested deeper than this are not read: it keeps the call stack within bounds, whatever the text. */
export const MAX_DEPTH = 2000;

/** A place in the network of the grammar. */
export interface Position {
  /** Index of the token that comes next. */
  readonly token: number;
  /** Number of the state. */
  readonly state: number;
  /** Numbers of the states to which the open rules return, the outermost first. */
  readonly returns: readonly number[];
}

/** Numbers in a block of trees: 32 kB. */
const BLOCK = 8192;

/** How many positions are kept: more than the tokens that any decision of the grammar looks ahead. */
const KEPT = 6;

/**
 * The generated parser, made to write a flat tree.
 *
 * One instance parses one statement after another. `quick` gives up at the first error; `recovering` skips what does not fit.
 */
export class TreeParser extends CqlParser {
  readonly #window: TokenWindow;
  readonly #recovery: Recovery;
  readonly #prediction: QuickPrediction;
  /** Trees are written one behind the other into shared blocks: an array buffer for each would cost as much as the parse. */
  #block = new Int32Array(BLOCK);
  #start = 0;
  #count = 0;
  /** The frame and the node of each open rule. */
  readonly #frames: Frame[] = [];
  readonly #open = new Int32Array(MAX_DEPTH);
  #depth = 0;
  #tooDeep = false;
  #positions: Position[] = [];
  #recording = false;

  constructor() {
    const window = new TokenWindow();
    super(window);
    // Set at every step: as the runtime's accessor it is slow.
    Object.defineProperty(this, 'state', { value: -1, writable: true });
    this.#window = window;
    this.buildParseTrees = false;
    this.removeErrorListeners();
    this.#prediction = new QuickPrediction(this, this.interpreter);
    this.interpreter = this.#prediction;
    this.#recovery = new Recovery(window);
    this.errorHandler = this.#recovery;
  }

  /** Parses without recovery; `undefined` where the tokens are no statement, or are nested too deeply. */
  quick(types: Uint8Array): Int32Array | undefined {
    this.#begin(types, true);
    return this.#run() ? this.#take() : undefined;
  }

  /** As `quick`, but remembers the last positions, and looks ahead where `quick` goes by a hint: it ends where the text stops fitting. */
  traced(types: Uint8Array): Int32Array | undefined {
    this.#begin(types, false);
    this.#recording = true;
    return this.#run() ? this.#take() : undefined;
  }

  /** Parses on after errors; the tree covers all tokens. */
  recovering(types: Uint8Array): Int32Array {
    this.#begin(types, false);
    this.#recording = true;
    this.#recovery.begin(true);
    this.#run();
    this.#block[this.#start + 2] = types.length;
    return this.#take();
  }

  /** The last positions of a traced or recovering parse, the oldest first. */
  positions(): readonly Position[] {
    return this.#positions;
  }

  /** Whether the last parse ended because the text is nested too deeply. */
  tooDeep(): boolean {
    return this.#tooDeep;
  }

  /** Index of the token at which the last parse ended. */
  reached(): number {
    return this.#window.index;
  }

  #begin(types: Uint8Array, takesHints: boolean): void {
    this.#window.open(types);
    this.#recovery.begin(false);
    this.#prediction.takesHints = takesHints;
    this.context = null;
    this.state = -1;
    this.#count = 0;
    this.#depth = 0;
    this.#tooDeep = false;
    this.#recording = false;
    this.#positions = [];
  }

  #run(): boolean {
    try {
      this.root();
      return true;
    } catch (error) {
      // A prediction that looks far ahead steps back out of all that it has entered, one call in another.
      if (error instanceof RangeError) this.#tooDeep = true;
      else if (error !== ABANDONED) throw error;
      return false;
    }
  }

  #take(): Int32Array {
    const end = this.#start + this.#count * NODE_SIZE;
    const tree = this.#block.subarray(this.#start, end);
    this.#start = end;
    return tree;
  }

  override open(state: number, rule: number): void {
    const depth = this.#depth;
    if (depth === MAX_DEPTH) {
      this.#tooDeep = true;
      throw ABANDONED;
    }
    const frame = this.#frames[depth] ?? this.#newFrame(depth);
    frame.rule = rule;
    frame.invokingState = this.state;
    this.context = frame;
    this.state = state;
    this.#open[depth] = this.#count;
    this.#depth = depth + 1;
    let at = this.#start + this.#count++ * NODE_SIZE;
    if (at + NODE_SIZE > this.#block.length) at = this.#nextBlock(at);
    const block = this.#block;
    block[at] = rule;
    block[at + 1] = this.#window.index;
    if (this.#recording && this.#positions.length === 0) this.#record(state);
  }

  override close(): void {
    const depth = --this.#depth;
    const frame = this.#frames[depth]!;
    const at = this.#start + this.#open[depth]! * NODE_SIZE;
    const block = this.#block;
    block[at + 2] = this.#window.index;
    block[at + 3] = this.#count;
    this.state = frame.invokingState;
    this.context = frame.parent;
    if (this.#recording && depth > 0 && this.#recovery.takeSkipped()) this.#record(this.#returnOf(frame));
  }

  override LA(): number {
    return this.#window.LA(1);
  }

  override misfit(): RecognitionException {
    return this.#recovery.misfit(this);
  }

  override match(type: number): Token {
    if (this.#window.LA(1) !== type) return this.#recovery.recoverInline(this);
    if (type !== EOF) this.#advance();
    return this.#window.LT();
  }

  override consume(): Token {
    this.#advance();
    return this.#window.LT();
  }

  override getCurrentToken(): Token {
    return this.#window.LT();
  }

  #advance(): void {
    this.#window.index++;
    this.#recovery.matched();
    if (this.#recording) this.#record(this.atn.states[this.state]!.transitions[0]!.target.stateNumber);
  }

  #record(state: number): void {
    const returns: number[] = [];
    for (let depth = 1; depth < this.#depth; depth++) returns.push(this.#returnOf(this.#frames[depth]!));
    if (this.#positions.length === KEPT) this.#positions.shift();
    this.#positions.push({ token: this.#window.index, state, returns });
  }

  #returnOf(frame: ParserRuleContext): number {
    // The only transition out of a state that calls a rule.
    return (this.atn.states[frame.invokingState]!.transitions[0] as RuleTransition).followState.stateNumber;
  }

  #newFrame(depth: number): Frame {
    const frame = new Frame(this.#frames[depth - 1] ?? null);
    this.#frames.push(frame);
    return frame;
  }

  /** Moves the unfinished tree, which ends at `end`, into a block of its own start; gives its end there. */
  #nextBlock(end: number): number {
    const written = end - this.#start;
    const next = new Int32Array(Math.max(BLOCK, written * 2));
    next.set(this.#block.subarray(this.#start, end));
    this.#block = next;
    this.#start = 0;
    return written;
  }
}
