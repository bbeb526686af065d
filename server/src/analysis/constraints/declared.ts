import { conditionsIn, isMet, subjectOf } from '../../catalog/constraints.ts';
import type { Column, CqlType } from '../../catalog/model.ts';
import { isCollection, isMultiCell, printType } from '../../catalog/types.ts';
import type { CheckCondition, ColumnConstraint, Expression, LiteralType, Name } from '../../syntax/ast.ts';
import { printName } from '../../catalog/names.ts';
import { complaintAboutNumber } from '../values/literals/numbers.ts';
import { complaintAboutText, type LiteralScope } from '../values/literals/parse.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { refuse, undecided } from '../judging/refuse.ts';
import { printTerm } from '../typing/terms/text.ts';
import { marshalText } from '../typing/types/marshal-text.ts';
import type { Context } from '../judging/context.ts';

/** Of a column with constraints, as far as they are concerned. */
export interface Constrained {
  readonly name: Name;
  readonly constraints: readonly ColumnConstraint[];
}

/** What the parser says of a column: arguments are texts, functions are known, and conditions are about their own column. */
export function constraintsWhileParsing({ name, constraints }: Constrained): Outcome {
  const conditions = conditionsIn(constraints);
  return inOrder(
    () => inEach(conditions, knownFunction),
    () => inEach(conditions, (each) => ownColumn(each, name)),
  );
}

function knownFunction({ kind, name, arguments: args, operator, value, span }: CheckCondition): Outcome {
  if (kind !== 'function' || name === undefined) return undefined;
  const wrong = args.find((argument) => argument.kind !== 'literal' || argument.type !== 'string');
  if (wrong !== undefined) {
    if (wrong.kind === 'unknown') return undecided('placeholder');
    return refuse(
      'constraint',
      'Constraint function parameters need to be strings.',
      wrong.span,
      [name.name],
      'syntax',
    );
  }
  // A function that is compared with no plain value is read as one without a comparison.
  const isCompared = operator !== undefined && (value === undefined || PLAIN.has(value.kind));
  const known = isCompared ? FUNCTIONS : UNARY;
  const printed = isCompared ? printName(name.name, '6.0') : name.name;
  if (name.template || known.has(printed.toUpperCase())) return undefined;
  return refuse('constraint', `Unrecognized constraint function: ${printed}`, span, [name.name]);
}

/** Values that a condition compares with: neither calculated nor behind a type. */
const PLAIN: ReadonlySet<Expression['kind']> = new Set([
  'literal',
  'null',
  'marker',
  'list',
  'set',
  'map',
  'udt',
  'tuple',
  'unknown',
]);

/** Without a comparison, and with one. */
const UNARY: ReadonlySet<string> = new Set(['NOT_NULL', 'JSON']);
const FUNCTIONS: ReadonlySet<string> = new Set(['LENGTH', 'OCTET_LENGTH', 'REGEXP']);

function ownColumn({ name, ...condition }: CheckCondition, column: Name): Outcome {
  if (condition.kind !== 'column' || name === undefined || name.template || column.template) return undefined;
  return name.name === column.name ? undefined : otherColumn(condition, name.name, column.name);
}

function otherColumn({ operator, value, span }: CheckCondition, written: string, column: string): Outcome {
  const text = `${written} ${operator ?? ''} ${value === undefined ? '' : printTerm(value)}`;
  const message = `Constraint ${text} was not specified on a column it operates on: ${printName(column)} but on: ${written}`;
  return refuse('constraint', message, span, [column, written]);
}

/** CREATE TABLE is printed and read once more: printed conditions have no quotes around their column, and texts single ones within. */
export function constraintsReadAgain(columns: readonly Constrained[]): Outcome {
  return inEach(columns, ({ name: { name }, constraints }) =>
    inEach(conditionsIn(constraints), (condition) =>
      condition.kind === 'column' && /^[A-Za-z]\w*$/.test(name) && name !== name.toLowerCase()
        ? otherColumn(condition, name.toLowerCase(), name)
        : brokenText(condition),
    ),
  );
}

/** A text that ends at a quote within; what follows it is nothing that may stand there. */
function brokenText({ value }: CheckCondition): Outcome {
  if (value?.kind !== 'literal' || value.type !== 'string' || !value.value.includes("'")) return undefined;
  const printed = `'${value.value}'`;
  const rest = printed.replace(/^'(?:[^']|'')*'/, '');
  if (rest === '' || /^\s*(?:[,)]|and\b|primary\b|masked\b|static\b|check\b)/i.test(rest)) return undefined;
  const message = 'The server prints this text without doubling its quotes, and cannot read that again.';
  return refuse('constraint', message, value.span, [], 'syntax');
}

