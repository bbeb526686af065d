import { leftOf, lineEnd, matchEnd } from './beside.ts';
import type { HostComment, HostReading } from './host-reading.ts';
import type { HoleForm, StringForm } from './host.ts';
import { escapeAt, type Literal, type LiteralMark, writtenIn } from './literal.ts';
import { HostTokens } from './tokens.ts';

/**
 * The texts of a script that are given to cqlsh: what it executes (`cqlsh -e "…"`), what is piped into it (`echo "…" | cqlsh`,
 * `cat <<EOF | cqlsh`), what it reads (`cqlsh <<EOF`, `cqlsh <<< "…"`), what is written into a `.cql` file, and variables that hold such,
 * or are given it by a heredoc (`CQL=$(cat <<EOF`, `read -d '' CQL <<EOF`).
 * Within the quotes of another command (`bash -c "cqlsh -e '…'"`, `bash -c "cqlsh -e \\"…\\""`) and in `$(…)` as well. A function that hands its argument on to cqlsh is
 * called like it.
 */
export function readShell(text: string): HostReading {
  const callers = callersIn(text);
  const script: Script = {
    text,
    comments: [],
    taken: new Set(),
    variables: [],
    run: new Set(),
    callers,
    executors: executorsIn(text, callers),
    heredocs: [],
    calls: false,
  };
  scan(script, { from: 0, to: text.length, expands: false, level: 0 });
  // To some of them more is put.
  const extended = new Set([...text.matchAll(/(\w+)\+=/g)].map(([, name]) => name));
  for (const { name, literal } of script.variables)
    if (!extended.has(name) && (script.run.has(name) || (script.calls && NAMED_CQL.test(name))))
      script.taken.add(literal);
  const tokens = new HostTokens(0);
  let behind = 0;
  for (const literal of [...script.taken].toSorted((a, b) => a.start - b.start)) {
    if (literal.start < behind || !STATEMENT.test(writtenIn(text, literal))) continue;
    behind = literal.end;
    tokens.add(false, literal.start, literal.end, 0, true);
    tokens.putText(tokens.count - 1, literal, 'cql');
  }
  return { tokens, comments: script.comments };
}

/** More than a command of cqlsh alone. */
const STATEMENT = /(?:\b|\\n)(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|BEGIN|GRANT|REVOKE)\s/i;

/** `CQL`, `CREATE_KEYSPACE_CQL`, `cqlSchema`: in a script that calls cqlsh these hold what it runs. */
const NAMED_CQL = /(?:^|_)cql(?:_|$)|^cql[A-Z]|[a-z]C(?:ql|QL)$/i;

/** `run_cql() { docker exec db cqlsh -e "$1"; }`; one with several arguments may take a title first. */
function executorsIn(text: string, callers: ReadonlySet<string>): ReadonlySet<string> {
  const calling = (body: string): string =>
    body.replaceAll(CALLER_WITHIN, (word, name: string) => (callers.has(name) ? 'cqlsh' : word));
  return new Set(
    [...text.matchAll(FUNCTION)].flatMap(([, name = '', body = '']) =>
      EXECUTES_ARGUMENT.test(calling(body)) && !/\$\{?2|\bshift\b/.test(body) ? [name] : [],
    ),
  );
}

/** The variables that hold a call of cqlsh: `CQL="docker exec -i db cqlsh"`, `cql=(kubectl exec db -- cqlsh)`. */
const callersIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(CALLER)].flatMap(([, name]) => name ?? []));

const CALLER =
  /(?<![^\s;])(\w+)=(?:"(?=[^"\n]*\bcqlsh\b)[^"\n|;]*"|'(?=[^'\n]*\bcqlsh\b)[^'\n|;]*'|\((?=[^)\n]*\bcqlsh\b)[^)\n|;]*\))/g;
const CALLER_WITHIN = /"?\$\{?(\w+)(?:\[@\])?\}?"?(?=\s)/g;
const CALLED_BY_NAME = /^"?\$\{?(\w+)(?:\[@\])?\}?"?$/;

