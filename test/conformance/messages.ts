/** Whether two messages say the same, as far as the server itself says the same each time it runs. */
export function sameMessage(one: string, other: string): boolean {
  return one === other || settled(one) === settled(other);
}

/**
 * A message with its names, numbers and literals masked, so that those of one check are equal. `names` are those of the
 * schema and the statement that the message may repeat without quotes.
 */
export function templateOf(message: string, names: ReadonlySet<string>, odd = oddOf(names)): string {
  let text = settled(message).replaceAll(/\s+/g, ' ');
  for (const name of odd) text = text.replaceAll(name, '%s');
  for (const [pattern, mask] of expressions) text = text.replace(pattern, mask);
  return collapsed(masked(text, names));
}

/** The names that are more than a word; whoever asks for many templates finds them once. */
export const oddOf = (names: ReadonlySet<string>): readonly string[] => [...names].filter((name) => /\W/.test(name));

/** Where the server walks a hash table, its words come in any order; here they come in one. Addresses of objects are left out. */
function settled(message: string): string {
  const plain = message
    // The parser's words are nobody's concern, also where it reads again what was printed.
    .replace(/^(Failed parsing CQL term: \[.*\]) reason: SyntaxException line .*$/s, '$1')
    .replaceAll(/(\b[\w.$]+)@[\da-f]+\b/g, '$1@')
    // The object itself is printed where its name should be.
    .replace(/^SelectStatement\[.*\] (?=references a column not included in the select$)/s, 'SelectStatement[…] ')
    // One object serves both spellings, whoever asks for it first names it.
    .replaceAll(/\bsystem\.(to|from)_?json\b/g, 'system.$1json');
  return unordered.reduce(
    (text, { pattern, separator }) =>
      text.replace(pattern, (_, before: string, list: string, after: string) => {
        return before + list.split(separator).toSorted().join(separator) + after;
      }),
    plain,
  );
}

const unordered: readonly { readonly pattern: RegExp; readonly separator: string }[] = [
  // Functions of one name: FunctionResolver prints what a hash map of them gives.
  {
    pattern: /(known type signatures: |matched by following signatures: )(.*?)(\)(?:: use type casts.*)?$)/s,
    separator: ', ',
  },
  { pattern: /(Properties specified \[)([^\]]*)(\])/, separator: ', ' },
  // Tables by their ids, which are random.
  { pattern: /(is still used by tables |by the following tables: )(.*)($)/s, separator: ', ' },
  // Sets of indexes, whose hashes are others each time.
  { pattern: /(dependent secondary indexes \()(.*)(\))/s, separator: ', ' },
  { pattern: /(dependent secondary indexes \()(.*)(\))/s, separator: ',' },
  // Sets of columns, whose hashes hang on those of their types.
  { pattern: /(^)(.*)( cannot be restricted by more than one relation if it includes an? )/s, separator: ' ,' },
  { pattern: /(^Column ")(.*)(" cannot be restricted by )/s, separator: ' ,' },
  { pattern: /(^More than one restriction was found for the (?:start|end) bound on )(.*)($)/s, separator: ' ,' },
];

/** Parts of messages that repeat expressions of the statement. */
const expressions: readonly (readonly [RegExp, string])[] = [
  [/^(Failed parsing statement: )\[.*\] reason: (\w+).*$/s, '$1$2'],
  [/^line -?\d+:-?\d+ .*$/s, 'line %s'],
  [/\bsystem\.\w+/g, 'system.%s'],
  [/(call to function|Unknown function|for function|argument \d+ of function) (?:\w+|"[^"]*"|\S+\.\S+)/, '$1 %s'],
  [/(relation: ).*$/s, '$1%s'],
  [/^(Type error: ).*( cannot be passed as argument)/s, '$1%s$2'],
  [/^(Cannot cast value ).*( to type )/s, '$1%s$2'],
  [/(In call to function .*, value ).*( is not a valid)/s, '$1%s$2'],
  [/(operation with args ).*(: use type hint)/s, '$1%s$2'],
  [/(operation is not supported between ).*( and ).*$/s, '$1%s$2%s'],
  [/^(LIKE restriction is only supported on properly indexed columns\. ).*( is not valid)/s, '$1%s$2'],
  [/^(Java source compilation failed).*$/s, '$1: %s'],
  [/(State function )\S+\(.*\)/s, '$1%s(%s)'],
  [/^(the operation ').*(' failed).*$/s, '$1%s$2'],
  [/known type signatures: .*$/s, 'known type signatures: %s)'],
  [/following signatures: .*$/s, 'following signatures: %s'],
  [/^(Invalid operation )\(.*\)( for )/s, '$1(%s)$2'],
  [/(relations?: ).*$/s, '$1%s'],
  [/^(Only expressions of the form X = X [+-]).*( are supported)/s, '$1%s$2'],
  [/^(Invalid \w+ constant )\(.*\)( for )/s, '$1(%s)$2'],
  [/(String was: ).*$/s, '$1%s)'],
  [/^(Could not decode JSON string as a map: ).*( \(String was)/s, '$1%s$2'],
  [/^(Error decoding JSON value for ).*$/s, '$1%s'],
  [/(syntax error|reason): .*$/s, '$1: %s'],
];

const types =
  /\b(?:ascii|bigint|blob|boolean|date|decimal|double|float|inet|int|smallint|text|time|timestamp|timeuuid|tinyint|uuid|varchar|varint)\b/;
const piece = new RegExp(
  [
    /'(?:[^']|'')*'/.source,
    /"(?:[^"]|"")*"/.source,
    /(?:\b(?:frozen|list|set|map|tuple|vector)<[^()]*>)/.source,
    /[0-9a-f]{8}-[0-9a-f-]{27}/.source,
    /-?\b\d[\w.+-]*/.source,
    /[\p{L}_][\p{L}\p{N}_$.]*/u.source,
  ].join('|'),
  'gu',
);

function masked(text: string, names: ReadonlySet<string>): string {
  return text.replaceAll(piece, (word) => {
    if (/^['"]/.test(word)) return `${word[0]}%s${word[0]}`;
    if (/^no(?:column|table|keyspace|type|index|view|field|function|role|identity|trigger|thing)$/i.test(word))
      return '%s';
    if (/^\p{L}+<|^-?\d|^[0-9a-f]{8}-/u.test(word)) return '%s';
    if (word.split('.').some((part) => names.has(part))) return '%s';
    return types.test(word) && word.length === (types.exec(word)?.[0].length ?? 0) ? '%t' : word;
  });
}

/** Lists of any length are one template. */
function collapsed(text: string): string {
  return text
    .replaceAll('%t', '%s')
    .replaceAll(/\[(?:%s|'%s')(?:, (?:%s|'%s'))*\]/g, '[%s]')
    .replaceAll(/%s(?:(?:, | )%s)+/g, '%s')
    .trim();
}
