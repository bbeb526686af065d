import type { Random } from '../generate/random.ts';

/** Spells a token of a kind that has many spellings; frequent forms first, odd ones now and then. */
export function spell(random: Random, kind: string): string {
  const samples = spellings.get(kind);
  if (samples === undefined) throw new Error(`no spellings of <${kind}>`);
  return random.pick(random.chance(0.7) ? samples.plain : samples.odd);
}

/** Puts tokens together with blanks, line ends and comments between them, in changing case. */
export function joined(random: Random, tokens: readonly string[]): string {
  const upper = random.chance(0.6);
  const odd = random.chance(0.1);
  let text = '';
  for (const [index, token] of tokens.entries()) {
    if (index > 0) text += between(random, tokens[index - 1] ?? '', token, odd);
    text += /^[A-Z_]+$/.test(token) ? inCase(random, token, upper, odd) : token;
  }
  return text;
}

interface Spellings {
  readonly plain: readonly string[];
  readonly odd: readonly string[];
}

const spellings: ReadonlyMap<string, Spellings> = new Map([
  [
    'word',
    {
      plain: ['a', 'b', 'v', 'users', 'user_id', 'created_at', 'Tab', 'x1', 'ks'],
      odd: [
        'P1Y',
        'Pt',
        'e1',
        'x_',
        'expr',
        'nano',
        'offset',
        'join',
        'h',
        'd2',
        'uuid4',
        'bypass',
        'a_very_long_name_of_more_than_forty_eight_characters',
      ],
    },
  ],
  [
    'quoted',
    {
      plain: ['"a"', '"Camel"', '"two words"'],
      odd: ['"with ""quotes"""', '"select"', '"é"', '"1"', '"a;b"', '"-- no"'],
    },
  ],
  [
    'string',
    {
      plain: ["'x'", "'a text'", "''", "'2024-01-01'"],
      odd: [
        "'it''s'",
        '$$raw$$',
        "$$it's $ raw$$",
        '$$$$',
        "'semi;colon'",
        "'two\nlines'",
        "'-- no comment'",
        "'/* nor'",
        "'\\'",
        "'é😀'",
        `'"'`,
      ],
    },
  ],
  ['integer', { plain: ['1', '0', '42'], odd: ['007', '2147483648', '99999999999999999999'] }],
  ['isoDuration', { plain: ['P1Y', 'PT5M'], odd: ['P2W', 'P0001-01-01T01:00:00', '-P1D', 'P1Y2M3DT4H5M6S'] }],
  ['badName', { plain: ['_id'], odd: ['straße', 'naïve_', '_'] }],
  ['backticked', { plain: ['`a`'], odd: ['``', '`a b`'] }],
  ['typographicString', { plain: ['‘x’'], odd: ['’x’'] }],
  ['typographicQuoted', { plain: ['“x”'], odd: ['„x“'] }],
  ['typographicOperator', { plain: ['≤'], odd: ['≥', '≠', '⇐'] }],
  ['negative', { plain: ['-1'], odd: ['-0', '-42'] }],
  ['float', { plain: ['1.5', '0.1'], odd: ['1.', '1e10', '1E+5', '-1.5e-3', '1.e5', '1e', '00.5'] }],
  ['boolean', { plain: ['true', 'false'], odd: ['TRUE', 'False'] }],
  [
    'duration',
    {
      plain: ['1h', '2d', '1y2mo3d'],
      odd: [
        '89h4m48s',
        '1us',
        '1µs',
        '5ns',
        '-1mo',
        '1MS',
        'P1Y2M',
        'PT5M',
        'P2W',
        'P0001-01-01T01:00:00',
        '-P1D',
        '1h1y',
        '3W',
        'P',
        'PT',
      ],
    },
  ],
  [
    'uuid',
    {
      plain: ['123e4567-e89b-12d3-a456-426614174000', '550e8400-e29b-41d4-a716-446655440000'],
      odd: ['ABCDEFAB-0000-1000-8000-00000000000F', 'e23e4567-e89b-12d3-a456-426614174000'],
    },
  ],
  ['hex', { plain: ['0xff', '0x00'], odd: ['0x', '0XAB', '0xabc'] }],
  [
    'customType',
    {
      plain: ["'org.apache.cassandra.db.marshal.UTF8Type'"],
      odd: ["'Int32Type'", "'no.such.Type'", "''", "'ListType(Int32Type)'"],
    },
  ],
]);

function inCase(random: Random, word: string, upper: boolean, odd: boolean): string {
  if (odd && random.chance(0.2)) {
    return [...word].map((letter) => (random.chance(0.5) ? letter.toLowerCase() : letter)).join('');
  }
  return upper ? word : word.toLowerCase();
}

const lonely = /^[()[\]{},;:?]$/;

function between(random: Random, before: string, after: string, odd: boolean): string {
  if (odd && random.chance(0.15)) return random.pick(oddBlanks);
  // Around brackets and commas nothing can grow together.
  const canTouch = lonely.test(before) || lonely.test(after);
  return canTouch && random.chance(0.6) ? '' : ' ';
}

const oddBlanks: readonly string[] = [
  '\n',
  '\t',
  '\r\n',
  '  ',
  ' /* a comment */ ',
  ' -- to the end\n',
  ' // to the end\n',
  '/**/',
  ' /* -- */ ',
];
