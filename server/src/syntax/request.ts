import { countLineBreaks } from '../text/lines.ts';
import { readOn, startReading } from './lexer.ts';
import type { Segment } from './segment.ts';
import { StatementSegment, newWorkshop } from './statement-segment.ts';

/** Reads texts as a server does: each is one request and holds one statement, whatever its lines look like. */
export interface RequestReader {
  read(text: string): Segment;
}

/** A reader that keeps its parser from one request to the next. */
export function newRequestReader(): RequestReader {
  const workshop = newWorkshop();
  return {
    read(text) {
      const reading = startReading(text, text.length, { stopsRunaways: false, templates: false });
      readOn(reading, text.length);
      const { visible, hidden } = reading;
      const extent = {
        text,
        table: visible,
        first: 0,
        last: visible.count,
        hidden,
        firstHidden: 0,
        lastHidden: hidden.count,
        ending: 'end' as const,
        reach: 0,
        lineBreaks: countLineBreaks(text),
      };
      return new StatementSegment(extent, workshop);
    },
  };
}
