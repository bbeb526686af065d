import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wordsOf } from './known.ts';
import type { ReleaseResult } from './suite.ts';
import { barsOf, type Bar, type Tally } from './tally.ts';

/** What counts as passed and failed over all releases. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Adds up a release. Each disagreement on a fixed text and on what parses, and each statement refused by us alone, is a
 * failure; misses and words of generated statements fail by the bar that they lower.
 */
export function countsOf({ fixed, parsing, tally }: ReleaseResult): Counts {
  const agreed =
    tally.statements - tally.leftOut - tally.falseErrors - tally.misses - tally.otherKinds - tally.otherMessages;
  const low = barsOf(tally).filter(isLow);
  return {
    passed: fixed.agreed + fixed.listed + (parsing.texts - parsing.disagreements.length) + agreed,
    failed: fixed.disagreements.length + parsing.disagreements.length + tally.falseErrors + low.length,
  };
}

const isLow = ({ share, wanted }: Bar): boolean => share < wanted;

/** The lines that tell what a release gave. */
export function linesOf(result: ReleaseResult): readonly string[] {
  const { release, fixed, parsing, tally, walkers } = result;
  const lines = [`== Cassandra ${release.version}`];
  for (const { where, cql, server, ours } of fixed.disagreements.slice(0, 20)) {
    lines.push(`${where}: ${oneLine(cql)}`, `  server: ${wordsOf(server)}`, `  ours:   ${wordsOf(ours)}`);
  }
  lines.push(
    `texts and regressions: ${fixed.agreed} agree, ${fixed.disagreements.length} do not, ${fixed.listed} listed, ${fixed.leftOut} left out`,
  );
  lines.push(
    `parsing: ${parsing.texts} texts, ${parsing.refused} refused by the server; ${parsing.disagreements.length} disagreements, ${parsing.listed} listed, ${parsing.leftOut} left out`,
  );
  for (const [name, walker] of walkers) {
    const { reached, all } = walker.reached();
    lines.push(`  ${name}: ${reached} of ${all} alternatives reached`);
  }
  for (const { cql, server, ours } of parsing.disagreements
    .toSorted((one, other) => one.cql.length - other.cql.length)
    .slice(0, 10)) {
    lines.push(`  ${oneLine(cql)}`, `    server: ${wordsOf(server)}`, `    ours:   ${wordsOf(ours)}`);
  }
  lines.push(
    ...linesOfTally(tally),
    `rounds: ${result.rounds}; combinations of statement, restriction, type, index and option: ${result.combinations}`,
  );
  return lines;
}

function linesOfTally(tally: Tally): readonly string[] {
  if (tally.statements === 0) return [];
  const lines = [
    `statements: ${tally.statements}; accepted ${tally.accepted}, refused ${tally.refused}, left out ${tally.leftOut}, listed ${tally.listed}, passed over ${tally.passedOver}`,
    `false errors ${tally.falseErrors}, misses ${tally.misses}, other kind ${tally.otherKinds}, other message ${tally.otherMessages}; warnings: ${tally.sameWarnings} same, ${tally.otherWarnings} not`,
    `message templates reached: ${tally.templates.size}, at least 20 times: ${[...tally.templates.values()].filter(({ refusals }) => refusals >= 20).length}`,
  ];
  for (const bar of barsOf(tally).slice(0, 3))
    lines.push(`${bar.name}: ${percent(bar.share)}${isLow(bar) ? ` (below ${percent(bar.wanted)})` : ''}`);
  const low = barsOf(tally).slice(3).filter(isLow);
  if (low.length > 0) lines.push(`templates of which too few are found: ${low.length}`);
  lines.push(...worst(tally), ...examplesOf(tally));
  return lines;
}

/** The ten message templates on which we agree least. */
function worst(tally: Tally): readonly string[] {
  const rows = [...tally.templates]
    .map(([template, counts]) => ({ template, counts, lost: counts.refusals - counts.sameMessage }))
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => other.lost - one.lost)
    .slice(0, 10);
  if (rows.length === 0) return [];
  return [
    'worst templates:  refusals  found  same kind  same message',
    ...rows.map(
      (row) =>
        `${[row.counts.refusals, row.counts.found, row.counts.sameKind, row.counts.sameMessage].map((value) => String(value).padStart(9)).join('')}  ${row.template.slice(0, 150)}`,
    ),
  ];
}

function examplesOf(tally: Tally): readonly string[] {
  const order = ['false-error', 'miss', 'kind', 'message'];
  const groups = [...tally.examples].toSorted(
    ([one], [other]) => order.indexOf(one.split(' ')[0] ?? '') - order.indexOf(other.split(' ')[0] ?? ''),
  );
  const shown = order.flatMap((outcome) =>
    groups.filter(([key]) => key.startsWith(`${outcome} |`)).slice(0, outcome === 'false-error' ? 15 : 5),
  );
  return shown.flatMap(([key, [example]]) =>
    example === undefined
      ? []
      : [
          `${key.split(' ')[0]}: ${oneLine(example.cql).slice(0, 400)}`,
          `  server: ${wordsOf(example.server)}`,
          `  ours:   ${wordsOf(example.ours)}`,
        ],
  );
}

const oneLine = (cql: string): string => cql.replaceAll(/\s+/g, ' ');
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

const byCount = (map: ReadonlyMap<string, number>) => [...map].toSorted(([, one], [, other]) => other - one);

const results = resolve(import.meta.dirname, '../../artifacts/results');

/** Writes the counts where the CI script adds them up, and everything else beside the shrunk scripts. */
export function writeResults(counts: Counts, releases: readonly ReleaseResult[], seed: string): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'conformance.json'), `${JSON.stringify({ suite: 'conformance', ...counts })}\n`);
  const folder = join(results, '../conformance');
  mkdirSync(folder, { recursive: true });
  for (const { release, tally, parsing, fixed, combinations } of releases) {
    const { templates, examples, leftOutTemplates, warningTemplates, ...numbers } = tally;
    const detail = {
      seed,
      release: release.version,
      combinations,
      ...numbers,
      templates: [...templates]
        .map(([template, counts]) => ({ template, counts }))
        .toSorted((one, other) => other.counts.refusals - one.counts.refusals),
      leftOut: byCount(leftOutTemplates),
      warnings: byCount(warningTemplates),
      examples: [...examples].map(([key, cases]) => ({ key, cases })),
      parsing: { ...parsing, disagreements: parsing.disagreements.slice(0, 200) },
      fixed,
    };
    writeFileSync(join(folder, `${release.name}.json`), `${JSON.stringify(detail, undefined, 1)}\n`);
  }
}
