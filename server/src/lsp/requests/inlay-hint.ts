import { InlayHintKind, type InlayHint, type InlayHintParams } from 'vscode-languageserver';
import { inlayHintsIn } from '../../service/inlay-hints.ts';
import { wholeSpan } from '../../workspace/programs.ts';
import { aboutDocument } from '../request.ts';

export const inlayHint = aboutDocument<InlayHintParams, InlayHint[] | null>(null, (asked, { range }) => {
  const { subject, positions, setting, code } = asked;
  const { document } = subject;
  const span = { start: positions.offset(document, range.start), end: positions.offset(document, range.end) };
  const wanted = {
    partitions: setting('inlayHints.partitions') === 'on',
    columns: setting('inlayHints.columns') === 'on',
    markers: setting('inlayHints.markers') === 'on',
  };
  return inlayHintsIn(subject, span, wanted).map(({ offset, label, kind, tooltip }) => ({
    position: positions.of(
      document,
      code === undefined ? offset : wholeSpan(code, { start: offset - 1, end: offset }).end,
    ),
    label,
    ...(kind === 'columns' && { kind: InlayHintKind.Parameter, paddingRight: true }),
    ...(kind === 'markers' && { kind: InlayHintKind.Type }),
    ...(kind === 'partitions' && { paddingLeft: true }),
    ...(tooltip !== undefined && { tooltip: { kind: 'markdown', value: tooltip } }),
  }));
});
