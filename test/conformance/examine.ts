import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Analyzer } from './analyzer.ts';
import type { Answer } from './answer.ts';
import { compare, parsesAlike } from './compare.ts';
import type { Judge } from './judge.ts';
import { wordsOf } from './known.ts';
import { templateOf } from './messages.ts';
import type { ParseDisagreement } from './parsing.ts';
import { nameOf, regressionsFolder, writeRegression } from './regressions.ts';
import type { Release } from './releases.ts';
import type { Disagreement } from './semantics.ts';
import { shrunk, type ShrinkLimits } from './shrink.ts';

export interface Examiner {
  readonly release: Release;
  readonly judge: Judge;
  readonly analyzer: Analyzer;
  readonly say: (line: string) => void;
  /** Written to the regression tests, or else to `artifacts/conformance`. */
  readonly keep: boolean;
  /** When to stop, in milliseconds since 1970. */
  readonly deadline: number;
}

const artifacts = resolve(import.meta.dirname, '../../artifacts/conformance');

const order: readonly string[] = ['false-error', 'kind', 'miss', 'message'];

/** Makes so many kinds of disagreement small, the gravest first, and so many of the parsers. */
export async function examineAll(
  examiner: Examiner,
  disagreements: readonly Disagreement[],
  texts: readonly ParseDisagreement[],
  limit: number,
): Promise<void> {
  const kinds = new Map(disagreements.map((each) => [`${each.case.outcome} ${each.case.template}`, each]));
  const gravest = [...kinds.values()].toSorted(
    (one, other) => order.indexOf(one.case.outcome) - order.indexOf(other.case.outcome),
  );
  for (const disagreement of gravest.slice(0, limit)) {
    if (Date.now() < examiner.deadline) await examine(examiner, disagreement);
  }
  const shapes = new Map(
    texts.toSorted((one, other) => other.cql.length - one.cql.length).map((each) => [shapeOf(each.cql), each]),
  );
  for (const text of [...shapes.values()].toReversed().slice(0, limit)) {
    if (Date.now() < examiner.deadline) await examineText(examiner, text);
  }
}

/** The text without its names: texts that fail alike tend to have the same. */
function shapeOf(cql: string): string {
  return cql.replaceAll(/"[^"]*"|'[^']*'|[a-z]\w*|\d+|;|\s+/gi, (token) =>
    /^[A-Z_]{2,}$/.test(token) ? token : /^[\s;]/.test(token) ? '' : 'x',
  );
}

/** Makes a disagreement of a round small, writes it down and says it. */
async function examine(examiner: Examiner, { case: found, schema, label, seed }: Disagreement): Promise<void> {
  const { release, analyzer } = examiner;
  const plain = (cql: string) => withoutLabel(cql, label);
  const server = cachedServer(examiner.judge);
  const ask = async (script: readonly string[]): Promise<readonly [Answer, Answer]> => {
    const ours = await analyzer.ask(`cassandra-${release.name}`, script);
    return [await server.last(script), ours.at(-1) as Answer];
  };
  const holds = async (script: readonly string[]): Promise<boolean> => {
    const [theirs, mine] = await ask(script);
    const cql = script.at(-1) ?? '';
    return (
      compare(cql, theirs, mine) === found.outcome &&
      templateFor(theirs, mine, script) === templateFor(found.server, found.ours, [found.cql, ...schema])
    );
  };
  const small = await shrunk([...schema, found.cql].map(plain), holds, limitsOf(examiner));
  if (small === undefined) {
    await server.close();
    examiner.say(
      `${release.name}: ${found.outcome} that does not show alone (seed ${seed})\n    ${found.cql}\n  server: ${wordsOf(found.server)}\n  ours:   ${wordsOf(found.ours)}`,
    );
    return;
  }
  const [theirs, mine] = await ask(small);
  await server.close();
  report(examiner, `${found.outcome} ${found.template}`, small, theirs, mine, seed);
}

