import type { Hover, HoverParams } from 'vscode-languageserver';
import { hoverAt } from '../../service/hover.ts';
import { rangeOf } from '../desk.ts';
import { plainTextOf } from '../plain-text.ts';
import { aboutDocument } from '../request.ts';

export const hover = aboutDocument<HoverParams, Hover | null>(null, (asked, { position }) => {
  const { subject, positions, client } = asked;
  const found = hoverAt(subject, positions.offset(subject.document, position));
  if (found === undefined) return null;
  return {
    contents: {
      kind: client.hoverFormat,
      value: client.hoverFormat === 'markdown' ? found.markdown : plainTextOf(found.markdown),
    },
    range: rangeOf(asked, subject.document, found.start, found.end),
  };
});