/** The conditions suit the column (`ColumnConstraints.validate`). */
export function complaintAboutConstraints(
  constraints: readonly ColumnConstraint[],
  column: Pick<Column, 'name' | 'type' | 'kind' | 'order'>,
  table: { readonly keyspace: string; readonly name: string },
  context: Context,
): Outcome {
  const [first] = constraints;
  if (first === undefined) return undefined;
  if (column.type.kind === 'unknown') return undecided('unknown-schema');
  const conditions = conditionsIn(constraints);
  return inOrder(
    () => {
      if (isConstrainable(column.type)) return undefined;
      const more = isCollection(column.type)
        ? ' When using collections, constraints can be used only of frozen collections.'
        : '';
      const message =
        `Constraint cannot be defined on the column ${column.name} of type ${printType(column.type, context.release)} ` +
        `for the table ${table.keyspace}.${table.name}.${more}`;
      return refuse('constraint', message, first.span, [column.name]);
    },
    () => together(conditions, column.name),
    () => inEach(conditions, (condition) => checkCondition(condition, column, context)),
  );
}

const isConstrainable = (type: CqlType): boolean =>
  type.kind !== 'user' && type.kind !== 'tuple' && !(isCollection(type) && isMultiCell(type));

/** As messages call a condition; with `full`, one with a comparison by its operator as well. */
function nameOf(condition: CheckCondition, column: string, full = false): string {
  const { kind, operator } = condition;
  if (kind === 'column') return `${column} ${operator ?? ''}`;
  const text = subjectOf(condition);
  return full && operator !== undefined ? `${text} ${operator}` : text;
}

/** Conditions of one function, or all comparisons of the column, go together (`AbstractFunctionSatisfiabilityChecker`). */
function together(conditions: readonly CheckCondition[], column: string): Outcome {
  return inOrder(
    ...['LENGTH', 'OCTET_LENGTH', 'REGEXP', 'NOT_NULL', 'JSON'].map(
      (name) => () =>
        alike(
          conditions.filter((each) => each.kind !== 'column' && nameOf(each, column) === name),
          name,
          column,
        ),
    ),
    () =>
      alike(
        conditions.filter(({ kind }) => kind === 'column'),
        'scalar',
        column,
      ),
  );
}

function alike(conditions: readonly CheckCondition[], name: string, column: string): Outcome {
  const seen = new Set<string>();
  const twice = inEach(conditions, (condition) => {
    const full = nameOf(condition, column, true);
    if (condition.operator === '!=' || !seen.has(full)) {
      seen.add(full);
      return undefined;
    }
    const message = `There are duplicate constraint definitions on column '${column}': [${full}]`;
    return refuse('constraint', message, condition.span, [column]);
  });
  if (twice !== undefined) return twice;
  const wrong =
    name === 'REGEXP' ? conditions.find(({ operator }) => operator !== '=' && operator !== '!=') : undefined;
  if (wrong !== undefined) {
    const message = `REGEXP constraint of relation '${wrong.operator}' is not supported. Only these are: [=, !=]`;
    return refuse('constraint', message, wrong.span, [column]);
  }
  const [one, other] = conditions;
  if (one?.operator === undefined || other?.operator === undefined || conditions.length !== 2) return undefined;
  const texts = conditions.map(
    ({ operator, value }) => `${column} ${operator} ${value === undefined ? '' : printTerm(value)}`,
  );
  if (excludes(one.operator, other.operator)) {
    const message = `Constraints combination of ${name} is not supported: ${texts.join(', ')}`;
    return refuse('constraint', message, other.span, [column]);
  }
  if (one.operator === '!=' && other.operator === '!=') return undefined;
  const [a, b] = [numberOf(one), numberOf(other)];
  if (a === undefined || b === undefined) return undefined;
  const order = a === b ? 0 : b - a;
  if (isMet(order, one.operator) && isMet(-order, other.operator)) return undefined;
  const message = `Constraints of ${name} are not satisfiable: ${texts.join(', ')}`;
  return refuse('constraint', message, other.span, [column]);
}

const excludes = (a: string, b: string): boolean =>
  a === '=' || b === '=' || [`${a} ${b}`, `${b} ${a}`].some((pair) => pair === '> >=' || pair === '< <=');

function numberOf({ value }: CheckCondition): number | undefined {
  if (value?.kind !== 'literal' || (value.type !== 'integer' && value.type !== 'float')) return undefined;
  return Number(value.value);
}

