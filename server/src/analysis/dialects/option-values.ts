import type { Expression, Option, OptionValue } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';

/** What is wrong with a statement, in our words, and where. */
export interface Complaint {
  readonly says: string;
  readonly span: Span;
  /** What to write there. */
  readonly instead?: string;
  /** It is wrong with an option alone. */
  readonly option?: true;
}

/** A literal, a word or NULL as it is written, without its quotes; `undefined` of everything else, and of what a template fills in. */
export function textOf(value: OptionValue | Expression | undefined): string | undefined {
  const text = writtenIn(value);
  return text === undefined || !PLAIN.test(text) ? undefined : text;
}

const PLAIN = /^[\w.:+ -]*$/;

function writtenIn(value: OptionValue | Expression | undefined): string | undefined {
  switch (value?.kind) {
    case 'negate': {
      const text = writtenIn(value.value);
      return text === undefined ? undefined : `-${text}`;
    }
    case 'literal':
      return 'literal' in value ? value.literal.value : value.value;
    case 'word':
      return value.word;
    case 'null':
      return 'null';
    default:
      return undefined;
  }
}

export interface Entry {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expression;
  readonly span: Span;
}

/** The entries of a map; none where a key is not known. */
export function entriesOf(value: OptionValue): readonly Entry[] {
  if (value.kind !== 'map') return [];
  const entries = value.entries.flatMap((entry) => {
    const name = textOf(entry.key);
    const span = { start: entry.key.span.start, end: entry.value.span.end };
    return name === undefined ? [] : [{ name, nameSpan: entry.key.span, value: entry.value, span }];
  });
  return entries.length === value.entries.length ? entries : [];
}

export const isYes = (value: OptionValue | Expression | undefined): boolean => textOf(value)?.toLowerCase() === 'true';

/** What the text of an option may be. */
export type Form =
  | 'any'
  /** One of these words, as they are written here. */
  | readonly string[]
  /** One of these, in whichever case. */
  | { readonly words: readonly string[] }
  | NumberForm;

export interface NumberForm {
  readonly whole?: true;
  readonly from?: number;
  readonly to?: number;
  readonly above?: number;
  readonly below?: number;
  /** Zero, too. */
  readonly zero?: true;
}

/** What a text should be, where it is not. */
export function wanted(form: Form, text: string): string | undefined {
  if (form === 'any') return undefined;
  if ('includes' in form) return form.includes(text) ? undefined : `one of ${form.join(', ')}`;
  if ('words' in form) return wanted(form.words, text.toLowerCase());
  return isNumberOf(form, text) ? undefined : wordsOf(form);
}

/** Numbers are read as C does, which leaves what stands behind them. */
function isNumberOf({ whole, from, to, above, below, zero }: NumberForm, text: string): boolean {
  const [read] =
    (whole ? /^\s*[+-]?\d+/ : /^\s*(?:0x[\da-f]+|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i).exec(text) ?? [];
  if (read === undefined) return false;
  const number = Number(read);
  if (zero && number === 0) return true;
  return (
    (from === undefined || number >= from) &&
    (to === undefined || number <= to) &&
    (above === undefined || number > above) &&
    (below === undefined || number < below)
  );
}

function wordsOf({ whole, from, to, above, below, zero }: NumberForm): string {
  const bounds = [
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
    ...(from === undefined ? [] : [to === undefined ? `from ${from} on` : `from ${from} to ${to}`]),
    ...(from === undefined && to !== undefined ? [`at most ${to}`] : []),
  ];
  const number = [whole ? 'a whole number' : 'a number', bounds.join(' and ')].join(' ').trim();
  return zero ? `0, or ${number}` : number;
}

/** What is wrong with the value of one option or entry. */
export function complaintAboutForm(
  name: string,
  value: Option['value'] | Expression,
  form: Form,
  span: Span,
): Complaint | undefined {
  const text = textOf(value);
  const wants = text === undefined ? undefined : wanted(form, text);
  return wants === undefined ? undefined : { says: `\`${name}\` is ${wants}.`, span };
}
