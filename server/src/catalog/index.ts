export type * from './model.ts';
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
export { apply } from './effects/apply.ts';
export type { Placement } from './effects/context.ts';
export { schemaRulesOf, type SchemaRules } from './effects/schema-rules.ts';
export { defaultIndexName, indexImplementation, indexOptions } from './effects/indexes.ts';
export { emptyCatalog, viewsOf, type CatalogState } from './effects/state.ts';
export type * from './project/project.ts';
export type * from './project/project-input.ts';
export type { RunRules, StepSchema, JudgeStep } from './project/step-effect.ts';
export type { Step } from './project/steps.ts';
export { changesBetween } from './project/changes.ts';
export { inForceIn, namesOfTables, tableNamed } from './project/needs.ts';
export { saysKeyspaces } from './project/steps.ts';
export { isDeclaration } from './project/views.ts';
export { foldProject, refoldProject } from './project/fold.ts';
export { pathMatcher } from './project/glob.ts';
export { isMigration, isNumbered, orderFiles } from './project/order.ts';
export { systemCatalog } from './builtin/system.ts';
export {
  builtInFunction,
  builtInFunctions,
  printFunction,
  type BuiltInFunction,
  type FunctionParameter,
} from './builtin/functions.ts';
export { sectionOf } from './project/sections.ts';
