import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Location, ProjectCatalog } from '../catalog/index.ts';
import type { Mention } from '../names/mentions.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { Segment, SyntaxDocument } from '../syntax/index.ts';

/** The document that a request is about, with what is known around it. Hosts make one from their workspace. */
export interface Subject {
  readonly uri: string;
  readonly document: SyntaxDocument;
  readonly project: ProjectCatalog;
  /** The contexts of a segment's statement, best guess first. */
  contexts(segment: number): readonly RuleContext[];
  /** The same of a statement in any file of the project. */
  contextsOf(uri: string, segment: Segment): readonly RuleContext[];
  session(segment: number): Session;
  /** The statements of the project in which a name stands, in no particular order. */
  mentions(name: string): Iterable<Mention>;
  /** Those of the document. */
  mentionsHere(name: string): Iterable<Mention>;
  /** Where something stands in its file; `undefined` where the text has changed meanwhile. */
  placeOf(location: Location): Place | undefined;
  /** The path of its file in the project, and the line on which it begins, counted from 1. */
  lineOf(location: Location): { readonly path: string; readonly line: number } | undefined;
}

/** A range of a document, as offsets. */
export interface Place {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
}
