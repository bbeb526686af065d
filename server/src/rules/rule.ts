import type { AccessPath } from '../analysis/access/model.ts';
import type { Session, Verdict } from '../analysis/judging/verdict-model.ts';
import type { Location, Table } from '../catalog/model.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import type { Statement } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Span } from '../text/span.ts';

/** error: the server refuses · warning: fails at scale or loses data · information: worth knowing · hint: advice, no squiggle. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A change that a person may accept. */
export interface Fix {
  /** Stable within its finding, so that an editor can ask for the edits later. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'quickfix' | 'refactor.rewrite';
  /** `cql-analyzer fix` may apply it unasked: it cannot change what the text means to its author. */
  readonly safe: boolean;
  readonly preferred: boolean;
  /** Why the text may stay as it is: a comment that says so silences the finding, beside what `edits` does. */
  readonly leaves?: string;
  edits(): readonly Edit[];
}

/** One thing said about one place of a statement. */
export interface Finding {
  /** The rule's code. */
  readonly code: string;
  readonly severity: Severity;
  /** Relative to the segment. */
  readonly span: Span;
  readonly message: string;
  /** Only where Cassandra itself would refuse the statement. */
  readonly server?: { readonly kind: string; readonly message: string };
  readonly related: readonly { readonly at: Location; readonly message: string }[];
  /** Greyed or struck out by editors that can. */
  readonly tag?: 'unnecessary' | 'deprecated';
}

/** All that a rule may look at; made once a statement. */
export interface RuleContext {
  readonly uri: string;
  readonly segment: Segment;
  readonly statement: Statement;
  readonly session: Session;
  readonly verdict: Verdict;
  /** The table that the statement reads, writes or creates; absent where it is not known for certain. */
  readonly table: Table | undefined;
  /** Of a read or write of a known table. */
  readonly path: AccessPath | undefined;
  /** The other statements and tables of the project, asked for only by rules and fixes that need them. */
  readonly surroundings: Surroundings;
}

/** A rule is one file: what it is, when it speaks, and the ways out that it offers. */
export interface Rule {
  readonly code: string;
  /** One line for lists and for `explain`. */
  readonly summary: string;
  /** The severities that it can give, most severe first. */
  readonly severities: readonly Severity[];
  /** Ids of refusals (`Refused.check`) that this rule words; a refusal that no rule claims becomes the finding `refused`. */
  readonly claims?: readonly string[];
  check(context: RuleContext): readonly Finding[];
  /** The ways out of a finding that `check` gave in this context; asked for only when someone wants them. */
  fixes?(context: RuleContext, finding: Finding): readonly Fix[];
}
