/** How a text in quotes is written. Of several that fit the first counts. */
export interface StringForm {
  /** What the word directly before the quotes must be; empty where none may belong to them. */
  readonly prefix: RegExp;
  readonly open: string;
  readonly close: string;
  /** Signs before the opening quotes, or more of those, that the closing quotes must have as well: `r##"…"##`, `""""…""""`. */
  readonly counted?: '#' | '"';
  /**
   * Of `quotes` only the backslash and the quotes themselves can be escaped, of `kept` the quotes, whose backslash is a part of the text,
   * of `stroke` only that; `doubled` quotes stand twice; of `within`, double quotes within others, only they.
   */
  readonly escapes: 'backslash' | 'quotes' | 'kept' | 'stroke' | 'doubled' | 'within' | 'none';
  /** It may hold line breaks. */
  readonly lines: boolean;
  readonly holes: readonly HoleForm[];
  /** Brackets that open and close a text may stand in it, one closing the other. */
  readonly nests?: true;
}

/** What stands in a text for a value: `${x}`, `$x`, `#{x}`, `{x}`, `{{x}}`, `{$x}`. */
export type HoleForm = 'dollar-brace' | 'dollar-word' | 'hash-brace' | 'brace' | 'double-brace' | 'brace-dollar';

/** A language whose programs hold statements in their strings: what of it has to be known to find these. */
export interface Host {
  /** As settings and reports name it. */
  readonly name: HostName;
  readonly extensions: readonly string[];
  /** As editors name it. */
  readonly ids: readonly string[];
  readonly comments: { readonly line: readonly string[]; readonly block: boolean };
  readonly strings: readonly StringForm[];
  /** The first characters of all their quotes. */
  readonly openers: string;
  /** What joins two texts. */
  readonly joiner: '+' | '.' | '<>';
  /** Texts that stand side by side are one: on a line, or in brackets. */
  readonly adjacent: boolean;
  /** A statement ends with its line. */
  readonly endsWithLine: boolean;
  readonly heredocs?: 'php' | 'ruby';
  /** A quote may also begin a character, a lifetime or a symbol. */
  readonly characters: boolean;
  /** Where a value is expected a stroke begins a regular expression. */
  readonly strokes: boolean;
  /** Its texts are fences that say their language. */
  readonly fences?: true;
  /** Its texts are those that are given to cqlsh. */
  readonly shell?: true;
}

export type HostName = keyof typeof TABLE;

const form = (
  open: string,
  escapes: StringForm['escapes'],
  { lines = open.length > 1, holes = [], prefix = '', counted, close = open, nests }: Options = {},
): StringForm => ({
  prefix: new RegExp(`^(?:${prefix})$`),
  open,
  close,
  escapes,
  lines,
  holes,
  ...(counted !== undefined && { counted }),
  ...(nests !== undefined && { nests }),
});

interface Options {
  /** Where nothing is said those of several signs do. */
  readonly lines?: boolean;
  readonly holes?: readonly HoleForm[];
  /** A regular expression. */
  readonly prefix?: string;
  readonly counted?: '#' | '"';
  readonly close?: string;
  readonly nests?: true;
}

/** What an entry leaves out is as in most languages. */
type Entry = Pick<Host, 'extensions' | 'ids'> & Partial<Omit<Host, 'name' | 'openers'>>;

const USUAL = {
  comments: { line: ['//'], block: true },
  strings: [],
  joiner: '+',
  adjacent: false,
  endsWithLine: true,
  characters: false,
  strokes: false,
} as const satisfies Partial<Host>;

const HASH_COMMENTS = { line: ['#'], block: false };
const DOLLARS: readonly HoleForm[] = ['dollar-brace', 'dollar-word'];

const JAVASCRIPT: Partial<Omit<Host, 'name' | 'openers'>> = {
  strings: [
    // `String.raw`
    form('`', 'kept', { lines: true, holes: ['dollar-brace'], prefix: 'raw' }),
    form('`', 'backslash', { lines: true, holes: ['dollar-brace'], prefix: '\\w*' }),
    form('"', 'backslash'),
    form("'", 'backslash'),
  ],
  strokes: true,
};

