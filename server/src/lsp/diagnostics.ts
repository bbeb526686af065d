import type {
  CancellationToken,
  Connection,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { LocatedFinding } from '../workspace/file.ts';
import { diagnosticOf } from './convert.ts';
import type { Desk } from './desk.ts';
import { lookingThrough } from './first-look.ts';
import { hashOf } from './hash.ts';
import { whenQuiet } from './quiet.ts';
import { newTurn, type Turn } from './slices.ts';

/** Brings findings to the editor: sends them, or answers where the editor asks. */
export interface Diagnostics {
  /** Answers for one document. */
  ofDocument(uri: string, previousResultId: string | undefined): DocumentDiagnosticReport;
  /** Answers for all documents, a few at a time; what the editor has already is left out. */
  ofWorkspace(previous: ReadonlyMap<string, string>, token: CancellationToken): Promise<WorkspaceDiagnosticReport>;
  /** A text or file changed: looks at once, or when things are quiet. `edited` is the document that the editor itself changed. */
  changed(when: 'now' | 'soon', edited?: string): void;
  /** A document was closed. */
  closed(uri: string, clientUri: string): void;
  stop(): void;
}

/**
 * The findings of a session.
 */
export function diagnosticsOf(connection: Connection, desk: Desk): Diagnostics {
  const { projects, client } = desk;
  const isWhole = (): boolean => desk.setting('diagnostics.scope') === 'workspace';
  /** What was sent last, by document as the client writes it: the hash of its diagnostics. */
  const sent = new Map<string, string>();
  /** What was answered last, by document: the findings, and the hash of their diagnostics. */
  const answered = new Map<string, { readonly findings: readonly LocatedFinding[]; readonly resultId: string }>();
  /** The failures that stand in the log already. */
  const told = new Set<unknown>();
  const through = lookingThrough(connection, client);
  let sending = 0;
  /** The document that the editor changed last; it asks for that by itself. */
  let editing: string | undefined;
  const open = whenQuiet(QUIET_MILLISECONDS, () => (client.pullsDiagnostics ? askForPull() : sendOpen()));
  const others = whenQuiet(IDLE_MILLISECONDS, () => void sendOthers());

  return {
    ofDocument(uri, previousResultId) {
      const { items, resultId } = answer(uri);
      return resultId === previousResultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
    },

    async ofWorkspace(previous, token) {
      // Of a program that is open the editor asks by another way.
      const wanted = isWhole() ? [...projects.documents()].filter((uri) => !isOpenProgram(uri)) : [];
      const known = new Set(wanted.map((uri) => projects.clientUri(uri)));
      // First, since an editor may take a URI that is written otherwise for the same.
      const items = [...previous.keys()]
        .filter((uri) => !known.has(uri))
        .map((uri): WorkspaceDocumentDiagnosticReport => ({ kind: 'full', uri, version: null, items: [] }));
      const isOver = (): boolean => token.isCancellationRequested;
      const turn = newTurn(desk.lulls.next);
      for await (const uri of through(wanted, turn)) {
        await lookAt(uri, turn, isOver);
        if (isOver()) break;
        const { items: found, resultId } = answer(uri);
        const clientUri = projects.clientUri(uri);
        const version = projects.versionOf(uri) ?? null;
        // A document without findings that never had any needs no word.
        if (previous.get(clientUri) === resultId || (found.length === 0 && !previous.has(clientUri))) continue;
        items.push({ kind: 'full', uri: clientUri, version, resultId, items: found });
      }
      return { items };
    },

    changed(when, edited) {
      editing = edited;
      open[when]();
      if (!client.pullsDiagnostics) others.soon();
    },

    closed(uri, clientUri) {
      answered.delete(uri);
      if (client.pullsDiagnostics) return;
      const stays = uri === clientUri && isWhole() && projects.workspaceOf(uri)?.file(uri) !== undefined;
      if (!stays && sent.delete(clientUri)) void connection.sendDiagnostics({ uri: clientUri, diagnostics: [] });
    },

    stop() {
      sending += 1;
      open.stop();
      others.stop();
    },
  };

  function isOpenProgram(uri: string): boolean {
    return projects.versionOf(uri) !== undefined && projects.workspaceOf(uri)?.file(uri)?.code !== undefined;
  }

  function answer(uri: string): { readonly items: Diagnostic[]; readonly resultId: string } {
    const items = guarded(() => diagnostics(uri));
    const resultId = hashOf(JSON.stringify(items));
    answered.set(uri, { findings: findings(uri), resultId });
    return { items, resultId };
  }

  function findings(uri: string): readonly LocatedFinding[] {
    return projects.workspaceOf(uri)?.findings(uri) ?? [];
  }

  function diagnostics(uri: string): Diagnostic[] {
    const workspace = projects.workspaceOf(uri);
    const document = workspace?.file(uri)?.document;
    for (const { failure } of workspace?.failures(uri) ?? []) if (!told.has(failure)) log(failure);
    return document === undefined ? [] : findings(uri).map((located) => diagnosticOf(desk, document, located));
  }

  /** The editor asks by itself for what it edited; it is told to ask again where the findings of something else are new. */
  function askForPull(): void {
    let isStale = false;
    for (const [uri, then] of answered) {
      if (findings(uri) === then.findings) continue;
      // It is told once; what was found anew may be the same.
      const { resultId } = answer(uri);
      isStale ||= uri !== editing && resultId !== then.resultId;
      if (projects.workspaceOf(uri)?.file(uri) === undefined) answered.delete(uri);
    }
    if (isStale) connection.languages.diagnostics.refresh().catch(() => undefined);
  }

  function sendOpen(): void {
    for (const { uri } of projects.openDocuments()) send(uri);
  }

  /** The rest of the workspace, a few at a time; whatever changes meanwhile begins anew. */
  async function sendOthers(): Promise<void> {
    const mine = ++sending;
    const wanted = isWhole() ? [...projects.documents()] : [...projects.openDocuments()].map(({ uri }) => uri);
    const isOver = (): boolean => mine !== sending;
    const turn = newTurn(desk.lulls.next);
    for await (const uri of through(wanted, turn)) {
      await lookAt(uri, turn, isOver);
      if (isOver()) return;
      send(uri);
    }
    const known = new Set(wanted.map((uri) => projects.clientUri(uri)));
    for (const uri of [...sent.keys()].filter((one) => !known.has(one))) {
      sent.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  /** Looks at a document, a few statements at a time, unless nobody waits for it any more. */
  async function lookAt(uri: string, turn: Turn, isOver: () => boolean): Promise<void> {
    while (!isOver() && projects.workspaceOf(uri)?.advance(uri, turn.isUp) === false) await turn.next();
    projects.workspaceOf(uri)?.prepareNames(uri);
  }

  function send(uri: string): void {
    const found = guarded(() => diagnostics(uri));
    const shown = hashOf(JSON.stringify(found));
    const clientUri = projects.clientUri(uri);
    // Nothing found in a document that never had findings needs no word, unless it is open: then somebody waits for it.
    const version = projects.versionOf(uri);
    if (sent.get(clientUri) === shown || (found.length === 0 && version === undefined && !sent.has(clientUri))) return;
    sent.set(clientUri, shown);
    void connection.sendDiagnostics({
      uri: clientUri,
      ...(version !== undefined && { version }),
      diagnostics: found,
    });
  }

  /** Whatever goes wrong with one document is logged, and costs only its own findings. */
  function guarded(answer: () => Diagnostic[]): Diagnostic[] {
    try {
      return answer();
    } catch (error) {
      log(error);
      return [];
    }
  }

  function log(error: unknown): void {
    told.add(error);
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Short enough to feel immediate, long enough to gather the parts of one change. */
const QUIET_MILLISECONDS = 20;
/** A pause of somebody who types. */
const IDLE_MILLISECONDS = 200;
