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

/** A token's type and the set of its modifiers, as the legend numbers them. */
export function codeOf(
  type: SemanticTokenType,
  modifiers: readonly SemanticTokenModifier[],
): readonly [number, number] {
  const [name, ...more] = NAMES[type];
  const bits = [...more, ...modifiers].map((modifier) => 1 << LEGEND.tokenModifiers.indexOf(modifier));
  return [LEGEND.tokenTypes.indexOf(name), bits.reduce((all, bit) => all | bit, 0)];
}

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
