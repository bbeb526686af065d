import type { CheckId } from '../judging/checks.ts';
import { isBackwards } from '../../catalog/table-columns.ts';
import { isMultiCell, printType } from '../../catalog/types.ts';
import { printName } from '../../catalog/names.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Complaint } from './index-class-names.ts';
import type { Making } from './indexes.ts';
import { partitionerOf } from '../judging/settings.ts';
import type { Context } from './context.ts';
import { inHashOrder } from '../java/hash-order.ts';
import { parseLong } from '../java/numbers.ts';

/** Client warning for every index of that class (`SASIIndex.USAGE_WARNING`). */
export const SASI_WARNING = 'SASI indexes are experimental and are not recommended for production use.';

/** What SASI indexes refuse; options that they do not know are passed over (`SASIIndex.validateOptions`). */
export function complaintAboutSasi(
  { options, targets, className }: Making,
  { session, release }: Context,
): Complaint | undefined {
  if (partitionerOf(session.configuration) !== 'Murmur3Partitioner')
    return of('index-class', 'SASI only supports Murmur3Partitioner.');
  const written = targets.map(({ column, of }) =>
    of === 'simple' ? printName(column.name) : `${of}(${printName(column.name)})`,
  );
  const [target, second] = targets;
  if (target === undefined || second !== undefined) {
    const message = `failed to retrieve target column for: ${written.join(', ')}`;
    return { check: 'index-on-several-columns', message, error: 'config' };
  }
  const { column } = target;
  if (isMultiCell(column.type)) return of('index-on-type', 'complex columns are not yet supported by SASI');
  if (column.kind === 'partition')
    return of('index-on-partition-key', 'partition key columns are not yet supported by SASI');
  const invalidOptions = (option: string): Complaint => {
    const all = new Map([...options, ['class_name', className ?? ''], ['target', written.join(', ')]]);
    const printed = inHashOrder(all.keys()).map((name) => `${name}=${all.get(name) ?? ''}`);
    return of('option-value', `Failed to validate custom indexer options: {${printed.join(', ')}}`, option);
  };
  const analyzer = options.get('analyzer_class');
  // A descending column has a type of its own, which counts as no text.
  const isText = !isBackwards(column) && column.type.kind === 'native' && ['text', 'ascii'].includes(column.type.name);
  if (analyzer !== undefined) {
    const problem = analyzerProblem(analyzer, isText, printType(column.type), options, release);
    if (problem === 'no-analyzer') return invalidOptions('analyzer_class');
    if (problem !== undefined) return problem;
  }
  const mode = options.get('mode');
  if (mode !== undefined && !MODES.includes(mode.toUpperCase()))
    return of('option-value', `Incorrect index mode: ${mode}`, 'mode');
  const memory = options.get('max_compaction_flush_memory_in_mb');
  if (memory !== undefined && parseLong(memory) === undefined)
    return invalidOptions('max_compaction_flush_memory_in_mb');
  if (mode?.toUpperCase() !== 'SPARSE') return undefined;
  const literal = options.get('is_literal');
  if (literal === undefined ? isText : isTrue(literal)) {
    return of('option-value', 'SPARSE mode is only supported on non-literal columns.', 'mode');
  }
  const analyzed = options.get('analyzed');
  if (analyzed === undefined ? analyzer !== undefined : isTrue(analyzed)) {
    return of('option-value', "SPARSE mode doesn't support analyzers.", 'mode');
  }
  return undefined;
}

const MODES = ['PREFIX', 'CONTAINS', 'SPARSE'];
const isTrue = (text: string): boolean => text.toLowerCase() === 'true';

const of = (check: CheckId, message: string, option?: string): Complaint => ({
  check,
  message,
  error: 'config',
  ...(option === undefined ? {} : { option }),
});

const PACKAGE = 'org.apache.cassandra.index.sasi.analyzer.';
const ANALYZERS = ['NoOpAnalyzer', 'NonTokenizingAnalyzer', 'StandardAnalyzer', 'DelimiterAnalyzer'];

/** Classes that are there, but cannot be made without arguments, or at all. */
const UNMADE: ReadonlySet<string> = new Set([
  ...['AbstractAnalyzer', 'StandardTokenizerImpl', 'StandardTokenizerInterface'].map((name) => `${PACKAGE}${name}`),
  ...['Boolean', 'Integer', 'Long'].map((name) => `java.lang.${name}`),
]);

/** Classes that are there, but are no analyzers. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['StandardTokenizerOptions', 'NonTokenizingOptions', 'DelimiterTokenizingOptions'].map(
    (name) => `${PACKAGE}${name}`,
  ),
  ...['Object', 'String'].map((name) => `java.lang.${name}`),
]);

/** A class that is no analyzer (`IndexMode.validateAnalyzer`); before 6.0 it is made all the same, and fails when it is used. */
function otherClass(className: string, release: CassandraRelease): Complaint | 'no-analyzer' | undefined {
  const isUnmade = UNMADE.has(className);
  if (!isUnmade && !OTHERS.has(className)) return undefined;
  const simple = className.slice(className.lastIndexOf('.') + 1);
  const message =
    since(release, '6.0') && simple !== 'AbstractAnalyzer'
      ? `Invalid analyzer class '${className}': must extend or implement ${PACKAGE}AbstractAnalyzer`
      : `Unable to initialize analyzer class option specified [${simple}]`;
  return isUnmade || since(release, '6.0') ? of('option-value', message, 'analyzer_class') : 'no-analyzer';
}

function analyzerProblem(
  className: string,
  isText: boolean,
  type: string,
  options: ReadonlyMap<string, string>,
  release: CassandraRelease,
): Complaint | 'no-analyzer' | undefined {
  const other = otherClass(className, release);
  if (other !== undefined) return other;
  const name = className.startsWith(PACKAGE) ? className.slice(PACKAGE.length) : undefined;
  if (name === undefined || !ANALYZERS.includes(name)) {
    // A class with a package of its own may be installed.
    if (className.includes('.') && !className.startsWith('org.apache.cassandra.')) return undefined;
    const message = since(release, '6.0')
      ? `Unable to find analyzer class '${className}'`
      : `Invalid analyzer class option specified [${className}]`;
    return of('option-value', message, 'analyzer_class');
  }
  if (!isText && name !== 'NoOpAnalyzer')
    return of('option-value', `${name} does not support type ${type}`, 'analyzer_class');
  if (name !== 'NonTokenizingAnalyzer' || !options.has('case_sensitive')) return undefined;
  if (!options.has('normalize_lowercase') && !options.has('normalize_uppercase')) return undefined;
  const message =
    'case_sensitive option cannot be specified together with either normalize_lowercase or normalize_uppercase';
  return of('option-value', message, 'case_sensitive');
}
