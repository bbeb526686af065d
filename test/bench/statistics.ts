/** The middle value. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** The value that `percent` of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** Milliseconds that something takes. */
export function milliseconds(run: () => void): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

/** Lines of a table with its columns aligned, numbers to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
    )
    .join('\n');
}

/** Measure little: to see that a benchmark runs. */
export const QUICK = process.argv.includes('--quick');
