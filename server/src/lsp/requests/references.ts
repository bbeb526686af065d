import type { Location, ReferenceParams } from 'vscode-languageserver';
import { referencesAt } from '../../service/references.ts';
import { placeOf } from '../desk.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { aboutDocument, inTurns } from '../request.ts';

type Found = Location[] | null;

export const references = aboutDocument<ReferenceParams, Found | Promise<Found | Refusal>>(
  null,
  async (asked, { position, context }) => {
    const offset = asked.positions.offset(asked.subject.document, position);
    const found = await inTurns(asked, 'project', referencesAt(asked.subject, offset));
    if (isRefusal(found)) return found;
    return found
      .filter(({ occurrence }) => context.includeDeclaration || occurrence.role !== 'declaration')
      .map(({ uri, mention, start, end }) => placeOf(asked, uri, mention.document, start, end));
  },
);
