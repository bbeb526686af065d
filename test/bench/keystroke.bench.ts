import fc from 'fast-check';
import { test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/configuration.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { generate } from './generate.ts';
import { median, percentile } from './statistics.ts';

// From a keystroke to the findings of the file, in process, in a text of a megabyte: edits of queries, and edits of DDL.

const SIZE = 1_000_000;
const EDITS = 1000;

test('keystroke to findings', { timeout: 300_000 }, () => {
  const text = generate({ length: SIZE, seed: 1 });
  const workspace = new Workspace();
  workspace.configure(DEFAULT_CONFIGURATION);
  const opened = performance.now();
  workspace.set('big.cql', text, { path: 'big.cql', contributes: true });
  const findings = workspace.findings('big.cql').length;
  console.log(
    `open and analyse ${text.length} characters: ${(performance.now() - opened).toFixed(0)} ms, ${findings} findings`,
  );
  const random = fc
    .sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { numRuns: 50_000, seed: 2 })
    .values();
  const next = (): number => random.next().value ?? 0;
  const ddl = (index: number): boolean =>
    /^\s*(create|alter|drop|use)\b/i.test(workspace.file('big.cql')!.document.segments[index]!.text);
  for (const [what, wanted] of [
    ['an edit of a query', false],
    ['an edit of DDL', true],
  ] as const) {
    const times: number[] = [];
    while (times.length < (wanted ? EDITS / 10 : EDITS)) {
      const { document } = workspace.file('big.cql')!;
      const index = Math.floor(next() * document.segments.length);
      if (ddl(index) !== wanted) continue;
      const segment = document.segments[index]!;
      const start =
        document.startOf(index) + segment.begin + Math.floor(next() * Math.max(1, segment.end - segment.begin));
      const edits = [
        { start, end: start, text: 'x' },
        { start, end: start + 1, text: '' },
      ];
      for (const edit of edits) {
        const from = performance.now();
        workspace.edit('big.cql', edit);
        workspace.findings('big.cql');
        times.push(performance.now() - from);
      }
    }
    console.log(
      `${what}: median ${median(times).toFixed(2)} ms, p99 ${percentile(times, 99).toFixed(2)} ms, worst ${Math.max(...times).toFixed(2)} ms`,
    );
  }
});
