import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { items } from './generate/items.ts';
import { wordsOf } from './known.ts';
import { utteredOf, type Uttered } from './said.ts';
import type { ReleaseResult } from './suite.ts';
import type { Coverage } from './syntax/generate.ts';
import { readTemplates, type Template } from './templates.ts';
import { mostBroken } from './rounds.ts';
import { isLow, percentOf, sharesOf } from './shares.ts';
import { sumOf, type Tally } from './tally.ts';
import { linesOfAnswer } from './warnings.ts';

/** What counts as passed and failed over all releases. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Adds up a run. Each disagreement on a fixed text and on what parses, and each statement refused by us alone, is a failure;
 * misses, kinds and words of generated statements fail by the shares that they lower, taken over all releases of the run.
 */
export function countsOf(results: readonly ReleaseResult[]): Counts {
  const all = sumOf(results.map(({ tally }) => tally));
  const agreed =
    all.statements - all.faults - all.ofData - all.falseErrors - all.misses - all.otherKinds - all.otherMessages;
  const sum = (of: (result: ReleaseResult) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    passed:
      agreed + sum(({ fixed, parsing }) => fixed.agreed + fixed.listed + parsing.texts - parsing.disagreements.length),
    failed:
      all.falseErrors +
      sharesOf(all).filter(isLow).length +
      sum(({ fixed, parsing }) => fixed.disagreements.length + parsing.disagreements.length) +
      results.filter(wasNotCompared).length,
  };
}

/** A release whose rounds were given up so often that what is left says too little. */
const wasNotCompared = ({ broken }: ReleaseResult): boolean => broken.length >= mostBroken;

/** The lines that tell what a release gave. */
export function linesOf(result: ReleaseResult): readonly string[] {
  const { release, fixed, parsing, tally, walkers } = result;
  const lines = [`== Cassandra ${release.version}`];
  lines.push(
    `texts and regressions: ${fixed.agreed} agree, ${fixed.disagreements.length} do not, ${fixed.listed} listed, ${fixed.leftOut} left out`,
  );
  lines.push(
    `parsing: ${parsing.texts} texts, ${parsing.texts - parsing.refused} valid, ${parsing.refused} refused by the server; ${parsing.disagreements.length} disagreements, ${parsing.listed} listed, ${parsing.leftOut} left out`,
  );
  for (const [name, walker] of walkers) {
    const { reached, all } = walker.reached();
    const leftOut = walker.leftOut > 0 ? `; ${walker.leftOut} more are no CQL (templates, commands of cqlsh)` : '';
    lines.push(
      `  ${name}: ${reached} of ${all} alternatives reached, ${((reached / all) * 100).toFixed(1)} %${leftOut}`,
    );
  }
  for (const { cql, server, ours } of parsing.disagreements
    .toSorted((one, other) => one.cql.length - other.cql.length)
    .slice(0, 10)) {
    lines.push(`  ${oneLine(cql)}`, `    server: ${wordsOf(server)}`, `    ours:   ${wordsOf(ours)}`);
  }
  lines.push(
    ...linesOfTally(tally),
    ...result.broken.map((reason) => `a round was given up: ${reason}`),
    `rounds: ${result.rounds}; combinations of statement, restriction, type, index and option: ${result.combinations}`,
  );
  return lines;
}

function linesOfTally(tally: Tally): readonly string[] {
  return tally.statements === 0
    ? []
    : [
        `warnings: ${tally.sameWarnings} same, ${tally.otherWarnings} not, ${tally.warningsOfCluster} of the cluster left out; passed over ${tally.passedOver}`,
        ...worst(tally),
        ...examplesOf(tally),
      ];
}

