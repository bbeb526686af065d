import * as T from '../../syntax/generated/token-types.ts';
import type { NameKind } from '../../syntax/parsing/expectation.ts';
import { caretAt } from '../../syntax/index.ts';
import { type CqlType, printName, printType } from '../../catalog/index.ts';
import { existsIn } from '../../text/release.ts';
import type { Subject } from '../subject.ts';
import { annotationsAt } from './annotations.ts';
import { columnsAt, isOfColumn } from './columns.ts';
import type { CompletionEntry, Draft } from './entry.ts';
import {
  calledFunctionsAt,
  functionNamesAt,
  groupingFunctionsAt,
  maskFunctionsAt,
  selectedFunctionsAt,
  tokenAt,
} from './functions.ts';
import { ignoredRulesAt } from './ignored-rules.ts';
import { jsonKeysAt } from './json-keys.ts';
import { keywordsAt } from './keywords.ts';
import { namesAt } from './names.ts';
import { operatorsAt } from './operators.ts';
import { indexClassesAt, optionNamesAt, optionValuesAt } from './option-items.ts';
import { bare, type Place, placeOf } from './place.ts';
import { alteredTypeOf, fieldsOf, pathBefore, receiverOf } from './receiver.ts';
import { takesTableAlone } from './resources.ts';
import { shellAt } from './shell.ts';
import { isBehindSource, sourceFilesAt } from './source-files.ts';
import { insertionsAt, statementsAt } from './statements.ts';
import { commasSince, isInToken, namesAfter, openingOf, type TokensBefore } from './tokens-before.ts';
import { takesNoUserType, typesAt } from './types.ts';
import { literalFieldsAt, valuesAt } from './values.ts';

export type { CompletionEntry } from './entry.ts';

/** What fits at an offset, the likeliest first. */
export function completionsAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const caret = caretAt(subject.document, offset);
  if (caret === undefined) return [...annotationsAt(subject, offset), ...ignoredRulesAt(subject, offset)];
  const place = placeOf(subject, caret, offset);
  if (caret.inString && isBehindJson(place)) return jsonKeysAt(place, offset);
  const drafts = fittingAt(place);
  if (drafts.length > 0 || !mayBegin(place)) return entriesAt(place, drafts, offset);
  const next = placeOf(subject, caretAt(subject.document, offset, true)!, offset);
  return entriesAt(next, fittingAt(next), offset);
}

/** What begins with what is typed. */
const fittingAt = (place: Place): readonly Draft[] =>
  draftsAt(place).filter(({ label, filter }) => bare(filter ?? label).startsWith(place.typed));

/** Whether the word at the caret, where it goes on with nothing, begins a statement: the one above has no `;`, or no end yet. */
function mayBegin({ subject: { document }, caret, tokens, typed }: Place): boolean {
  const { wordStart, quoted, inString, expected, before } = caret;
  if (typed === '' || quoted || inString || expected.newName || tokens.open.length > 0) return false;
  const { line } = document.positionAt(wordStart);
  const indent = document.slice(document.offsetAt({ line, character: 0 }), wordStart);
  return /^\s*$/.test(indent) && before.types[0] !== T.BEGIN;
}

function entriesAt(place: Place, drafts: readonly Draft[], offset: number): readonly CompletionEntry[] {
  const { caret } = place;
  const seen = new Set<string>();
  return unlessWhole(place, drafts, offset).flatMap(({ text, ...draft }) => {
    if (seen.has(draft.label)) return [];
    seen.add(draft.label);
    const written = text ?? draft.label;
    const quotes = caret.quoted && !written.startsWith('"') ? `"${written}"` : written;
    return [{ ...draft, text: quotes, start: caret.wordStart, end: caret.wordEnd }];
  });
}

/**
 * What is left where the word before the caret may be complete: an editor that takes a suggestion with Enter shall break the line. A
 * function is still to be called, and a word that goes on behind the caret is another one.
 */
