import { HOSTS } from '../../server/src/embedded/index.ts';
import { DEFAULT_TARGET, parseTarget, type Target } from '../../server/src/text/release.ts';

/** One example of a page: a small workspace and what is expected of it. */
export interface Example {
  readonly title: string;
  readonly target: Target;
  /** The files are all there is. */
  readonly complete: boolean;
  readonly files: readonly ExampleFile[];
  /** The server's sentences, in the order of the findings that carry one. */
  readonly server: readonly string[];
  readonly fixes: readonly ExpectedFix[];
}

export interface ExampleFile {
  readonly path: string;
  /** Without the lines of carets. */
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A finding that is expected: zero-based line in the text without carets, and columns. */
export interface Mark {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly severity: string;
  readonly code: string;
}

/** The text of a file after a fix of the example's first marked finding was applied. */
export interface ExpectedFix {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

/** Reads the examples of a page: those fences under one heading are one example. */
export function examplesOf(page: string): readonly Example[] {
  const examples: Example[] = [];
  for (const section of page.split(/^(?=#{2,3} )/m)) {
    const title = /^#+ (.*)$/m.exec(section)?.[1] ?? '';
    const fences = [...section.matchAll(/^(`{3,})(\S+)([^\n]*)\n([\s\S]*?)^\1$/gm)].map(
      ([, , language, info, body]) => ({ language: language!, info: attributes(info!), body: body! }),
    );
    const files = fences
      .filter(
        ({ language, info }) =>
          EXTENSIONS.has(language) && info.get('after') === undefined && info.get('example') !== 'no',
      )
      .map(({ language, info, body }) => fileOf(info.get('file') ?? `example.${EXTENSIONS.get(language)}`, body));
    if (files.length === 0) continue;
    const named = fences.flatMap(({ info }) => info.get('target') ?? [])[0] ?? '5.0';
    // Of a project that sets none.
    const target = named === 'none' ? DEFAULT_TARGET : parseTarget(named);
    if (target === undefined) throw new Error(`${title}: no target ${named}`);
    examples.push({
      title,
      target,
      complete: fences.some(({ info }) => info.has('complete')),
      files,
      server: fences
        .filter(({ language, info }) => language === 'text' && info.has('server'))
        .map(({ body }) => body.trim()),
      fixes: fences
        .filter(({ language, info }) => language === 'cql' && info.has('after'))
        .map(({ info, body }) => ({ title: info.get('after')!, path: info.get('file') ?? 'example.cql', text: body })),
    });
  }
  return examples;
}

/** How the files of a fence's language end. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['cql', 'cql'],
  ...HOSTS.map(({ name, extensions }) => [name, extensions[0]!] as const),
]);

const CARETS = /^(--|\/\/|#)(\s*)(\^+)\s+(error|warning|information|hint)\s+([a-z-]+)\s*$/;

function fileOf(path: string, body: string): ExampleFile {
  const lines: string[] = [];
  const marks: Mark[] = [];
  for (const line of body.split('\n')) {
    const carets = CARETS.exec(line);
    if (carets === null) {
      lines.push(line);
      continue;
    }
    const [, sign, indent, marked, severity, code] = carets;
    const from = sign!.length + indent!.length;
    marks.push({ line: lines.length - 1, from, to: from + marked!.length, severity: severity!, code: code! });
  }
  return { path, text: lines.join('\n'), marks };
}

/** `file=a.cql target=4.1 after="Create table"`: words without a value have an empty one. */
function attributes(info: string): ReadonlyMap<string, string> {
  return new Map(
    [...info.matchAll(/([a-z]+)(?:=(?:"([^"]*)"|(\S+)))?/g)].map(([, name, quoted, plain]) => [
      name!,
      quoted ?? plain ?? '',
    ]),
  );
}