/** The table of all releases, the shares that are wanted over all of them, and those that are missed. */
export function linesOfAll(results: readonly ReleaseResult[]): readonly string[] {
  const sum = sumOf(results.map(({ tally }) => tally));
  if (sum.statements === 0) return linesOfTemplates(results);
  const table = [
    items(
      'release  statements  accepted  refused  faults  data  listed  false errors  misses  found  kind  words  warnings  templates',
    ),
    ...results.map(({ release, tally }) => rowOf(release.name, tally)),
    ...(results.length > 1 ? [rowOf('all', sum)] : []),
  ];
  const low = sharesOf(sum).filter(isLow);
  return [
    ...aligned(table),
    ...linesOfTemplates(results),
    ...low.map(
      (share) => `too few: ${percentOf(share)} of ${share.whole}, wanted ${share.wanted * 100} %: ${share.name}`,
    ),
  ];
}

/** How much of what the analyzer can say the servers have said, release by release and in all. */
function linesOfTemplates(results: readonly ReleaseResult[]): readonly string[] {
  const templates = readTemplates();
  const each = results.map((result) => ({ result, uttered: utteredIn(result, templates) }));
  const said = new Set(each.flatMap(({ uttered }) => uttered.covered));
  const all = new Set([...said, ...each.flatMap(({ uttered }) => uttered.silent)]);
  const line = (name: string, part: number, whole: number) =>
    `${name}: ${part} of ${whole} templates that the analyzer says were said by the server (${percentOf({ name, part, whole, wanted: 0 })})`;
  return [
    ...each.map(({ result, uttered: { covered, silent } }) =>
      line(result.release.name, covered.length, covered.length + silent.length),
    ),
    ...(results.length > 1 ? [line('all', said.size, all.size)] : []),
  ];
}

const utteredIn = ({ release, tally, fixed }: ReleaseResult, templates: readonly Template[]): Uttered =>
  utteredOf([tally.said, fixed.said], templates, release.name);

function rowOf(name: string, tally: Tally): readonly string[] {
  const { statements, accepted, refused, faults, ofData, listed, falseErrors, misses, templates } = tally;
  const counts = [statements, accepted, refused, faults, ofData, listed, falseErrors, misses].map(String);
  return [name, ...counts, ...sharesOf(tally).slice(0, 4).map(percentOf), String(templates.size)];
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
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
  const order = ['false-error', 'miss', 'kind', 'message', 'warning'];
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
          `  server: ${linesOfAnswer(example.server)}`,
          `  ours:   ${linesOfAnswer(example.ours)}`,
        ],
  );
}

const oneLine = (cql: string): string => cql.replaceAll(/\s+/g, ' ');

const byCount = (map: ReadonlyMap<string, number>) => [...map].toSorted(([, one], [, other]) => other - one);

const results = resolve(import.meta.dirname, '../../artifacts/results');

/** Writes the counts where the CI script adds them up, and everything else beside the shrunk scripts. */
export function writeResults(counts: Counts, releases: readonly ReleaseResult[], seed: string): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'conformance.json'), `${JSON.stringify({ suite: 'conformance', ...counts })}\n`);
  const folder = join(results, '../conformance');
  mkdirSync(folder, { recursive: true });
  const account = readTemplates();
  for (const result of releases) {
    const { release, tally, parsing, fixed, combinations, walkers } = result;
    const { templates, examples, leftOutTemplates, warningTemplates, said, ...numbers } = tally;
    const { silent, others } = utteredIn(result, account);
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
      alternatives: Object.fromEntries([...walkers].map(([name, each]) => [name, shareOf(each)])),
      parsing: { ...parsing, disagreements: parsing.disagreements.slice(0, 200) },
      fixed: { ...fixed, said: undefined },
      silent: silent.map(({ source, text }) => `${source}: ${text}`),
      saidOutsideTheAccount: others.map(({ account, source, text }) => `${account}: ${source}: ${text}`),
      said: [...new Set([...said.values(), ...fixed.said.values()])],
    };
    writeFileSync(join(folder, `${release.name}.json`), `${JSON.stringify(detail, undefined, 1)}\n`);
  }
}

function shareOf({ reached, leftOut }: Coverage): object {
  const counts = reached();
  return { ...counts, leftOut, share: counts.reached / counts.all };
}