const TABLE = {
  go: {
    extensions: ['go'],
    ids: ['go'],
    strings: [form('`', 'none', { lines: true }), form('"', 'backslash')],
    characters: true,
  },
  java: {
    extensions: ['java'],
    ids: ['java'],
    strings: [form('"""', 'backslash'), form('"', 'backslash')],
    endsWithLine: false,
    characters: true,
  },
  kotlin: {
    extensions: ['kt', 'kts'],
    ids: ['kotlin'],
    strings: [form('"""', 'none', { holes: DOLLARS }), form('"', 'backslash', { holes: DOLLARS })],
    characters: true,
  },
  scala: {
    extensions: ['scala', 'sc'],
    ids: ['scala'],
    strings: [
      form('"""', 'none'),
      form('"""', 'backslash', { holes: DOLLARS, prefix: '[sf]' }),
      form('"""', 'none', { holes: DOLLARS, prefix: '\\w+' }),
      form('"', 'backslash'),
      form('"', 'kept', { holes: DOLLARS, prefix: 'raw' }),
      form('"', 'backslash', { holes: DOLLARS, prefix: '\\w+' }),
    ],
    characters: true,
  },
  groovy: {
    extensions: ['groovy'],
    ids: ['groovy'],
    strings: [
      form('"""', 'backslash', { holes: DOLLARS }),
      form("'''", 'backslash'),
      form('"', 'backslash', { holes: DOLLARS }),
      form("'", 'backslash'),
      form('$/', 'none', { holes: DOLLARS, close: '/$' }),
      form('/', 'stroke', { lines: true, holes: DOLLARS }),
    ],
  },
  javascript: {
    extensions: ['js', 'jsx', 'mjs', 'cjs'],
    ids: ['javascript', 'javascriptreact'],
    ...JAVASCRIPT,
  },
  typescript: {
    extensions: ['ts', 'tsx', 'mts', 'cts'],
    ids: ['typescript', 'typescriptreact'],
    ...JAVASCRIPT,
  },
  python: {
    extensions: ['py'],
    ids: ['python'],
    comments: HASH_COMMENTS,
    strings: ['"""', "'''", '"', "'"].flatMap((quotes) => [
      form(quotes, 'backslash', { prefix: '[uUbB]?' }),
      form(quotes, 'kept', { prefix: '[rR][bB]?|[bB][rR]' }),
      form(quotes, 'backslash', { prefix: '[fF]', holes: ['brace'] }),
      form(quotes, 'kept', { prefix: '[fF][rR]|[rR][fF]', holes: ['brace'] }),
    ]),
    adjacent: true,
  },
  rust: {
    extensions: ['rs'],
    ids: ['rust'],
    strings: [
      form('"', 'backslash', { lines: true, prefix: '[bc]?' }),
      form('"', 'none', { lines: true, prefix: '[bc]?r', counted: '#' }),
    ],
    endsWithLine: false,
    characters: true,
  },
  csharp: {
    extensions: ['cs'],
    ids: ['csharp'],
    strings: [
      form('"""', 'none', { counted: '"' }),
      form('"""', 'none', { counted: '"', prefix: '\\$', holes: ['brace'] }),
      form('"""', 'none', { counted: '"', prefix: '\\$\\$', holes: ['double-brace'] }),
      form('"', 'doubled', { lines: true, prefix: '@' }),
      form('"', 'doubled', { lines: true, prefix: '\\$@|@\\$', holes: ['brace'] }),
      form('"', 'backslash', { prefix: '\\$', holes: ['brace'] }),
      form('"', 'backslash'),
    ],
    endsWithLine: false,
    characters: true,
  },
  php: {
    extensions: ['php'],
    ids: ['php'],
    comments: { line: ['//', '#'], block: true },
    strings: [
      form('"', 'backslash', { lines: true, holes: ['brace-dollar', 'dollar-brace', 'dollar-word'] }),
      form("'", 'quotes', { lines: true }),
    ],
    joiner: '.',
    endsWithLine: false,
    heredocs: 'php',
  },
  ruby: {
    extensions: ['rb'],
    ids: ['ruby'],
    comments: HASH_COMMENTS,
    strings: [
      form('"', 'backslash', { lines: true, holes: ['hash-brace'] }),
      form("'", 'quotes', { lines: true }),
      ...['()', '{}', '[]', '<>'].flatMap(([open, close]) => [
        form(open!, 'backslash', { lines: true, holes: ['hash-brace'], prefix: '%Q?', close: close!, nests: true }),
        form(open!, 'quotes', { lines: true, prefix: '%q', close: close!, nests: true }),
      ]),
      ...['|', '!'].flatMap((sign) => [
        form(sign, 'backslash', { lines: true, holes: ['hash-brace'], prefix: '%Q?' }),
        form(sign, 'quotes', { lines: true, prefix: '%q' }),
      ]),
    ],
    adjacent: true,
    heredocs: 'ruby',
    strokes: true,
  },
  elixir: {
    extensions: ['ex', 'exs'],
    ids: ['elixir'],
    comments: HASH_COMMENTS,
    // Of all sigils, so that their quotes open nothing else.
    strings: [
      ...['"""', "'''", '"', "'"].flatMap((quotes) => [
        form(quotes, 'backslash', { lines: true, holes: ['hash-brace'], prefix: '(?:~[a-z])?' }),
        form(quotes, 'none', { lines: true, prefix: '~[A-Z]+' }),
      ]),
      ...['()', '{}', '[]', '<>', '||', '//'].flatMap(([open, close]) => [
        form(open!, 'backslash', { lines: true, holes: ['hash-brace'], prefix: '~[a-z]', close: close! }),
        form(open!, 'none', { lines: true, prefix: '~[A-Z]+', close: close! }),
      ]),
    ],
    joiner: '<>',
  },
  shell: {
    extensions: ['sh', 'bash', 'zsh'],
    ids: ['shellscript'],
    comments: HASH_COMMENTS,
    shell: true,
  },
  markdown: {
    extensions: ['md', 'markdown'],
    ids: ['markdown'],
    comments: { line: [], block: false },
    fences: true,
  },
} as const satisfies Readonly<Record<string, Entry>>;

/** All languages in whose strings statements are found. */
export const HOSTS: readonly Host[] = Object.entries<Entry>(TABLE).map(([name, entry]) => ({
  name: name as HostName,
  openers: [...new Set((entry.strings ?? []).map(({ open }) => open[0]))].join(''),
  ...USUAL,
  ...entry,
}));

export const HOST_NAMES: readonly HostName[] = HOSTS.map(({ name }) => name);

const BY_EXTENSION: ReadonlyMap<string, Host> = new Map(
  HOSTS.flatMap((host) => host.extensions.map((extension) => [extension, host] as const)),
);

/** The language of a file, by its name; `undefined` where statements are not looked for in it. */
export const hostOf = (path: string): Host | undefined =>
  BY_EXTENSION.get(EXTENSION.exec(path)?.[1]?.toLowerCase() ?? '');

const EXTENSION = /\.([^./]+)$/;
