import type { Table } from '../catalog/index.ts';
import { printQualified } from '../catalog/index.ts';
import type { Surroundings, Use } from '../modeling/evidence/surroundings.ts';
import { partitionsInShort } from './inlay-hints.ts';
import { codeSpan, link } from './markdown.ts';
import type { Subject } from './subject.ts';

/** What a statement that writes rows is called. */
const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);

export const isRead = ({ statement }: Use): boolean => statement.kind === 'select';
export const isWrite = ({ statement }: Use): boolean => WRITES.has(statement.kind);

/** The uses of a table in files of CQL, and behind them those in programs. */
export const allUsesOf = (
  surroundings: Surroundings,
  table: Table,
): readonly { readonly use: Use; readonly isKnown: boolean }[] => [
  ...surroundings.usesOf(table).map((use) => ({ use, isKnown: true })),
  ...surroundings.programUsesOf(table).map((use) => ({ use, isKnown: use.isKnown })),
];

/** Which statements of the project read and write a table, and which tables are its copies, in Markdown; the first of them by place. */
export function usesMarkdown(subject: Subject, surroundings: Surroundings, table: Table): string {
  const uses = allUsesOf(surroundings, table);
  const reads = uses.filter(({ use }) => isRead(use));
  const writes = uses.filter(({ use }) => isWrite(use));
  const copies = surroundings
    .copiesOf(table)
    .map(({ table: copy }) => codeSpan(printQualified(copy.keyspace, copy.name)));
  const parts = [
    ...listed(subject, 'Read by', reads),
    ...listed(subject, 'Written by', writes),
    ...(copies.length > 0 ? [`Copied to ${copies.join(', ')}.`] : []),
  ];
  return parts.length === 0 ? '' : `\n\n---\n\n${parts.join('\n\n')}`;
}

/** So many are named by their places. */
const MOST = 5;

function listed(subject: Subject, what: string, uses: ReturnType<typeof allUsesOf>): readonly string[] {
  if (uses.length === 0) return [];
  const places = uses.slice(0, MOST).flatMap(({ use, isKnown }) => {
    const place = subject.lineOf(use.at);
    if (place === undefined) return [];
    const path = isKnown && use.statement === use.whole ? subject.contextsOf(use.uri, use.segment)[0]?.path : undefined;
    const how = path === undefined || !isRead(use) ? '' : `: ${partitionsInShort(path.partitions)}`;
    return [`- ${link(`${place.path}:${place.line}`, `${use.uri}#L${place.line}`)}${how}`];
  });
  const more = uses.length > places.length ? [`- and ${uses.length - places.length} more`] : [];
  const count = `${uses.length} ${uses.length === 1 ? 'statement' : 'statements'}`;
  return [[`${what} ${count}:`, '', ...places, ...more].join('\n')];
}