/** Makes a text that the parsers disagree on small, writes it down and says it. */
async function examineText(examiner: Examiner, { cql }: ParseDisagreement): Promise<void> {
  const { release, analyzer, judge } = examiner;
  const ask = async (text: string): Promise<readonly [Answer, Answer]> => {
    const [mine] = await analyzer.ask(`cassandra-${release.name}`, [text]);
    return [await judge.prepare(text), mine as Answer];
  };
  const [theirsAtFirst] = await ask(cql);
  const holds = async ([text]: readonly string[]): Promise<boolean> => {
    if (text === undefined || text === '') return false;
    const [theirs, mine] = await ask(text);
    return (
      theirs.ok === theirsAtFirst.ok &&
      (theirs.ok || theirsAtFirst.ok || theirs.kind === theirsAtFirst.kind) &&
      !parsesAlike(theirs, mine)
    );
  };
  const small = (await shrunk([cql], holds, limitsOf(examiner))) ?? [cql];
  const [theirs, mine] = await ask(small[0] ?? '');
  report(examiner, `parse ${small[0] ?? ''}`, small, theirs, mine, '');
}

function limitsOf({ deadline }: Examiner): ShrinkLimits {
  return { trials: 600, deadline: Math.min(deadline, Date.now() + 20_000) };
}

function templateFor(server: Answer, ours: Answer, script: readonly string[]): string {
  const names = new Set(script.flatMap((cql) => [...cql.matchAll(/[A-Za-z_]\w*\d\b/g)].map(([name]) => name)));
  const refusal = server.ok ? ours : server;
  return refusal.ok ? '' : templateOf(refusal.message, names);
}

/** Round labels tell names of rounds apart; a script of its own needs none, but ids that no table of the round has. */
function withoutLabel(cql: string, label: string): string {
  return cql
    .replaceAll(new RegExp(`([A-Za-z])${label}(\\d+)`, 'g'), '$1$2')
    .replaceAll(/\bid = [0-9a-f]{8}-/g, 'id = aaaaaaaa-');
}

/** Answers the last statement of scripts, keeping what the statements before it made as long as they are the same. */
function cachedServer(judge: Judge): { last(script: readonly string[]): Promise<Answer>; close(): Promise<void> } {
  let standing: readonly string[] = [];
  const clear = async () => {
    await judge.cleanUp(standing);
    standing = [];
  };
  return {
    last: async (script) => {
      const [schema, cql] = [script.slice(0, -1), script.at(-1) ?? ''];
      const same = schema.length === standing.length && schema.every((each, index) => each === standing[index]);
      if (!same) {
        await clear();
        await judge.askInOrder(schema);
        standing = schema;
      }
      const answer = await judge.ask(cql);
      if (!/^\s*(?:select|insert|update|delete|begin|describe|desc|list)\b/i.test(cql)) {
        standing = [...schema, cql];
        await clear();
      }
      return answer;
    },
    close: clear,
  };
}

function report(
  { release, say, keep }: Examiner,
  title: string,
  script: readonly string[],
  server: Answer,
  ours: Answer,
  seed: string,
): void {
  const name = nameOf(`${release.name} ${title}`);
  const folder = keep ? regressionsFolder : artifacts;
  mkdirSync(folder, { recursive: true });
  const answers = [...script.slice(0, -1).map(() => 'taken'), wordsOf(server)];
  writeRegression({ name, script, answers: { [release.name]: answers } }, folder);
  if (!keep) writeFileSync(join(folder, `${name}.cql`), `${script.join(';\n')};\n`);
  const from = seed === '' ? '' : ` (seed ${seed})`;
  say(
    [
      `${release.name}: ${title.split(' ')[0]}${from}`,
      ...shownOf(script),
      `  server: ${wordsOf(server)}`,
      `  ours:   ${wordsOf(ours)}`,
    ].join('\n'),
  );
}

const shownAtMost = 12;

function shownOf(script: readonly string[]): readonly string[] {
  const hidden = Math.max(0, script.length - shownAtMost);
  const shown = script.slice(hidden).map((cql) => `    ${cql};`);
  return hidden === 0 ? shown : [`    (${hidden} statements more, in the file)`, ...shown];
}
