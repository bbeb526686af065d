import { builtInFunction, printName, printType, type Table, type UserFunction } from '../catalog/index.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Insert } from '../syntax/ast.ts';
import { caretAt } from '../syntax/index.ts';
import { tableNameOf } from '../syntax/table-names.ts';
import { tablesOf } from './at.ts';
import { releaseFor } from '../text/release.ts';
import { aboutOption, classesOf, entriesOf, indexClassOf, optionsOf } from './completion/option-register.ts';
import { placeOf } from './completion/place.ts';
import { fieldsOf, receiverOf } from './completion/receiver.ts';
import { folded } from './completion/tokens-before.ts';
import type { Subject } from './subject.ts';

/** What stands in the brackets around a caret. */
export interface SignatureHelp {
  readonly signatures: readonly Signature[];
  /** Index of the part that the caret stands in; beyond the last where there are too many. */
  readonly active: number;
}

export interface Signature {
  readonly label: string;
  /** The parts of the label that the commas part: offsets in it. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** In Markdown. */
  readonly documentation?: string;
}

/**
 * The signatures of the function, the columns of the INSERT, the fields of the type, or the entries of the option, whose brackets are
 * open at an offset.
 * `byItself`: nobody asked, a sign was typed; in a text it means nothing.
 */
export function signatureHelpAt(subject: Subject, offset: number, byItself = false): SignatureHelp | undefined {
  const { document } = subject;
  const index = segmentBefore(subject, offset);
  const segment = document.segments[index]!;
  const caret = offset - document.startOf(index);
  const { types, starts, ends } = segment.tokens;
  const wordAt = (token: number): string => segment.text.slice(starts[token], ends[token]);
  // A caret within a comment is about none.
  if (segment.comments.some(({ span }) => span.start < caret && caret < span.end)) return undefined;
  let inString = false;
  let depth = 0;
  let commas = 0;
  for (let token = starts.findLastIndex((start) => start < caret); token >= 0; token--) {
    const type = types[token]!;
    if (type === T.STRING && caret < ends[token]!) inString = true;
    else if (CLOSING.has(type) && ends[token]! <= caret) depth += 1;
    else if (depth === 0 && type === T.COMMA && ends[token]! <= caret) commas += 1;
    else if (OPENING.has(type)) {
      if (depth > 0) {
        depth -= 1;
        continue;
      }
      if (ends[token]! > caret) return undefined;
      const option =
        type === T.LBRACE && types[token - 1] === T.EQ ? ofOption(subject, index, token, caret) : undefined;
      if (option !== undefined) return option;
      if (inString && byItself) return undefined;
      const literal = type === T.LBRACE ? ofUserType(subject, index, token, caret) : undefined;
      if (literal !== undefined) return literal;
      // What stands in a collection or a tuple is a part of the value around it.
      if (type !== T.LPAREN || BEFORE_PARTS.has(types[token - 1] ?? 0)) commas = 0;
      else if (types[token - 1] === T.VALUES) return ofInsert(subject, index, commas);
      else if (token === 0) return undefined;
      else {
        const keyspace = types[token - 2] === T.DOT ? wordAt(token - 3) : undefined;
        return ofFunction(subject, index, keyspace, wordAt(token - 1), commas);
      }
    }
  }
  return undefined;
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE]);
const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE]);

/** Behind these a bracket opens a tuple, or a part of a calculation. */
const BEFORE_PARTS: ReadonlySet<number> = new Set([
  ...OPENING,
  T.COMMA,
  T.COLON,
  T.PLUS,
  T.MINUS,
  T.STAR,
  T.SLASH,
  T.PERCENT,
]);

/** The segment that goes on at an offset: the white space behind one that is not ended is still its own. */
function segmentBefore({ document }: Subject, offset: number): number {
  const index = document.segmentAt(offset);
  const begins = document.startOf(index) + document.segments[index]!.begin;
  const before = document.segments[index - 1];
  return offset <= begins && before !== undefined && !before.text.endsWith(';') ? index - 1 : index;
}

function ofInsert(subject: Subject, index: number, active: number): SignatureHelp | undefined {
  const statement = subject.document.segments[index]!.statement();
  const inserts = statement?.kind === 'batch' ? statement.statements : [statement];
  const insert = inserts.findLast((one): one is Insert => one?.kind === 'insert' && one.values.kind === 'values');
  if (insert?.values.kind !== 'values') return undefined;
  const table: Table | undefined = insert.into === undefined ? undefined : tablesOf(subject, index, insert.into)[0];
  const parts = insert.values.columns.map(({ name, text }) => {
    const column = table?.columns.get(name);
    return column === undefined ? text : `${text} ${printType(column.type)}`;
  });
  return parts.length === 0 ? undefined : { signatures: [signature('VALUES', parts, '')], active };
}

