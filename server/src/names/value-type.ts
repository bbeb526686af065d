import { resolveType, userType, type CqlType, type UserType } from '../catalog/index.ts';
import type { Step, Value } from './occurrence.ts';
import { catalogOf, keyspaceOf, type Scene, tablesOf } from './scene.ts';

/** The user-defined type that a value has; `undefined` where it has another one, or where that is not known. */
export function userTypeOf(scene: Scene, value: Value): UserType | undefined {
  const catalog = catalogOf(scene);
  const type = typeOfValue(scene, value);
  return type === undefined ? undefined : (userType(type, catalog) ?? userType(type, scene.project.final));
}

/** The type of a value; `undefined` where it is not known. */
export function typeOfValue(scene: Scene, { of, path }: Value): CqlType | undefined {
  const root =
    of.kind === 'column'
      ? tablesOf(scene, of.table)[0]?.columns.get(of.column)?.type
      : resolveType(of.type, keyspaceOf(scene, of.keyspace));
  return path.reduce<CqlType | undefined>((type, step) => type && within(scene, type, step), root);
}

function within(scene: Scene, type: CqlType, step: Step): CqlType | undefined {
  if (typeof step === 'number') return type.kind === 'tuple' ? type.items[step] : undefined;
  if (typeof step === 'object') {
    if (type.kind === 'map') return type.value;
    const fields = userType(type, catalogOf(scene)) ?? userType(type, scene.project.final);
    return fields?.fields.get(step.field);
  }
  switch (type.kind) {
    case 'map':
      return step === 'value' ? type.value : type.key;
    case 'list':
    case 'set':
    case 'vector':
      return step === 'key' && type.kind !== 'set' ? undefined : type.element;
    default:
      return undefined;
  }
}
