import type { Random } from './random.ts';

/** A statement as tokens. */
interface Plant {
  readonly tokens: readonly string[];
  readonly table: string;
}

/** Begins with its token and ends before `to`. */
type Range = readonly [from: number, to: number];

/**
 * Makes statements of others by exchange: clauses, what stands between commas and AND, values, names and operators move from one
 * to another, preferably of the same table; calls, casts and calculations grow around values. It reaches what no generator was
 * told of, at the price that most of it is refused.
 */
export function graftsOf(statements: readonly string[], random: Random): (count: number) => readonly string[] {
  const plants = statements.map(plantOf).filter(({ tokens }) => tokens.length > 2 && tokens.length < longest);
  const byTable = new Map<string, Plant[]>();
  for (const plant of plants) byTable.set(plant.table, [...(byTable.get(plant.table) ?? []), plant]);
  return (count) => {
    if (plants.length < 2) return [];
    return random.times(count, () => {
      const stock = random.pick(plants);
      const likely = random.chance(0.8) ? (byTable.get(stock.table) ?? plants) : plants;
      let { tokens } = stock;
      for (
        let time = random.weighted([
          [7, 1],
          [2, 2],
          [1, 3],
        ]);
        time > 0;
        time--
      )
        tokens = random.pick(changes)({ tokens, scion: random.pick(likely).tokens, random }) ?? tokens;
      return tokens.join(' ').replaceAll(' . ', '.');
    });
  };
}

const longest = 400;

const token =
  /--[^\n\r]*|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|0x[\da-f]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+(?:\.\d*)?(?:e[+-]?\d+)?\w*|[a-z_]\w*|[<>!]=|[+-]=|\.\.|\s+|[^]/gi;

function plantOf(cql: string): Plant {
  const tokens = tokensOf(cql);
  const at = tokens.findIndex((each) => /^(?:from|into|update)$/i.test(each));
  return { tokens, table: at < 0 ? '' : ((tokens[at + 2] === '.' ? tokens[at + 3] : tokens[at + 1]) ?? '') };
}

const tokensOf = (cql: string): readonly string[] =>
  [...cql.matchAll(token)].map(([text]) => text).filter((text) => !/^\s+$|^--|^\/\/|^\/\*/.test(text));

interface Cut {
  readonly tokens: readonly string[];
  /** What parts are taken from. */
  readonly scion: readonly string[];
  readonly random: Random;
}

/** `undefined` where there is nothing to change in this way. */
type Change = (cut: Cut) => readonly string[] | undefined;

const put = (tokens: readonly string[], [from, to]: Range, part: readonly string[]): readonly string[] => [
  ...tokens.slice(0, from),
  ...part,
  ...tokens.slice(to),
];

const some = <T>(random: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const isClosing = (text: string): boolean => text === ')' || text === ']' || text === '}';
const isLiteral = (text: string): boolean =>
  /^['\d]|^\$\$|^(?:true|false|null|nan|infinity)$/i.test(text) || /^[\da-f]{8}-/i.test(text);
const isName = (text: string): boolean => /^[a-z_"]/i.test(text) && !words.has(text.toUpperCase());

const clauseWords = new Set('FROM WHERE GROUP ORDER PER LIMIT ALLOW USING SET IF VALUES APPLY WITH'.split(' '));
const words = new Set([
  ...clauseWords,
  ...(
    'SELECT AND OR IN INSERT INTO UPDATE DELETE BEGIN BATCH EXISTS NOT TTL TIMESTAMP BY PARTITION FILTERING CONTAINS KEY LIKE IS ' +
    'NULL JSON DISTINCT AS CAST TOKEN ASC DESC UNLOGGED COUNTER BETWEEN ANN OF DEFAULT UNSET'
  ).split(' '),
]);

/** Where tokens that pass stand outside of all brackets. */
function outside(tokens: readonly string[], [from, to]: Range, test: (text: string, at: number) => boolean): number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = from; at < to; at++) {
    const text = tokens[at] ?? '';
    if (text in closing) depth++;
    else if (isClosing(text)) depth--;
    else if (depth === 0 && test(text, at)) found.push(at);
  }
  return found;
}

function clausesOf(tokens: readonly string[]): readonly Range[] {
  const starts = outside(tokens, [1, tokens.length], (text, at) => {
    const isPart = text.toUpperCase() === 'LIMIT' && tokens[at - 1]?.toUpperCase() === 'PARTITION';
    return clauseWords.has(text.toUpperCase()) && !isPart;
  });
  return [0, ...starts].map((from, index) => [from, starts[index] ?? tokens.length] as const);
}

const wordOf = (tokens: readonly string[], [from]: Range): string => tokens[from]?.toUpperCase() ?? '';

function separatorOf(word: string): string {
  return word === 'WHERE' || word === 'IF' || word === 'USING' ? 'AND' : ',';
}

/** The parts of a clause between its commas or ANDs. */
function itemsOf(tokens: readonly string[], clause: Range): readonly Range[] {
  const word = wordOf(tokens, clause);
  const from = clause[0] + (word === 'GROUP' || word === 'ORDER' ? 2 : 1);
  return between(tokens, [from, clause[1]], separatorOf(word));
}

function between(tokens: readonly string[], [from, to]: Range, separator: string): readonly Range[] {
  const cuts = outside(tokens, [from, to], (text) => text.toUpperCase() === separator);
  return [from, ...cuts.map((at) => at + 1)].map((start, index) => [start, cuts[index] ?? to] as const);
}

/** Literals, names, brackets with what they hold, and calls. */
function termsOf(tokens: readonly string[]): readonly Range[] {
  return tokens.flatMap((text, at): readonly Range[] => {
    if (isLiteral(text) || isName(text)) return [[at, at + 1]];
    const end = text in closing ? endOf(tokens, at) : undefined;
    if (end === undefined) return [];
    return at > 0 && isName(tokens[at - 1] ?? '')
      ? [
          [at, end],
          [at - 1, end],
        ]
      : [[at, end]];
  });
}

function endOf(tokens: readonly string[], open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const text = tokens[at] ?? '';
    if (text in closing) depth++;
    else if (isClosing(text) && --depth === 0) return at + 1;
  }
  return undefined;
}

