import * as T from '../../syntax/generated/token-types.ts';
import { newWorkshop, openDocument, type SyntaxDocument } from '../../syntax/index.ts';

/** A text of a program, read as CQL. */
export interface CqlReading {
  readonly document: SyntaxDocument;
  /** Where the first mistake ends; `undefined` where there is none. */
  readonly error: number | undefined;
}

/** Reads texts of programs; one that was read lately is not read again. */
export interface Reader {
  read(text: string): CqlReading;
}

export function newReader(): Reader {
  const workshop = newWorkshop();
  let recent = new Map<string, CqlReading>();
  return {
    read(text) {
      const known = recent.get(text);
      if (known !== undefined) return known;
      const document = openDocument(text, workshop);
      const reading = { document, error: errorIn(document) };
      if (recent.size >= MOST) recent = new Map();
      recent.set(text, reading);
      return reading;
    },
  };
}

/** So many texts are remembered. */
const MOST = 500;

function errorIn(document: SyntaxDocument): number | undefined {
  for (let index = 0; index < document.segments.length; index += 1) {
    const segment = document.segments[index]!;
    const from = document.startOf(index);
    if (segment.begin >= segment.end) {
      // A text without a statement, and not what stands behind the last.
      if (document.segments.length === 1) return from + segment.text.length;
      continue;
    }
    const { types } = segment.tokens;
    if (types.includes(T.UNTERMINATED_STRING) || types.includes(T.UNTERMINATED_QUOTED)) return document.length;
    if (types.at(-1) !== T.SEMI) return from + segment.text.length;
    const [error] = segment.errors;
    if (error !== undefined) return from + error.span.end;
    if (segment.statement() === undefined) return from + segment.text.length;
  }
  return undefined;
}
