import { readFileSync } from 'node:fs';
import { apply, emptyCatalog, systemCatalog, type CatalogState } from '../../server/src/catalog/index.ts';
import { verdict } from '../../server/src/analysis/verdict.ts';
import type { CassandraRelease, Verdict } from '../../server/src/analysis/judging/verdict-model.ts';
import type { Statement } from '../../server/src/syntax/ast.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

/** One statement of a script that was put to real servers, with what they said. */
export interface Fact {
  readonly cql: string;
  readonly line: number;
  /** `taken`, or `kind: message`; then the warnings, a line each. */
  readonly server: ReadonlyMap<CassandraRelease, string>;
  /** What we say where it is known to be something else. */
  readonly ours: ReadonlyMap<CassandraRelease, string>;
}

export const RELEASES: readonly CassandraRelease[] = ['3.11', '4.0', '4.1', '5.0', '6.0'];

/**
 * Reads `facts/*.txt`: a statement a line, below it, indented, its answers. `3.11, 4.0: taken` is for these releases only; `ours 6.0:` is
 * what we say instead, `\n` a line's end. Lines that begin with `#` are remarks.
 */
export function readFacts(name: string): readonly Fact[] {
  const text = readFileSync(new URL(`facts/${name}.txt`, import.meta.url), 'utf8');
  const facts: {
    cql: string;
    line: number;
    server: Map<CassandraRelease, string>;
    ours: Map<CassandraRelease, string>;
  }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    if (!line.startsWith('    ')) {
      facts.push({ cql: line, line: index + 1, server: new Map(), ours: new Map() });
      continue;
    }
    const [, who, listed, answer = ''] = /^ {4}(ours )?((?:[\d.]+(?:, )?)*)(?:: )?(.*)$/.exec(line) ?? [];
    const fact = facts.at(-1);
    const releases = RELEASES.filter((release) => listed === '' || listed?.split(', ').includes(release));
    for (const release of releases)
      fact?.[who === undefined ? 'server' : 'ours'].set(release, answer.replaceAll('\\n', '\n'));
  }
  return facts;
}

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
      catalog = apply(catalog, statement, { keyspace });
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
