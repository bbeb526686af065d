import { wordSet } from '../hosts/alternatives.ts';

/**
 * The names to which a program joins more, or into which it puts values: a text that has such a name, perhaps in another program, is
 * only a part.
 */
export function joinedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const pattern of JOINED) {
    for (const [, name = ''] of text.matchAll(pattern)) if (!COMMON.has(name.toLowerCase())) names.add(name);
  }
  return names;
}

const NAME = '([A-Za-z_]\\w{3,60})';

/** As another program writes it: with what it belongs to before it. */
const QUALIFIED = `(?:[\\w$]{1,60}(?:\\.|::|->)){0,4}${NAME}`;

/** What stands between a name and a sign behind it. */
const BEFORE_SIGN = '[ \\t]{0,20}(?:\\n[ \\t]{0,80})?';

/** Each by itself, and signs before names: to look for all of them at once takes five times as long. */
const JOINED: readonly RegExp[] = [
  `(?:\\+(?![+=])|<>|%(?=\\s))(?<=\\b${NAME}${BEFORE_SIGN}(?:\\+|<>|%))`,
  `\\.(?=\\s*(?:format|formatted|concat)\\b)(?<=\\b${NAME}${BEFORE_SIGN}\\.)`,
  `(?:\\+|<>)(?<=["'\`)]\\s*(?:\\+|<>))\\s{0,80}${QUALIFIED}\\b(?!\\s*[(.])`,
  `(?:\\bconcat!\\(|(?:append|push_str|WriteString|format|Format|[sS]printf|AppendFormat)!?\\()\\s{0,80}${QUALIFIED}\\b(?!\\s*[(.])`,
  `\\{[ \\t]{0,4}${QUALIFIED}[ \\t]{0,4}\\}`,
  // A constant of an enumeration, by what it holds.
  `\\b([A-Z][A-Z\\d_]{3,60})\\.\\w{1,40}(?:\\(\\))?(?=${BEFORE_SIGN}\\+(?![+=])|\\})`,
].map((pattern) => new RegExp(pattern, 'g'));

/** What everybody calls a text of his own. */
const COMMON: ReadonlySet<string> = wordSet('query statement stmt select insert update delete text where');
