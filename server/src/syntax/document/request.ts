import { readOn, startReadingInto } from '../lexing/lexer.ts';
import type { Segment } from '../segment.ts';
import { StatementSegment, newWorkshop } from './statement-segment.ts';
import { newTable } from '../token-table.ts';

/** Reads texts as a server does: each is one request and holds one statement, whatever its lines look like. */
export interface RequestReader {
  /** A segment of a document is read as the request of its statement alone, without `;`. */
  read(asked: string | Segment): Segment;
}

/** A reader that keeps its parser and its tables of tokens from one request to the next: to make them is dear. */
export function newRequestReader(): RequestReader {
  const workshop = newWorkshop();
  let table = newTable(PAGE);
  let hidden = newTable(PAGE);
  return {
    read(asked) {
      if (table.count > PAGE / 2) table = newTable(PAGE);
      if (hidden.count > PAGE / 2) hidden = newTable(PAGE);
      const first = table.count;
      const firstHidden = hidden.count;
      const text = typeof asked === 'string' ? asked : asked.text.slice(asked.begin, asked.end);
      const isCopied = asked instanceof StatementSegment && !asked.hasHidden && asked.copyTokens(table);
      if (!isCopied)
        readOn(startReadingInto(table, hidden, text, { stopsRunaways: false, templates: false }), text.length);
      const extent = {
        text,
        table,
        first,
        last: table.count,
        hidden,
        firstHidden,
        lastHidden: hidden.count,
        ending: 'end' as const,
        reach: 0,
      };
      return new StatementSegment(extent, workshop);
    },
  };
}

/** In tokens; requests of some hundred share a table, so that it can go when they are gone. */
const PAGE = 8192;
