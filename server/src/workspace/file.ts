import type { Finding, Severity } from '../rules/rule.ts';
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
  /** Keys of `catalog/project/needs.ts`, and those of uses and copies. */
  readonly keys: readonly string[];
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
