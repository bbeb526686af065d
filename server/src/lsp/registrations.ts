import type { ClientCapabilities, Registration } from 'vscode-languageserver';
import { HOSTS, type Host } from '../embedded/index.ts';

/** What findings of open programs are called, which an editor gets in answer to other questions than the rest. */
const PROGRAMS = 'cql-analyzer programs';

/** What is answered in programs too, with what each request is registered with. */
const IN_PROGRAMS = {
  hover: ['textDocument/hover', {}],
  definition: ['textDocument/definition', {}],
  typeDefinition: ['textDocument/typeDefinition', {}],
  references: ['textDocument/references', {}],
  rename: ['textDocument/rename', { prepareProvider: true }],
  completion: ['textDocument/completion', { triggerCharacters: ['.'], resolveProvider: true }],
  codeAction: ['textDocument/codeAction', { resolveProvider: true }],
  inlayHint: ['textDocument/inlayHint', {}],
  diagnostic: [
    'textDocument/diagnostic',
    { identifier: PROGRAMS, interFileDependencies: true, workspaceDiagnostics: false },
  ],
} as const satisfies Readonly<Partial<Record<keyof TextDocumentClient, readonly [string, object]>>>;

type TextDocumentClient = NonNullable<ClientCapabilities['textDocument']>;

/** By these an editor tells what becomes of a document. */
const TELLING = {
  'textDocument/didOpen': {},
  'textDocument/didChange': { syncKind: 2 },
  'textDocument/didClose': {},
};

/**
 * What an editor is asked to tell of programs, in whatever language: what is not told any more would not be known when it is asked about
 * again. Nothing where it takes no such requests; then it says by itself which documents it sends.
 */
export const toldOfPrograms = ({ textDocument }: ClientCapabilities): readonly Registration[] =>
  textDocument?.synchronization?.dynamicRegistration === true
    ? Object.entries(TELLING).map(([method, options]) =>
        registrationOf(method, { documentSelector: selectorOf(HOSTS), ...options }),
      )
    : [];

/** What an editor is asked to do for programs in some languages: only what takes nothing from the language's own server. */
export function askedOfPrograms(
  { textDocument }: ClientCapabilities,
  languages: readonly string[],
  watchesFiles: boolean,
): readonly Registration[] {
  const hosts = HOSTS.filter(({ name }) => languages.includes(name));
  if (hosts.length === 0) return [];
  const watchers = [{ globPattern: `**/*.{${hosts.flatMap(({ extensions }) => extensions).join()}}` }];
  const watched = watchesFiles ? [registrationOf('workspace/didChangeWatchedFiles', { watchers })] : [];
  if (textDocument?.synchronization?.dynamicRegistration !== true) return watched;
  const documentSelector = selectorOf(hosts);
  const asked = Object.entries(IN_PROGRAMS).flatMap(([name, [method, options]]) => {
    const client = textDocument[name as keyof typeof IN_PROGRAMS] as { dynamicRegistration?: boolean } | undefined;
    return client?.dynamicRegistration === true ? [registrationOf(method, { documentSelector, ...options })] : [];
  });
  return [...watched, ...asked];
}

const selectorOf = (hosts: readonly Host[]): readonly object[] =>
  hosts.flatMap(({ ids }) => ids.map((language) => ({ language, scheme: 'file' })));

const registrationOf = (method: string, registerOptions: object): Registration => ({
  id: `programs ${method}`,
  method,
  registerOptions,
});
