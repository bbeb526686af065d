import type { Span } from '../../text/span.ts';
import * as T from '../generated/token-types.ts';
import { tokenSpan } from '../lower/nodes.ts';
import type { SyntaxTree } from '../tree.ts';

/**
 * Where a tool puts a statement together from pieces, in a loop or on a condition: `{% for c in columns %}`, `{{range .Columns}}`,
 * `{{#each columns}}`, `<% if wide %>`; or fills places that are marked in a way of its own, `%[a name]%`. What comes out of it cannot
 * be told from the pieces. Nothing where none does.
 */
export function weavingIn(tree: SyntaxTree): Span | undefined {
  const { text, tokens } = tree;
  const { types, starts, ends } = tokens;
  const found = types.findIndex((type, token) => {
    if (type === T.TEMPLATE)
      return TAG.test(text.slice(starts[token], Math.min(ends[token]!, starts[token]! + TAG_LENGTH)));
    const joined = starts[token + 1] === ends[token];
    if (type === T.LBRACE) return joined && types[token + 1] === T.PERCENT;
    return type === T.PERCENT && joined && types[token + 1] === T.LBRACKET;
  });
  return found < 0 ? undefined : tokenSpan(tree, found);
}

const TAG = /\{\{[-~]?\s*(?:[#/^]|(?:range|if|else|end|with|for|each|unless|block|define|template)\b)|<%(?![=-])/;
const TAG_LENGTH = 200;
