import type { ColumnKind } from '../catalog/index.ts';
import { meaningsOf } from '../names/meaning.ts';
import type { NameKind, Occurrence } from '../names/occurrence.ts';
import { sceneOf, type Scene } from '../names/scene.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import { isReservedWord, isUnreservedWord } from '../syntax/token-classes.ts';
import type { Subject } from './subject.ts';

/** What a name is, for its colour. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly type: SemanticTokenType;
  readonly modifiers: readonly SemanticTokenModifier[];
}

export type SemanticTokenType =
  | 'keyspace'
  | 'table'
  | 'view'
  | 'partitionKey'
  | 'clusteringColumn'
  | 'staticColumn'
  | 'column'
  | 'type'
  | 'field'
  | 'function'
  | 'index'
  | 'role'
  | 'parameter'
  | 'variable'
  | 'option'
  | 'keyword'
  | 'number';

export type SemanticTokenModifier = 'declaration' | 'modification' | 'defaultLibrary';

/** The names in a segment, in the order of the text; offsets in the segment. What a word only looks like is told from what it is. */
export function semanticTokensOf({ uri, document, project }: Subject, index: number): readonly SemanticToken[] {
  const scene = sceneOf(project, { uri, document, index });
  const names: SemanticToken[] = [];
  for (const occurrence of scene.occurrences) {
    const type = typeOf(scene, occurrence);
    const { start, end } = occurrence;
    if (type !== undefined) names.push({ start, end, type, modifiers: modifiersOf(scene, occurrence) });
  }
  const markers = markersIn(document, index);
  return markers.length === 0 ? names : [...names, ...markers].toSorted((a, b) => a.start - b.start);
}

/** The markers without a name; what a program writes in another way for one has its own colour. */
function markersIn(document: SyntaxDocument, index: number): readonly SemanticToken[] {
  const from = document.startOf(index);
  const { types, starts, ends } = document.segments[index]!.tokens;
  const found: SemanticToken[] = [];
  for (let at = types.indexOf(T.QMARK); at >= 0; at = types.indexOf(T.QMARK, at + 1)) {
    const [start, end] = [starts[at]!, ends[at]!];
    if (document.slice(from + start, from + end) === '?') found.push({ start, end, type: 'parameter', modifiers: [] });
  }
  return found;
}

/** The same with keywords and numbers, for a text of which no editor knows that it is CQL. */
export function allTokensOf(subject: Subject, index: number): readonly SemanticToken[] {
  const names = semanticTokensOf(subject, index);
  const { types, starts, ends } = subject.document.segments[index]!.tokens;
  const all: SemanticToken[] = [];
  let next = 0;
  for (let token = 0; token < types.length; token += 1) {
    const [start, end] = [starts[token]!, ends[token]!];
    while (next < names.length && names[next]!.start < end) all.push(names[next++]!);
    const type = wordTypeOf(types[token]!);
    if (type !== undefined && (all.at(-1)?.end ?? 0) <= start) all.push({ start, end, type, modifiers: [] });
  }
  return [...all, ...names.slice(next)];
}

function wordTypeOf(type: number): SemanticTokenType | undefined {
  if (isReservedWord(type) || isUnreservedWord(type)) return 'keyword';
  return type === T.INTEGER || type === T.FLOAT ? 'number' : undefined;
}

function typeOf(scene: Scene, occurrence: Occurrence): SemanticTokenType | undefined {
  if (occurrence.template === true || occurrence.putIn === true) return undefined;
  // The key of a map looks like a field in JSON.
  if (occurrence.json === true && meaningsOf(scene, occurrence).length === 0) return undefined;
  const [meaning] = occurrence.kind === 'column' || occurrence.kind === 'table' ? meaningsOf(scene, occurrence) : [];
  if (meaning?.kind === 'column') return COLUMNS[meaning.column.kind];
  if (meaning?.kind === 'table' && meaning.table.kind === 'view') return 'view';
  return TYPES[occurrence.kind];
}

function modifiersOf(scene: Scene, occurrence: Occurrence): readonly SemanticTokenModifier[] {
  const { kind, role } = occurrence;
  const isBuiltIn =
    kind === 'native-type' || (kind === 'function' && meaningsOf(scene, occurrence)[0]?.kind === 'built-in');
  const own = role === 'declaration' ? DECLARED : role === 'write' ? WRITTEN : NOTHING;
  return isBuiltIn ? [...own, 'defaultLibrary'] : own;
}

const NOTHING: readonly SemanticTokenModifier[] = [];
const DECLARED: readonly SemanticTokenModifier[] = ['declaration'];
const WRITTEN: readonly SemanticTokenModifier[] = ['modification'];

const COLUMNS: Readonly<Record<ColumnKind, SemanticTokenType>> = {
  partition: 'partitionKey',
  clustering: 'clusteringColumn',
  static: 'staticColumn',
  regular: 'column',
};

/** Words, and what DESCRIBE is asked about, keep the colour that their letters have. */
const TYPES: Readonly<Partial<Record<NameKind, SemanticTokenType>>> = {
  keyspace: 'keyspace',
  table: 'table',
  view: 'view',
  column: 'column',
  type: 'type',
  'native-type': 'type',
  field: 'field',
  function: 'function',
  aggregate: 'function',
  parameter: 'parameter',
  index: 'index',
  trigger: 'index',
  role: 'role',
  user: 'role',
  identity: 'role',
  alias: 'variable',
  marker: 'parameter',
  variable: 'variable',
  option: 'option',
};
