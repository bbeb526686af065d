import type { CodeLens, CodeLensParams } from 'vscode-languageserver';
import { lensAt, lensPlaces } from '../../service/code-lenses.ts';
import { placeOf, rangeOf } from '../desk.ts';
import { aboutCqlFile, askedOf, type RequestHandler } from '../request.ts';

/** What a lens needs to be worked out. */
interface LensData {
  readonly uri: string;
  readonly offset: number;
}

export const codeLens = aboutCqlFile<CodeLensParams, CodeLens[] | null>(null, (asked) => {
  const { subject } = asked;
  if (asked.setting('codeLens') === 'off') return null;
  return lensPlaces(subject).map(({ start, end }) => {
    const data: LensData = { uri: subject.uri, offset: start };
    return { range: rangeOf(asked, subject.document, start, end), data };
  });
});

export const codeLensResolve: RequestHandler<CodeLens, CodeLens> = {
  answer(desk, lens) {
    const { uri, offset } = lens.data as LensData;
    const asked = askedOf(desk, uri);
    const found = asked === undefined ? undefined : lensAt(asked.subject, offset);
    if (asked === undefined || found === undefined) return { ...lens, command: { title: '', command: '' } };
    const places = found.places.flatMap((place) => {
      const document = asked.workspace.file(place.uri)?.document;
      return document === undefined ? [] : [placeOf(desk, place.uri, document, place.start, place.end)];
    });
    const shows = desk.client.showsReferences && places.length > 0;
    return {
      ...lens,
      command: {
        title: found.title,
        command: shows ? 'cqlAnalyzer.showReferences' : '',
        ...(shows && { arguments: [desk.projects.clientUri(uri), lens.range.start, places] }),
      },
    };
  },
};