const isValue = (tokens: readonly string[], [from]: Range): boolean =>
  isLiteral(tokens[from] ?? '') || (tokens[from] ?? '') in closing;

const exchangeClause: Change = ({ tokens, scion, random }) => {
  const taken = random.pick(clausesOf(scion));
  const clauses = clausesOf(tokens);
  const same = clauses.find((clause) => wordOf(tokens, clause) === wordOf(scion, taken));
  const end = random.pick(clauses)[1];
  return put(tokens, same ?? [end, end], scion.slice(...taken));
};

const dropClause: Change = ({ tokens, random }) => {
  const clause = some(random, clausesOf(tokens).slice(1));
  return clause && put(tokens, clause, []);
};

const exchangeItem: Change = ({ tokens, scion, random }) => {
  const clause = random.pick(clausesOf(tokens));
  const word = wordOf(tokens, clause);
  const other = clausesOf(scion).find((each) => wordOf(scion, each) === word);
  if (other === undefined) return undefined;
  const item = random.pick(itemsOf(tokens, clause));
  const taken = scion.slice(...random.pick(itemsOf(scion, other)));
  return random.chance(0.5) ? put(tokens, item, taken) : put(tokens, [item[1], item[1]], [separatorOf(word), ...taken]);
};

const dropItem: Change = ({ tokens, random }) =>
  dropOne(tokens, itemsOf(tokens, random.pick(clausesOf(tokens))), random);

function dropOne(tokens: readonly string[], items: readonly Range[], random: Random): readonly string[] | undefined {
  const [first, second] = items;
  if (first === undefined || second === undefined) return undefined;
  const at = random.below(items.length);
  return put(tokens, at === 0 ? [first[0], second[0]] : [items[at - 1]![1], items[at]![1]], []);
}

const exchangeTerm: Change = ({ tokens, scion, random }) => {
  const term = some(random, termsOf(tokens));
  if (term === undefined) return undefined;
  const others = termsOf(scion);
  const alike = isValue(tokens, term) ? others.filter((other) => isValue(scion, other)) : others;
  const taken = some(random, alike.length > 0 ? alike : others);
  return taken && put(tokens, term, scion.slice(...taken));
};

const exchangeName: Change = ({ tokens, scion, random }) => {
  const at = some(
    random,
    [...tokens.keys()].filter((each) => isName(tokens[each] ?? '')),
  );
  const name = some(random, scion.filter(isName));
  return at === undefined || name === undefined ? undefined : put(tokens, [at, at + 1], [name]);
};

const otherValue: Change = ({ tokens, random }) => {
  const term = some(
    random,
    termsOf(tokens).filter((each) => isValue(tokens, each)),
  );
  return term && put(tokens, term, tokensOf(random.pick(values)));
};

