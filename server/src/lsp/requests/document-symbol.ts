import type { DocumentSymbol, DocumentSymbolParams, SymbolInformation } from 'vscode-languageserver';
import { outlineOf, type OutlineSymbol } from '../../service/outline.ts';
import { SYMBOLS, symbolOf } from '../convert.ts';
import { placeOf } from '../desk.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { aboutCqlFile, inTurns, type Asked } from '../request.ts';

type Outline = DocumentSymbol[] | SymbolInformation[];

export const documentSymbol = aboutCqlFile<DocumentSymbolParams, Outline | Promise<Outline | Refusal>>(
  [],
  async (asked) => {
    const { document } = asked.subject;
    const symbols = await inTurns(asked, 'document', outlineOf(document));
    if (isRefusal(symbols)) return symbols;
    return asked.client.nestsSymbols
      ? symbols.map((symbol) => symbolOf(asked, document, symbol))
      : symbols.flatMap((symbol) => oneByOne(asked, symbol));
  },
);

/** A symbol and those in it, each with the name of what it is in. */
function oneByOne(
  asked: Asked,
  { name, kind, range, children }: OutlineSymbol,
  container?: string,
): SymbolInformation[] {
  const { uri, document } = asked.subject;
  const own: SymbolInformation = {
    name,
    kind: SYMBOLS[kind],
    location: placeOf(asked, uri, document, range.start, range.end),
    ...(container !== undefined && { containerName: container }),
  };
  return [own, ...children.flatMap((child) => oneByOne(asked, child, name))];
}
