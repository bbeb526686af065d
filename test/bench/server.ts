import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The language server as an editor starts it, spoken to in plain JSON. */
export interface Server {
  readonly pid: number;
  /** Milliseconds from the start of the process to the answer to `initialize`. */
  readonly initialized: number;
  /** Opens a document; gives the milliseconds from the start of the process to its diagnostics. */
  open(path: string, text: string): Promise<number>;
  /** Asks; gives the answer and the milliseconds that it took, those of them in which the server worked apart. */
  ask(method: string, params: object): Promise<Answer>;
  /** Tells what needs no answer. */
  tell(method: string, params: object): void;
  stop(): Promise<void>;
}

export interface Answer {
  readonly time: number;
  /** Milliseconds for which its thread had a processor; `undefined` where the system does not say. */
  readonly worked: number | undefined;
  readonly result: unknown;
}

/** Starts the server on a folder, or without one. */
export async function startServer(folder?: string): Promise<Server> {
  const from = performance.now();
  const child = spawn(process.execPath, ['server/dist/lsp.cjs', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting: { is(message: Message): boolean; tell(time: number, message: Message): void }[] = [];
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const until = (is: (message: Message) => boolean): Promise<number> =>
    new Promise((tell) => waiting.push({ is, tell }));
  onMessages(child.stdout, (message) => {
    const time = performance.now() - from;
    if (message.id !== undefined && message.method !== undefined) send({ id: message.id, result: null });
    for (const one of waiting.filter(({ is }) => is(message))) {
      waiting.splice(waiting.indexOf(one), 1);
      one.tell(time, message);
    }
  });
  const rootUri = folder === undefined ? null : pathToFileURL(folder).href;
  let asked = 2;
  const answered = until(({ id, method }) => id === 1 && method === undefined);
  send({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri, capabilities: {} } });
  const initialized = await answered;
  send({ method: 'initialized', params: {} });
  return {
    pid: child.pid!,
    initialized,
    open(path, text) {
      const uri = pathToFileURL(path).href;
      const found = until(({ method, params }) => method === 'textDocument/publishDiagnostics' && params?.uri === uri);
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'cql', version: 1, text } },
      });
      return found;
    },
    ask(method, params) {
      const id = ++asked;
      const since = performance.now() - from;
      const before = workedMilliseconds(child.pid!);
      const answer = new Promise<Answer>((resolve, reject) =>
        waiting.push({
          is: (message) => message.id === id && message.method === undefined,
          tell: (time, { result, error }) =>
            error === undefined
              ? resolve({ time: time - since, worked: workedBetween(before, workedMilliseconds(child.pid!)), result })
              : reject(new Error(error.message)),
        }),
      );
      send({ id, method, params });
      return answer;
    },
    tell: (method, params) => send({ method, params }),
    async stop() {
      send({ id: 2, method: 'shutdown' });
      await until(({ id, method }) => id === 2 && method === undefined);
      send({ method: 'exit' });
      await ended;
    },
  };
}

/** Resident memory of a process in MB; `undefined` where the system does not say. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Milliseconds for which the first thread of a process had a processor. */
function workedMilliseconds(pid: number): number | undefined {
  try {
    return Number(/^\d+/.exec(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8'))?.[0]) / 1e6;
  } catch {
    return undefined;
  }
}

const workedBetween = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function onMessages(stream: NodeJS.ReadableStream, take: (message: Message) => void): void {
  let read = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    for (;;) {
      const head = read.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(read.toString('latin1', 0, head))?.[1]);
      if (read.length < head + 4 + length) return;
      take(JSON.parse(read.toString('utf8', head + 4, head + 4 + length)) as Message);
      read = read.subarray(head + 4 + length);
    }
  });
}
