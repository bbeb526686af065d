import * as T from '../../syntax/generated/token-types.ts';
import type { NameKind } from '../../syntax/parsing/expectation.ts';
import { caretAt } from '../../syntax/index.ts';
import { type CqlType, printName, printType } from '../../catalog/index.ts';
import type { Subject } from '../subject.ts';
import { annotationsAt } from './annotations.ts';
import { columnsAt } from './columns.ts';
import type { CompletionEntry, Draft } from './entry.ts';
import { functionNamesAt, maskFunctionsAt, selectedFunctionsAt, tokenAt } from './functions.ts';
import { keywordsAt } from './keywords.ts';
import { namesAt } from './names.ts';
import { operatorsAt } from './operators.ts';
import { indexClassesAt, optionNamesAt, optionValuesAt } from './option-items.ts';
import { bare, type Place, placeOf } from './place.ts';
import { alteredTypeOf, fieldsOf, pathBefore } from './receiver.ts';
import { shellAt } from './shell.ts';
import { insertionsAt, statementsAt } from './statements.ts';
import { isInToken, namesAfter } from './tokens-before.ts';
import { typesAt } from './types.ts';
import { valuesAt } from './values.ts';

export type { CompletionEntry } from './entry.ts';

/** What fits at an offset, the likeliest first. */
export function completionsAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const caret = caretAt(subject.document, offset);
  if (caret === undefined) return annotationsAt(subject, offset);
  const place = placeOf(subject, caret, offset);
  const drafts = draftsAt(place).filter(({ label, filter }) => bare(filter ?? label).startsWith(place.typed));
  // What is typed is complete: an editor that takes a suggestion with Enter shall break the line.
  if (place.typed !== '' && drafts.some(({ label, filter }) => bare(filter ?? label) === place.typed)) return [];
  const seen = new Set<string>();
  return drafts.flatMap(({ text, ...draft }) => {
    if (seen.has(draft.label)) return [];
    seen.add(draft.label);
    const written = text ?? draft.label;
    const quotes = caret.quoted && !written.startsWith('"') ? `"${written}"` : written;
    return [{ ...draft, text: quotes, start: caret.wordStart, end: caret.wordEnd }];
  });
}

function draftsAt(place: Place): readonly Draft[] {
  const { caret } = place;
  const { expected } = caret;
  const options = optionValuesAt(place);
  if (options !== undefined) return options;
  if (caret.inString) return isBehindUsing(place) ? indexClassesAt(place) : [];
  const shell = shellAt(place);
  if (shell !== undefined && place.tokens.count > 0) return shell;
  if (isBehindJson(place)) return valuesAt(place);
  if (isBehindUsing(place)) return indexClassesAt(place);
  if (expected.newName) return caret.quoted ? [] : besideNewName(place);
  const operators = operatorsAt(place);
  const names = expected.names.filter((kind) => kind !== 'function').flatMap((kind) => namesOf(place, kind));
  const functions = expected.names.includes('function') ? functionsAt(place) : [];
  if (caret.quoted) return [...names, ...functions];
  const keywords = keywordsAt(place);
  return [
    ...insertionsAt(place),
    ...(operators ?? []),
    ...(takesStar(place) ? [ALL] : []),
    ...(takesValues(place) ? valuesAt(place) : []),
    ...names,
    ...(operators === undefined ? keywords : keywords.filter(({ label }) => !OPERATORS.has(label.toUpperCase()))),
    ...functions,
    ...(shell ?? []),
    ...statementsAt(place),
  ];
}

/** The words that begin what follows a column in a relation. */
const OPERATORS: ReadonlySet<string> = new Set(['IN', 'CONTAINS', 'LIKE', 'NOT', 'BETWEEN', 'IS NOT NULL']);

/** Columns are selected, and are the arguments of a token that is compared; anywhere else a value may stand. */
function takesValues(place: Place): boolean {
  const { caret, clause, tokens } = place;
  return caret.expected.values && clause !== T.SELECT && !(clause === T.WHERE && isInToken(tokens));
}

