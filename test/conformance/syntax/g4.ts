import type { Grammar, Shape } from './shape.ts';

/** The files of an ANTLR grammar, as text. */
export interface Antlr {
  readonly parser: string;
  readonly lexer: string;
}

/**
 * Reads an ANTLR parser grammar for walking it. Tokens with one spelling are written as they are, others are samples of the
 * kind that `kinds` names. What needs a token or rule of `without` is left out.
 */
export function grammarOfAntlr(
  { parser, lexer }: Antlr,
  kinds: ReadonlyMap<string, string>,
  without: ReadonlySet<string>,
): Grammar {
  const spellings = spellingsOf(lexer);
  const rules = rulesOf(parser, (name) => {
    const kind = kinds.get(name);
    if (kind !== undefined) return { kind: 'sample', name: kind };
    return { kind: 'word', text: spellings.get(name) ?? name };
  });
  const unspelt = (name: string) => /^[A-Z]/.test(name) && !kinds.has(name) && !spellings.has(name);
  return { start: 'root', rules: pruned(rules, (name) => without.has(name) || unspelt(name)) };
}

/** The tokens of a lexer grammar that are one word or one sign. */
function spellingsOf(lexer: string): ReadonlyMap<string, string> {
  const simple =
    /^(?!fragment)([A-Z]\w*)\s*(?:options\s*\{[^}]*\}\s*)?:\s*'((?:[^'\\]|\\.)+)'(?:\s*\|\s*'[^']*')*\s*;/gm;
  return new Map([...withoutComments(lexer).matchAll(simple)].map(([, name, text]) => [name ?? '', text ?? '']));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
}

function rulesOf(parser: string, tokenShape: (name: string) => Shape): ReadonlyMap<string, Shape> {
  const body = withoutComments(parser).replaceAll(
    /\boptions\s*\{[^}]*\}|\bparser\s+grammar\s+\w+\s*;|#\s*\w+|<\w+\s*=\s*\w+>/g,
    ' ',
  );
  const tokens = [...body.matchAll(/\w+\s*\+?=(?=\s*[\w(])|'[^']*'|\w+|[|()?*+;:~]/g)]
    .map(([token]) => token)
    .filter((token) => !token.endsWith('='));
  let at = 0;
  let name = '';
  let choices = 0;
  const peek = () => tokens[at] ?? '';

  function choice(): Shape {
    const options = [sequence()];
    while (peek() === '|') {
      at++;
      options.push(sequence());
    }
    return options.length === 1 ? (options[0] as Shape) : { kind: 'choice', name: `${name}.${++choices}`, options };
  }

  function sequence(): Shape {
    const items: Shape[] = [];
    while (!['|', ')', ';', ''].includes(peek())) items.push(repeated());
    return items.length === 1 ? (items[0] as Shape) : { kind: 'sequence', items };
  }

  function repeated(): Shape {
    const item = single();
    const suffix = peek();
    if (!/^[?*+]$/.test(suffix)) return item;
    at++;
    if (peek() === '?') at++;
    return { kind: 'repeat', item, low: suffix === '+' ? 1 : 0, many: suffix !== '?' };
  }

  function single(): Shape {
    const token = tokens[at++] ?? '';
    if (token === '(') {
      const inside = choice();
      at++;
      return inside;
    }
    // Any token but one: any word will do.
    if (token === '~') {
      single();
      return { kind: 'sample', name: 'word' };
    }
    if (token === 'EOF') return { kind: 'sequence', items: [] };
    if (token.startsWith("'")) return { kind: 'word', text: token.slice(1, -1) };
    return /^[A-Z]/.test(token) ? marked(tokenShape(token), token) : { kind: 'rule', name: token };
  }

  const rules = new Map<string, Shape>();
  while (at < tokens.length) {
    name = tokens[at++] ?? '';
    choices = 0;
    at++;
    rules.set(name, choice());
    at++;
  }
  return rules;
}

/** Tokens keep their names until what is left out has gone. */
function marked(shape: Shape, token: string): Shape {
  return { kind: 'sequence', items: [shape, { kind: 'rule', name: token }] };
}

/** The rules without what cannot be written, and without the names of tokens. */
function pruned(rules: ReadonlyMap<string, Shape>, isOut: (name: string) => boolean): ReadonlyMap<string, Shape> {
  const out = new Set([...rules.keys()].filter(isOut));
  const prune = (shape: Shape): Shape | undefined => {
    switch (shape.kind) {
      case 'word':
      case 'sample':
        return shape;
      case 'rule':
        if (/^[A-Z]/.test(shape.name)) return isOut(shape.name) ? undefined : { kind: 'sequence', items: [] };
        return out.has(shape.name) ? undefined : shape;
      case 'sequence': {
        const items = shape.items.map(prune);
        return items.some((item) => item === undefined) ? undefined : { kind: 'sequence', items: items as Shape[] };
      }
      case 'choice': {
        const options = shape.options.map(prune).filter((option) => option !== undefined);
        return options.length === 0 ? undefined : { kind: 'choice', name: shape.name, options };
      }
      case 'repeat': {
        const item = prune(shape.item);
        if (item === undefined) return shape.low === 0 ? { kind: 'sequence', items: [] } : undefined;
        return { ...shape, item };
      }
    }
  };
  for (let before = -1; before !== out.size;) {
    before = out.size;
    for (const [name, shape] of rules) if (!out.has(name) && prune(shape) === undefined) out.add(name);
  }
  return new Map([...rules].flatMap(([name, shape]) => (out.has(name) ? [] : [[name, prune(shape) as Shape]])));
}
