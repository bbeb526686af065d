import type { Grammar, Shape } from './shape.ts';

/**
 * Reads `cql.ebnf` as one release sees it. `WORD` and `'…'` are written as they are, `<kind>` is a token with many
 * spellings, `name` a rule; `( | ) ? * +` as usual; `{4.0+}`, `{-4.1}` and `{4.0-5.0}` in front of an alternative keep it
 * out of other releases. Rules end with `;`, comments begin with `#`.
 */
export function grammarOf(notation: string, release: string): Grammar {
  const tokens = [...notation.replaceAll(/#.*$/gm, '').matchAll(tokenShape)].map(([token]) => token);
  const rules = new Map<string, Shape>();
  let at = 0;
  let name = '';
  let choices = 0;

  const peek = () => tokens[at] ?? '';
  const take = () => tokens[at++] ?? '';

  function choice(): Shape {
    const options = [];
    for (;;) {
      const option = sequence();
      if (option !== undefined) options.push(option);
      if (peek() !== '|') break;
      at++;
    }
    const [only] = options;
    if (only === undefined) return nothing;
    return options.length === 1 ? only : { kind: 'choice', name: `${name}.${++choices}`, options };
  }

  /** What stands between two bars, or `undefined` when its guard leaves this release out. */
  function sequence(): Shape | undefined {
    const kept = !peek().startsWith('{') || covers(take(), release);
    const items: Shape[] = [];
    while (!['|', ')', ';', ''].includes(peek())) items.push(repeated());
    if (!kept) return undefined;
    return items.length === 1 ? items[0] : { kind: 'sequence', items };
  }

  function repeated(): Shape {
    const item = single();
    switch (peek()) {
      case '?':
        at++;
        return { kind: 'repeat', item, low: 0, many: false };
      case '*':
        at++;
        return { kind: 'repeat', item, low: 0, many: true };
      case '+':
        at++;
        return { kind: 'repeat', item, low: 1, many: true };
      default:
        return item;
    }
  }

  function single(): Shape {
    const token = take();
    if (token === '(') {
      const inside = choice();
      if (take() !== ')') throw new Error(`cql.ebnf: ${name} lacks a closing parenthesis`);
      return inside;
    }
    if (token.startsWith("'")) return { kind: 'word', text: token.slice(1, -1) };
    if (token.startsWith('<')) return { kind: 'sample', name: token.slice(1, -1) };
    if (/^[A-Z]/.test(token)) return { kind: 'word', text: token };
    return { kind: 'rule', name: token };
  }

  while (at < tokens.length) {
    name = take();
    choices = 0;
    if (take() !== '=') throw new Error(`cql.ebnf: ${name} lacks its "="`);
    rules.set(name, choice());
    if (take() !== ';') throw new Error(`cql.ebnf: ${name} lacks its ";"`);
  }
  return { start: 'statement', rules };
}

const tokenShape = /'[^']*'|<\w+>|\{[^}]*\}|\w+|[=|()?*+;]/g;
const nothing: Shape = { kind: 'sequence', items: [] };

function covers(guard: string, release: string): boolean {
  const [, since, until] = /^\{(\d+\.\d+)?[-+](\d+\.\d+)?\}$/.exec(guard) ?? [];
  if (since === undefined && until === undefined) throw new Error(`cql.ebnf: what is ${guard}?`);
  const number = Number(release);
  return number >= Number(since ?? 0) && number <= Number(until ?? Infinity);
}
