import { isParseError, type Answer } from './answer.ts';
import { DEFAULT_TARGET } from '../../server/src/text/release.ts';
import { compare, parsesAlike, whyNoVerdict } from './compare.ts';
import { onNode, type House } from './house.ts';
import { housed, scratch } from './housing.ts';
import { randomOf } from './generate/random.ts';
import type { Judge } from './judge.ts';
import { wordsOf } from './known.ts';
import { sameMessage } from './messages.ts';
import type { Options } from './options.ts';
import { withAnswers, writeRegression } from './regressions.ts';
import type { Release } from './releases.ts';
import { hear, newSaid, type Said } from './said.ts';
import type { Work } from './suite.ts';
import type { OwnText } from './texts.ts';
import { linesOfAnswer, warnAlike } from './warnings.ts';

/** How the statements of scripts that are the same every time compare. */
export interface FixedResult {
  readonly agreed: number;
  readonly leftOut: number;
  readonly listed: number;
  readonly disagreements: readonly FixedDisagreement[];
  readonly said: Said;
}

export interface FixedDisagreement {
  readonly where: string;
  readonly cql: string;
  readonly server: Answer;
  readonly ours: Answer;
}

export const noFixedResult: FixedResult = { agreed: 0, leftOut: 0, listed: 0, disagreements: [], said: newSaid() };

const mostShown = 30;

/** Compares the regressions and the project's own texts on a node. */
export async function compareFixed(release: Release, house: House, work: Work): Promise<FixedResult> {
  const { analyzer, known, options, say } = work;
  let agreed = 0;
  let leftOut = 0;
  let listed = 0;
  const disagreements: FixedDisagreement[] = [];
  const said = newSaid();
  const target = `cassandra-${release.name}`;

  const judged = (cql: string, server: Answer, ours: Answer): 'left-out' | 'agreed' | 'listed' | 'not' => {
    const outcome = compare(cql, server, ours);
    if (outcome === 'left-out') return 'left-out';
    if (outcome === 'same' && parsesAlike(server, ours) && warnAlike(server, ours)) return 'agreed';
    return known(release.name, cql, server, ours) === undefined ? 'not' : 'listed';
  };
  const put = (where: string, cql: string, server: Answer, ours: Answer): void => {
    hear(said, server);
    const verdict = judged(cql, server, ours);
    if (verdict === 'left-out') leftOut++;
    else if (verdict === 'agreed') agreed++;
    else if (verdict === 'listed') listed++;
    else {
      disagreements.push({ where, cql, server, ours });
      if (disagreements.length <= mostShown)
        say(
          `${release.name}: ${where}: ${cql.replaceAll(/\s+/g, ' ')}\n  server: ${linesOfAnswer(server)}\n  ours:   ${linesOfAnswer(ours)}`,
        );
    }
  };
  const run = async (
    where: string,
    script: readonly string[],
    clear: (judge: Judge) => Promise<void>,
  ): Promise<readonly Answer[]> => {
    const askServer = () =>
      onNode(house, async (judge) => {
        const answers = await judge.askInOrder(script);
        await clear(judge);
        return answers;
      });
    const [first, ours] = await Promise.all([askServer(), analyzer.ask(target, script)]);
    // A node that stalls contradicts itself: 6.0 commits a keyspace, waits in vain for its own answer, tries again and finds
    // the keyspace there. What it says once only is not its word.
    const differs = script.some((cql, index) => judged(cql, first[index] as Answer, ours[index] as Answer) === 'not');
    const server = differs ? await askServer() : first;
    // What a fault of the server did not make is missing from there on.
    const faulty = server.findIndex((answer, index) => failsToMake(script[index] as string, answer));
    const end = faulty < 0 ? script.length : faulty + 1;
    for (const [index, cql] of script.slice(0, end).entries())
      put(where, cql, server[index] as Answer, ours[index] as Answer);
    leftOut += script.length - end;
    return server;
  };

  const drawn = drawnFor(release, options);
  for (const regression of drawn(work.regressions)) {
    const answers = await run(`regressions/${regression.name}`, regression.script, (judge) =>
      judge.cleanUp(regression.script),
    );
    const recorded = regression.answers[release.name];
    // Warnings need not be on file.
    const stands = (text: string, answer: Answer | undefined): boolean =>
      answer !== undefined && (text === wordsOf(answer) || sameMessage(text, linesOfAnswer(answer)));
    if (options.update) writeRegression(withAnswers(regression, release.name, answers));
    else if (recorded?.some((text, index) => !stands(text, answers[index]))) {
      say(
        `${release.name}: the answers on file of regressions/${regression.name} are not those of today; --update writes them anew`,
      );
    }
  }

  const texts = drawn(work.texts);
  const made = texts.flatMap(({ script }) => script.filter(changesSchema));
  const parsed = await onNode(house, (judge) => whatParses(judge, made));
  const needsItsOwn = ({ script }: OwnText) => script.some((cql) => parsed.has(cql));
  for (const [index, { id, script }] of texts.filter(needsItsOwn).entries()) {
    const { before, text } = housed(script, index);
    // The next text uses a keyspace of its own, so there is no need of a new session.
    await run(id, [...before, ...text], (judge) => judge.drop(text));
  }

  // All others share one keyspace, and the time of one.
  const others = texts
    .filter((text) => !needsItsOwn(text))
    .flatMap(({ id, script }) => script.map((cql) => ({ id, cql })));
  const shared = others.map(({ cql }) => cql);
  const server = await onNode(house, async (judge) => {
    await judge.askInOrder(scratch('scratch'));
    const answers = await judge.askMany(shared);
    await judge.cleanUp([]);
    return answers;
  });
  const ours = (await analyzer.ask(target, [...scratch('scratch'), ...shared])).slice(scratch('scratch').length);
  for (const [index, { id, cql }] of others.entries()) put(id, cql, server[index] as Answer, ours[index] as Answer);
  return { agreed, leftOut, listed, disagreements, said };
}

/** One in so many, and twice as many of the release that most are about: which, the seed says. */
function drawnFor({ name }: Release, { oneIn, seed }: Options): <T>(items: readonly T[]) => readonly T[] {
  const random = randomOf(`${seed}/${name}/fixed`);
  const taken = name === DEFAULT_TARGET.release ? 2 : 1;
  return (items) => items.filter(() => random.below(oneIn) < taken);
}

/** Those that the server's parser takes; nothing is executed. */
async function whatParses(judge: Judge, statements: readonly string[]): Promise<ReadonlySet<string>> {
  const answers = await judge.askMany(statements, 'prepare');
  return new Set(statements.filter((_, index) => !isParseError(answers[index] as Answer)));
}

/** Whether a fault of the server, such as a missing class, kept it from making something. */
const failsToMake = (cql: string, answer: Answer): boolean =>
  /^\s*create\b/i.test(cql) && !answer.ok && whyNoVerdict(cql, answer) === 'fault';

/** Whether it could leave something behind; what alters or drops finds nothing in an empty keyspace. */
function changesSchema(cql: string): boolean {
  return /\b(?:create|use|identity)\b/i.test(cql);
}
