import type { CodeLens, CodeLensParams, Command, Position } from 'vscode-languageserver';
import { ruleOf } from '../../rules/index.ts';
import { lensAt, lensPlaces, servedLensAt, type Lens } from '../../service/code-lenses.ts';
import { placeOf, rangeOf } from '../desk.ts';
import { aboutCqlFile, askedOf, type Asked, dataOf, type RequestHandler } from '../request.ts';

/** What a lens needs to be worked out. */
interface LensData {
  readonly uri: string;
  readonly offset: number;
}

export const codeLens = aboutCqlFile<CodeLensParams, CodeLens[] | null>(null, (asked) => {
  const { subject, workspace } = asked;
  if (asked.setting('codeLens') === 'off') return null;
  const tables = lensPlaces(subject).map(({ start, end }) => {
    const data: LensData = { uri: subject.uri, offset: start };
    return { range: rangeOf(asked, subject.document, start, end), data };
  });
  const unserved = workspace
    .findings(subject.uri)
    .filter(({ finding }) => ruleOf(finding.code)?.answeredBy !== undefined);
  // An editor keeps a line for each of them: those which come to nothing are not even begun.
  const served = [...new Set(unserved.map(({ segment }) => segment))].flatMap((segment) => {
    const lens = servedLensAt(subject, segment);
    if (lens === undefined) return [];
    const range = rangeOf(asked, subject.document, lens.start, lens.end);
    return [{ range, command: commandOf(asked, lens, range.start) }];
  });
  return [...tables, ...served];
});

export const codeLensResolve: RequestHandler<CodeLens, CodeLens> = {
  answer(desk, lens) {
    if (lens.command !== undefined) return lens;
    const data = dataOf<LensData>(lens.data);
    const asked = data && askedOf(desk, data.uri);
    const found = asked && lensAt(asked.subject, data!.offset);
    if (asked === undefined || found === undefined) return { ...lens, command: { title: '', command: '' } };
    return { ...lens, command: commandOf(asked, found, lens.range.start) };
  },
};

/** What a lens says, and the way to its places where the editor has one. */
function commandOf(asked: Asked, { title, places }: Lens, at: Position): Command {
  const found = places.flatMap((place) => {
    const document = asked.workspace.file(place.uri)?.document;
    return document === undefined ? [] : [placeOf(asked, place.uri, document, place.start, place.end)];
  });
  if (!asked.client.showsReferences || found.length === 0) return { title, command: '' };
  const uri = asked.projects.clientUri(asked.subject.uri);
  return { title, command: 'cqlAnalyzer.showReferences', arguments: [uri, at, found] };
}
