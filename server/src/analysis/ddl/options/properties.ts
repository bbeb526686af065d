import type { Expression, MapEntry, Option } from '../../../syntax/ast.ts';
import type { Span } from '../../../text/span.ts';
import { refuse, undecided } from '../../judging/refuse.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { constantText, printTerm } from '../../typing/terms/text.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';

/** The value of an option as the server keeps it: a text, or texts by name. */
export type PropertyValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, string>; readonly spans: ReadonlyMap<string, Span> }
  /** A placeholder stands in it. */
  | { readonly kind: 'unknown' };

export interface Property {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly value: PropertyValue;
}

/** The options of a statement by name (`PropertyDefinitions`). */
export type Properties = ReadonlyMap<string, Property>;

/** Reads the options behind WITH; what the server objects to while it parses them comes back as a refusal. */
export function readProperties(options: readonly Option[], release: CassandraRelease): Properties | Refused {
  const properties = new Map<string, Property>();
  for (const option of options) {
    const value = readValue(option, release);
    if (value.kind === 'refused') return value;
    if (properties.has(option.name)) {
      const message = `Multiple definition${since(release, '5.0') ? 's' : ''} for property '${option.name}'`;
      return refuse('duplicate-option', message, option.nameSpan, [option.name], 'syntax');
    }
    properties.set(option.name, { name: option.name, nameSpan: option.nameSpan, span: option.span, value });
  }
  return properties;
}

/** An option's text; a map in its place is refused. */
export function textOf(property: Property): string | Refused | Undecided {
  if (property.value.kind === 'text') return property.value.text;
  if (property.value.kind === 'unknown') return undecided('placeholder');
  const message = `Invalid value for property '${property.name}'. It should be a string`;
  return refuse('option-value', message, property.span, [property.name], 'syntax');
}

/** An option's map; a text in its place is refused. */
export function mapOf(property: Property): Extract<PropertyValue, { kind: 'map' }> | Refused | Undecided {
  if (property.value.kind === 'map') return property.value;
  if (property.value.kind === 'unknown') return undecided('placeholder');
  const message = `Invalid value for property '${property.name}'. It should be a map.`;
  return refuse('option-value', message, property.span, [property.name], 'syntax');
}

function readValue({ value }: Option, release: CassandraRelease): PropertyValue | Refused {
  switch (value.kind) {
    case 'literal':
      return { kind: 'text', text: constantText(value.literal, release) };
    case 'word':
      return { kind: 'text', text: value.word };
    case 'map':
      return readMap(value.entries, release);
    case 'unknown':
      return { kind: 'unknown' };
  }
}

const noMarkers = ({ kind }: Expression): string =>
  kind === 'marker' ? ' (bind variables are not supported in DDL queries)' : '';

/** What the server objects to while it parses a map of texts. */
export function readMap(entries: readonly MapEntry[], release: CassandraRelease): PropertyValue | Refused {
  const texts = new Map<string, string>();
  const spans = new Map<string, Span>();
  for (const { key, value } of entries) {
    if (key.kind === 'unknown' || value.kind === 'unknown') return { kind: 'unknown' };
    if (key.kind !== 'literal') {
      const message = `Invalid property name: ${printTerm(key, release)}${noMarkers(key)}`;
      return refuse('option-value', message, key.span, [], 'syntax');
    }
    const name = constantText(key, release);
    if (value.kind !== 'literal') {
      const message = `Invalid property value: ${printTerm(value, release)} for property: ${printTerm(key, release)}${noMarkers(value)}`;
      return refuse('option-value', message, value.span, [name], 'syntax');
    }
    if (texts.has(name)) {
      return refuse('duplicate-option', `Multiple definition for property ${name}`, key.span, [name], 'syntax');
    }
    texts.set(name, constantText(value, release));
    spans.set(name, { start: key.span.start, end: value.span.end });
  }
  return { kind: 'map', entries: texts, spans };
}
