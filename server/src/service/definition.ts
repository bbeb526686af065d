import type { Location } from '../catalog/index.ts';
import { declarationOf } from '../names/meaning.ts';
import { symbolOf } from '../names/symbol.ts';
import { atOnce } from '../text/steps.ts';
import { type CassandraRelease, releaseFor } from '../text/release.ts';
import { nameAt, type NameAt } from './at.ts';
import { builtInOf, type BuiltIn } from './built-in-text.ts';
import { referencesOf } from './references.ts';
import type { Subject } from './subject.ts';

/** Where the thing that is named at an offset is declared, with the range of the name that was asked about. */
export interface Definition {
  readonly start: number;
  readonly end: number;
  readonly targets: readonly Location[];
  /** What stands in no file. */
  readonly builtIn?: BuiltIn & { readonly release: CassandraRelease };
}

/** The declaration of the name at an offset. */
export function definitionAt(subject: Subject, offset: number): Definition | undefined {
  const name = nameAt(subject, offset);
  if (name === undefined) return undefined;
  const known = name.meanings.flatMap(declarationOf);
  const targets = known.length > 0 ? known : declarationsOf(subject, name);
  if (targets.length > 0) return { start: name.start, end: name.end, targets };
  const builtIn = name.meanings.map(builtInOf).find((one) => one !== undefined);
  if (builtIn === undefined) return undefined;
  const release = releaseFor(subject.session(subject.document.segmentAt(offset)).target);
  return { start: name.start, end: name.end, targets, builtIn: { ...builtIn, release } };
}

/** Of what the catalog keeps no place of: fields, roles, triggers, and what lives in its statement alone. */
function declarationsOf(subject: Subject, { scene, occurrence }: NameAt): readonly Location[] {
  const symbol = symbolOf(scene, occurrence);
  if (symbol === undefined) return [];
  return atOnce(referencesOf(subject, symbol))
    .filter((one) => one.occurrence.role === 'declaration')
    .map(({ uri, mention: { document, index }, occurrence: { start, end } }) => ({
      uri,
      segment: document.segments[index]!,
      span: { start, end },
    }));
}
