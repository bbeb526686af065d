import type { Tally } from './tally.ts';

/** What a run found, for people. */
export function linesOf(release: string, tally: Tally): readonly string[] {
  const { failures, shapes, reasons } = tally;
  const kinds = countsOf(failures.map(({ kind }) => kind));
  return [
    `${release}: ${tally.cases} new tables (${listed(shapes)})`,
    `  ${tally.strings} strings of CQL put to the server, ${kinds.get('refused') ?? 0} refused`,
    `  ${tally.comparisons} answers compared, ${share(tally.notEmpty, tally.comparisons)} not empty, ${share(tally.severalPartitions, tally.comparisons)} from several partitions of the base; ${tally.writes} writes by steps, ${tally.texts} by texts, ${tally.contents} tables compared row by row; ${tally.originals} originals asked of the server`,
    `  ${share(tally.served, tally.admitted)} of ${tally.admitted} queries that a key can serve got a table`,
    ...[...reasons]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 12)
      .map(([why, times]) => `    ${times}: ${why}`),
    ...(tally.leftOut === 0 ? [] : [`  ${tally.leftOut} left out, because the server took too long`]),
    `  failures: ${listed(kinds) || 'none'}`,
    ...failures
      .slice(0, 8)
      .map(
        ({ kind, what, detail }) =>
          `    ${kind}: ${what}\n      ${String(detail['query'])}\n      ${String(detail['title'])}`,
      ),
  ];
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, times]) => `${times} ${name}`)
    .join(', ');

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;
