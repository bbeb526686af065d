/**
 * The names to which a program joins more, or into which it puts values: a text that has such a name, perhaps in another program, is
 * only a part.
 */
export function joinedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(JOINED)) {
    const name = match.slice(1).find((one) => one !== undefined);
    if (name !== undefined && !COMMON.has(name.toLowerCase())) names.add(name);
  }
  return names;
}

const NAME = '([A-Za-z_]\\w{3,60})';

/** As another program writes it: with what it belongs to before it. */
const QUALIFIED = `(?:[\\w$]{1,60}(?:\\.|::|->)){0,4}${NAME}`;

const JOINED = new RegExp(
  [
    `\\b${NAME}[ \\t]{0,20}(?:\\n[ \\t]{0,80})?(?:\\+(?![+=])|<>|%\\s|\\.\\s*(?:format|formatted|concat)\\b)`,
    `(?:["'\`)]\\s*(?:\\+|<>)|\\bconcat!\\(|(?:append|push_str|WriteString|format|Format|[sS]printf|AppendFormat)!?\\()\\s{0,80}${QUALIFIED}\\b(?!\\s*[(.])`,
    `\\{[ \\t]{0,4}${QUALIFIED}[ \\t]{0,4}\\}`,
  ].join('|'),
  'g',
);

/** What everybody calls a text of his own. */
const COMMON: ReadonlySet<string> = new Set('query statement stmt select insert update delete text where'.split(' '));
