import { subTypes, userType, type CqlType, type UserType } from '../catalog/index.ts';
import { declarationOf, type Meaning } from '../names/meaning.ts';
import { nameAt } from './at.ts';
import type { Definition } from './definition.ts';
import type { Subject } from './subject.ts';

/** Where the user-defined types are declared that the thing named at an offset is made of. */
export function typeDefinitionAt(subject: Subject, offset: number): Definition | undefined {
  const name = nameAt(subject, offset);
  const targets = name?.meanings.flatMap((meaning) => typesIn(subject, meaning)).flatMap(declarationOf) ?? [];
  return name === undefined || targets.length === 0 ? undefined : { start: name.start, end: name.end, targets };
}

function typesIn({ project }: Subject, meaning: Meaning): readonly Meaning[] {
  const within = (type: CqlType): readonly UserType[] => {
    const own = userType(type, project.final);
    return own === undefined ? subTypes(type).flatMap(within) : [own];
  };
  const asMeaning = (type: UserType): Meaning => ({ kind: 'type', type });
  switch (meaning.kind) {
    case 'column':
      return within(meaning.column.type).map(asMeaning);
    case 'field':
      return within(meaning.fieldType).map(asMeaning);
    case 'function':
      return meaning.functions.flatMap(({ returns }) => within(returns)).map(asMeaning);
    case 'type':
      return [meaning];
    default:
      return [];
  }
}