const grow: Change = ({ tokens, random }) => {
  const term = some(random, termsOf(tokens));
  if (term === undefined) return undefined;
  const inner = tokens.slice(...term);
  const grown = random.pick<() => readonly string[]>([
    () => [random.pick(functions), '(', ...inner, ')'],
    () => ['(', ...tokensOf(random.pick(types)), ')', ...inner],
    () => ['CAST', '(', ...inner, 'AS', random.pick(natives), ')'],
    () => [...inner, random.pick(['+', '-', '*', '/', '%']), ...tokensOf(random.pick(values))],
    () => ['-', ...inner],
    () => ['(', ...inner, ')'],
  ])();
  return put(tokens, term, grown);
};

const otherOperator: Change = ({ tokens, random }) => {
  const operators = new Set(['=', '<', '>', '<=', '>=', '!=', 'IN', 'CONTAINS', 'LIKE']);
  const at = some(
    random,
    [...tokens.keys()].filter((each) => operators.has(tokens[each]?.toUpperCase() ?? '')),
  );
  const other = random.pick([...operators, 'CONTAINS KEY', 'NOT IN', 'NOT CONTAINS', 'IS NOT NULL', 'BETWEEN']);
  return at === undefined ? undefined : put(tokens, [at, at + 1], other.split(' '));
};

const addClause: Change = ({ tokens, random }) => {
  const end = random.pick(clausesOf(tokens))[1];
  return put(tokens, [end, end], tokensOf(random.pick(clauses)));
};

const spoil: Change = ({ tokens, random }) => {
  const at = random.below(tokens.length);
  return random.chance(0.5) ? put(tokens, [at, at + 1], []) : put(tokens, [at, at], [tokens[at] ?? '']);
};

const changeBrackets: Change = ({ tokens, random }) => {
  const open = some(
    random,
    [...tokens.keys()].filter((at) => (tokens[at] ?? '') in closing),
  );
  const end = open === undefined ? undefined : endOf(tokens, open);
  if (open === undefined || end === undefined) return undefined;
  const items = between(tokens, [open + 1, end - 1], ',');
  if (random.chance(0.5)) return dropOne(tokens, items, random);
  const item = random.pick(items);
  return put(tokens, [item[1], item[1]], [',', ...tokens.slice(...item)]);
};

const changes: readonly Change[] = [
  exchangeClause,
  dropClause,
  exchangeItem,
  exchangeItem,
  dropItem,
  exchangeTerm,
  exchangeTerm,
  exchangeName,
  exchangeName,
  otherValue,
  otherValue,
  grow,
  otherOperator,
  addClause,
  spoil,
  changeBrackets,
];

const natives =
  'int text bigint blob double float uuid timeuuid timestamp date time boolean varint decimal inet ascii smallint tinyint duration'.split(
    ' ',
  );
const types = [
  ...natives,
  'list<int>',
  'set<text>',
  'map<int, text>',
  'frozen<list<int>>',
  'frozen<set<text>>',
  'tuple<int, text>',
  'vector<float, 2>',
];
const values = (
  "0|1|-1|2147483648|1.5|-0.0|1e3|NaN|Infinity|-Infinity|'a'|''|'2020-01-01'|'2020-01-01 00:00:00+0000'|'10:00:00'|0x|0xff|" +
  "0x00000001|true|null|?|:m|1h|1d|1mo|P1Y|'127.0.0.1'|550e8400-e29b-41d4-a716-446655440000|50554d6e-29bb-11e5-b345-feff819cdc9f|" +
  "[]|{}|[1]|{1}|{'a'}|{1: 2}|{'a': 'b'}|[1.0, 2.0]|(1, 'a')|(1)|now()|uuid()|$$x$$|'1'|[null]|{a: 1}"
).split('|');
const functions = (
  'token ttl writetime maxwritetime count min max sum avg tojson to_json fromjson from_json blobasint blob_as_int intasblob ' +
  'totimestamp to_date dateof mintimeuuid tounixtimestamp abs round floor collection_count map_keys mask_default mask_inner ' +
  'format_bytes similarity_cosine textasblob blobastext'
).split(' ');
const clauses = [
  'LIMIT 1',
  'LIMIT ?',
  'PER PARTITION LIMIT 1',
  'ALLOW FILTERING',
  'IF EXISTS',
  'IF NOT EXISTS',
  'USING TTL 10',
  'USING TIMESTAMP 1',
  'USING TTL ? AND TIMESTAMP :t',
];
