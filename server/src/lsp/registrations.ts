import type { ClientCapabilities, Registration } from 'vscode-languageserver';
import { HOSTS } from '../embedded/index.ts';

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
  diagnostic: ['textDocument/diagnostic', { interFileDependencies: true, workspaceDiagnostics: false }],
} as const satisfies Readonly<Partial<Record<keyof TextDocumentClient, readonly [string, object]>>>;

type TextDocumentClient = NonNullable<ClientCapabilities['textDocument']>;

/** By these an editor tells what becomes of a document. */
const TELLING: readonly (readonly [string, object])[] = [
  ['textDocument/didOpen', {}],
  ['textDocument/didChange', { syncKind: 2 }],
  ['textDocument/didClose', {}],
];

/**
 * What an editor is asked to do for programs in some languages: only what takes nothing from the language's own server. Nothing where it
 * takes no such requests; then it says by itself which documents it sends.
 */
export function programRegistrations(
  { textDocument }: ClientCapabilities,
  languages: readonly string[],
): readonly Registration[] {
  if (textDocument?.synchronization?.dynamicRegistration !== true) return [];
  const ids = HOSTS.filter(({ name }) => languages.includes(name)).flatMap((host) => host.ids);
  const documentSelector = ids.map((language) => ({ language, scheme: 'file' }));
  if (documentSelector.length === 0) return [];
  const asked = Object.entries(IN_PROGRAMS).flatMap(([name, registration]) => {
    const client = textDocument[name as keyof typeof IN_PROGRAMS] as { dynamicRegistration?: boolean } | undefined;
    return client?.dynamicRegistration === true ? [registration] : [];
  });
  return [...TELLING, ...asked].map(([method, options]) => ({
    id: `programs ${method}`,
    method,
    registerOptions: { documentSelector, ...options },
  }));
}
