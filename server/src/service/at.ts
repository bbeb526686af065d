import { occurrencesIn, type Occurrence } from '../analysis/occurrences.ts';
import type { Column, Location, Table, UserFunction, UserType, Keyspace, Index } from '../catalog/index.ts';
import type { QualifiedName, Statement } from '../syntax/ast.ts';
import { touches } from '../text/span.ts';
import type { Subject } from './subject.ts';

/** What a name stands for. */
export type Meaning =
  | { readonly kind: 'keyspace'; readonly keyspace: Keyspace }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'column'; readonly table: Table; readonly column: Column }
  | { readonly kind: 'type'; readonly type: UserType }
  | { readonly kind: 'function'; readonly functions: readonly UserFunction[] }
  | { readonly kind: 'index'; readonly index: Index; readonly table: Table };

/** A name under a caret. */
export interface NameAt {
  readonly occurrence: Occurrence;
  /** Offsets in the document. */
  readonly start: number;
  readonly end: number;
  /** Best guess first; several where a table is declared more than once. Empty where nothing declares it. */
  readonly meanings: readonly Meaning[];
}

/** The statement that an offset lies in. */
export interface StatementAt {
  readonly index: number;
  readonly from: number;
  readonly statement: Statement;
}

/** The statement around an offset; `undefined` in comments and white space between statements. */
export function statementAt({ document }: Subject, offset: number): StatementAt | undefined {
  const index = document.segmentAt(offset);
  const segment = document.segments[index];
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) return undefined;
  const from = document.startOf(index);
  return offset < from + segment.begin || offset > from + segment.end ? undefined : { index, from, statement };
}

/** The name under an offset and what it stands for. */
export function nameAt(subject: Subject, offset: number): NameAt | undefined {
  const at = statementAt(subject, offset);
  if (at === undefined) return undefined;
  const occurrence = occurrencesIn(at.statement).find(({ name }) => touches(name.span, offset - at.from));
  if (occurrence === undefined) return undefined;
  return {
    occurrence,
    start: at.from + occurrence.name.span.start,
    end: at.from + occurrence.name.span.end,
    meanings: meaningsOf(subject, at.index, occurrence),
  };
}

/** What an occurrence in a segment stands for. */
export function meaningsOf(subject: Subject, index: number, occurrence: Occurrence): readonly Meaning[] {
  const { project, uri } = subject;
  const place = { uri, segment: index };
  const { name, keyspace } = occurrence;
  switch (occurrence.kind) {
    case 'keyspace': {
      const found = project.at(place).keyspace(name.name);
      return found === undefined ? [] : [{ kind: 'keyspace', keyspace: found }];
    }
    case 'table':
      return tablesOf(subject, index, { name, ...(keyspace && { keyspace }), span: name.span }).map((table) => ({
        kind: 'table',
        table,
      }));
    case 'column':
      return (occurrence.table === undefined ? [] : tablesOf(subject, index, occurrence.table)).flatMap((table) => {
        const column = table.columns.get(name.name);
        return column === undefined ? [] : [{ kind: 'column' as const, table, column }];
      });
    case 'type':
      return keyspacesFor(subject, index, keyspace?.name).flatMap((one) => {
        const type = one.types.get(name.name);
        return type === undefined ? [] : [{ kind: 'type' as const, type }];
      });
    case 'function':
      return keyspacesFor(subject, index, keyspace?.name).flatMap((one) => {
        const functions = one.functions.get(name.name);
        return functions === undefined ? [] : [{ kind: 'function' as const, functions }];
      });
    case 'index':
      return keyspacesFor(subject, index, keyspace?.name).flatMap((one) =>
        [...one.tables.values()].flatMap((table) =>
          table.indexes
            .filter((found) => found.name === name.name)
            .map((found) => ({ kind: 'index' as const, index: found, table })),
        ),
      );
    case 'field':
      return [];
  }
}

/** The tables that a name may mean: at its place, else anywhere in the project. */
export function tablesOf({ project, uri }: Subject, index: number, name: QualifiedName): readonly Table[] {
  const here = project.resolveTable(name, { uri, segment: index });
  if (here !== undefined) return here.tables;
  const keyspace = name.keyspace?.name ?? project.keyspaceAt({ uri, segment: index });
  const found = keyspace === undefined ? undefined : project.final.table(keyspace, name.name.name);
  return found === undefined ? [] : [found];
}

/** Where a meaning is declared; built-in things are declared nowhere. */
export function declarationOf(meaning: Meaning): readonly Location[] {
  switch (meaning.kind) {
    case 'keyspace':
      return present(meaning.keyspace.location);
    case 'table':
      return present(meaning.table.location);
    case 'column':
      return present(meaning.column.location ?? meaning.table.location);
    case 'type':
      return present(meaning.type.location);
    case 'function':
      return meaning.functions.flatMap(({ location }) => present(location));
    case 'index':
      return present(meaning.index.location);
  }
}

const present = (location: Location | undefined): readonly Location[] => (location === undefined ? [] : [location]);

function keyspacesFor(subject: Subject, index: number, written: string | undefined): readonly Keyspace[] {
  const { project, uri } = subject;
  const place = { uri, segment: index };
  const name = written ?? project.keyspaceAt(place) ?? '';
  const found = project.at(place).keyspace(name) ?? project.final.keyspace(name);
  return found === undefined ? [] : [found];
}
