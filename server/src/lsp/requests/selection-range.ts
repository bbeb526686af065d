import type { SelectionRange, SelectionRangeParams } from 'vscode-languageserver';
import { selectionsAt } from '../../service/selection.ts';
import { rangeOf } from '../desk.ts';
import { aboutCqlFile, type Asked } from '../request.ts';

export const selectionRange = aboutCqlFile<SelectionRangeParams, SelectionRange[]>([], (asked, params) =>
  params.positions.map((position) => nestedAt(asked, asked.positions.offset(asked.subject.document, position))),
);

function nestedAt(asked: Asked, offset: number): SelectionRange {
  const { document } = asked.subject;
  const [first, ...rest] = selectionsAt(document, offset)
    .toReversed()
    .map(({ start, end }) => rangeOf(asked, document, start, end));
  const whole: SelectionRange = { range: first ?? rangeOf(asked, document, offset, offset) };
  return rest.reduce<SelectionRange>((parent, range) => ({ range, parent }), whole);
}
