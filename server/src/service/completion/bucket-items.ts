import type { Column, Table } from '../../catalog/index.ts';
import { usualFormat } from '../../modeling/evidence/bucket-values.ts';
import { bucketConstants, type BucketColumn, bucketsOf, namedBuckets } from '../../modeling/evidence/buckets.ts';
import type { Surroundings } from '../../modeling/evidence/surroundings.ts';
import { windowOf } from '../../modeling/evidence/window.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Draft } from './entry.ts';
import type { Place } from './place.ts';

/** The values of a bucket column: those of the window that the query asks for, its shards, else those that other queries name. */
export function bucketValuesAt(place: Place, name: string | undefined): readonly Draft[] {
  const { subject, caret, table, clause } = place;
  if (name === undefined || table === undefined || clause !== T.WHERE) return [];
  const surroundings = subject.contexts(caret.segment)[0]?.surroundings;
  const bucket = surroundings && bucketsOf(table, surroundings).find(({ column }) => column.name === name);
  if (surroundings === undefined || bucket === undefined) return [];
  const asked = bucket.kind === 'hash' ? shards(bucket) : ofWindow(place, bucket);
  const named = asked.length > 0 ? [] : namedElsewhere(table, bucket.column, surroundings);
  return [
    ...asked.map((label): Draft => draftOf(label, `Bucket of the rows that the query asks for; ${bucket.evidence}.`)),
    ...named.map((label): Draft => draftOf(label, 'Bucket that another query reads.')),
  ].slice(0, MOST);
}

const MOST = 20;

const draftOf = (label: string, about: string): Draft => ({ label, kind: 'value', about: () => about });

const shards = ({ count }: BucketColumn): readonly string[] =>
  Array.from({ length: Math.min(count ?? 0, MOST) }, (_, shard) => `${shard}`);

/** Only where a declaration tells how long a bucket is, and it or the type how one is written. */
function ofWindow({ caret }: Place, { declared, step, sources, column, ...bucket }: BucketColumn): readonly string[] {
  const { resolution } = bucket;
  const select = caret.statement;
  const [source] = sources;
  if (select?.kind !== 'select' || !declared || step === undefined || source === undefined) return [];
  const { type } = column;
  const ofType = type.kind === 'native' && SAID_BY_TYPE.has(type.name) ? usualFormat(type, step) : undefined;
  const format = bucket.format ?? ofType;
  const window = windowOf(select, source, resolution);
  return (format && window && bucketConstants(window, { step, type, format })) ?? [];
}

const SAID_BY_TYPE: ReadonlySet<string> = new Set(['date', 'timestamp']);

function namedElsewhere(table: Table, column: Column, surroundings: Surroundings): readonly string[] {
  const texts = surroundings.usesOf(table).flatMap(({ statement, segment }) => {
    const relation = statement.kind === 'select' ? namedBuckets(statement, column)?.relation : undefined;
    if (relation?.kind !== 'column') return [];
    const { operand } = relation;
    const items = operand.kind === 'one' ? [operand.value] : operand.kind === 'several' ? operand.items : [];
    return items.map(({ span }) => segment.text.slice(span.start, span.end));
  });
  return [...new Set(texts)];
}
