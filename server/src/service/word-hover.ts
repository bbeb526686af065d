import { CLAUSES, type Clause } from '../catalog/builtin/clauses.ts';
import type { BuiltInOption, OptionClass } from '../catalog/builtin/options.ts';
import type { MapEntry, Option, Statement } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import { touches, type Span } from '../text/span.ts';
import { type CassandraRelease, existsIn, type Lifetime, releaseFor, type Target } from '../text/release.ts';
import {
  aboutOption,
  classesOf,
  dataCenter,
  entriesOf,
  indexClassOf,
  namesDataCenters,
  optionsOf,
} from './completion/option-register.ts';
import { aboutIndexClass } from './completion/option-items.ts';
import { KEYWORDS, LONGEST_PHRASE, PERMISSIONS } from './completion/keyword-register.ts';
import { aboutShellWord } from './completion/shell-register.ts';
import { codeBlock } from './markdown.ts';

/** What a word of CQL means, in Markdown; its span is relative to the segment. */
export interface WordMeaning extends Span {
  readonly markdown: string;
}

/** The option or its value, an entry of its map, the class that it or an index names, or the clause at an offset of a segment. */
export const wordAt = (
  segment: Segment,
  statement: Statement,
  offset: number,
  target: Target,
): WordMeaning | undefined => optionAt(statement, offset, target) ?? clauseAt(segment, offset, releaseFor(target));

function optionAt(statement: Statement, offset: number, target: Target): WordMeaning | undefined {
  if (statement.kind === 'create-index' && statement.using && touches(statement.using.span, offset)) {
    const { value, span } = statement.using;
    const about = aboutIndexClass(value);
    return about === undefined ? undefined : { ...span, markdown: [codeBlock(`'${value}'`), about].join('\n\n') };
  }
  const given = optionsIn(statement).find(({ span }) => touches(span, offset));
  if (given === undefined) return undefined;
  const isName = touches(given.nameSpan, offset);
  if (isName || (given.value.kind !== 'map' && touches(given.value.span, offset))) {
    const known = optionsOf(statement, { target })?.find(({ name }) => name === given.name);
    return known && { ...(isName ? given.nameSpan : given.value.span), markdown: optionMarkdown(known, target) };
  }
  const entries = given.value.kind === 'map' ? given.value.entries : [];
  const className = entries.map(classIn).find((name) => name !== undefined) ?? indexClassOf(statement);
  for (const { key, value } of entries) {
    // A value means what its key says.
    const span = [key.span, value.span].find((one) => touches(one, offset));
    if (span === undefined) continue;
    const name = textIn(key);
    if (name === 'class' && className !== undefined) {
      const known = classesOf(given.name, { target }).find((one) => sameClass(one.name, className));
      return known && { ...span, markdown: classMarkdown(known) };
    }
    const known =
      entriesOf(given.name, className, { target }).find((one) => one.name === name) ??
      (given.name === 'replication' && namesDataCenters(className) && name !== undefined
        ? dataCenter(name)
        : undefined);
    return known && { ...span, markdown: optionMarkdown(known, target) };
  }
  return undefined;
}

function optionsIn(statement: Statement): readonly Option[] {
  switch (statement.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
    case 'create-table':
    case 'create-table-like':
    case 'create-view':
    case 'alter-view':
    case 'create-index':
      return statement.options;
    case 'alter-table':
      return statement.change.kind === 'options' ? statement.change.options : [];
    default:
      return [];
  }
}

const textIn = (key: MapEntry['key']): string | undefined =>
  key.kind === 'literal' && key.type === 'string' ? key.value : undefined;

const classIn = ({ key, value }: MapEntry): string | undefined => (textIn(key) === 'class' ? textIn(value) : undefined);

/** With or without the package. */
const sameClass = (known: string, given: string): boolean =>
  known === given || known.slice(known.lastIndexOf('.') + 1) === given.slice(given.lastIndexOf('.') + 1);

const optionMarkdown = (option: BuiltInOption, target: Target): string =>
  [codeBlock(option.name), aboutOption(option, { target }), ...inReleases(option.lifetime)].join('\n\n');

const classMarkdown = ({ name, doc, lifetime }: OptionClass): string =>
  [codeBlock(`'${name}'`), doc, ...inReleases(lifetime)].join('\n\n');

/** The releases that have something, a sentence each. */
export const inReleases = ({ since, until }: Lifetime): readonly string[] => [
  ...(since === undefined ? [] : [`Since Cassandra ${since}.`]),
  ...(until === undefined ? [] : [`Gone in Cassandra ${until}.`]),
];

/** The keyword at an offset, alone or with those around it. */
export function keywordAt(segment: Segment, statement: Statement, offset: number): WordMeaning | undefined {
  const { starts, ends } = segment.tokens;
  const at = starts.findIndex((start, index) => start <= offset && offset < ends[index]! && isWord(segment, index));
  if (at < 0) return undefined;
  const told = (first: number, count: number, about: string): WordMeaning => {
    const words = wordsFrom(segment, first, count);
    return { start: starts[first]!, end: ends[first + count - 1]!, markdown: `**${words}**\n\n${about}` };
  };
  if (statement.kind === 'shell') {
    const about = aboutShellWord(wordsFrom(segment, 0, at), wordsFrom(segment, at, 1));
    return about === undefined ? undefined : told(at, 1, about);
  }
  if (statement.kind === 'permission' && at > 0) {
    const about = statement.permissions.includes(wordsFrom(segment, at, 1))
      ? PERMISSIONS.get(wordsFrom(segment, at, 1))
      : undefined;
    return about === undefined ? undefined : told(at, 1, about);
  }
  for (let count = LONGEST_PHRASE; count > 0; count--) {
    for (let first = Math.max(0, at - count + 1); first <= at; first++) {
      const about = KEYWORDS.get(wordsFrom(segment, first, count));
      if (about !== undefined) return told(first, count, about);
    }
  }
  return undefined;
}

/** The clause whose words stand at an offset. */
function clauseAt(segment: Segment, offset: number, release: CassandraRelease): WordMeaning | undefined {
  const { starts, ends } = segment.tokens;
  const at = starts.findIndex((start, index) => start <= offset && offset <= ends[index]! && isWord(segment, index));
  if (at < 0) return undefined;
  for (const clause of CLAUSES) {
    const count = clause.words.split(' ').length;
    for (let first = Math.max(0, at - count + 1); first <= at; first++) {
      if (!existsIn(release, clause.lifetime) || wordsFrom(segment, first, count) !== clause.words) continue;
      return { start: starts[first]!, end: ends[first + count - 1]!, markdown: clauseMarkdown(clause) };
    }
  }
  return undefined;
}

const isWord = (segment: Segment, index: number): boolean => /^[a-z_]+$/i.test(tokenText(segment, index));

const wordsFrom = (segment: Segment, first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => tokenText(segment, first + index).toUpperCase()).join(' ');

const tokenText = ({ text, tokens }: Segment, index: number): string =>
  index < tokens.starts.length ? text.slice(tokens.starts[index], tokens.ends[index]) : '';

const clauseMarkdown = ({ words, doc, lifetime }: Clause): string =>
  [`**${words}**`, doc, ...inReleases(lifetime)].join('\n\n');
