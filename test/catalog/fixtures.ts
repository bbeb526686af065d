import {
  apply,
  emptyCatalog,
  foldProject,
  orderFiles,
  refoldProject,
  printType,
  schemaRulesOf,
  systemCatalog,
  type Catalog,
  type CatalogState,
  type ProjectCatalog,
  type ProjectFile,
  type Table,
} from '../../server/src/catalog/index.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import { openDocument, type SyntaxDocument } from '../../server/src/syntax/index.ts';

/** The catalog after a script, as a server that takes every statement would have it. */
export function catalogOf(cql: string, from: CatalogState = emptyCatalog(systemCatalog('5.0'))): CatalogState {
  let keyspace: string | undefined;
  return openDocument(cql).segments.reduce((catalog, segment) => {
    const statement = segment.statement();
    if (statement?.kind === 'use') keyspace = statement.keyspace?.name;
    if (statement === undefined) return catalog;
    return apply(
      catalog,
      statement,
      {
        keyspace,
        place: { uri: 'script.cql', segment },
        broken: segment.errors.length > 0,
      },
      schemaRulesOf('5.0', undefined),
    );
  }, from);
}

/** A project from file names and texts. */
export function projectOf(
  files: Readonly<Record<string, string>>,
  { settings, release = '5.0' }: { readonly settings?: readonly string[]; readonly release?: CassandraRelease } = {},
): ProjectCatalog {
  return foldDocuments(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, openDocument(text)])),
    undefined,
    settings,
    release,
  );
}

export function foldDocuments(
  documents: Readonly<Record<string, SyntaxDocument>>,
  previous?: ProjectCatalog,
  settings?: readonly string[],
  release: CassandraRelease = '5.0',
): ProjectCatalog {
  return foldProject(
    {
      files: filesOf(documents, settings),
      release,
      rules: { schema: schemaRulesOf(release, undefined), judge: () => 'taken', complete: false },
      source: (from, path) => `${from.slice(0, from.lastIndexOf('/') + 1)}${path}`,
    },
    previous,
  );
}

/** As an editor has it: only the documents that changed are looked at, where that is enough. */
export const refoldDocuments = (
  documents: Readonly<Record<string, SyntaxDocument>>,
  previous: ProjectCatalog,
): ProjectCatalog =>
  refoldProject(
    previous,
    filesOf(documents).filter(({ segments }) => !previous.input.files.some((file) => file.segments === segments)),
  ) ?? foldDocuments(documents, previous);

function filesOf(
  documents: Readonly<Record<string, SyntaxDocument>>,
  settings?: readonly string[],
): readonly ProjectFile[] {
  const paths = Object.keys(documents);
  return orderFiles(paths, settings).map(({ index, chain, contributes }) => ({
    uri: paths[index] ?? '',
    chain,
    contributes,
    segments: documents[paths[index] ?? '']?.segments ?? [],
    splice: documents[paths[index] ?? '']?.splice,
  }));
}

/** A table in one line: `ks.t (pk int, ck text desc | s int static, v int)`, with its indexes behind it. */
export function brief(table: Table | undefined): string | undefined {
  if (table === undefined) return undefined;
  const key = new Set([...table.partitionKey, ...table.clustering]);
  const column = (name: string, order: string): string => {
    const one = table.columns.get(name);
    return one === undefined ? '' : `${name} ${printType(one.type)}${order === 'DESC' ? ' desc' : ''}`;
  };
  const partition = table.partitionKey.map(({ name }) => column(name, '')).join(', ');
  const clustering = table.clustering.map(({ name, order }) => column(name, order));
  const rest = [...table.columns.values()]
    .filter((one) => !key.has(one))
    .map(({ name, kind }) => `${column(name, '')}${kind === 'static' ? ' static' : ''}`);
  const indexes = table.indexes
    .map(
      ({ name, family, targets }) =>
        ` ${name}:${family}(${targets.map((one) => `${one.of} ${one.column}`).join(', ')})`,
    )
    .join('');
  const text = [[partition, ...clustering].join('; '), rest.join(', ')].filter((part) => part !== '').join(' | ');
  return `${table.keyspace}.${table.name}${table.partial ? '?' : ''} (${text})${indexes}`;
}

/** All that is declared, in one text a thing. */
export const contents = (catalog: Catalog): readonly string[] =>
  [...catalog.keyspaces()]
    .filter(({ system }) => !system)
    .flatMap((keyspace) => [
      `${keyspace.name}${keyspace.declared ? '' : ' (not declared)'} ${[...keyspace.options.keys()].join(' ')}`,
      ...[...keyspace.tables.values()].map((table) => brief(table) ?? ''),
      ...[...keyspace.types.values()].map(
        ({ name, fields }) =>
          `${keyspace.name}.${name} {${[...fields].map(([field, type]) => `${field} ${printType(type)}`).join(', ')}}`,
      ),
      ...[...keyspace.functions].flatMap(([name, overloads]) =>
        overloads.map(
          ({ parameters }) => `${keyspace.name}.${name}(${parameters.map((type) => printType(type)).join(', ')})`,
        ),
      ),
      ...[...keyspace.indexes.keys()].map((name) => `index ${keyspace.name}.${name}`),
      ...[...keyspace.views].map(([base, views]) => `views of ${base}: ${views.join(' ')}`),
    ])
    .toSorted();
