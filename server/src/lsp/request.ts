import type { TextDocumentIdentifier } from 'vscode-languageserver';
import type { Subject } from '../service/subject.ts';
import type { ProgramCode } from '../workspace/programs.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Steps } from '../text/steps.ts';
import type { Desk } from './desk.ts';
import { TOO_LATE, type Refusal } from './refusal.ts';
import { newTurn } from './slices.ts';
import { subjectOf } from './subject.ts';

/** How one request is answered. Handlers are plain functions: what they know is on the desk. */
export interface RequestHandler<P, R> {
  answer(desk: Desk, params: P): R;
}

/** A document that a request is about. */
export interface Asked extends Desk {
  readonly subject: Subject;
  readonly workspace: Workspace;
  /** Of a program: the statements in it. */
  readonly code: ProgramCode | undefined;
}

/** A request about a document; one that nobody knows gets the answer for nothing. */
export const aboutDocument = <P extends { readonly textDocument: TextDocumentIdentifier }, R>(
  nothing: R,
  answer: (asked: Asked, params: P) => R,
): RequestHandler<P, R> => ({
  answer(desk, params) {
    const asked = askedOf(desk, params.textDocument.uri);
    return asked === undefined ? nothing : answer(asked, params);
  },
});

/** A request about a file of CQL; in programs others answer it. */
export const aboutCqlFile = <P extends { readonly textDocument: TextDocumentIdentifier }, R>(
  nothing: R,
  answer: (asked: Asked, params: P) => R,
): RequestHandler<P, R> =>
  aboutDocument(nothing, (asked, params) => (asked.code === undefined ? answer(asked, params) : nothing));

/**
 * Works out an answer a few steps at a time, since whoever types meanwhile shall not wait for it. Where what it rests on is another
 * one by then, the document or anything in the project, there is none.
 */
export async function inTurns<R>(
  { subject: { uri, document, project }, workspace, projects }: Asked,
  restsOn: 'document' | 'project',
  work: Steps<R>,
): Promise<R | Refusal> {
  const turn = newTurn();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (!turn.isUp()) continue;
    await turn.next();
    const now = projects.workspaceOf(uri);
    const isSame = restsOn === 'document' ? now?.file(uri)?.document === document : now?.project === project;
    if (now !== workspace || !isSame) return TOO_LATE;
  }
}

/** What is known about the document with a URI, as the client writes it. */
export function askedOf(desk: Desk, clientUri: string): Asked | undefined {
  const uri = desk.projects.normalUri(clientUri);
  const workspace = desk.projects.workspaceOf(uri);
  const file = workspace?.file(uri);
  if (workspace === undefined || file === undefined || file.language !== 'cql') return undefined;
  return { ...desk, subject: subjectOf(workspace, file), workspace, code: file.code };
}

/** What an answer carries so that its document is found again; `undefined` where a client sends back something else. */
export const dataOf = <D extends { readonly uri: string }>(data: unknown): D | undefined =>
  typeof data === 'object' && data !== null && 'uri' in data && typeof data.uri === 'string' ? (data as D) : undefined;
