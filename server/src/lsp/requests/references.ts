import type { Location, ReferenceParams } from 'vscode-languageserver';
import { referencesAt } from '../../service/references.ts';
import { placeOf } from '../desk.ts';
import { aboutDocument } from '../request.ts';

export const references = aboutDocument<ReferenceParams, Location[] | null>(null, (asked, { position, context }) =>
  referencesAt(asked.subject, asked.positions.offset(asked.subject.document, position))
    .filter(({ occurrence }) => context.includeDeclaration || occurrence.role !== 'declaration')
    .map(({ uri, mention, start, end }) => placeOf(asked, uri, mention.document, start, end)),
);
