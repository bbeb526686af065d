import type { Analyzer } from './analyzer.ts';
import { isParseError, type Answer } from './answer.ts';
import { parsesAlike } from './compare.ts';
import { onNode, type House } from './house.ts';
import type { Known } from './known.ts';
import type { Release } from './releases.ts';
import type { TextGenerator } from './syntax/generate.ts';

/** What came of asking both parsers about texts. */
export interface ParseTally {
  texts: number;
  /** Texts that the server's parser refuses. */
  refused: number;
  listed: number;
  /** Texts that the server did not answer. */
  leftOut: number;
  readonly disagreements: ParseDisagreement[];
}

export interface ParseDisagreement {
  readonly cql: string;
  readonly server: Answer;
  readonly ours: Answer;
}

export const newParseTally = (): ParseTally => ({ texts: 0, refused: 0, listed: 0, leftOut: 0, disagreements: [] });

export interface ParseOptions {
  readonly release: Release;
  readonly house: House;
  readonly analyzer: Analyzer;
  readonly known: Known;
  readonly tally: ParseTally;
}

/** Asks both sides whether they take some generated texts for CQL; nothing is executed. */
export async function compareParsers(options: ParseOptions, generator: TextGenerator, texts: number): Promise<void> {
  await compareTexts(
    options,
    Array.from({ length: texts }, () => generator.next()),
  );
}

/** Asks both sides about given texts. */
export async function compareTexts(
  { release, house, analyzer, known, tally }: ParseOptions,
  texts: readonly string[],
): Promise<void> {
  const [server, ours] = await Promise.all([
    onNode(house, (judge) => judge.askMany(texts, 'prepare')),
    analyzer.ask(`cassandra-${release.name}`, texts),
  ]);
  for (const [index, cql] of texts.entries()) {
    const [theirs, mine] = [server[index] as Answer, ours[index] as Answer];
    if (!theirs.ok && /^(?:timeout|client|protocol|overloaded)$/.test(theirs.kind)) {
      tally.leftOut++;
      continue;
    }
    tally.texts++;
    if (isParseError(theirs)) tally.refused++;
    if (parsesAlike(theirs, mine)) continue;
    if (known(release.name, cql, theirs, mine) !== undefined) tally.listed++;
    else tally.disagreements.push({ cql, server: theirs, ours: mine });
  }
}
