import type { CheckId } from '../judging/checks.ts';
import type { CreateIndex } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { type Outcome } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import type { Context } from './context.ts';
import { isJavaClass, mayBeInstalled } from '../judging/installed.ts';
import { type Complaint, resolveClass, SAI, SASI } from './index-class-names.ts';
import type { Making } from './indexes.ts';
import { complaintAboutSai } from './sai.ts';
import { complaintAboutSasi } from './sasi.ts';

/** The class behind USING is there, and takes the index (`IndexMetadata.validate`). */
export function complaintAboutIndexClass(making: Making, statement: CreateIndex, context: Context): Outcome {
  const { release } = context;
  const place = statement.using?.span ?? statement.name?.span ?? statement.span;
  const className = resolveClass(making.className ?? '', release);
  const complaint = complaintOf(className, making, context);
  if (complaint === undefined) return undefined;
  const { check, message, error = 'invalid', option } = complaint;
  const names = option === undefined ? making.targets.map(({ column }) => column.name) : [option];
  return refuse(
    check,
    message,
    option === undefined ? placeOf(check, making, place) : (optionSpan(statement, option) ?? place),
    names,
    error,
  );
}

function complaintOf(className: string, making: Making, context: Context): Complaint | undefined {
  if (className === SAI && since(context.release, '5.0')) return complaintAboutSai(making, context);
  if (className === SASI) return complaintAboutSasi(making, context);
  if (isJavaClass(className)) {
    const message = since(context.release, '6.0')
      ? `Invalid custom indexer class '${className}': must extend or implement org.apache.cassandra.index.Index`
      : `Specified Indexer class (${className}) does not implement the Indexer interface`;
    return { check: 'index-class', message, error: 'config' };
  }
  // Forks and plugins have packages of their own below Cassandra's.
  const isMissing = OF_CASSANDRA.test(className)
    ? !INTERNAL.test(className)
    : !mayBeInstalled(className, context.session);
  return isMissing
    ? { check: 'index-class', message: `Unable to find custom indexer class '${className}'`, error: 'config' }
    : undefined;
}

/** In a package of Cassandra that holds indexes. */
const OF_CASSANDRA = /^org\.apache\.cassandra\.(?:\w+$|index\.(?:\w+$|(?:sai|sasi|internal)\.))/;

/** Classes that are there, and fail in ways of their own when they are named. */
const INTERNAL =
  /^org\.apache\.cassandra\.index\.internal\.(?:(?:composites|keys)\.|CassandraIndex|CollatedViewIndex|IndexEntry)/;

/** What is wrong with the column is shown there, what is wrong with the class at its name. */
function placeOf(check: CheckId, { targets }: Making, using: Span): Span {
  return check === 'index-class' ? using : (targets[0]?.span ?? using);
}

function optionSpan({ options }: CreateIndex, name: string): Span | undefined {
  for (const { value } of options) {
    if (value.kind !== 'map') continue;
    const entry = value.entries.find(({ key }) => key.kind === 'literal' && key.value === name);
    if (entry !== undefined) return { start: entry.key.span.start, end: entry.value.span.end };
  }
  return undefined;
}
