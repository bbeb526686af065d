import { lineStartsOf } from '../../text/lines.ts';
import type { Statement } from '../ast.ts';
import { commentsOf } from '../lexing/comments.ts';
import { type Findings, findingsOf } from '../checks/findings.ts';
import { SEMI, TEMPLATE, UNTERMINATED_QUOTED, UNTERMINATED_STRING } from '../generated/token-types.ts';
import { type TokenTable, push } from '../token-table.ts';
import { lower } from '../lower/index.ts';
import { type StatementParser, createParser } from './parse.ts';
import type { Comment, FeatureUse, Segment, Syntax, SyntaxProblem } from '../segment.ts';
import type { Ending } from '../lexing/split.ts';
import type { Tokens } from '../tokens.ts';
import type { SyntaxTree } from '../tree.ts';

/** What all segments of a document and of its later states share: the parser, and the trees that were asked for last. */
export interface Workshop {
  parser: StatementParser | undefined;
  readonly recent: (StatementSegment | undefined)[];
  next: number;
}

export const newWorkshop = (): Workshop => ({ parser: undefined, recent: [], next: 0 });

/** What the splitter found of a segment. */
export interface Extent {
  readonly text: string;
  /** Holds the segment's tokens, offsets relative to the segment, in `[first, last)`. */
  readonly table: TokenTable;
  readonly first: number;
  readonly last: number;
  /** The comments and typographic spaces, in the same way. */
  readonly hidden: TokenTable;
  readonly firstHidden: number;
  readonly lastHidden: number;
  readonly ending: Ending;
  /** How many code units behind its end had a say in where it ends and what its tokens are. */
  readonly reach: number;
}

/** A segment that keeps its tokens, and works out on demand what they mean. */
export class StatementSegment implements Segment {
  readonly text: string;
  readonly begin: number;
  readonly end: number;
  /** Where it stood in its document last; only a hint. */
  place = 0;
  private readonly extent: Extent;
  private readonly workshop: Workshop;
  private tree: SyntaxTree | undefined;
  /** What placeholders in it stand for, as in `Tokens`: told once, before anything is read. */
  stands: ReadonlyMap<number, string> | undefined;
  /** What the tree means, once it was asked for. */
  private lowered: { readonly statement: Statement | undefined } | undefined;
  /** How it was read where it is broken: to find that out again is dear. */
  private broken: SyntaxTree | undefined;
  private found: Findings | undefined;
  private knownLineStarts: readonly number[] | undefined;

  constructor(extent: Extent, workshop: Workshop) {
    const { table, first, last } = extent;
    this.text = extent.text;
    this.extent = extent;
    this.workshop = workshop;
    this.begin = first < last ? table.starts[first]! : extent.text.length;
    const lastToken = table.types[last - 1] === SEMI ? last - 2 : last - 1;
    this.end = lastToken >= first ? table.ends[lastToken]! : this.begin;
  }

  /** How many code units behind its end had a say in where it ends and what its tokens are. */
  get reach(): number {
    return this.extent.reach;
  }

  get firstType(): number {
    const { table, first, last } = this.extent;
    return first < last ? table.types[first]! : 0;
  }

  /** All its visible tokens, the `;` included. */
  get tokens(): Tokens {
    const { table, first, last } = this.extent;
    const tokens = tokensBetween(table, first, last);
    return this.stands === undefined ? tokens : { ...tokens, stands: this.stands };
  }

  get errors(): readonly SyntaxProblem[] {
    return this.findings().errors;
  }

  get features(): readonly FeatureUse[] {
    return this.findings().features;
  }

  get comments(): readonly Comment[] {
    return this.hasHidden ? commentsOf(this.text, this.trivia) : NO_COMMENTS;
  }

  /**
   * Puts the tokens of the statement alone, offsets relative to it, into a table; gives false, and puts nothing, where a server may
   * read it in another way: it knows no templates and ends no text that ran away.
   */
  copyTokens(table: TokenTable): boolean {
    const { first, last } = this.extent;
    const { types, starts, ends } = this.extent.table;
    let end = first;
    while (end < last && starts[end]! < this.end) end++;
    for (let token = first; token < end; token++) {
      const type = types[token]!;
      if (type === TEMPLATE || type === UNTERMINATED_STRING || type === UNTERMINATED_QUOTED) return false;
    }
    for (let token = first; token < end; token++)
      push(table, types[token]!, starts[token]! - this.begin, ends[token]! - this.begin);
    return true;
  }

  /** Comments or typographic spaces are around it or in it. */
  get hasHidden(): boolean {
    return this.extent.firstHidden < this.extent.lastHidden;
  }

  statement(): Statement | undefined {
    this.lowered ??= { statement: lower(this.tree ?? this.parse()) };
    return this.lowered.statement;
  }

  syntax(): Syntax {
    return { tree: this.tree ?? this.parse(), trivia: this.trivia };
  }

  /** Offsets behind its line breaks. */
  lineStarts(): readonly number[] {
    if (this.knownLineStarts !== undefined) return this.knownLineStarts;
    const starts = lineStartsOf(this.text);
    if (this.text.length > LONG) this.knownLineStarts = starts;
    return starts;
  }

  /** Lets the tree go; it is made again when it is asked for. */
  forget(): void {
    this.tree = undefined;
  }

  private get trivia(): Tokens {
    const { hidden, firstHidden, lastHidden } = this.extent;
    return tokensBetween(hidden, firstHidden, lastHidden);
  }

  private findings(): Findings {
    if (this.found === undefined) this.parse();
    return this.found!;
  }

  private parse(): SyntaxTree {
    const { workshop } = this;
    keep(workshop, this);
    if (this.broken === undefined) {
      const { tree, problems } = (workshop.parser ??= createParser()).parse(this.text, this.tokens);
      this.found ??= findingsOf(tree, problems, this.extent.ending, this.end);
      // A copy: the nodes are a part of a block that many trees share.
      if (problems.length > 0) this.broken = { ...tree, nodes: tree.nodes.slice() };
      return (this.tree = tree);
    }
    return (this.tree = this.broken);
  }
}

const NO_COMMENTS: readonly Comment[] = [];

/** The lines of longer segments are counted once and kept. */
const LONG = 1000;

/** Of how many segments a document keeps the trees. */
const RECENT_TREES = 64;

function keep(workshop: Workshop, segment: StatementSegment): void {
  workshop.recent[workshop.next]?.forget();
  workshop.recent[workshop.next] = segment;
  workshop.next = (workshop.next + 1) % RECENT_TREES;
}

function tokensBetween({ types, starts, ends }: TokenTable, first: number, last: number): Tokens {
  return { types: types.subarray(first, last), starts: starts.subarray(first, last), ends: ends.subarray(first, last) };
}
