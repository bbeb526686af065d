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

/** As another program writes it: with what it belongs to before it. */
const NAME = '(?:[\\w$]+(?:\\.|::|->))*([A-Za-z_]\\w{3,})';

const JOINED = new RegExp(
  [
    `\\b${NAME}\\s*(?:\\+(?![+=])|<>|%\\s|\\.\\s*(?:format|formatted|concat)\\b)`,
    `(?:["'\`)]\\s*(?:\\+|<>)|\\bconcat!\\(|(?:append|push_str|WriteString|format|Format|[sS]printf|AppendFormat)!?\\()\\s*${NAME}\\b(?!\\s*[(.])`,
    `[$#]?\\{\\s*${NAME}\\s*\\}`,
  ].join('|'),
  'g',
);

/** What everybody calls a text of his own. */
const COMMON: ReadonlySet<string> = new Set('query statement stmt select insert update delete text where'.split(' '));
