export type * from './model.ts';
export { existsIn, RELEASES, type CassandraRelease, type Lifetime } from './release.ts';
export { isReserved, printName, printQualified } from './names.ts';
export {
  containsDuration,
  containsUnknown,
  freeze,
  isCollection,
  isCounter,
  isMultiCell,
  isNative,
  printType,
  referencesUserType,
  resolveType,
  sameType,
  subTypes,
  userType,
  userTypesIn,
  writeType,
} from './types.ts';
export { fullClassName, marshalClass, parseMarshal } from './marshal.ts';
export { apply } from './apply.ts';
export type { Placement } from './context.ts';
export { schemaRulesOf, type SchemaRules } from './schema-rules.ts';
export { defaultIndexName, indexImplementation, indexOptions } from './apply-index.ts';
export { emptyCatalog, viewsOf, type CatalogState } from './state.ts';
export type * from './project.ts';
export type * from './project-input.ts';
export type { RunRules, StepSchema, TakesStep } from './effect.ts';
export type { Step } from './steps.ts';
export { changesBetween } from './changes.ts';
export { tableNamed } from './needs.ts';
export { foldProject } from './fold.ts';
export { orderFiles } from './order.ts';
export { systemCatalog } from './system.ts';
export {
  builtInFunction,
  builtInFunctions,
  printFunction,
  type BuiltInFunction,
  type FunctionParameter,
} from './functions.ts';
