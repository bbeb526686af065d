import type { SemanticTokensLegend } from 'vscode-languageserver';
import type { SemanticTokenModifier, SemanticTokenType } from '../service/semantic-tokens.ts';

/** What semantic tokens are called in the protocol: by its own names where it has some, so that every theme has colours for them. */
export const LEGEND: SemanticTokensLegend = {
  tokenTypes: [
    'namespace',
    'class',
    'interface',
    'property',
    'type',
    'function',
    'parameter',
    'variable',
    'index',
    'role',
    'keyword',
    'number',
  ],
  tokenModifiers: [
    'declaration',
    'modification',
    'defaultLibrary',
    'static',
    'partitionKey',
    'clusteringColumn',
    'field',
    'option',
  ],
};

const NAMES: Readonly<Record<SemanticTokenType, readonly [type: string, ...modifiers: string[]]>> = {
  keyspace: ['namespace'],
  table: ['class'],
  view: ['interface'],
  partitionKey: ['property', 'partitionKey'],
  clusteringColumn: ['property', 'clusteringColumn'],
  staticColumn: ['property', 'static'],
  column: ['property'],
  type: ['type'],
  field: ['property', 'field'],
  function: ['function'],
  index: ['index'],
  role: ['role'],
  parameter: ['parameter'],
  variable: ['variable'],
  option: ['property', 'option'],
  keyword: ['keyword'],
  number: ['number'],
};

const bitOf = (modifier: string): number => 1 << LEGEND.tokenModifiers.indexOf(modifier);

const CODES = new Map(
  Object.entries(NAMES).map(([type, [name, ...more]]) => [
    type,
    { type: LEGEND.tokenTypes.indexOf(name), modifiers: more.reduce((all, one) => all | bitOf(one), 0) },
  ]),
);

/** A token's type, as the legend numbers it. */
export const codeOfType = (type: SemanticTokenType): number => CODES.get(type)!.type;

/** The set of its modifiers, those that the legend has in place of a type among them. */
export const codeOfModifiers = (type: SemanticTokenType, modifiers: readonly SemanticTokenModifier[]): number =>
  modifiers.reduce((all, one) => all | bitOf(one), CODES.get(type)!.modifiers);
