import { InlayHintKind, type InlayHint, type InlayHintParams, type MarkupContent } from 'vscode-languageserver';
import { hoverAt } from '../../service/hover.ts';
import { inlayHintsIn } from '../../service/inlay-hints.ts';
import { wholeSpan } from '../../workspace/programs.ts';
import type { Client } from '../client.ts';
import { markupOf } from '../plain-text.ts';
import { aboutDocument, askedOf, dataOf, type RequestHandler } from '../request.ts';

/** What a hint needs so that more can be told of it. */
interface HintData {
  readonly uri: string;
  /** Of what it tells of. */
  readonly about: number;
}

export const inlayHint = aboutDocument<InlayHintParams, InlayHint[] | null>(null, (asked, { range }) => {
  const { subject, positions, setting, code, client } = asked;
  const { document } = subject;
  const span = { start: positions.offset(document, range.start), end: positions.offset(document, range.end) };
  const wanted = {
    partitions: setting('inlayHints.partitions') === 'on',
    columns: setting('inlayHints.columns') === 'on',
    markers: setting('inlayHints.markers') === 'on',
  };
  return inlayHintsIn(subject, span, wanted).map(({ offset, about, label, kind, tooltip }) => {
    const data: HintData | undefined = about === undefined ? undefined : { uri: subject.uri, about };
    return {
      position: positions.of(
        document,
        code === undefined ? offset : wholeSpan(code, { start: offset - 1, end: offset }).end,
      ),
      label,
      ...(kind === 'columns' && { kind: InlayHintKind.Parameter, paddingRight: true }),
      ...(kind === 'markers' && { kind: InlayHintKind.Type }),
      ...(kind === 'partitions' && { paddingLeft: true }),
      ...(tooltip !== undefined && { tooltip: told(client, tooltip) }),
      ...(client.resolvesHints && data !== undefined && { data }),
    };
  });
});

/** Nothing says what hints may be told in: as hovers are. */
const told = ({ hoverFormat }: Client, markdown: string): MarkupContent => markupOf(hoverFormat, markdown);

export const inlayHintResolve: RequestHandler<InlayHint, InlayHint> = {
  answer(desk, hint) {
    const data = dataOf<HintData>(hint.data);
    const asked = data && askedOf(desk, data.uri);
    const value = asked && hoverAt(asked.subject, data!.about)?.markdown;
    return value === undefined ? hint : { ...hint, tooltip: told(desk.client, value) };
  },
};