function ofFunction(
  subject: Subject,
  index: number,
  written: string | undefined,
  word: string,
  active: number,
): SignatureHelp | undefined {
  const { target, keyspace: inForce, catalog } = subject.session(index);
  // A name alone is looked up where the statement's table is.
  const keyspace = written === undefined ? (tableAt(subject, index)?.keyspace ?? inForce) : folded(written);
  const builtIn = (written === undefined ? builtInFunction(word, releaseFor(target)) : []).map(
    ({ name, parameters, returns, doc }) =>
      signature(
        name,
        (name === 'token' ? partitionKeyAt(subject, index) : undefined) ??
          parameters.map((one) => (one.optional ? `[${one.name} ${one.type}]` : `${one.name} ${one.type}`)),
        ` → ${returns}`,
        doc,
      ),
  );
  const own = (keyspace === undefined ? undefined : catalog.keyspace(keyspace))?.functions.get(folded(word)) ?? [];
  const signatures = [...builtIn, ...own.map((one) => ofUserFunction(word, one))];
  return signatures.length === 0 ? undefined : { signatures, active };
}

/** The columns of the partition key of the statement's table, where that is known. */
const partitionKeyAt = (subject: Subject, index: number): readonly string[] | undefined =>
  tableAt(subject, index)?.partitionKey.map((column) => `${printName(column.name)} ${printType(column.type)}`);

function tableAt(subject: Subject, index: number): Table | undefined {
  const statement = subject.document.segments[index]!.statement();
  const name = statement && tableNameOf(statement);
  return name && tablesOf(subject, index, name)[0];
}

/** The entries that the map of an option may have, which opens with a token of the segment; that at the caret is told about. */
function ofOption(subject: Subject, index: number, opening: number, caret: number): SignatureHelp | undefined {
  const segment = subject.document.segments[index]!;
  const { types, starts, ends } = segment.tokens;
  const textAt = (token: number): string => segment.text.slice(starts[token], ends[token]).replaceAll("'", '');
  const asked = subject.session(index);
  const name = textAt(opening - 2).toLowerCase();
  const option = optionsOf(segment.statement(), asked)?.find((one) => one.name === name);
  if (option === undefined) return undefined;
  let className = indexClassOf(segment.statement());
  let active: string | undefined;
  for (let token = opening + 1; token < types.length && types[token] !== T.RBRACE; token++) {
    // Behind a comma nothing may be written yet.
    if (types[token] === T.COMMA && ends[token]! <= caret) active = undefined;
    if (token > opening + 1 && types[token - 1] !== T.COMMA) continue;
    if (types[token + 1] === T.COLON && textAt(token) === 'class') className = textAt(token + 2);
    if (starts[token]! <= caret) active = textAt(token);
  }
  const classes = classesOf(name, asked);
  const entries = entriesOf(name, className, asked);
  const names = [...(classes.length === 0 || name === 'options' ? [] : ['class']), ...entries.map((one) => one.name)];
  if (names.length === 0) return undefined;
  const entry = entries.find((one) => one.name === active);
  const chosen = classes.find((one) => one.name === className);
  const about =
    entry !== undefined
      ? aboutOption(entry, asked)
      : active === 'class' && chosen !== undefined
        ? chosen.doc
        : option.doc;
  // A key that is begun is the first that begins so.
  const at = active === undefined || active === '' ? -1 : names.findIndex((one) => one.startsWith(active));
  return { signatures: [signature(`${name} = `, names, '', about, '{}')], active: at < 0 ? names.length : at };
}

/** The fields of the user-defined type whose literal opens with a token of the segment. */
function ofUserType(subject: Subject, index: number, opening: number, caret: number): SignatureHelp | undefined {
  const { document } = subject;
  const { text, tokens } = document.segments[index]!;
  const { types, starts, ends } = tokens;
  const offset = document.startOf(index) + starts[opening]!;
  const before = caretAt(document, offset);
  const place = before && placeOf(subject, before, offset);
  const type = place && receiverOf(place)?.type;
  if (type?.kind !== 'user') return undefined;
  const fields = fieldsOf(place!, type);
  if (fields === undefined) return undefined;
  let active = '';
  let depth = 0;
  for (let token = opening + 1; token < types.length && starts[token]! < caret; token++) {
    if (OPENING.has(types[token]!)) depth += 1;
    else if (CLOSING.has(types[token]!)) depth -= 1;
    else if (depth === 0 && (token === opening + 1 || types[token - 1] === T.COMMA))
      active = folded(text.slice(starts[token], ends[token]));
    else if (depth === 0 && types[token] === T.COMMA) active = '';
  }
  const parts = [...fields].map(([name, of]) => `${printName(name)} ${printType(of)}`);
  // A field that is begun is the first that begins so.
  const at = active === '' ? -1 : [...fields.keys()].findIndex((name) => name.startsWith(active));
  return {
    signatures: [signature(printName(type.name), parts, '', undefined, '{}')],
    active: at < 0 ? parts.length : at,
  };
}

const ofUserFunction = (word: string, { parameters, parameterNames, returns }: UserFunction): Signature =>
  signature(
    word,
    parameters.map((type, index) => [parameterNames[index] ?? '', printType(type)].join(' ').trim()),
    ` → ${printType(returns)}`,
  );

function signature(
  name: string,
  parts: readonly string[],
  end: string,
  documentation?: string,
  brackets = '()',
): Signature {
  let label = `${name}${brackets[0]}`;
  const parameters = parts.map((part, index): readonly [number, number] => {
    if (index > 0) label += ', ';
    label += part;
    return [label.length - part.length, label.length];
  });
  return { label: `${label}${brackets[1]}${end}`, parameters, ...(documentation !== undefined && { documentation }) };
}
