import { text } from 'node:stream/consumers';
import type { Answer, Script } from './answer.ts';
import { openJudge } from './judge.ts';
import { startNode, type NodeOptions } from './node.ts';
import type { Release } from './releases.ts';
import { statementsOf } from './statements.ts';

/**
 * Puts standard input to real nodes, one release after the other. Lines of JSON (`{"id", "script"}`) are answered as
 * `dry-run --jsonl` answers them; any other text is one script, answered for people to read.
 */
export async function askOnStandardInput(asked: readonly Release[], options: NodeOptions): Promise<void> {
  const input = await text(process.stdin);
  const forPrograms = input.trimStart().startsWith('{');
  const scripts: readonly Script[] = forPrograms
    ? input.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Script]))
    : [{ id: '', script: statementsOf(input) }];
  for (const release of asked) {
    if (!forPrograms) process.stdout.write(`=== ${release.version}\n`);
    await askOne(release, options, scripts, (script, answers) =>
      process.stdout.write(forPrograms ? forProgram(release, asked, script, answers) : forPeople(script, answers)),
    );
  }
}

async function askOne(
  release: Release,
  options: NodeOptions,
  scripts: readonly Script[],
  print: (script: Script, answers: readonly Answer[]) => void,
): Promise<void> {
  const node = await startNode(release, options);
  try {
    const judge = await openJudge(node);
    for (const script of scripts) {
      print(script, await judge.askInOrder(script.script));
      await judge.cleanUp(script.script);
    }
    await judge.close();
  } finally {
    await node.stop();
  }
}

function forProgram(release: Release, asked: readonly Release[], { id }: Script, results: readonly Answer[]): string {
  const target = asked.length > 1 ? { target: `cassandra-${release.name}` } : {};
  return `${JSON.stringify({ id, ...target, results })}\n`;
}

function forPeople({ script }: Script, answers: readonly Answer[]): string {
  return script.map((cql, index) => `${cql.trimEnd()}\n    ${sentence(answers[index])}\n`).join('');
}

function sentence(answer: Answer | undefined): string {
  if (answer === undefined) return '(no answer)';
  if (!answer.ok) return `${answer.kind}: ${answer.message}`;
  const rows = answer.rows === undefined ? '' : ` (${answer.rows} rows)`;
  return [
    'taken',
    answer.prepared ? ' (prepared)' : rows,
    ...(answer.warnings ?? []).map((text) => `\n    warns: ${text}`),
  ].join('');
}
