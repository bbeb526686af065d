import type { Location, LocationLink, TypeDefinitionParams } from 'vscode-languageserver';
import { typeDefinitionAt } from '../../service/type-definition.ts';
import { aboutDocument } from '../request.ts';
import { definitionAnswer } from './definition.ts';

export const typeDefinition = aboutDocument<TypeDefinitionParams, Location[] | LocationLink[] | null>(
  null,
  (asked, { position }) =>
    definitionAnswer(asked, typeDefinitionAt(asked.subject, asked.positions.offset(asked.subject.document, position))),
);