function unlessWhole({ subject, caret, typed }: Place, drafts: readonly Draft[], offset: number): readonly Draft[] {
  if (typed === '' || bare(subject.document.slice(offset, caret.wordEnd)) !== '') return drafts;
  const whole = drafts.filter(({ label, filter }) => bare(filter ?? label) === typed);
  const isCalled = ({ kind, label, text }: Draft): boolean => kind === 'function' && bare(text ?? label) !== typed;
  return whole.every(isCalled) ? drafts : [];
}

function draftsAt(place: Place): readonly Draft[] {
  const { caret } = place;
  const { expected } = caret;
  const options = optionValuesAt(place);
  if (options !== undefined) return options;
  if (caret.inString)
    return isBehindUsing(place) ? indexClassesAt(place) : isBehindSource(place) ? sourceFilesAt(place) : [];
  const shell = shellAt(place);
  if (shell !== undefined && place.tokens.count > 0) return shell;
  if (isBehindJson(place)) return valuesAt(place);
  if (isBehindUsing(place)) return indexClassesAt(place);
  // Within brackets behind a name stands the key of an element.
  const isElement = place.tokens.types[place.tokens.open.at(-1) ?? -1] === T.LBRACKET;
  if (expected.newName && !isElement) return caret.quoted ? [] : besideNewName(place);
  const operators = operatorsAt(place);
  const names = expected.names.filter((kind) => kind !== 'function').flatMap((kind) => namesOf(place, kind));
  const functions = expected.names.includes('function') ? functionsAt(place) : [];
  // A call is no name that could stand in quotes.
  if (caret.quoted) return [...names, ...(place.statement?.kind === 'drop' ? functions : literalFieldsAt(place))];
  const keywords = keywordsAt(place);
  const words =
    operators === undefined ? keywords : keywords.filter(({ label }) => !OPERATORS.has(label.toUpperCase()));
  return [
    ...insertionsAt(place),
    ...(operators ?? []),
    ...(takesStar(place) ? [ALL] : []),
    ...(takesValues(place) ? valuesAt(place) : []),
    // Where a function is no call it is what the statement is about.
    ...(isCall(place) ? [] : functions),
    ...(areWordsFirst(place) ? [...words, ...names] : [...names, ...words]),
    ...argumentsAt(place),
    ...(isCall(place) ? functions : []),
    ...(shell ?? []),
    ...statementsAt(place),
  ];
}

const isCall = ({ statement }: Place): boolean =>
  statement?.kind !== 'drop' && statement?.kind !== 'permission' && statement?.kind !== 'create-aggregate';

/** The words that begin what follows a column in a relation. */
const OPERATORS: ReadonlySet<string> = new Set(['IN', 'CONTAINS', 'LIKE', 'NOT', 'BETWEEN', 'IS NOT NULL']);

/** What is granted is a permission before it is a role; most conditions ask whether there is a row. */
const areWordsFirst = ({ statement, tokens: { types, count } }: Place): boolean =>
  count === 1
    ? statement?.kind === 'permission' || GRANTS.has(types[0]!)
    : types[count - 1] === T.IF && (statement?.kind === 'update' || statement?.kind === 'delete');

const GRANTS: ReadonlySet<number> = new Set([T.GRANT, T.REVOKE]);

/** Columns are selected, grouped by, and the arguments of a token that is compared; anywhere else a value may stand. */
function takesValues(place: Place): boolean {
  const { caret, clause, tokens } = place;
  if (!caret.expected.values || clause === T.GROUP || isBehindTuple(tokens)) return false;
  if (clause === T.SELECT) return tokens.types[tokens.open.at(-1) ?? -1] === T.LBRACKET;
  return !(clause === T.WHERE && isInToken(tokens));
}

/** Brackets behind which a value goes on hold a type that it is cast to; several values are a tuple, which is whole. */
function isBehindTuple(tokens: TokensBefore): boolean {
  const { types, count } = tokens;
  if (types[count - 1] !== T.RPAREN) return false;
  const open = openingOf(tokens, count - 1);
  return (
    commasSince({ ...tokens, count: count - 1 }, open) > 0 &&
    types.subarray(open, count).some((type) => LITERAL.has(type))
  );
}

const LITERAL: ReadonlySet<number> = new Set([T.STRING, T.INTEGER, T.FLOAT, T.UUID, T.QMARK]);

