import { anyOf } from '../hosts/alternatives.ts';
import type { Host } from '../hosts/host.ts';

/**
 * Whether a text looks as if a statement began it. Cheap: most texts of a program are none, and what looks like one has to be read
 * without an error as well.
 */
export const hasShape = (text: string): boolean => BEGINS.test(text) && SHAPES.some((shape) => shape.test(text));

/** Comments of CQL may stand before it. */
const BEFORE = '^(?:\\s|--[^\\n]*\\n|//[^\\n]*\\n|/\\*(?:[^*]|\\*(?!/))*\\*/)*';

const BEGINS = new RegExp(`${BEFORE}(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|BEGIN)\\b`, 'i');

const shape = ({ source }: RegExp): RegExp => new RegExp(`${BEFORE}${source}`, 'i');

const SHAPES: readonly RegExp[] = [
  shape(/SELECT\s[^]*?(?:\s|\)|\*|"|_)FROM\b/),
  shape(/INSERT\s+INTO\s/),
  shape(/UPDATE\s+\S+\s+(?:SET|USING)\b/),
  shape(/DELETE\s(?:[^]*?\s)?FROM\s+\S/),
  shape(
    /(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?(?:TABLE|COLUMNFAMILY|KEYSPACE|(?:CUSTOM\s+)?INDEX|TYPE|MATERIALIZED\s+VIEW|FUNCTION|AGGREGATE|ROLE|USER|TRIGGER)\s+\S/,
  ),
  shape(/TRUNCATE\s+(?:TABLE\s+|COLUMNFAMILY\s+)?[\w".$%{}]+(?:\s*\.\s*[\w"$%{}]+)?\s*;?\s*$/),
  shape(/BEGIN\s+(?:UNLOGGED\s+|COUNTER\s+)?BATCH\b/),
];

/** Whether the argument of a call that takes statements was meant as one, though a word of it may be wrong. */
export const isMeantAsStatement = (text: string): boolean =>
  BEGINS.test(text) && /^\s*[A-Z]+\s+\S+\s+\S/.test(text) && !/[.!]\s*$/.test(text);

/** Whether somebody may be about to write a statement; of what is in small letters its first words alone may be those of a sentence. */
export const isBegun = (text: string): boolean =>
  BEGUN.test(text) && (!/[.!:]\s*$/.test(text) || /\b(?:FROM|INTO|UPDATE)\s+"?\w+"?\.$/i.test(text));

const BEGUN =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|select|insert into|update|delete|(?:create|alter|drop) (?:table|keyspace|type|index|role|materialized))\s(?!\s*\/[\w{:])/;

/** Whether what is begun is written as sentences are not. */
export const isBegunInCapitals = (text: string): boolean => isBegun(text) && /^\s*[A-Z]+\s/.test(text);

/** Whether a program can hold a statement at all: what says no need not be read any further. */
export const mayHoldStatements = (text: string): boolean => ANYWHERE.test(text);

const TEXTS =
  /(?:["'`/]|%[qQ]?[({[<|!]|~[sS][({[<|]|<<[~-]?<?["']?\w+["']?.*\n)(?:\s|[|>#]|\\[nrt]|\\\r?\n|--[^\n]*\n)*(?:SELECT\s|INSERT\s|UPDATE\s|DELETE\s|CREATE\s|ALTER\s|DROP\s|TRUNCATE\s|BEGIN\s)/i;
const MARKS =
  /language\s*[=:]\s*CQL\b|\bcql[`"]|\/\*\s*cql\s*\*\/|Language\("CQL"|<<[~-]?<?["']?CQL\b|(?:```|~~~)[ \t]*cql\b/i;
const CALLS = /\bcqlsh\b/i;
const ANYWHERE = anyOf([TEXTS, MARKS, CALLS], 'i');

/** Whether a program itself says that something in it is CQL: by a mark, or a script by a call of cqlsh. */
export const saysItHoldsCql = (text: string, { shell }: Host): boolean => (shell === true ? CALLS : MARKS).test(text);
