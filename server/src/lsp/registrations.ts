import type { ClientCapabilities, Registration } from 'vscode-languageserver';
import { CONFIGURATION_FILE } from '../config/configuration.ts';
import { MANIFESTS, TELLING_FILES } from '../config/telling-files.ts';
import { HOSTS, type Host } from '../embedded/index.ts';
import type { Projects } from './projects.ts';

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
  inlayHint: ['textDocument/inlayHint', { resolveProvider: true }],
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
): readonly Registration[] {
  const hosts = HOSTS.filter(({ name }) => languages.includes(name));
  if (hosts.length === 0 || textDocument?.synchronization?.dynamicRegistration !== true) return [];
  const documentSelector = selectorOf(hosts);
  return Object.entries(IN_PROGRAMS).flatMap(([name, [method, options]]) => {
    const client = textDocument[name as keyof typeof IN_PROGRAMS] as { dynamicRegistration?: boolean } | undefined;
    return client?.dynamicRegistration === true ? [registrationOf(method, { documentSelector, ...options })] : [];
  });
}

/** What an editor is asked to tell and to ask of configuration files. */
export const askedOfSettings = (): readonly Registration[] => {
  const documentSelector = [{ scheme: 'file', pattern: `**/${CONFIGURATION_FILE}` }];
  const asked = {
    ...TELLING,
    'textDocument/hover': {},
    'textDocument/completion': { triggerCharacters: ['[', '.', '"'] },
  };
  return Object.entries(asked).map(([method, options]) => ({
    id: `settings ${method}`,
    method,
    registerOptions: { documentSelector, ...options },
  }));
};

/**
 * The patterns of all paths on which the findings of projects rest. Folders are among them: of one that goes editors tell nothing but
 * that. Those that are known are added to `folders`.
 */
export function watchedPatterns(projects: Projects, folders: Set<string>): readonly string[] {
  const yaml = new Set(['cassandra.yaml']);
  for (const { root, workspace } of projects.folders()) {
    folders.add(decodeURIComponent(nameOf(root)));
    const { cassandraYaml } = workspace.configuration;
    if (cassandraYaml !== undefined) yaml.add(literally(nameOf(cassandraYaml)));
    for (const { path } of workspace.files()) {
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
  }
  const names = [...folders].map(nameOf).filter((name) => name !== '' && name !== '..');
  const { languages } = projects;
  const extensions = HOSTS.filter(({ name }) => languages.includes(name)).flatMap((host) => host.extensions);
  const besides = [...new Set([CONFIGURATION_FILE, '.gitignore', '.git', ...yaml, ...TELLING_FILES, ...MANIFESTS])];
  return [
    '**/*.[cC][qQ][lL]',
    ...patternsOf(besides),
    ...(extensions.length > 0 ? [`**/*.{${extensions.join()}}`] : []),
    ...patternsOf([...new Set(names.map(literally))]),
  ];
}

/** Emacs takes no sign of patterns within braces. */
function patternsOf(names: readonly string[]): readonly string[] {
  const plain = names.filter((name) => !/[*?]/.test(name));
  const others = names.filter((name) => /[*?]/.test(name));
  return [...(plain.length > 0 ? [`**/{${plain.join()}}`] : []), ...others.map((name) => `**/${name}`)];
}

/** A name as a pattern: no sign of patterns stands for itself in all editors, so any sign may stand there. */
const literally = (name: string): string => name.replace(/[*?[\]{},]/g, '?');

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const watchedFiles = (id: string, patterns: readonly string[]): Registration => ({
  id,
  method: 'workspace/didChangeWatchedFiles',
  registerOptions: { watchers: patterns.map((globPattern) => ({ globPattern })) },
});

const selectorOf = (hosts: readonly Host[]): readonly object[] =>
  hosts.flatMap(({ ids }) => ids.map((language) => ({ language, scheme: 'file' })));

const registrationOf = (method: string, registerOptions: object): Registration => ({
  id: `programs ${method}`,
  method,
  registerOptions,
});
