import {
  builtInFunctions,
  printFunction,
  printName,
  printType,
  type Column,
  type Keyspace,
  type Table,
} from '../catalog/index.ts';
import { NATIVE_TYPE_NAMES, NATIVE_TYPES, TYPE_FORMS } from '../syntax/built-in-types.ts';
import { DEFAULT_TARGET, existsIn, type Lifetime, releaseOf, type Target } from '../text/release.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import * as T from '../syntax/generated/token-types.ts';
import { caretAt, type Caret } from '../syntax/index.ts';
import { tableNameOf } from '../syntax/table-names.ts';
import { annotationsAt } from './annotation-completion.ts';
import { tablesOf } from './at.ts';
import type { Subject } from './subject.ts';

/** Something that may stand at the caret. */
export interface CompletionEntry {
  readonly label: string;
  readonly kind:
    | 'keyword'
    | 'keyspace'
    | 'table'
    | 'column'
    | 'type'
    | 'function'
    | 'index'
    | 'field'
    | 'option'
    | 'value';
  readonly detail?: string;
  readonly documentation?: string;
  /** What replaces the document's text from `start` to `end`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What fits at an offset, the likeliest first. */
export function completionsAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const caret = caretAt(subject.document, offset);
  if (caret === undefined) return annotationsAt(subject, offset);
  const names = caret.expected.names
    .toSorted((a, b) => Number(isCallable(a)) - Number(isCallable(b)))
    .flatMap((kind) => namesOf(subject, caret, kind));
  const values = caret.expected.values && !caret.quoted ? VALUES.map((label): Draft => ({ label, kind: 'value' })) : [];
  const keywords = caret.quoted ? [] : keywordsOf(subject, caret);
  const seen = new Set<string>();
  return [...names, ...keywords, ...values].flatMap(({ text, ...draft }) => {
    const key = `${draft.kind === 'keyword' ? draft.label.toLowerCase() : draft.label}\0${draft.kind}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const written = text ?? draft.label;
    const quotes = caret.quoted && !written.startsWith('"') ? `"${written}"` : written;
    return [{ ...draft, text: quotes, start: caret.wordStart, end: caret.wordEnd }];
  });
}

type Draft = Omit<CompletionEntry, 'text' | 'start' | 'end'> & { readonly text?: string };

/** Functions are many, so all other names come first. */
const isCallable = (kind: string): boolean => kind === 'function' || kind === 'aggregate';

const VALUES: readonly string[] = ['?', 'null', 'true', 'false', 'now()', 'uuid()'];

function namesOf(subject: Subject, caret: Caret, kind: string): readonly Draft[] {
  const session = subject.session(caret.segment);
  switch (kind) {
    case 'keyspace':
      return caret.before.types.at(-1) === T.DOT ? [] : keyspaces(session);
    case 'table':
    case 'view':
      return tables(subject, caret, session, kind === 'view');
    case 'column':
      return columns(subject, caret);
    case 'type':
      return types(subject, caret, session);
    case 'function':
    case 'aggregate':
      return functions(subject, caret, session);
    case 'index':
      return namespaces(subject, caret, session).flatMap(({ tables: all }) =>
        [...all.values()].flatMap((table) =>
          table.indexes.map(({ name }): Draft => ({
            label: printName(name),
            kind: 'index',
            detail: `on ${table.name}`,
          })),
        ),
      );
    default:
      return [];
  }
}

const keyspaces = ({ catalog }: Session): readonly Draft[] =>
  [...catalog.keyspaces()]
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => Number(a.system) - Number(b.system))
    .map(({ name }) => ({ label: printName(name), kind: 'keyspace' }));

/** The keyspace written before the dot, else those that an unqualified name is looked for in. */
function namespaces(subject: Subject, caret: Caret, { catalog, keyspace }: Session): readonly Keyspace[] {
  const qualifier = qualifierOf(subject, caret);
  if (qualifier !== undefined) return present(catalog.keyspace(qualifier) ?? subject.project.final.keyspace(qualifier));
  const current = keyspace ?? '';
  return present(catalog.keyspace(current) ?? subject.project.final.keyspace(current));
}

function tables(subject: Subject, caret: Caret, session: Session, viewsOnly: boolean): readonly Draft[] {
  const qualified = qualifierOf(subject, caret) !== undefined;
  const own = namespaces(subject, caret, session).flatMap(({ tables: all }) => [...all.values()]);
  const drafts = own
    .filter(({ kind }) => !viewsOnly || kind === 'view')
    .map((table): Draft => ({ label: printName(table.name), kind: 'table', detail: keyOf(table) }));
  return qualified ? drafts : [...drafts, ...keyspaces(session)];
}

const keyOf = ({ partitionKey, clustering }: Table): string =>
  `PRIMARY KEY ((${partitionKey.map(({ name }) => name).join(', ')})${clustering.map(({ name }) => `, ${name}`).join('')})`;

const RANK: Readonly<Record<Column['kind'], number>> = { partition: 0, clustering: 1, static: 2, regular: 3 };

function columns(subject: Subject, caret: Caret): readonly Draft[] {
  const name =
    (caret.statement === undefined ? undefined : tableNameOf(caret.statement)) ??
    (caret.beginning === undefined ? undefined : tableNameOf(caret.beginning));
  const table = name === undefined ? undefined : tablesOf(subject, caret.segment, name)[0];
  if (table === undefined) return [];
  const clause = clauseOf(caret);
  const all = [...table.columns.values()];
  const fitting = all.filter(({ kind }) => {
    if (clause === 'order') return kind === 'clustering';
    if (clause === 'set') return kind === 'static' || kind === 'regular';
    return true;
  });
  const ordered =
    clause === 'where' ? fitting.toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || a.position - b.position) : fitting;
  return ordered.map((column) => ({
    label: printName(column.name),
    kind: 'column',
    detail: `${printType(column.type)}${column.kind === 'regular' ? '' : ` (${ROLES[column.kind]})`}`,
  }));
}

const ROLES: Readonly<Record<Column['kind'], string>> = {
  partition: 'partition key',
  clustering: 'clustering column',
  static: 'static',
  regular: '',
};

/** The clause that the caret is in, by the last word that begins one. */
function clauseOf({ before: { types } }: Caret): 'where' | 'order' | 'set' | 'other' {
  for (let index = types.length - 1; index >= 0; index--) {
    switch (types[index]) {
      case T.WHERE:
      case T.IF:
        return 'where';
      case T.ORDER:
        return 'order';
      case T.SET:
        return 'set';
      case T.SELECT:
      case T.FROM:
        return 'other';
    }
  }
  return 'other';
}

function types(subject: Subject, caret: Caret, session: Session): readonly Draft[] {
  const own = namespaces(subject, caret, session).flatMap(({ types: all }) =>
    [...all.keys()].map((name): Draft => ({ label: printName(name), kind: 'type', detail: 'user-defined type' })),
  );
  if (qualifierOf(subject, caret) !== undefined) return own;
  const { target } = session;
  return [
    ...own,
    ...NATIVE_TYPE_NAMES.map((label): Draft => ({ label, kind: 'type', documentation: NATIVE_TYPES[label] })),
    ...TYPE_FORMS.filter(({ lifetime }) => isIn(target, lifetime)).map(({ name, example, doc }): Draft => ({
      label: example,
      kind: 'type',
      documentation: doc,
      text: `${name}<`,
    })),
  ];
}

/** Those of the keyspace, then those that the server has; what only SELECT takes is left out elsewhere. */
function functions(subject: Subject, caret: Caret, session: Session): readonly Draft[] {
  const own = namespaces(subject, caret, session).flatMap(({ functions: all }) =>
    [...all.entries()].map(([name, [first]]): Draft => ({
      label: printName(name),
      kind: 'function',
      ...(first !== undefined && { detail: `${first.kind} → ${printType(first.returns)}` }),
    })),
  );
  if (qualifierOf(subject, caret) !== undefined) return own;
  const selecting = clauseOf(caret) === 'other' && caret.before.types[0] === T.SELECT;
  const release = releaseOf(session) ?? DEFAULT_TARGET.release;
  const fitting = builtInFunctions(release).filter(
    ({ use, aggregate, replacedBy }) =>
      replacedBy === undefined && (selecting ? use !== 'value' : use !== 'selection' && !aggregate),
  );
  return [
    ...own,
    ...fitting.map((one): Draft => ({
      label: one.name,
      kind: 'function',
      detail: printFunction(one),
      documentation: one.doc,
    })),
  ];
}

/** Whether a target has something; dialects are trusted with everything. */
const isIn = (target: Target, lifetime: Lifetime): boolean =>
  target.kind !== 'cassandra' || existsIn(target.release, lifetime);

/** Keywords in the case in which the statement is written. */
function keywordsOf(subject: Subject, caret: Caret): readonly Draft[] {
  const start = caret.before.starts[0];
  const from = subject.document.startOf(caret.segment);
  const first =
    start === undefined
      ? subject.document.slice(caret.wordStart, caret.wordEnd)
      : subject.document.slice(from + start, from + caret.before.ends[0]!);
  const lower = first !== '' && first === first.toLowerCase();
  return caret.expected.keywords.map((keyword) => ({
    label: lower ? keyword.toLowerCase() : keyword,
    kind: 'keyword',
  }));
}

/** The folded name before the dot that the caret stands behind. */
function qualifierOf({ document }: Subject, { before, segment }: Caret): string | undefined {
  const count = before.types.length;
  if (before.types[count - 1] !== T.DOT || count < 2) return undefined;
  const from = document.startOf(segment);
  const text = document.slice(from + before.starts[count - 2]!, from + before.ends[count - 2]!);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase();
}

const present = (keyspace: Keyspace | undefined): readonly Keyspace[] => (keyspace === undefined ? [] : [keyspace]);
