import type { Outcome } from '../../judging/outcome.ts';
import { refuse } from '../../judging/refuse.ts';
import type { RefusalKind } from '../../judging/verdict-model.ts';
import type { Property } from './properties.ts';
import { parseInteger } from '../../java/numbers.ts';

/** What may have a fast path of its own: only a table can take over that of its keyspace. */
export type OwnerOfFastPath = 'keyspace' | 'table';

/** How transactions find their electorate (`FastPathStrategy.fromMap`), by a word or by its size. */
export function complaintAboutFastPath({ name, span, value }: Property, owner: OwnerOfFastPath): Outcome {
  if (value.kind === 'unknown') return undefined;
  const wrong = ({ message, error = 'config' }: Wrong): Outcome => refuse('option-value', message, span, [name], error);
  if (value.kind === 'text') {
    const words = owner === 'table' ? ['keyspace', 'simple', 'up'] : ['simple', 'up'];
    if (words.includes(value.text.toLowerCase())) return undefined;
    const list = words.map((word) => `'${word}'`).join(', ');
    return wrong({
      message: `Fast path strategy must either be ${list} or a map size and optional dcs {'size':n, 'dcs': dc0,dc1...`,
    });
  }
  if (value.entries.get('kind')?.toLowerCase() === INHERITED && owner === 'keyspace')
    return wrong({ message: 'Cannot use keyspace inheriting fast path strategy with keyspaces' });
  if (isWithoutSize(value.entries)) return undefined;
  const problem = problemOfSize(value.entries);
  return problem === undefined ? undefined : wrong(problem);
}

/** Whether a fast path is given by its size. */
export const hasSize = ({ value }: Property): boolean => value.kind === 'map' && !isWithoutSize(value.entries);

/** Whether it names data centers as well. */
export const hasCenters = (fastPath: Property): boolean =>
  hasSize(fastPath) && fastPath.value.kind === 'map' && /[^,]/.test(fastPath.value.entries.get('dcs') ?? '');

interface Wrong {
  readonly message: string;
  readonly error?: RefusalKind;
}

const INHERITED = 'inherit_keyspace';

/** Kinds that look at nothing else; a kind that is none counts as nothing. */
function isWithoutSize(entries: ReadonlyMap<string, string>): boolean {
  const kind = entries.get('kind')?.toLowerCase();
  if (kind === undefined) return entries.size === 0;
  return kind === 'simple' || kind === 'up' || kind === INHERITED || (entries.size === 1 && kind !== 'parameterized');
}

/** `ParameterizedFastPathStrategy.fromMap`. */
function problemOfSize(entries: ReadonlyMap<string, string>): Wrong | undefined {
  const text = entries.get('size');
  if (text === undefined)
    return {
      message: "fast_path must be set to 'keyspace' or 'default' or a map defining 'size' and optionally 'dcs'",
    };
  const size = parseInteger(text);
  if (size === undefined) return { message: `size must be a positive number, got ${text}` };
  if (size < 1) return { message: 'size must be greater than zero' };
  const problem = problemOfCenters(entries.get('dcs') ?? '');
  if (problem !== undefined) return problem;
  const isKnown = (option: string): boolean => option === 'size' || option === 'dcs' || option === 'kind';
  return [...entries.keys()].every(isKnown) ? undefined : { message: 'Unrecognized fast path options provided: ' };
}

/** Data centers between commas, all with a weight behind a colon or all without (`WeightedDc.fromString`). */
function problemOfCenters(text: string): Wrong | undefined {
  if (text === '') return undefined;
  if (text.trim() === '') return { message: 'dcs must specify at least one DC' };
  const seen = new Set<string>();
  let weighted: boolean | undefined;
  for (const entry of split(text, ',')) {
    const trimmed = entry.trim();
    if (trimmed === '') return { message: 'dcs entries must not be empty' };
    const parts = split(trimmed, ':');
    const [center = '', weight] = parts;
    if (parts.length < 1 || parts.length > 2)
      return { message: `Invalid dc weighting syntax ${trimmed}, use <dc>:<weight>` };
    const name = center.trim();
    if (name === '') return { message: 'dc name must not be empty' };
    const number = weight === undefined ? 0 : parseInteger(weight);
    if (number === undefined)
      return { message: `java.lang.NumberFormatException: For input string: "${weight}"`, error: 'server' };
    if (number < 0) return { message: 'DC weights must be zero or positive' };
    if (seen.has(name)) return { message: `Multiple entries for DC ${name}` };
    seen.add(name);
    weighted ??= weight !== undefined;
    if (weighted !== (weight !== undefined)) return { message: 'Cannot mix auto and manual DC weights' };
  }
  return undefined;
}

/** Java's `String.split` leaves out what is empty at the end. */
function split(text: string, by: string): readonly string[] {
  const parts = text.split(by);
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1);
}
