import type { Finding, Severity } from '../rules/rule.ts';
import type { Surroundings } from '../modeling/surroundings.ts';
import type { Language, SyntaxDocument } from '../syntax/index.ts';
import type { Directive } from '../rules/suppression.ts';
import type { Need } from './watched.ts';

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
}

/** What was found out about one segment, and what it depends on. */
export interface SegmentAnalysis {
  readonly findings: readonly Finding[];
  /** What of the schema it rests on, as keys of `catalog/needs.ts`. */
  readonly schema: ReadonlySet<string>;
  /** What of other statements it rests on. */
  readonly others: ReadonlySet<Need>;
  /** What its comments say about findings. */
  readonly directives: readonly Directive[];
  /** Whether tables that may be copies of each other still are the same; absent where nothing was asked. */
  readonly holds?: (now: Surroundings) => boolean;
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
