import type { Position } from './report.ts';
import type { ReviewedStatement } from './review.ts';

/** `queries.cql:3`, lines counted from 1. */
export const placeText = ({
  path,
  range,
}: {
  readonly path: string;
  readonly range: { readonly start: Position };
}): string => `${path}:${range.start.line + 1}`;

/** What a message says first, and what follows. */
export function partsOf(message: string): { readonly lead: string; readonly rest: string } {
  const end = SENTENCE.exec(message)?.[0].length ?? message.length;
  return { lead: message.slice(0, end).trim(), rest: message.slice(end).trim() };
}

/** Up to a full stop before a blank, which stands in no name. */
const SENTENCE = /^(?:`[^`]*`|[^`])*?\.(?=\s)/;

/** What a statement does, in a word. */
export const kindText = ({ kind }: ReviewedStatement): string => kind.replaceAll('-', ' ').toUpperCase();

/** How many partitions a statement touches, in words: an index finds a few of them, and each node is asked for its own. */
export const partitionsText = ({ partitions, index }: ReviewedStatement): string =>
  index === undefined ? PARTITIONS[partitions ?? 'unknown'] : 'all nodes, by an index';

const PARTITIONS = { one: 'one partition', many: 'some partitions', all: 'all partitions', unknown: '' } as const;

/** A statement on one line, cut where it is long. */
export function oneLine(cql: string): string {
  const line = cql.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

const LONGEST = 160;