const FUNCTION = /^[ \t]*(?:function[ \t]+)?([\w-]+)[ \t]*(?:\(\)\s*)?\{((?:(?!\n[ \t]*\}|\}[ \t]*$)[^])*)/gm;
const EXECUTES_ARGUMENT =
  /\bcqlsh\b(?:[^\n]|\\\r?\n){0,300}?\s(?:(?:-e[ =]?|--execute[ =]|<<<\s*)"?\$\{?[1a-z@*]|"?\$[@*])|\$\{?[1a-z]\w*\}?"?[ \t]*\|.{0,300}\bcqlsh\b/;

interface Script {
  readonly text: string;
  readonly comments: HostComment[];
  readonly taken: Set<Literal>;
  readonly variables: { readonly name: string; readonly literal: Literal }[];
  /** The variables that are handed to cqlsh. */
  readonly run: Set<string>;
  /** The variables that hold a call of cqlsh. */
  readonly callers: ReadonlySet<string>;
  /** The functions that hand their argument on to cqlsh. */
  readonly executors: ReadonlySet<string>;
  /** Those whose text begins on the next line. */
  heredocs: Heredoc[];
  calls: boolean;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** It stands in double quotes of another command, so that values are put into its own single ones, too. */
  readonly expands: boolean;
  readonly level: number;
  /** It ends with the bracket that closes it. */
  readonly closes?: true;
  /** It is what stands between double quotes, so that its own are `\\"`. */
  readonly quoted?: true;
}

interface Word {
  readonly start: number;
  readonly end: number;
  /** Where all behind some first letters stands in quotes. */
  readonly literal: Literal | undefined;
}

interface Heredoc {
  readonly start: number;
  readonly tag: string;
  readonly raw: boolean;
  /** The line that ends it may begin with tabs. */
  readonly tabs: boolean;
  isCql: boolean;
  /** What holds its text. */
  variable: string | undefined;
}

/** What stands between pipes. */
interface Command {
  readonly words: Word[];
  readonly heredocs: Heredoc[];
}

const DEEPEST = 8;

/** Reads commands up to the end of a stretch; gives where it ends. */
function scan(script: Script, stretch: Stretch): number {
  const { text } = script;
  const { to } = stretch;
  /** Its lines are those of the script. */
  const hasHeredocs = stretch.level === 0 || stretch.closes === true;
  let at = stretch.from;
  let pipeline: Command[] = [{ words: [], heredocs: [] }];
  const finish = (): void => {
    judge(script, pipeline, stretch);
    pipeline = [{ words: [], heredocs: [] }];
  };
  while (at < to) {
    const sign = text[at]!;
    const two = text.slice(at, at + 2);
    if (sign === '\n') {
      finish();
      at = hasHeredocs ? behindHeredocs(script, at + 1) : at + 1;
    } else if (sign === ' ' || sign === '\t' || sign === '\r') at += 1;
    else if (two === '\\\n') at += 2;
    else if (text.startsWith('\\\r\n', at)) at += 3;
    else if (sign === '#') {
      const end = Math.min(to, lineEnd(text, at));
      script.comments.push({ start: at, end, kind: 'line' });
      at = end;
    } else if (two === '<<' && text[at + 2] !== '<') {
      const heredoc = heredocAt(text, at);
      if (heredoc !== undefined && hasHeredocs) {
        script.heredocs.push(heredoc.begun);
        pipeline.at(-1)!.heredocs.push(heredoc.begun);
      }
      at = heredoc?.end ?? at + 2;
    } else if (sign === '|' && text[at + 1] !== '|') {
      pipeline.push({ words: [], heredocs: [] });
      at += 1;
    } else if (sign === ')' && stretch.closes === true) {
      finish();
      return at + 1;
    } else if (SEPARATORS.includes(sign)) {
      finish();
      at += 1;
    } else if (sign === '<' || sign === '>') {
      while (text[at] === '<' || text[at] === '>' || text[at] === '&') at += 1;
    } else {
      const word = wordAt(script, at, stretch);
      pipeline.at(-1)!.words.push(word);
      at = word.end;
    }
  }
  finish();
  return to;
}

const SEPARATORS = ';&|()';