const isBehindJson = ({ tokens, statement }: Place): boolean =>
  statement?.kind === 'insert' && tokens.types[tokens.count - 1] === T.JSON;

const isBehindUsing = ({ tokens, statement }: Place): boolean =>
  statement?.kind === 'create-index' && tokens.types[tokens.count - 1] === T.USING;

/** What may stand where a name is made up: the words of the language, and the keyspace that goes before it. */
function besideNewName(place: Place): readonly Draft[] {
  const { caret, typed, tokens } = place;
  // The first part of a list is hardly ever a word of the language.
  const words = typed === '' && OPENING.has(tokens.types[tokens.count - 1] ?? 0) ? [] : keywordsAt(place);
  // A single letter begins the new name as well.
  const keyspaces = caret.expected.names.includes('keyspace') && typed.length !== 1 ? namesAt(place, 'keyspace') : [];
  return [...words, ...keyspaces];
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN]);

const ALL: Draft = { label: '*', kind: 'operator', about: () => 'All columns.' };

/** Nothing is selected yet, or all rows are counted. */
function takesStar({ clause, clauseAt, tokens, caret }: Place): boolean {
  if (clause !== T.SELECT || !caret.expected.signs.includes('*')) return false;
  const last = tokens.types[tokens.count - 1];
  return (
    clauseAt === tokens.count - 1 ||
    last === T.JSON ||
    (last === T.LPAREN && tokens.types[tokens.count - 2] === T.COUNT)
  );
}

function namesOf(place: Place, kind: NameKind): readonly Draft[] {
  switch (kind) {
    case 'column':
      return place.qualifier === undefined ? columnsAt(place) : [];
    case 'field':
      return fieldsAt(place);
    case 'type':
      return typesAt(place);
    case 'option':
      return optionNamesAt(place);
    case 'aggregate':
      return functionNamesAt(place, ['aggregate']);
    default:
      return namesAt(place, kind);
  }
}

function functionsAt(place: Place): readonly Draft[] {
  if (isBehindMasked(place)) return maskFunctionsAt(place);
  switch (place.statement?.kind) {
    case 'select':
    case 'insert':
    case 'update':
    case 'delete':
      if (place.clause === T.SELECT) return selectedFunctionsAt(place);
      if (place.qualifier === undefined && place.clause === T.WHERE && !place.caret.expected.values)
        return place.statement.kind === 'select' && place.tokens.open.length === 0 ? tokenAt(place) : [];
      // Values bring their functions with them.
      return place.qualifier === undefined ? [] : functionNamesAt(place, ['function']);
    default:
      return functionNamesAt(place, ['function']);
  }
}

const isBehindMasked = ({ tokens: { types, count } }: Place): boolean =>
  types[count - 1] === T.WITH && types[count - 2] === T.MASKED;

/** The fields of the value before the dot, or of the type that is altered. */
function fieldsAt(place: Place): readonly Draft[] {
  if (place.statement?.kind === 'alter-type') return fieldsOfAltered(place);
  const whole = pathBefore(place, place.tokens.count - 1);
  return whole === undefined ? [] : fieldDrafts(fieldsOf(place, whole.type) ?? new Map(), printType(whole.type));
}

/** Those of the type that are not renamed yet. */
function fieldsOfAltered(place: Place): readonly Draft[] {
  const type = alteredTypeOf(place);
  if (type === undefined) return [];
  const renamed = new Set(namesAfter(place.tokens, place.clauseAt, RENAMED).map(({ name }) => name));
  return fieldDrafts(type.fields, printName(type.name)).filter(
    (_, index) => !renamed.has([...type.fields.keys()][index]!),
  );
}

const RENAMED: ReadonlySet<number> = new Set([T.RENAME, T.AND]);

const fieldDrafts = (fields: ReadonlyMap<string, CqlType>, of: string): readonly Draft[] =>
  [...fields].map(([name, type]) => ({
    label: printName(name),
    kind: 'field',
    detail: printType(type),
    about: () => `Field of \`${of}\`.`,
  }));