/** Values in what is selected: for the argument of a function but `token` whose type is known. Functions are there in their own order. */
const argumentsAt = (place: Place): readonly Draft[] =>
  place.clause === T.SELECT &&
  place.caret.expected.values &&
  place.tokens.types[place.tokens.open.at(-1) ?? -1] === T.LPAREN &&
  !isTokenOf(place) &&
  receiverOf(place) !== undefined
    ? valuesAt(place).filter(({ kind }) => kind === 'value')
    : [];

const isBehindJson = ({ tokens, statement }: Place): boolean =>
  statement?.kind === 'insert' && tokens.types[tokens.count - 1] === T.JSON;

const isBehindUsing = ({ tokens, statement }: Place): boolean =>
  statement?.kind === 'create-index' && tokens.types[tokens.count - 1] === T.USING;

/** What may stand where a name is made up: the words of the language, and the keyspace that goes before it. */
function besideNewName(place: Place): readonly Draft[] {
  const { caret, typed, tokens } = place;
  // The first part of a list is hardly ever a word of the language.
  const words = typed === '' && OPENING.has(tokens.types[tokens.count - 1] ?? 0) ? [] : keywordsAt(place);
  // Below a USE a single letter hardly begins a keyspace.
  const takesKeyspace = caret.expected.names.includes('keyspace') && (typed.length !== 1 || !isBelowUse(place));
  const keyspaces = takesKeyspace ? namesAt(place, 'keyspace') : [];
  return [...(tokens.types[tokens.count - 1] === T.LANGUAGE ? languagesAt(place) : []), ...words, ...keyspaces];
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN]);

const isBelowUse = ({ subject: { document }, caret: { segment } }: Place): boolean =>
  document.segments.slice(0, segment).some(({ tokens }) => tokens.types[0] === T.USE);

/** The languages of function bodies. */
const languagesAt = ({ release }: Place): readonly Draft[] => [
  { label: 'java', kind: 'value', about: () => 'Java: the body of a method.' },
  ...(existsIn(release, { until: '5.0' })
    ? [{ label: 'javascript', kind: 'value' as const, about: () => 'JavaScript, where scripts are switched on.' }]
    : []),
];

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
    case 'keyspace':
      return takesNoUserType(place.tokens) || !takesTableAlone(place) ? [] : namesAt(place, kind);
    case 'table':
      return takesTableAlone(place) ? namesAt(place, kind) : [];
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
      if (place.clause === T.SELECT) return isOfColumn(place) || isTokenOf(place) ? [] : selectedFunctionsAt(place);
      if (place.clause === T.GROUP) return groupingFunctionsAt(place);
      if (place.qualifier === undefined && place.clause === T.WHERE && !place.caret.expected.values)
        return place.statement.kind === 'select' && place.tokens.open.length === 0 ? tokenAt(place) : [];
      // Values bring their functions with them.
      return place.qualifier === undefined
        ? []
        : [...functionNamesAt(place, ['function']), ...calledFunctionsAt(place)];
    case 'create-view':
      return [];
    default:
      return functionNamesAt(place, ['function']);
  }
}

/** Within the brackets of a selected `token`, which takes the columns of the key. */
const isTokenOf = ({ tokens: { types, open } }: Place): boolean => types[(open.at(-1) ?? 0) - 1] === T.TOKEN;

const isBehindMasked = ({ tokens: { types, count } }: Place): boolean =>
  types[count - 1] === T.WITH && types[count - 2] === T.MASKED;

/** The fields of the value before the dot, or of the type that is altered. */
function fieldsAt(place: Place): readonly Draft[] {
  if (place.statement?.kind === 'alter-type') return fieldsOfAltered(place);
  const whole = pathBefore(place, place.tokens.count - 1);
  // What is frozen is written as a whole.
  if (
    whole === undefined ||
    ((place.clause === T.SET || place.clause === T.DELETE) && whole.type.kind === 'user' && whole.type.frozen)
  )
    return [];
  return fieldDrafts(fieldsOf(place, whole.type) ?? new Map(), printType(whole.type));
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