/** Which of the texts of a pipeline are given to cqlsh. */
function judge(script: Script, pipeline: readonly Command[], { from, level, expands, closes }: Stretch): void {
  const { text, taken, variables, run, callers, executors } = script;
  const shown = ({ start, end }: Word): string => text.slice(start, end);
  const isCqlsh = (word: Word): boolean =>
    CQLSH.test(shown(word)) || executors.has(shown(word)) || callers.has(CALLED_BY_NAME.exec(shown(word))?.[1] ?? '');
  pipeline.forEach(({ words, heredocs }, index) => {
    for (const word of words) {
      const name = ASSIGNED.exec(shown(word))?.[1];
      if (name !== undefined && word.literal !== undefined) variables.push({ name, literal: word.literal });
    }
    const called = words.map(shown).find((word) => !LEADING.test(word)) ?? '';
    const says = SAYING.test(called);
    const place = words.findIndex(isCqlsh);
    const calls = place >= 0 && !says;
    if (calls) script.calls = true;
    const isFed = pipeline[index + 1]?.words.some(isCqlsh) === true;
    const fills = calls || isFed || (words.some((word) => CQL_FILE.test(shown(word))) && FILLING.test(called));
    const before = closes === true && called === 'cat' ? leftOf(text, from, NEAR) : '';
    for (const heredoc of heredocs) {
      heredoc.isCql = fills || EXECUTES_GIVEN.test(before);
      heredoc.variable = called === 'read' ? shown(words.at(-1)!) : GIVEN.exec(before)?.[1];
    }
    const isWritten = words.some((word) => CQL_FILE.test(shown(word)) && isWrittenTo(text, word.start));
    words.forEach((word, at) => {
      const before = words[at - 1];
      const isGiven =
        (calls &&
          at > place &&
          (EXECUTED.test(shown(word)) ||
            (at === place + 1 && executors.has(shown(words[place]!))) ||
            (before !== undefined && (EXECUTES.test(shown(before)) || isHereString(text, word.start))))) ||
        ((isFed || isWritten) && says);
      if (isGiven) {
        const [, variable] = VARIABLE.exec(shown(word)) ?? [];
        if (variable !== undefined) run.add(variable);
        if (word.literal !== undefined) taken.add(says ? said(text, word.literal, called) : word.literal);
      } else if (word.literal !== undefined && level < DEEPEST) {
        const { textStart, textEnd, form } = word.literal;
        const inner = writtenIn(text, word.literal);
        const [, variable] = VARIABLE_WITHIN.exec(inner) ?? [];
        if (variable !== undefined) run.add(variable);
        // The command of another shell.
        const isDouble = form === DOUBLE;
        const isCalling =
          /\bcqlsh\b/.test(inner) || [...inner.matchAll(PUT_IN)].some(([, name]) => callers.has(name ?? ''));
        if (!calls && isCalling && !(isDouble && inner.replaceAll(QUOTES_WITHIN, '').includes('\\')) && !says)
          scan(script, {
            from: textStart,
            to: textEnd,
            expands: expands || isDouble,
            level: level + 1,
            ...(isDouble && { quoted: true }),
          });
      }
    });
  });
}

/** A text as `printf` and `echo` write it: with line breaks, and `printf` with values. */
function said(text: string, literal: Literal, called: string): Literal {
  const signs = [...writtenIn(text, literal).matchAll(called === 'printf' ? WRITTEN : BREAK)].map(
    ({ 0: sign, index }): LiteralMark => {
      const start = literal.textStart + index;
      const span = { start, end: start + sign.length };
      return sign === '%%' || sign.startsWith('\\')
        ? { kind: 'escape', ...span, value: sign === '%%' ? '%' : '\n' }
        : { kind: 'hole', ...span };
    },
  );
  const others = literal.marks.filter((mark) => !signs.some(({ start }) => start === mark.start));
  return { ...literal, marks: [...others, ...signs].toSorted((a, b) => a.start - b.start) };
}