function checkCondition(
  condition: CheckCondition,
  { name, type, kind, order }: Pick<Column, 'name' | 'type' | 'kind' | 'order'>,
  { session, release }: Context,
): Outcome {
  const what = nameOf(condition, name);
  const refused = (message: string): Outcome => refuse('constraint', message, condition.span, [name]);
  const supported = condition.kind === 'column' ? NUMBERS : SUPPORTED.get(what);
  const className = /^[^(]*/.exec(classOf(type, session.catalog))?.[0] ?? '';
  if (supported !== undefined && !supported.some((each) => className === `${PACKAGE}${each}`)) {
    const list = supported.map((each) => `${PACKAGE}${each}`).join(', ');
    const was = order === 'DESC' ? `${PACKAGE}ReversedType` : className;
    return refused(`Constraint '${what}' can be used only for columns of type [${list}] but it was class ${was}`);
  }
  if (condition.arguments.length > 0) return refused(`Constraint ${what} does not accept any arguments.`);
  if (what === 'NOT_NULL' && (kind === 'partition' || kind === 'clustering'))
    return refused(`NOT_NULL constraint can not be specified on a ${kind} key column '${name}'`);
  const { value } = condition;
  if (value === undefined) return undefined;
  if (value.kind === 'unknown') return undecided('placeholder');
  const text = value.kind === 'literal' ? value.value : printTerm(value, release);
  if (what === 'REGEXP' && isBroken(text)) return refused(`String '${text}' is not a valid regular expression`);
  if (
    condition.kind !== 'column' ||
    type.kind !== 'native' ||
    isReadAs(type.name, value, { catalog: session.catalog, release })
  )
    return undefined;
  return refused(`Cannot parse constraint value from ${printTerm(value, release)} for column '${name}'`);
}

/** Numbers of whole types are whole, no number is a word, and a counter is never read; what is empty is no date and no time. */
function isReadAs(type: string, constant: Expression, scope: LiteralScope): boolean {
  if (constant.kind !== 'literal') return false;
  const { type: written, value } = constant;
  if (value === '') return type !== 'date' && type !== 'time';
  if (type === 'counter') return false;
  if (TIMES.has(type)) return complaintAboutText({ kind: 'native', name: type }, value, scope) === undefined;
  if (!NUMBERS_READ.has(type)) return true;
  if (written === 'float' && !/\d/.test(value)) return type === 'float' || type === 'double';
  return isNumber(written) && complaintAboutNumber(type, value) === undefined;
}

const isNumber = (written: LiteralType): boolean =>
  written === 'integer' || written === 'float' || written === 'string';

/** What Java's `Pattern` surely refuses: brackets without their like, repetitions of nothing, unknown escapes. */
function isBroken(text: string): boolean {
  if (text.includes('\\Q')) return false;
  if (UNKNOWN_ESCAPE.test(text)) return true;
  if (text.includes('\\') || text.includes('(?')) return false;
  if (text.includes('[')) {
    const [, from = '', to = ''] = /\[\^?([a-zA-Z\d])-([a-zA-Z\d])\]/.exec(text) ?? [];
    return from > to || /\[\^?\]?[^\]]*$/.test(text);
  }
  let open = 0;
  for (const character of text) {
    if (character === '(') open++;
    if (character === ')' && open-- === 0) return true;
  }
  if (open > 0 || /(?:^|[(|])[*+?]|\{(?!\d)/.test(text) || REPEATED_AGAIN.test(text)) return true;
  return [...text.matchAll(/\{(\d+)(?:,(\d*))?(\}?)/g)].some(
    ([, least, most, close]) => close === '' || (most !== undefined && most !== '' && Number(most) < Number(least)),
  );
}

const UNKNOWN_ESCAPE = /^(?:[^\\]|\\[^gijlmoqyCEFIJKLMOTUY])*\\[gijlmoqyCEFIJKLMOTUY]/;

/** A repetition takes `?` or `+` behind it, and nothing else. */
const REPEATED_AGAIN = /(?:[*+?]|\{\d+(?:,\d*)?\})(?:\*|[+?][*+?])/;

/** What is frozen is no class of its own. */
function classOf(type: CqlType, catalog: Context['session']['catalog']): string {
  return marshalText(type, catalog).replace(`${PACKAGE}FrozenType(`, '');
}

const PACKAGE = 'org.apache.cassandra.db.marshal.';
const TEXTS = ['UTF8Type', 'AsciiType'];
const BYTES = ['BytesType', ...TEXTS];
const SUPPORTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['LENGTH', BYTES],
  ['OCTET_LENGTH', BYTES],
  ['JSON', TEXTS],
  ['REGEXP', TEXTS],
]);
const NUMBERS =
  'ByteType CounterColumnType DecimalType DoubleType FloatType Int32Type IntegerType LongType ShortType TimeType SimpleDateType TimestampType'.split(
    ' ',
  );
const NUMBERS_READ: ReadonlySet<string> = new Set('tinyint smallint int bigint varint float double decimal'.split(' '));
const TIMES: ReadonlySet<string> = new Set(['date', 'time', 'timestamp']);
