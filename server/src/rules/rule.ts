import type { AccessPath } from '../analysis/access/model.ts';
import type { Refused, Session, Verdict } from '../analysis/judging/verdict-model.ts';
import type { Location, Table } from '../catalog/model.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import type { Statement } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Span } from '../text/span.ts';

/** error: the server refuses · warning: fails at scale or loses data · information: worth knowing · hint: advice, no squiggle. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/**
 * How much is said. quiet: errors, and what loses data or gives wrong results · recommended: what is true nearly always · strict: all,
 * guesses by names and numbers too. Each shows what the one before it shows.
 */
export const PROFILES = ['quiet', 'recommended', 'strict'] as const;

export type Profile = (typeof PROFILES)[number];

/** A change that a person may accept. */
export interface Fix {
  /** Stable within its finding, so that an editor can ask for the edits later. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'quickfix' | 'refactor.rewrite';
  /** `cql-analyzer fix` may apply it unasked: it cannot change what the text means to its author. */
  readonly safe: boolean;
  readonly preferred: boolean;
  /** The table that it makes, as the text names it. */
  readonly makes?: string;
  /** What it costs from then on, in half a line. */
  readonly price?: string | undefined;
  /** What has to be known before it is applied, a sentence each: the price, what is not in it, the order of steps. */
  about?(): readonly string[];
  /** Why the text may stay as it is: a comment that says so silences the finding, beside what `edits` does. */
  readonly leaves?: string;
  /** A line of `cql-analyzer.toml` that it writes, as TOML. */
  readonly setting?: string;
  edits(): readonly Edit[];
  /** Where they are many and other fixes may have the same: those at its own statement and its schema, and the others, one list for all. */
  readonly parts?: { own(): readonly Edit[]; shared(): readonly Edit[] };
}

/** One thing said about one place of a statement. */
export interface Finding {
  /** The rule's code. */
  readonly code: string;
  readonly severity: Severity;
  /** The least profile that shows it, where that is not its rule's. */
  readonly profile?: Profile;
  /** Relative to the segment. */
  readonly span: Span;
  readonly message: string;
  /** Only where Cassandra itself would refuse the statement. */
  readonly server?: { readonly kind: string; readonly message: string };
  readonly related: readonly { readonly at: Location; readonly message: string }[];
  /** Of a rule that speaks of Cassandra and of values: here every server refuses the statement, whatever values are put into it. */
  readonly ofModel?: true;
  /** What was meant by a misspelt text at `span`. */
  readonly meant?: string;
  /** Greyed or struck out by editors that can. */
  readonly tag?: 'unnecessary' | 'deprecated';
}

/** A finding with the segment that its span is relative to. */
export interface FindingIn {
  readonly finding: Finding;
  readonly segment: Segment;
}

/** What rules are about, in the order in which lists show them. */
export const RULE_TAGS = {
  reads: 'How queries find their rows',
  data: 'What becomes of the data',
  names: 'Names that are not there',
  server: 'What the server says',
  text: 'What is written',
} as const;

export type RuleTag = keyof typeof RULE_TAGS;

/** All that a rule may look at; made once a statement. */
export interface RuleContext {
  readonly uri: string;
  /** The path of its file, relative to the project's folder, with `/`. */
  readonly file: string;
  /** What the file declares is meant to run in production: it is none of tests, demonstrations or a developer's machine. */
  readonly forProduction: boolean;
  /** The file holds tests, and the project does not say that it is for production. */
  readonly forTests: boolean;
  readonly segment: Segment;
  readonly statement: Statement;
  readonly session: Session;
  readonly verdict: Verdict;
  /** The table that the statement reads, writes or creates; absent where it is not known for certain. */
  readonly table: Table | undefined;
  /** Of a read or write of a known table. */
  readonly path: AccessPath | undefined;
  /** What a server as released refuses that was given nothing but the files; `undefined` where it takes it, or these may not be all. */
  bareRefusal(): BareRefusal | undefined;
  /** The other statements and tables of the project, asked for only by rules and fixes that need them. */
  readonly surroundings: Surroundings;
}

export interface BareRefusal {
  readonly refusal: Refused;
  /**
   * What would have to be otherwise: a place is not filled in, a statement above is wrong, the server is as it is released, or it is
   * Cassandra and not the one that the files look to be for.
   */
  readonly because: 'unfilled' | 'above' | 'as released' | 'guessed';
}

/** A rule is one file: what it is, when it speaks, and the ways out that it offers. */
export interface Rule {
  readonly code: string;
  /** One line for lists and for `explain`. */
  readonly summary: string;
  /** The severities that it can give, most severe first. */
  readonly severities: readonly Severity[];
  /** The least profile that shows its findings; errors are shown by each. */
  readonly profile: Profile;
  /** What it is about; lists show it under the first. */
  readonly tags: readonly [RuleTag, ...RuleTag[]];
  /** Whether proposals answer its findings, always or only some of them; absent where they never do. */
  readonly answeredBy?: 'proposals' | 'some proposals';
  /**
   * Where it speaks of a statement in a program: whatever values are put into it, even of one of which only parts are known, or never.
   * Absent: where all of the statement is known.
   */
  readonly inPrograms?: 'whatever the values' | 'of parts' | 'never';
  /** What it says holds for Cassandra, and not for servers that speak its language. */
  readonly isOfCassandra?: true;
  /** What a finding tells that a file needs to be told once; `undefined` where each has to be shown. */
  saidOnce?(finding: Finding, segment: Segment): string | undefined;
  /** The message that, at the first of them, says what all findings of a file and a severity come to; `undefined` where each has to be shown. */
  inOneWord?(findings: readonly FindingIn[]): string | undefined;
  check(context: RuleContext): readonly Finding[];
  /** The ways out of a finding that `check` gave in this context; asked for only when someone wants them. */
  fixes?(context: RuleContext, finding: Finding): readonly Fix[];
  /** Of a rule that speaks of comments, which stand behind the last statement too: the ways out, whatever stands beside them. */
  fixesOfComment?(place: CommentPlace, finding: Finding): readonly Fix[];
}

/** A segment of a file, with a statement or with comments alone. */
export type CommentPlace = Pick<RuleContext, 'uri' | 'segment'>;
