import type { Check } from '../rules/index.ts';
import type { Finding, RuleContext, Severity } from '../rules/rule.ts';
import type { Language, SyntaxDocument } from '../syntax/index.ts';
import type { Directive } from '../rules/suppression.ts';
import type { ProgramCode } from './programs.ts';

/** A text that the workspace knows: open in an editor, or found on disk. */
export interface WorkspaceFile {
  readonly uri: string;
  /** Relative to the project's folder, with `/`: what orders files and what reports print. */
  readonly path: string;
  readonly document: SyntaxDocument;
  /** What the content is, whatever its name ends in. */
  readonly language: Language;
  /** Its DDL counts; that of a diff's left side, of a file left out or of a down migration does not. */
  readonly contributes: boolean;
  /** Of a program: the statements in it. Its document holds them at their places. */
  readonly code?: ProgramCode;
}

/** What was found out about one segment. */
export interface SegmentAnalysis {
  readonly findings: readonly Finding[];
  /** What its comments say about findings. */
  readonly directives: readonly Directive[];
  readonly basis: Basis;
  /** What went wrong where nothing could be found out: a fault of ours, which costs this segment only. */
  readonly failure?: unknown;
  /** Of a statement of which something hangs on other statements: what does not. */
  readonly judged?: Judged;
}

/** What was made of a statement in each schema that it may see, and how often these had changed by then. */
export interface Judged {
  readonly changes: number;
  readonly views: readonly JudgedView[];
}

export interface JudgedView extends Pick<RuleContext, 'table' | 'verdict' | 'path'> {
  readonly checks: readonly Check[];
}

/** A finding that is shown, before it has its place in the document. */
export interface Shown {
  readonly finding: Finding;
  readonly severity: Severity;
  /** The number in its file of what needs to be told there once (`Rule.saidOnce`); 0 of what is told each time. */
  readonly told: number;
}

/** What analyses rest on beside their segment; those that rest on the same share one. */
export interface Basis {
  /** Its number among the bases of the workspace. */
  readonly id: number;
  /** Of the schema, as in `catalog/project/needs.ts`. */
  readonly keys: readonly string[];
  /** Of what rules ask about beside: uses, copies, files. */
  readonly others: readonly string[];
  /** It matters what stands before the segment. */
  readonly before: boolean;
}

/** A finding at its place in the document, as it is shown. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly severity: Severity;
  readonly segment: number;
  /** UTF-16 offsets in the document. */
  readonly start: number;
  readonly end: number;
}
