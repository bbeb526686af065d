import type { Name, QualifiedName } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { fold, isPlainName, unquote } from '../names.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { NONE, childOf, firstChildOf, nextOf, spanOf, tokenSpan, tokenText } from './nodes.ts';

/** Reads a node that stands for one name (`ident`, `columnName`, `roleName`); `undefined` where it is absent or empty. */
export function nameOf(tree: SyntaxTree, node: number): Name | undefined {
  if (node === NONE) return undefined;
  const first = tree.nodes[node * NODE_SIZE + 1]!;
  const count = tree.nodes[node * NODE_SIZE + 2]! - first;
  if (count === 1) return nameOfToken(tree, first);
  if (count < 1 || !PLACEHOLDER_STARTS.has(tree.tokens.types[first]!)) return undefined;
  const span = spanOf(tree, node);
  const text = tree.text.slice(span.start, span.end);
  return { name: text, text, quoted: false, template: true, span };
}

/** The name in the first child of a rule. */
export const nameIn = (tree: SyntaxTree, node: number, rule: number): Name | undefined =>
  nameOf(tree, childOf(tree, node, rule));

/** The name in the first child that is one, or a bind marker in its place. */
export const nameOrMarkerIn = (tree: SyntaxTree, node: number): Name | undefined =>
  nameIn(tree, node, R.ident) ?? nameIn(tree, node, R.marker);

/** The names in all children of a rule. */
export function namesIn(tree: SyntaxTree, node: number, rule: number): Name[] {
  const names: Name[] = [];
  for (let child = childOf(tree, node, rule); child !== NONE; child = nextOf(tree, node, child, rule)) {
    const name = nameOf(tree, child);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** Reads a token as a name, whatever it is: slips are read as what was meant. */
export function nameOfToken(tree: SyntaxTree, token: number): Name {
  const span = tokenSpan(tree, token);
  const text = tree.text.slice(span.start, span.end);
  switch (tree.tokens.types[token]) {
    case T.IDENT:
      return { name: fold(text), text, quoted: false, span };
    case T.QUOTED:
    case T.EMPTY_QUOTED: {
      const name = unquote(text.slice(1, -1), '"');
      return HOLDS_TEMPLATE.test(name)
        ? { name, text, quoted: true, template: true, span }
        : { name, text, quoted: true, span };
    }
    case T.UNTERMINATED_QUOTED:
      return { name: unquote(text.slice(1), '"'), text, quoted: true, span };
    case T.TYPOGRAPHIC_QUOTED:
      return { name: text.slice(1, -1), text, quoted: true, span };
    case T.BACKTICKED: {
      const inner = text.slice(1, -1);
      return { name: isPlainName(inner) ? fold(inner) : inner, text, quoted: true, span };
    }
    case T.STRING:
    case T.TYPOGRAPHIC_STRING:
    case T.UNTERMINATED_STRING:
      return { name: stringOfToken(tree, token), text, quoted: true, span };
    case T.BAD_NAME:
      return { name: text, text, quoted: false, span };
    case T.TEMPLATE: {
      const written = tree.tokens.stands?.get(span.start);
      return written === undefined
        ? { name: text, text, quoted: false, template: true, span }
        : partsOf(written, span).at(-1)!;
    }
    case T.QMARK:
      return { name: text, text, quoted: false, template: true, span };
    default:
      return { name: fold(text), text, quoted: false, span };
  }
}

/** `"${keyspace}"`, `"$keyspace"`, `"{{ .Keyspace }}"`, `"<%= keyspace %>"`, `"<<keyspace>>"`: what is filled in later is quoted already. */
export const HOLDS_TEMPLATE = /\$\{[^}]+\}|\$\w|\{\{[^}]+\}\}|<%[^%]+%>|<<[^<>]+>>/;

/** The names in what a placeholder stands for: that of a table, perhaps behind that of a keyspace. */
const partsOf = (written: string, span: Name['span']): readonly Name[] =>
  written.split('.').map((text) => {
    const quoted = text.startsWith('"');
    return { name: quoted ? unquote(text.slice(1, -1), '"') : fold(text), text, quoted, putIn: true, span };
  });

/** The keyspace that is put in with the name of a table, by one placeholder. */
export function keyspacePutIn({ tokens }: SyntaxTree, { putIn, span }: Name): Name | undefined {
  const written = putIn === true ? tokens.stands?.get(span.start) : undefined;
  return written?.includes('.') === true ? partsOf(written, span)[0] : undefined;
}

/** `name` or `keyspace.name`, of a node whose children are names or bind markers. */
export function qualifiedNameOf(tree: SyntaxTree, node: number): QualifiedName | undefined {
  if (node === NONE) return undefined;
  const first = firstChildOf(tree, node);
  const name = nameOf(tree, first);
  if (name === undefined) return undefined;
  const second = subtreeEndOf(tree, first);
  if (second >= subtreeEndOf(tree, node)) {
    const keyspace = keyspacePutIn(tree, name);
    return { ...(keyspace !== undefined && { keyspace }), name, span: spanOf(tree, node) };
  }
  const last = nameOf(tree, second);
  return last === undefined ? { name, span: name.span } : { keyspace: name, name: last, span: spanOf(tree, node) };
}

/** The qualified name in the first child of a rule. */
export const qualifiedIn = (tree: SyntaxTree, node: number, rule: number): QualifiedName | undefined =>
  qualifiedNameOf(tree, childOf(tree, node, rule));

/** `function` or `keyspace.function`; TOKEN may stand for a name. */
export function functionNameOf(tree: SyntaxTree, node: number): QualifiedName | undefined {
  const name = qualifiedNameOf(tree, node);
  return name === undefined ? undefined : { ...name, name: asFunction(name.name) };
}

/** As the name of a function a word of the server's grammar keeps its letters (`allowedFunctionName`). */
export const asFunction = (name: Name): Name =>
  name.text === name.name || name.quoted || !WORDS_OF_FUNCTIONS.has(name.name) ? name : { ...name, name: name.text };

/** Words of all releases; names that became words later are left as they were before. */
const WORDS_OF_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'aggregate all as called clustering compact contains custom exists filtering finalfunc frozen function functions group ' +
    'initcond input keys keyspaces language like list login map nologin nosuperuser options partition password per permission ' +
    'permissions returns role roles sfunc static storage stype superuser trigger tuple type user users values'
  ).split(' '),
);

/** A single name as a qualified one. */
export const unqualified = (name: Name): QualifiedName => ({ name, span: name.span });

/** The text of a string token without its quotes or dollars. */
export function stringOfToken(tree: SyntaxTree, token: number): string {
  const text = tokenText(tree, token);
  const dollars = text.charCodeAt(0) === DOLLAR;
  switch (tree.tokens.types[token]) {
    case T.STRING:
      return dollars ? text.slice(2, -2) : unquote(text.slice(1, -1), "'");
    case T.UNTERMINATED_STRING:
      return dollars ? text.slice(2) : unquote(text.slice(1), "'");
    default:
      return text.slice(1, -1);
  }
}

/** `<your keyspace>`, `%s`, `:name`. */
const PLACEHOLDER_STARTS: ReadonlySet<number> = new Set([T.LT, T.PERCENT, T.COLON]);

const DOLLAR = 0x24;
