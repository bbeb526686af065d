import type { DefinitionParams, Location, LocationLink } from 'vscode-languageserver';
import { definitionAt } from '../../service/definition.ts';
import { locationOf, rangeOf } from '../desk.ts';
import { aboutDocument } from '../request.ts';

export const definition = aboutDocument<DefinitionParams, Location[] | LocationLink[] | null>(
  null,
  (asked, { position }) => {
    const { subject, positions, client } = asked;
    const found = definitionAt(subject, positions.offset(subject.document, position));
    const targets = found?.targets.flatMap((target) => locationOf(asked, target) ?? []) ?? [];
    if (found === undefined || targets.length === 0) return null;
    if (!client.locationLinks) return targets;
    return targets.map(({ uri, range }) => ({
      originSelectionRange: rangeOf(asked, subject.document, found.start, found.end),
      targetUri: uri,
      targetRange: range,
      targetSelectionRange: range,
    }));
  },
);
