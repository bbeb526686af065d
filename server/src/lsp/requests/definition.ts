import type { DefinitionParams, Location, LocationLink } from 'vscode-languageserver';
import { definitionAt, type Definition } from '../../service/definition.ts';
import { builtInLocation } from '../built-in-documents.ts';
import { locationOf, rangeOf } from '../desk.ts';
import { aboutDocument, type Asked } from '../request.ts';

export const definition = aboutDocument<DefinitionParams, Location[] | LocationLink[] | null>(
  null,
  (asked, { position }) =>
    definitionAnswer(asked, definitionAt(asked.subject, asked.positions.offset(asked.subject.document, position))),
);

/** The declarations that were found, with the name that was asked about where the client shows it. */
export function definitionAnswer(asked: Asked, found: Definition | undefined): Location[] | LocationLink[] | null {
  if (found === undefined) return null;
  const { builtIn } = found;
  const known = found.targets.flatMap((target) => locationOf(asked, target) ?? []);
  const targets =
    builtIn === undefined || !asked.client.opensTexts
      ? known
      : [...known, builtInLocation(asked, builtIn.release, builtIn)].filter((one) => one !== undefined);
  if (targets.length === 0) return null;
  if (!asked.client.locationLinks) return targets;
  return targets.map(({ uri, range }) => ({
    originSelectionRange: rangeOf(asked, asked.subject.document, found.start, found.end),
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
  }));
}
