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

const BITS: Readonly<Record<SemanticTokenModifier, number>> = {
  declaration: bitOf('declaration'),
  modification: bitOf('modification'),
  defaultLibrary: bitOf('defaultLibrary'),
};

const CODES = Object.fromEntries(
  Object.entries(NAMES).map(([type, [name, ...more]]) => [
    type,
    { type: LEGEND.tokenTypes.indexOf(name), modifiers: more.reduce((all, one) => all | bitOf(one), 0) },
  ]),
) as Readonly<Record<SemanticTokenType, { readonly type: number; readonly modifiers: number }>>;

/** A token's type, as the legend numbers it. */
export const codeOfType = (type: SemanticTokenType): number => CODES[type].type;

/** The set of its modifiers, those that the legend has in place of a type among them. */
export function codeOfModifiers(type: SemanticTokenType, modifiers: readonly SemanticTokenModifier[]): number {
  let all = CODES[type].modifiers;
  for (const one of modifiers) all |= BITS[one];
  return all;
}
