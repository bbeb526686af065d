import { readFileSync } from 'node:fs';
import {
  apply,
  emptyCatalog,
  schemaRulesOf,
  systemCatalog,
  type CatalogState,
} from '../../server/src/catalog/index.ts';
import { verdict } from '../../server/src/analysis/verdict.ts';
import type { Verdict } from '../../server/src/analysis/judging/verdict-model.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import type { Statement } from '../../server/src/syntax/ast.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { parseAnswers, type RecordedStatement } from '../recorded-answers.ts';

/** One statement of a script that was put to real servers, with what they said. */
export type Fact = RecordedStatement;

/** The script of `facts/NAME.txt` with its answers. */
export const readFacts = (name: string): readonly Fact[] =>
  parseAnswers(readFileSync(new URL(`facts/${name}.txt`, import.meta.url), 'utf8')).statements;

/** What we say to each statement of the script, whose schema is what the server made of it. */
export function judgeFacts(facts: readonly Fact[], release: CassandraRelease): readonly (string | undefined)[] {
  let catalog: CatalogState = emptyCatalog(systemCatalog(release));
  let keyspace: string | undefined;
  return facts.map(({ cql, server }) => {
    const answer = server.get(release);
    const [segment] = openDocument(cql).segments;
    const statement = segment?.statement();
    if (segment === undefined || statement === undefined || answer === undefined) return undefined;
    const broken = segment.errors.length > 0 || statement.kind === 'broken';
    const session = {
      catalog,
      keyspace,
      target: { kind: 'cassandra', release },
      complete: true,
      configuration: undefined,
    } as const;
    const given = broken ? 'syntax: ' : print(verdict(statement, session, segment.features, cql));
    if (answer.startsWith('taken')) {
      catalog = apply(
        catalog,
        statement,
        { keyspace, place: undefined, broken: false },
        schemaRulesOf(release, undefined),
      );
      if (statement.kind === 'use') keyspace = statement.keyspace?.name;
    }
    return isJudged(statement) || broken ? given : undefined;
  });
}

/** Reads and writes; statements on the schema only set the scene. */
const isJudged = ({ kind }: Statement): boolean =>
  ['select', 'insert', 'update', 'delete', 'batch', 'use', 'truncate', 'transaction'].includes(kind);

function print(given: Verdict): string {
  if (given.kind === 'undecided') return 'undecided';
  if (given.kind === 'refused') return `${given.error}: ${given.message}`;
  return ['taken', ...given.warnings].join('\nwarns: ');
}

/** The words of the parsers differ with every text: their kind is enough. */
export const comparable = (answer: string): string => (answer.startsWith('syntax: ') ? 'syntax' : answer.trimEnd());
