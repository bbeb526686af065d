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
  /** Another program is read, or the same again: those of all of its texts are kept that are still in it, however many they are. */
  beginProgram(): void;
}

export function newReader(): Reader {
  const workshop = newWorkshop();
  let recent = new Map<string, CqlReading>();
  let before: ReadonlyMap<string, CqlReading> = recent;
  const readAnew = (text: string): CqlReading => {
    const document = openDocument(text, workshop);
    return { document, error: errorIn(document) };
  };
  return {
    read(text) {
      const known = recent.get(text);
      if (known !== undefined) return known;
      const reading = before.get(text) ?? readAnew(text);
      recent.set(text, reading);
      return reading;
    },
    beginProgram() {
      if (recent.size < ENOUGH) return;
      before = recent;
      recent = new Map();
    },
  };
}

/** So many texts are remembered, whatever programs they are of. */
const ENOUGH = 500;

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
