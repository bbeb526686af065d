import { printName, printType } from '../../catalog/index.ts';
import { NATIVE_TYPE_NAMES, NATIVE_TYPES, TYPE_FORMS } from '../../syntax/built-in-types.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { existsIn } from '../../text/release.ts';
import { type Draft, field } from './entry.ts';
import { inCase } from './letter-case.ts';
import { homeOf, type Place } from './place.ts';

/** The types that may be written at the caret. */
export function typesAt(place: Place): readonly Draft[] {
  const own = [...(homeOf(place)?.types.values() ?? [])].map(({ name, fields }): Draft => ({
    label: printName(name),
    kind: 'type',
    detail: 'user-defined type',
    about: () =>
      `\`\`\`cql\nTYPE ${printName(name)} (\n${[...fields].map(([one, type]) => `  ${printName(one)} ${printType(type)}`).join(',\n')}\n)\n\`\`\``,
  }));
  if (place.qualifier !== undefined) return own;
  const written = inCase(place, 'lower');
  const { types, count, name: nameAt } = place.tokens;
  // Another type is open where a `<` stands behind the last bracket; a counter is no part of one.
  const isInside = types.lastIndexOf(T.LT) > Math.max(types.lastIndexOf(T.LPAREN), types.lastIndexOf(T.GT));
  const isFrozen = types[count - 1] === T.LT && nameAt(count - 2) === 'frozen';
  const parametric = TYPE_FORMS.filter(({ lifetime }) => existsIn(place.release, lifetime)).map(
    ({ name, example, doc }): Draft => ({
      label: `${written(name)}${example.slice(name.length)}`,
      kind: 'type',
      text: `${written(name)}<`,
      snippet: `${written(name)}<${example
        .slice(name.length + 1, -1)
        .split(', ')
        .map((parameter, index) => field(index + 1, parameter))
        .join(', ')}>`,
      // What is typed behind the bare name, such as a comma, leaves the suggestion behind.
      filter: written(name),
      about: () => doc,
    }),
  );
  const simple = NATIVE_TYPE_NAMES.filter((name) => !isInside || name !== 'counter').map((name): Draft => ({
    label: written(name),
    kind: 'type',
    about: () => NATIVE_TYPES[name],
  }));
  return isFrozen ? [...own, ...parametric] : [...own, ...simple, ...parametric];
}
