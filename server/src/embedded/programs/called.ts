import type { Functions } from '../hosts/functions.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';
import { isJoined } from './uses.ts';

interface Place {
  readonly text: string;
  readonly host: Host;
  readonly reading: HostReading;
  readonly functions: () => Functions;
}

/** Whether a function of the program puts more to what it is handed at some place: `q("SELECT a FROM t", where)`. */
export function joinsArgument(program: Place, name: string, place: number): boolean {
  const { text, host, functions } = program;
  const defined = new RegExp(DEFINED.replaceAll('NAME', name), 'gm');
  for (const { 0: head, 1: list = '', index } of text.matchAll(defined)) {
    const parameters = list.split(',').filter((one) => !RECEIVER.test(one));
    const parameter = PARAMETER[host.name === 'go' ? 'first' : 'last'].exec(parameters[place] ?? '')?.[1];
    if (parameter === undefined) continue;
    const from = index + head.length;
    const body = text.slice(from, functions().around(from).end);
    for (const { index: at } of body.matchAll(new RegExp(`(?<![\\w.])${parameter}(?!\\w)`, 'g'))) {
      const start = from + at;
      const end = start + parameter.length;
      if (isJoined(text, host, { start, end, isPutIn: isPutIn(program, start, end) })) return true;
    }
  }
  return false;
}

/** The name first: there are fewer of it than of what may stand before it. */
const DEFINED =
  '(?<![.\\w])NAME(?<=(?:\\b(?:def|defp|func|fun|fn|function)[ \\t]+(?:\\([^()]*\\)[ \\t]*)?|^[ \\t]*(?:[\\w<>\\[\\],?.]+[ \\t]+)+|\\b(?:const|let)[ \\t]+)\\$?NAME)(?:\\s*=\\s*(?:async\\s*)?)?\\(([^()]*)\\)';

/** What a method belongs to stands before its parameters in Python and Rust. */
const RECEIVER = /^\s*(?:&?(?:mut\s+)?self|cls)\s*$/;

/** The name of a parameter, before its type or behind it, without what it is where nothing is given. */
const PARAMETER = { first: /^\s*(\w+)/, last: /(\w+)\s*(?::[^=]*)?(?:=.*)?$/ };

/** Whether a name stands in a text for a value. */
function isPutIn({ text, reading: { tokens } }: Place, start: number, end: number): boolean {
  const literal = tokens.text(tokens.firstFrom(start + 1) - 1)?.literal;
  return literal !== undefined && end <= literal.end
    ? literal.marks.some((mark) => mark.kind === 'hole' && mark.start < start && end <= mark.end) ||
        (text[start - 1] === '{' && text[end] === '}')
    : false;
}