const BREAK = /\\[nrt]/g;
const WRITTEN = /\\[nrt]|%(?:%|[-+0#]*\d*(?:\.\d+)?[bdiqsuxX])/g;

const ASSIGNED = /^([A-Za-z_]\w*)=\$?["']/;
/** Who is given what a command in brackets says: a variable, or cqlsh. */
const GIVEN = /(?<![^\s;(])([A-Za-z_]\w*)="?\$\($/;
const EXECUTES_GIVEN = /\bcqlsh\b[^\n|;]*\s(?:-e|--execute)[ =]?"?\$\($/;
const NEAR = 80;
/** What stands before a command. */
const LEADING = /^(?:until|while|if|elif|then|else|do|!|\{|time|sudo)$/;
const CQLSH = /^(?:(?:[\w./$\\{}-]*\/)?(?:\w+_)?cqlsh(?:[-_]\w+)*|"?\$\{?\w*CQLSH\w*\}?"?)$/i;
const SAYING = /^(?:echo|printf)$/;
const FILLING = /^(?:cat|tee)$/;
const CQL_FILE = /\.cql["']?$/;
const EXECUTES = /^(?:-e|--execute)$/;
const EXECUTED = /^(?:-e|--execute=)[\\$]?["']/;
const VARIABLE = /^"?\$\{?(\w+)\}?"?$/;
/** Quotes within double quotes, and those within these. */
const QUOTES_WITHIN = /(?:\\\\)?\\"/g;

const PUT_IN = /\$\{?(\w+)/g;

/** What another shell executes: `bash -c "cqlsh -e \\"$CQL\\""`. */
const VARIABLE_WITHIN = /\bcqlsh\b.*?\s(?:-e|--execute)[ =]?\\?["']?\$\{?(\w+)/;

const isHereString = (text: string, start: number): boolean => /<<<\s*$/.test(leftOf(text, start, 8));

const isWrittenTo = (text: string, start: number): boolean => />[ \t]*$/.test(leftOf(text, start, 8));

/** A word, with what is put into it. */
function wordAt(script: Script, start: number, stretch: Stretch): Word {
  const { text } = script;
  const { to, quoted } = stretch;
  const marks: LiteralMark[] = [];
  let at = start;
  let form: StringForm | undefined;
  let textStart = start;
  let textEnd = start;
  let closed = false;
  const quotesAt = (sign: string): StringForm | undefined =>
    sign === '"'
      ? DOUBLE
      : sign === "'"
        ? SINGLE
        : quoted === true
          ? form === undefined && text.startsWith(WITHIN.open, at)
            ? WITHIN
            : undefined
          : text.startsWith(ESCAPED.open, at)
            ? ESCAPED
            : undefined;
  while (at < to && !ENDS.includes(text[at]!)) {
    const sign = text[at]!;
    const quotes = quotesAt(sign);
    if (quotes !== undefined) {
      const opens = at;
      at += quotes.open.length;
      if (form === undefined) {
        form = quotes;
        textStart = at;
        marks.length = 0;
      } else marks.push({ kind: 'escape', start: closed ? textEnd : opens, end: at, value: '' });
      while (at < to && !text.startsWith(quotes.close, at)) at = behindSign(script, at, stretch, quotes, marks);
      closed = at < to;
      textEnd = at;
      at = Math.min(to, at + quotes.close.length);
    } else if (sign === '\\') at = Math.min(to, at + 2);
    else {
      if (closed && form !== undefined) {
        marks.push({ kind: 'escape', start: textEnd, end: textEnd + 1, value: '' });
        closed = false;
      }
      at = behindSign(script, at, stretch, undefined, marks);
    }
  }
  // What is nothing but put in is no text of its own.
  const [mark] = marks;
  const isPutIn = mark?.kind === 'hole' && mark.start === textStart && mark.end === textEnd;
  const literal =
    form !== undefined && closed && !isPutIn
      ? { form, start: textStart - form.open.length, end: at, textStart, textEnd, marks, closed }
      : undefined;
  return { start, end: Math.max(at, start + 1), literal };
}

const ENDS = ' \t\r\n;|&()<>';

/** Behind what is put in: `$x`, `${x}`, `$(…)`, `` `…` ``; `at` where nothing is. */
function holeEnd(script: Script, at: number, to: number, level: number): number {
  const { text } = script;
  if (text[at] === '`') {
    const end = text.indexOf('`', at + 1);
    return end < 0 || end >= to ? at : end + 1;
  }
  if (text[at] !== '$') return at;
  if (text[at + 1] === '(')
    return level < DEEPEST ? scan(script, { from: at + 2, to, expands: false, level: level + 1, closes: true }) : at;
  return Math.min(to, matchEnd(/\$(?:\w+|\{[^}\n]*\}|[@*#?!$-])/y, text, at));
}

function heredocAt(text: string, at: number): { readonly begun: Heredoc; readonly end: number } | undefined {
  const opening = /<<(-?)[ \t]*(\\?)(["']?)([A-Za-z_]\w*)\3/y;
  opening.lastIndex = at;
  const found = opening.exec(text);
  if (found === null) return undefined;
  const [whole, dash, stroke, quote, tag] = found;
  const begun = {
    start: at,
    tag: tag!,
    raw: stroke !== '' || quote !== '',
    tabs: dash !== '',
    isCql: false,
    variable: undefined,
  };
  return { begun, end: at + whole.length };
}

/** Behind the texts of the heredocs that begin at a line. */
function behindHeredocs(script: Script, from: number): number {
  const { text, heredocs, taken, variables } = script;
  let at = from;
  for (const { start, tag, raw, tabs, isCql, variable } of heredocs) {
    const closing = new RegExp(`^${tabs ? '\\t*' : ''}${tag}[ \\t]*\\r?$`, 'm').exec(text.slice(at));
    const textEnd = closing === null ? text.length : at + closing.index;
    const end = closing === null ? textEnd : textEnd + closing[0].trimEnd().length;
    if ((isCql || variable !== undefined) && closing !== null) {
      const marks = raw ? [] : marksOf(script, at, textEnd);
      const form = raw ? RAW : EXPANDED;
      const literal = { form, start, end, textStart: at, textEnd, marks, closed: true };
      if (isCql) taken.add(literal);
      if (variable !== undefined) variables.push({ name: variable, literal });
    }
    at = end;
  }
  script.heredocs = [];
  return at;
}

/** What of a heredoc's text does not mean itself. */
function marksOf(script: Script, from: number, to: number): LiteralMark[] {
  const marks: LiteralMark[] = [];
  const stretch = { to, level: DEEPEST, expands: true };
  for (let at = from; at < to;) at = behindSign(script, at, stretch, EXPANDED, marks);
  return marks;
}

/** Behind a sign of a text, or behind what does not mean itself, which becomes a mark; `form` is absent outside of quotes. */
function behindSign(
  script: Script,
  at: number,
  { to, level, expands }: Pick<Stretch, 'to' | 'level' | 'expands'>,
  form: StringForm | undefined,
  marks: LiteralMark[],
): number {
  const { text } = script;
  if (form === ESCAPED && text[at] === '\\') {
    const mark = escapeAt(text, at, form);
    marks.push(mark);
    return mark.end;
  }
  const escape = form === undefined ? undefined : ESCAPES.get(form);
  const escapeEnd = escape === undefined ? at : matchEnd(escape, text, at);
  if (escapeEnd > at && escapeEnd <= to) {
    const sign = text[escapeEnd - 1]!;
    const value = sign === '\n' ? '' : '"\\$`'.includes(sign) ? sign : text.slice(at, escapeEnd);
    marks.push({ kind: 'escape', start: at, end: escapeEnd, value });
    return escapeEnd;
  }
  const end = form === ESCAPED || (form === SINGLE && !expands) ? at : holeEnd(script, at, to, level);
  if (end === at) return at + 1;
  marks.push({ kind: 'hole', start: at, end });
  return end;
}

const DOLLARS: readonly HoleForm[] = ['dollar-brace', 'dollar-word'];

const form = (open: string, escapes: StringForm['escapes'], holes: readonly HoleForm[], close = open): StringForm => ({
  prefix: /^$/,
  open,
  close,
  escapes,
  lines: true,
  holes,
});

const DOUBLE = form('"', 'quotes', DOLLARS);
const SINGLE = form("'", 'none', []);
/** `$'…'` */
const ESCAPED = form("$'", 'backslash', [], "'");
/** Double quotes within those of another command. */
const WITHIN = form('\\"', 'within', DOLLARS);
const EXPANDED = form('', 'quotes', DOLLARS);
const RAW = form('', 'none', []);

const ESCAPES: ReadonlyMap<StringForm, RegExp> = new Map([
  [DOUBLE, /\\[^]/y],
  [WITHIN, /\\\\\\"/y],
  [EXPANDED, /\\[\\$`\n]/y],
]);
