/**
 * The text form of answers that real servers gave: `@releases` names who was asked, then a statement a line, below it, indented, its
 * answers. `3.11, 4.0: taken` is for these releases only, an answer without a label is that of all releases asked, and `ours 6.0:`
 * is what the analyzer says instead. Lines that begin with `#` are remarks. `\n` is a line's end and `\\` a backslash; a backslash
 * stands before a statement that would not read as one.
 */
export interface RecordedAnswers {
  /** Oldest first. */
  readonly releases: readonly string[];
  readonly statements: readonly RecordedStatement[];
}

/** One statement that was put to real servers, with what they said. */
export interface RecordedStatement {
  readonly cql: string;
  /** One-based. */
  readonly line: number;
  /** By release: `taken`, or `kind: message`; then the warnings, a line each. */
  readonly server: ReadonlyMap<string, string>;
  /** What the analyzer says where it is known to be something else. */
  readonly ours: ReadonlyMap<string, string>;
}

/** Reads recorded answers; throws where the text is none. */
export function parseAnswers(text: string): RecordedAnswers {
  let releases: readonly string[] | undefined;
  const statements: { cql: string; line: number; server: Map<string, string>; ours: Map<string, string> }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith(RELEASES)) releases = line.slice(RELEASES.length).split(', ');
    else if (!line.startsWith(INDENT))
      statements.push({ cql: decode(line.replace(ESCAPE, '')), line: index + 1, server: new Map(), ours: new Map() });
    else {
      const statement = statements.at(-1);
      if (releases === undefined || statement === undefined)
        throw new Error(`line ${index + 1}: an answer of nobody to nothing`);
      const [, who, label, answer = ''] = ANSWER.exec(line) ?? [];
      for (const release of label?.split(', ') ?? releases) {
        if (!releases.includes(release)) throw new Error(`line ${index + 1}: ${release} was not asked`);
        statement[who === undefined ? 'server' : 'ours'].set(release, decode(answer));
      }
    }
  }
  return { releases: releases ?? [], statements };
}

/** The text of recorded answers, without remarks. */
export function printAnswers(
  releases: readonly string[],
  statements: readonly Omit<RecordedStatement, 'line'>[],
): string {
  const lines = statements.flatMap(({ cql, server, ours }) => [
    encode(cql).replace(STRANGE, '\\'),
    ...[...groups(server)].map(([answer, who]) =>
      [INDENT, who.length === releases.length ? '' : `${who.join(', ')}: `, encode(answer)].join(''),
    ),
    ...[...groups(ours)].map(([answer, who]) => `${INDENT}ours ${who.join(', ')}: ${encode(answer)}`),
  ]);
  return `${[`${RELEASES}${releases.join(', ')}`, ...lines].join('\n')}\n`;
}

const RELEASES = '@releases ';
const INDENT = '    ';
/** Where a statement begins like something else. */
const STRANGE = /^(?=$|[\s#@])/;
const ESCAPE = /^\\(?=$|[\s#@])/;
const ANSWER = /^ {4}(ours )?(?:((?:\d+\.\d+)(?:, \d+\.\d+)*): )?(.*)$/s;

/** The releases that gave each answer. */
function groups(answers: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const byAnswer = new Map<string, string[]>();
  for (const [release, answer] of answers) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), release]);
  return byAnswer;
}

const encode = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const decode = (text: string): string =>
  text.replaceAll(/\\([\\n])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\'));
