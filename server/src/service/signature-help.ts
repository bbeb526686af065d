import { builtInFunction, printType, type Table, type UserFunction } from '../catalog/index.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Insert } from '../syntax/ast.ts';
import { tablesOf } from './at.ts';
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
  readonly documentation?: string;
}

/** The signatures of the function, or the columns of the INSERT, whose brackets are open at an offset. */
export function signatureHelpAt(subject: Subject, offset: number): SignatureHelp | undefined {
  const { document } = subject;
  const index = segmentBefore(subject, offset);
  const segment = document.segments[index]!;
  const caret = offset - document.startOf(index);
  const { types, starts, ends } = segment.tokens;
  const wordAt = (token: number): string => segment.text.slice(starts[token], ends[token]);
  // A caret within a text or a comment is about neither.
  if (segment.comments.some(({ span }) => span.start < caret && caret < span.end)) return undefined;
  let depth = 0;
  let commas = 0;
  for (let token = starts.findLastIndex((start) => start < caret); token >= 0; token--) {
    const type = types[token]!;
    if (type === T.STRING && caret < ends[token]!) return undefined;
    if (CLOSING.has(type) && ends[token]! <= caret) depth += 1;
    else if (depth === 0 && type === T.COMMA && ends[token]! <= caret) commas += 1;
    else if (OPENING.has(type)) {
      if (depth > 0) depth -= 1;
      else if (type !== T.LPAREN || ends[token]! > caret) return undefined;
      else if (types[token - 1] === T.VALUES) return ofInsert(subject, index, commas);
      else return token === 0 ? undefined : ofFunction(subject, index, wordAt(token - 1), commas);
    }
  }
  return undefined;
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE]);
const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE]);

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

function ofFunction(subject: Subject, index: number, word: string, active: number): SignatureHelp | undefined {
  const { target, keyspace, catalog } = subject.session(index);
  const release = target.kind === 'cassandra' ? target.release : '5.0';
  const builtIn = builtInFunction(word, release).map(({ name, parameters, returns, doc }) =>
    signature(
      name,
      parameters.map((one) => (one.optional ? `[${one.name} ${one.type}]` : `${one.name} ${one.type}`)),
      ` → ${returns}`,
      doc,
    ),
  );
  const own =
    (keyspace === undefined ? undefined : catalog.keyspace(keyspace))?.functions.get(word.toLowerCase()) ?? [];
  const signatures = [...builtIn, ...own.map((one) => ofUserFunction(word, one))];
  return signatures.length === 0 ? undefined : { signatures, active };
}

const ofUserFunction = (word: string, { parameters, returns }: UserFunction): Signature =>
  signature(
    word,
    parameters.map((type) => printType(type)),
    ` → ${printType(returns)}`,
  );

function signature(name: string, parts: readonly string[], end: string, documentation?: string): Signature {
  let label = `${name}(`;
  const parameters = parts.map((part, index): readonly [number, number] => {
    if (index > 0) label += ', ';
    label += part;
    return [label.length - part.length, label.length];
  });
  return { label: `${label})${end}`, parameters, ...(documentation !== undefined && { documentation }) };
}
