import { apply, emptyCatalog, schemaRulesOf, type CatalogState } from '../../server/src/catalog/index.ts';
import type { Session } from '../../server/src/analysis/judging/verdict-model.ts';
import type { Statement } from '../../server/src/syntax/ast.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

/** What a session knows after a script of schema statements in the keyspace `ks`. */
export function sessionOf(schema: string, options: Partial<Session> = {}): Session {
  const document = openDocument(
    `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; ${schema}`,
  );
  const catalog = document.segments.reduce<CatalogState>((state, segment) => {
    const statement = segment.statement();
    return statement === undefined ? state : apply(state, statement, AT, schemaRulesOf('5.0', undefined));
  }, emptyCatalog());
  return {
    catalog,
    keyspace: 'ks',
    target: { kind: 'cassandra', release: '5.0' },
    complete: true,
    configuration: undefined,
    ...options,
  };
}

const AT = { keyspace: 'ks', place: undefined, broken: false };

/** The only statement of a text. */
export function statementOf(cql: string): Statement {
  const statement = openDocument(cql).segments[0]?.statement();
  if (statement === undefined) throw new Error(`no statement: ${cql}`);
  return statement;
}
