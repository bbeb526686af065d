import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { NODE_SIZE, type SyntaxTree } from '../syntax/tree.ts';
import { countLineBreaks } from '../text/lines.ts';
import type { FormatOptions } from './options.ts';

/** A comment between two tokens. */
export interface Remark {
  readonly text: string;
  /** It ends with its line. */
  readonly line: boolean;
  /** Line breaks before it, up to the token or comment before. */
  readonly breaks: number;
}

/** What stands between a token and the one before it. */
export interface Gap {
  readonly remarks: readonly Remark[];
  /** Line breaks directly before the token. */
  readonly breaks: number;
  /** Nothing at all stands there. */
  readonly empty: boolean;
}

/** A token of a statement as it will be written. */
export interface Lexeme {
  readonly type: number;
  readonly text: string;
  /** The rule of the innermost node that it belongs to. */
  readonly rule: number;
  readonly gap: Gap;
}

/** The tokens of a statement without its `;`, keywords in their case. */
export function lexemesOf(segment: Segment, tree: SyntaxTree, options: FormatOptions): readonly Lexeme[] {
  const { types, starts, ends } = tree.tokens;
  const rules = rulesOf(tree);
  const comments = segment.comments.filter(({ span }) => span.start >= segment.begin);
  const lexemes: Lexeme[] = [];
  let next = 0;
  let from = segment.begin;
  for (let index = 0; index < types.length; index++) {
    const start = starts[index]!;
    const text = segment.text.slice(start, ends[index]);
    const rule = rules[index]!;
    lexemes.push({
      type: types[index]!,
      text: isKeyword(types[index]!, rule) ? inCase(text, options.keywordCase) : text,
      rule,
      gap: start === from ? NOTHING : start === from + 1 && segment.text[from] === ' ' ? ONE_SPACE : gapBefore(start),
    });
    from = ends[index]!;
  }
  return lexemes;

  function gapBefore(start: number): Gap {
    const remarks: Remark[] = [];
    let at = from;
    for (; next < comments.length && comments[next]!.span.start < start; next++) {
      const { span, kind } = comments[next]!;
      remarks.push({
        text: segment.text.slice(span.start, span.end).trimEnd(),
        line: kind === 'line',
        breaks: countLineBreaks(segment.text.slice(at, span.start)),
      });
      at = span.end;
    }
    return { remarks, breaks: countLineBreaks(segment.text.slice(at, start)), empty: false };
  }
}

/** What stands between most tokens, made once. */
const NOTHING: Gap = { remarks: [], breaks: 0, empty: true };
const ONE_SPACE: Gap = { remarks: [], breaks: 0, empty: false };

/** The rule of the innermost node of each token; a placeholder is one whatever words it is made of. */
function rulesOf({ tokens, nodes }: SyntaxTree): Uint8Array {
  const rules = new Uint8Array(tokens.types.length);
  const end = nodes[3]!;
  let placeholderEnd = 0;
  for (let node = 0; node < end; node++) {
    const at = node * NODE_SIZE;
    if (nodes[at + 1]! < placeholderEnd) continue;
    rules.fill(nodes[at]!, nodes[at + 1], nodes[at + 2]);
    if (nodes[at] === R.placeholder) placeholderEnd = nodes[at + 2]!;
  }
  return rules;
}

/** Words that stand for themselves; those that name something, and those that are values, are as their writer wants them. */
const isKeyword = (type: number, rule: number): boolean =>
  type < T.SEMI && !AS_WRITTEN.has(rule) && !VALUES.has(type) && !(rule === R.indexTarget && type !== T.FULL);

const AS_WRITTEN: ReadonlySet<number> = new Set([
  R.ident,
  R.columnName,
  R.hintedName,
  R.functionWord,
  R.placeholder,
  R.unreserved,
  R.wordButAs,
  R.reserved,
  R.typeWord,
  R.genericType,
  R.sqlImplicitAlias,
]);

const VALUES: ReadonlySet<number> = new Set([T.TRUE, T.FALSE, T.NAN, T.INFINITY]);

const inCase = (text: string, keywordCase: FormatOptions['keywordCase']): string =>
  keywordCase === 'preserve' ? text : keywordCase === 'upper' ? text.toUpperCase() : text.toLowerCase();
