import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Position,
  type ProtocolConnection,
  type SemanticTokens,
  type SemanticTokensDelta,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol/node';
import { peerHere, type Peer, type PeerOptions } from './peer.ts';
import type { Ask, DiskStep, Edit, ENCODINGS, Start, Step } from './steps.ts';

interface Document {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  text: string;
}

/** A disk and an editor with a server, to which things happen; whatever happened, its server must say what a fresh one says. */
export class World {
  readonly #base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'cql-soak-')));
  readonly #documents = new Map<string, Document>();
  readonly #folders = new Set<string>();
  readonly #tokens = new Map<string, SemanticTokens>();
  readonly #start: Start;
  #settings: object | null = {};
  #asked: Promise<unknown>[] = [];
  /** Changes of files of which the server was not told yet. */
  #untold: object[] = [];
  /** What was answered and is to be asked about again, by the method that does. */
  readonly #toResolve = new Map<string, object>();
  /** What the editor was told when it asked for the findings of everything, and of documents. */
  #pulled: Pulled = new Map();
  #pulledOpen: Pulled = new Map();
  #peer!: Peer;
  /** Error replies. */
  readonly #refused: string[] = [];

  private constructor(start: Start) {
    this.#start = start;
  }

  static async begin(start: Start, connect: (options: PeerOptions) => Promise<Peer>): Promise<World> {
    const world = new World(start);
    world.#fill(start);
    for (const path of start.folders.slice(0, start.manyFolders ? undefined : 1)) world.#folders.add(path);
    world.#peer = await connect(world.#options());
    return world;
  }

  get peer(): Peer {
    return this.#peer;
  }

