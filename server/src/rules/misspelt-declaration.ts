import { type Location, printName } from '../catalog/index.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import { occurrencesOf } from '../names/occurrences.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Memory } from '../text/memory.ts';
import type { Fix } from './rule.ts';

type Kind = 'table' | 'column';

/**
 * How many statements name something, where 2 stands for all above: one may be a slip, two agree. Worked out once for all statements, of
 * which each may ask.
 */
export function timesNamed(kind: Kind, name: string, segments: readonly Segment[], memory: Memory): number {
  const known = memory.kept(timesNamed, segments, () => new Map<string, number>());
  const question = `${kind} ${name}`;
  const kept = known.get(question);
  if (kept !== undefined) return kept;
  let times = 0;
  for (const segment of segments) {
    if (names(kind, name, segment)) times += 1;
    if (times === 2) break;
  }
  known.set(question, times);
  return times;
}

/** The statements in which a table is used. */
export const segmentsOf = (uses: readonly Use[], memory: Memory): readonly Segment[] =>
  memory.kept(segmentsOf, uses, () => [...new Set(uses.map(({ segment }) => segment))]);

/** Only a text that holds the name is parsed. */
const names = (kind: Kind, name: string, segment: Segment): boolean =>
  segment.text.toLowerCase().includes(name.toLowerCase()) &&
  occurrencesOf(segment.syntax().tree).some((one) => one.kind === kind && one.name === name);

/** The declaration made to have the name by which statements call what it declares. */
export const renaming = (kind: Kind, { uri, segment }: Location, declared: string, used: string): Fix => ({
  id: 'rename-declaration',
  title: `Declare \`${printName(used)}\` instead of \`${printName(declared)}\``,
  kind: 'quickfix',
  safe: false,
  preferred: true,
  edits: () =>
    occurrencesOf(segment.syntax().tree)
      .filter((one) => one.kind === kind && one.name === declared)
      .map(({ start, end }) => ({ at: { uri, segment, span: { start, end } }, text: printName(used) })),
});
