import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { throwing } from './dice.ts';
import { keystroke } from './edits.ts';
import { generate } from './generate.ts';
import { QUICK, median, milliseconds, percentile, table } from './statistics.ts';

// From a keystroke to the findings of the file, in process: random edits of several kinds, each taken back again.

const SIZE = QUICK ? 100_000 : 1_000_000;
const EDITS = QUICK ? 50 : 1000;
const URI = 'file:///big.cql';

const text = generate({ length: SIZE, seed: 1 });
const workspace = new Workspace();
workspace.configure(DEFAULT_CONFIGURATION);
const opened = milliseconds(() => {
  workspace.set(URI, text, { path: 'big.cql', contributes: true });
  workspace.findings(URI);
});
const { document } = workspace.file(URI)!;
console.log(
  `${(text.length / 1e6).toFixed(1)} MB, ${document.segments.length} statements, ${workspace.findings(URI).length} findings: opened and analysed in ${opened.toFixed(0)} ms`,
);

const dice = throwing(2);
const queries: number[] = [];
const ddl: number[] = [];
document.segments.forEach((segment, index) => {
  const isDdl = /^(?:create|alter|drop)\b/i.test(segment.text.slice(segment.begin, segment.begin + 8));
  (isDdl ? ddl : queries).push(index);
});

const rows = [['milliseconds', 'edits', 'median', 'p90', 'p99', 'worst']];
const row = (what: string, times: readonly number[]): void => {
  const figures = [median(times), percentile(times, 90), percentile(times, 99), Math.max(...times)];
  rows.push([what, `${times.length}`, ...figures.map((figure) => figure.toFixed(2))]);
};
for (const [what, segments, edits] of [
  ['queries', queries, EDITS],
  ['DDL', ddl, EDITS],
  ['anything', [...queries, ...ddl], EDITS],
] as const) {
  const times: number[] = [];
  const byKind = new Map<string, number[]>();
  const timed = (run: () => void): number => {
    const time = milliseconds(run);
    times.push(time);
    return time;
  };
  while (times.length < edits) {
    const { kind, edit, back } = keystroke(workspace.file(URI)!.document, dice.pick(segments), dice);
    const list = byKind.get(kind) ?? [];
    byKind.set(kind, list);
    for (const change of [edit, back]) {
      list.push(
        timed(() => {
          workspace.edit(URI, change);
          workspace.findings(URI);
        }),
      );
    }
  }
  row(`edits of ${what}`, times);
  if (what !== 'anything') for (const [kind, list] of byKind) row(`  ${kind}`, list);
}
console.log(table(rows));
