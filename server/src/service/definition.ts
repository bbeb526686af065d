import type { Location } from '../catalog/index.ts';
import { declarationOf, nameAt } from './at.ts';
import type { Subject } from './subject.ts';

/** Where the thing that is named at an offset is declared, with the range of the name that was asked about. */
export interface Definition {
  readonly start: number;
  readonly end: number;
  readonly targets: readonly Location[];
}

/** The declaration of the name at an offset. */
export function definitionAt(subject: Subject, offset: number): Definition | undefined {
  const name = nameAt(subject, offset);
  const targets = name?.meanings.flatMap(declarationOf) ?? [];
  return name === undefined || targets.length === 0 ? undefined : { start: name.start, end: name.end, targets };
}