  /** What the server should not have said. */
  complaints(): readonly string[] {
    return [...this.#refused, ...this.#peer.complaints];
  }

  async end(): Promise<void> {
    await this.#peer.stop();
    fs.rmSync(this.#base, { recursive: true, force: true });
  }

  /** Everything is closed and removed, and other files and folders come; the server stays. */
  async again(start: Start): Promise<void> {
    for (const at of this.#documents.keys()) await this.#close(at);
    await this.#changeFolders([], [...this.#folders]);
    for (const name of fs.readdirSync(this.#base)) fs.rmSync(join(this.#base, name), { recursive: true, force: true });
    this.#fill(start);
    await this.#changeFolders(start.folders, []);
  }

  #fill({ files }: Start): void {
    fs.mkdirSync(join(this.#base, 'w'), { recursive: true });
    for (const [path, text] of files) this.#write(path, Buffer.from(text));
  }

  #options(): PeerOptions {
    return {
      ...this.#start,
      folders: [...this.#folders].map((path) => this.#uri(path)),
      settings: () => this.#settings,
    };
  }

  #path(path: string): string {
    return join(this.#base, 'w', path);
  }

  #uri(path: string): string {
    if (/^[a-z-]+:/.test(path)) return path;
    const isSpelled = /%|\/\.?\//.test(path);
    return isSpelled ? `${pathToFileURL(this.#path('')).href}/${path}` : pathToFileURL(this.#path(path)).href;
  }

  /** The document that is open of a file, however its URI is written. */
  #openAs(uri: string): Document | undefined {
    return [...this.#documents.values()].find((one) => fileOf(one.uri) === fileOf(uri));
  }

  /** What is asked about: one of the documents, and now and then a file that is not open. */
  #subjectOf(index: number): Pick<Document, 'uri' | 'text'> | undefined {
    if (index < 6) return this.#nth(index);
    const path = index === 6 ? 'schema.cql' : 'nowhere.cql';
    const uri = this.#uri(path);
    return this.#openAs(uri) ?? { uri, text: storedText(this.#path(path)) };
  }

  #nth(index: number): Document | undefined {
    const all = [...this.#documents.values()];
    return all[index % Math.max(1, all.length)];
  }

  async do(step: Step): Promise<void> {
    if (step.kind === 'disk') return this.#onDisk(step.changes, step.late);
    await this.#doInEditor(step);
    return this.#tellChanges();
  }

  async #doInEditor(step: Exclude<Step, { readonly kind: 'disk' }>): Promise<void> {
    switch (step.kind) {
      case 'open':
        return this.#open(step);
      case 'close': {
        const document = this.#nth(step.document);
        return document && this.#close(document.uri);
      }
      case 'save':
        return this.#save(this.#nth(step.document));
      case 'edit':
        return this.#edit(this.#nth(step.document), step.edits);
      case 'stray': {
        const textDocument = { uri: this.#uri(step.path), version: 7 };
        if (this.#openAs(textDocument.uri) !== undefined) return undefined;
        return this.#tell(`textDocument/${step.method}`, { textDocument, contentChanges: [{ text: 'USE k;' }] });
      }
      case 'addFolder':
        if (!this.#start.manyFolders) return undefined;
        return this.#folders.has(step.path) ? undefined : this.#changeFolders([step.path], []);
      case 'removeFolder':
        if (!this.#start.manyFolders) return undefined;
        return this.#folders.has(step.path) ? this.#changeFolders([], [step.path]) : undefined;
      case 'settings':
        this.#settings = step.settings;
        return this.#tell('workspace/didChangeConfiguration', { settings: { cqlAnalyzer: step.settings } });
      case 'ask':
        this.#askAndForget(step.asked, step.cancelled);
        return undefined;
      case 'pause':
        await sleep(25);
    }
  }

  #change(step: DiskStep): void {
    switch (step.kind) {
      case 'write':
        return this.#write(step.path, bytesOf(step.text, step.encoding));
      case 'remove':
        return fs.rmSync(this.#path(step.path), { recursive: true });
      case 'pipe':
        execFileSync('mkfifo', [this.#path(step.path)], { stdio: 'ignore' });
        break;
      case 'makeFolder':
        fs.mkdirSync(this.#path(step.path), { recursive: true });
        break;
      case 'move':
        return fs.renameSync(this.#path(step.from), this.#path(step.path));
      case 'link':
        return fs.symlinkSync(this.#path(step.from), this.#path(step.path));
    }
  }

  #tell(method: string, params: object): Promise<void> {
    return this.#peer.connection.sendNotification(method, params);
  }

  async #onDisk(steps: readonly DiskStep[], late = false): Promise<void> {
    // What the server wants to be told of may follow from the step before.
    if (this.#start.watches)
      await this.#peer.connection.sendRequest('cqlAnalyzer/status', ANY_DOCUMENT(this.#uri('x.cql')));
    const before = this.#stamps();
    for (const step of steps) {
      try {
        this.#change(step);
      } catch {
        // What cannot be done does not happen.
      }
    }
    if (!this.#start.watches) return;
    const after = this.#stamps();
    const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
      const [then, now] = [before.get(path), after.get(path)];
      // Of a folder that goes editors tell only that it goes.
      const isWithin = now === undefined && dirname(path) !== this.#base && !after.has(dirname(path));
      if (then === now || isWithin || !this.#peer.watches(path)) return [];
      return [{ uri: pathToFileURL(path).href, type: then === undefined ? 1 : now === undefined ? 3 : 2 }];
    });
    this.#untold.push(...changes);
    if (!late) await this.#tellChanges();
  }

  async #tellChanges(): Promise<void> {
    const changes = this.#untold;
    this.#untold = [];
    if (changes.length > 0) await this.#tell('workspace/didChangeWatchedFiles', { changes });
  }

  /** What stands on the disk, folders too. */
  #stamps(folder = this.#base, stamps = new Map<string, string>()): ReadonlyMap<string, string> {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { ino, mtimeMs, size } = fs.lstatSync(path);
      stamps.set(path, entry.isDirectory() ? 'a folder' : `${ino} ${mtimeMs} ${size}`);
      if (entry.isDirectory()) this.#stamps(path, stamps);
    }
    return stamps;
  }

  #write(path: string, bytes: Buffer): void {
    const at = this.#path(path);
    fs.mkdirSync(dirname(at), { recursive: true });
    // A pipe would wait for who reads it; through a link another file would be written.
    const stats = fs.lstatSync(at, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) return;
    fs.writeFileSync(at, bytes);
  }

  async #open({ path, text, language }: Extract<Step, { readonly kind: 'open' }>): Promise<void> {
    const uri = this.#uri(path);
    if (this.#openAs(uri) !== undefined) return;
    const file = fileOf(uri);
    const document = {
      uri,
      languageId: language ?? LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? 'cql',
      version: 1,
      text: text ?? (file.startsWith(this.#base) ? storedText(file) : ''),
    };
    this.#documents.set(uri, document);
    await this.#tell('textDocument/didOpen', { textDocument: document });
  }

  async #close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    this.#tokens.delete(uri);
    this.#pulledOpen.delete(uri);
    await this.#tell('textDocument/didClose', { textDocument: { uri } });
  }

  async #save(document: Document | undefined): Promise<void> {
    if (document === undefined) return;
    const file = fileOf(document.uri);
    if (file.startsWith(this.#base))
      await this.#onDisk([
        { kind: 'write', path: relative(this.#path(''), file), text: document.text, encoding: 'utf-8' },
      ]);
    await this.#tell('textDocument/didSave', { textDocument: { uri: document.uri } });
  }

  async #edit(document: Document | undefined, edits: readonly Edit[]): Promise<void> {
    if (document === undefined) return;
    const contentChanges = edits.map(({ from, length, text }) => {
      const before = document.text;
      if (length === undefined) {
        document.text = text;
        return { text };
      }
      const start = this.#between(before, Math.floor(from * before.length));
      const end = this.#between(before, Math.min(before.length, start + length));
      document.text = before.slice(0, start) + text + before.slice(end);
      const range = { start: this.#position(before, start), end: this.#position(before, end) };
      // What stands behind the end is the end.
      if (start + length > before.length) range.end.character += 1000;
      return { range, text };
    });
    document.version += 1;
    const { uri, version } = document;
    await this.#tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  /** No place within a line end or a character. */
  #between(text: string, offset: number): number {
    const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
    const isWithin = (before === 13 && after === 10) || (before >> 10 === 0x36 && after >> 10 === 0x37);
    return isWithin ? offset - 1 : offset;
  }

  #position(text: string, offset: number): Position {
    const lines = text.slice(0, offset).split(/\r\n|\r(?!\n)|\n/);
    const last = lines.at(-1)!;
    return { line: lines.length - 1, character: this.#start.bytes ? Buffer.byteLength(last) : last.length };
  }

  async #changeFolders(added: readonly string[], removed: readonly string[]): Promise<void> {
    for (const path of removed) this.#folders.delete(path);
    for (const path of added) this.#folders.add(path);
    const named = (path: string): object => ({ uri: this.#uri(path), name: path });
    await this.#tell('workspace/didChangeWorkspaceFolders', {
      event: { added: added.map(named), removed: removed.map(named) },
    });
  }

  #askAndForget(asked: Ask, cancelled: number | undefined): void {
    const params = this.#paramsOf(asked);
    if (params === undefined) return;
    const source = new CancellationTokenSource();
    const answer = this.#peer.connection.sendRequest(asked.method, params, source.token);
    if (cancelled === 0) source.cancel();
    else if (cancelled !== undefined) setTimeout(() => source.cancel(), cancelled);
    this.#asked.push(
      answer.then(
        (found) => this.#keepToResolve(asked, found),
        (error: { code?: number; message: string }) =>
          this.#judge(
            asked,
            error,
            cancelled === undefined ? [CONTENT_MODIFIED] : [CONTENT_MODIFIED, REQUEST_CANCELLED],
          ),
      ),
    );
  }

  /** Editors ask about one of many things that they got, at once or when the text is another one. */
  #keepToResolve({ method, at }: Ask, found: unknown): void {
    const resolving = RESOLVED_BY[method];
    if (resolving === undefined) return;
    const items = Array.isArray(found) ? found : ((found as { items?: object[] } | null)?.items ?? []);
    const item = items[Math.floor(at * items.length)] as object | undefined;
    if (item !== undefined) this.#toResolve.set(resolving, item);
  }

  #judge(
    { method }: Ask,
    { code, message }: { readonly code?: number; readonly message: string },
    expected: readonly number[],
  ): void {
    if (code !== undefined && expected.includes(code)) return;
    // What cannot be renamed is refused with the reason.
    if (code === REQUEST_FAILED && /rename/i.test(method)) return;
    this.#refused.push(`${method}: ${code} ${message}`);
  }

  #paramsOf({ method, document: index, at }: Ask): object | undefined {
    if (method === 'workspace/symbol') return { query: at < 0.5 ? '' : 'us' };
    if (method.endsWith('/resolve')) return this.#toResolve.get(method);
    if (method === 'workspace/textDocumentContent') return { uri: BUILT_IN[Math.floor(at * 30) % BUILT_IN.length] };
    const subject = this.#subjectOf(index);
    if (subject === undefined) return undefined;
    const { uri, text } = subject;
    const start = this.#between(text, Math.min(text.length, Math.floor(at * text.length)));
    const position = this.#position(text, start);
    if (at > 1) position.character += 1000;
    if (at === 2) position.line += 1000;
    const end = this.#position(text, this.#between(text, Math.min(text.length, start + 100)));
    return {
      textDocument: { uri },
      position,
      positions: [position],
      range: { start: position, end },
      ranges: [{ start: position, end }],
      command: COMMANDS[Math.floor(at * 50) % COMMANDS.length],
      arguments: [uri, position],
      previousResultId: 'nonsense',
      previousResultIds: [{ uri, value: 'nonsense' }],
      context: { diagnostics: [], includeDeclaration: true, triggerKind: 1 },
      newName: 'renamed',
      files: [{ oldUri: uri, newUri: `${uri}.moved` }],
      options: { tabSize: 2, insertSpaces: true },
      ch: ';',
      what: ['proposals', 'explain', 'dryRun', 'syntaxTree'][Math.floor(at * 40) % 4],
    };
  }

  /** What this server and a fresh one say differently of the same state when both have nothing left to do; nothing where they agree. */
  async difference(asks: readonly Ask[]): Promise<string | undefined> {
    await this.#tellChanges();
    await Promise.all(this.#asked);
    this.#asked = [];
    // Where nobody tells what changes on disk, it is looked for when something is saved.
    if (!this.#start.watches)
      await this.#tell('textDocument/didSave', { textDocument: { uri: this.#uri('schema.cql') } });
    const fresh = await peerHere(this.#options());
    try {
      // Which was opened first must not matter.
      for (const textDocument of [...this.#documents.values()].toReversed())
        await fresh.connection.sendNotification('textDocument/didOpen', { textDocument });
      const differs = await this.#findingsDiffer(fresh);
      if (differs !== undefined) return differs;
      for (const asked of asks) {
        const params = this.#paramsOf(asked);
        if (params === undefined) continue;
        const differs = await this.#answersDiffer(fresh, asked, params);
        if (differs !== undefined) return `${asked.method} ${JSON.stringify(params)}\n${differs}`;
      }
      return undefined;
    } finally {
      this.#refused.push(...fresh.complaints.map((line) => `fresh: ${line}`));
      await fresh.stop();
    }
  }

  async #findingsDiffer(fresh: Peer): Promise<string | undefined> {
    // Findings that are sent come after a pause.
    const [one, other] = await settled(
      async () => [await this.#findings(this.#peer), await this.#findings(fresh)],
      this.#start.pulls ? 0 : 300,
    );
    return one === other ? undefined : `findings\n${apart(one, other)}`;
  }

  async #answersDiffer(fresh: Peer, asked: Ask, params: object): Promise<string | undefined> {
    const [one, other] = await settled(async () => [
      await this.#answer(this.#peer, asked, params),
      await this.#answer(fresh, asked, params),
    ]);
    return one === other ? undefined : apart(one, other);
  }

  async #findings(peer: Peer): Promise<string> {
    const { connection, published } = peer;
    const found = new Map<string, unknown>([...published].filter(([, { length }]) => length > 0));
    if (!this.#start.pulls) {
      // Its answer comes after what was due before.
      await connection.sendRequest('cqlAnalyzer/status', ANY_DOCUMENT(this.#uri('x.cql')));
    } else {
      for (const uri of found.keys()) if (!uri.endsWith('.toml')) throw new Error(`${uri} was sent and not asked for`);
      // A fresh server has told nothing yet.
      const isOurs = peer === this.#peer;
      for (const [uri, { items }] of await pulledFromAll(connection, isOurs ? this.#pulled : new Map()))
        if (items.length > 0) found.set(uri, items);
      const open = isOurs ? this.#pulledOpen : new Map();
      for (const uri of this.#documents.keys()) {
        const { items } = await pulledFrom(connection, uri, open);
        if (items.length > 0) found.set(uri, items);
        else found.delete(uri);
      }
    }
    return JSON.stringify([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  async #answer(peer: Peer, asked: Ask, params: object): Promise<string> {
    try {
      const answer =
        peer === this.#peer && asked.method === 'textDocument/semanticTokens/full'
          ? await this.#tokensByDelta(params as { textDocument: { uri: string } })
          : await peer.connection.sendRequest(asked.method, params);
      // Files that came later stand later; editors sort them as they like.
      const sorted =
        UNORDERED.has(asked.method) && Array.isArray(answer)
          ? answer.map((one) => JSON.stringify(one)).toSorted()
          : answer;
      return (
        JSON.stringify(sorted, (key, value: unknown) =>
          key === 'resultId'
            ? undefined
            : key === 'documentChanges' || (key === 'items' && asked.method === 'workspace/diagnostic')
              ? sortedBy(value as object[])
              : value,
        ) ?? 'undefined'
      );
    } catch (error) {
      const { code, message } = error as { readonly code: number; readonly message: string };
      this.#judge(asked, { code, message }, []);
      return `${code} ${message}`;
    }
  }

  /** As editors ask: for what is new since the last answer. */
  async #tokensByDelta(params: { readonly textDocument: { readonly uri: string } }): Promise<SemanticTokens> {
    const { uri } = params.textDocument;
    const before = this.#tokens.get(uri);
    const { connection } = this.#peer;
    const answer: SemanticTokens | SemanticTokensDelta =
      before === undefined
        ? await connection.sendRequest('textDocument/semanticTokens/full', params)
        : await connection.sendRequest('textDocument/semanticTokens/full/delta', {
            ...params,
            previousResultId: before.resultId,
          });
    const data = 'edits' in answer ? [...before!.data] : answer.data;
    if ('edits' in answer)
      for (const { start, deleteCount, data: more = [] } of answer.edits) data.splice(start, deleteCount, ...more);
    const now = { ...(answer.resultId !== undefined && { resultId: answer.resultId }), data };
    if (now.resultId !== undefined) this.#tokens.set(uri, now);
    return now;
  }
}

/**
 * What two servers answer once they agree, for so many milliseconds at least, or neither answers anything new for longer than any of
 * their pauses and many turns: on a machine that has much to do, time alone says nothing.
 */
async function settled(ask: () => Promise<[string, string]>, least = 0): Promise<[string, string]> {
  let last: [string, string] | undefined;
  let since = performance.now();
  for (let turns = 0; ; turns += 1) {
    const now = await ask();
    if (now[0] !== last?.[0] || now[1] !== last[1]) [last, since, turns] = [now, performance.now(), 0];
    const passed = performance.now() - since;
    const isSettled = now[0] === now[1] ? turns >= 2 && passed >= least : turns >= 100 && passed >= LONGEST_PAUSE;
    if (isSettled) return now;
    await sleep(now[0] === now[1] && least === 0 ? 0 : 10);
  }
}

/** Longer than that of somebody who types, in milliseconds. */
const LONGEST_PAUSE = 1500;

/** What was told of documents, by their URI. */
type Pulled = Map<string, { readonly resultId: string | undefined; readonly items: readonly Diagnostic[] }>;

/** Asks for what is new of all documents. */
async function pulledFromAll(connection: ProtocolConnection, known: Pulled): Promise<Pulled> {
  const previousResultIds = [...known].flatMap(([uri, { resultId: value }]) =>
    value === undefined ? [] : [{ uri, value }],
  );
  const { items } = await connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
    previousResultIds,
  });
  for (const report of items)
    if (report.kind === 'full') known.set(report.uri, { resultId: report.resultId, items: report.items });
  return known;
}

async function pulledFrom(
  connection: ProtocolConnection,
  uri: string,
  known: Pulled,
): Promise<{ readonly items: readonly Diagnostic[] }> {
  const before = known.get(uri);
  const report = await connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: { uri },
    ...(before?.resultId !== undefined && { previousResultId: before.resultId }),
  });
  if (report.kind === 'unchanged') return before!;
  const now = { resultId: report.resultId, items: report.items };
  known.set(uri, now);
  return now;
}

const RESOLVED_BY: Readonly<Partial<Record<Ask['method'], Ask['method']>>> = {
  'textDocument/completion': 'completionItem/resolve',
  'textDocument/codeAction': 'codeAction/resolve',
  'textDocument/codeLens': 'codeLens/resolve',
  'textDocument/inlayHint': 'inlayHint/resolve',
  'workspace/symbol': 'workspaceSymbol/resolve',
};

/** Texts that the server makes itself, and one that there is not. */
const BUILT_IN = ['5.0/system', '3.11/system_schema', '9.9/nowhere'].map((path) => `cql-system:/cassandra-${path}.cql`);

const COMMANDS = ['status', 'proposals', 'explain', 'dryRun', 'syntaxTree', 'nonsense'].map(
  (name) => `cql-analyzer.${name}`,
);

const REQUEST_CANCELLED = -32_800;
/** Things happened before there was an answer. */
const CONTENT_MODIFIED = -32_801;
const REQUEST_FAILED = -32_803;

const UNORDERED: ReadonlySet<string> = new Set(['workspace/symbol', 'textDocument/references']);

const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'go',
  java: 'java',
  py: 'python',
  ts: 'typescript',
  rs: 'rust',
};

const ANY_DOCUMENT = (uri: string): object => ({ textDocument: { uri } });

/** Two texts from shortly before they part. */
function apart(one: string, other: string): string {
  let same = 0;
  while (one[same] === other[same]) same += 1;
  const [from, until] = [Math.max(0, same - 300), same + 700];
  return `  this: …${one.slice(from, until)}\n  fresh: …${other.slice(from, until)}`;
}

const sortedBy = (all: readonly object[]): readonly object[] =>
  all.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** The path of a file, however its URI is written; the URI of what is none. */
function fileOf(uri: string): string {
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return uri;
  }
}

/** Empty for what is no file, a link to itself among them. */
function storedText(path: string): string {
  try {
    return fs.statSync(path).isFile() ? new TextDecoder().decode(fs.readFileSync(path)) : '';
  } catch {
    return '';
  }
}

function bytesOf(text: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'bom':
      return Buffer.from(`\uFEFF${text}`);
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'latin-1':
      return Buffer.from(`${text}-- ü\n`, 'latin1');
    case 'binary':
      return Buffer.from(`${text}\0\u0001`);
  }
}
