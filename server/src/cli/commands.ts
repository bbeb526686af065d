import type { Command } from './command-line.ts';

/** The commands that read texts. Each is made ready when it is named: none needs all that the others do. */
export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['check', async () => (await import('./check.ts')).runCheck],
  ['fix', async () => (await import('./fix.ts')).runFix],
  ['propose', async () => (await import('./propose.ts')).runPropose],
  ['review', async () => (await import('./review.ts')).runReview],
  ['dry-run', async () => (await import('./dry-run.ts')).runDryRun],
  ['format', async () => (await import('./format.ts')).runFormat],
  ['explain', async () => (await import('./explain.ts')).runExplain],
]);
