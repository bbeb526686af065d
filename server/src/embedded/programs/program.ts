import { firstIndex } from '../../text/occupied.ts';
import { joinsArgument } from './called.ts';
import { nameOf } from './chains.ts';
import { type Constants, constantsIn } from './constants.ts';
import { type Databases, importsOfCassandra, type Neighbourhood } from './evidence.ts';
import { wordsOf } from '../hosts/expressions.ts';
import { type Functions, functionsIn, type Stretch } from '../hosts/functions.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';
import { once, remembered } from './remembered.ts';
import { originsIn } from './origins.ts';
import { looseEndingsIn, type LooseEndings } from './loose-endings.ts';
import { receiversIn, type Receivers } from './receivers.ts';
import { sessionKeyspacesIn, type SessionKeyspaces } from './session-keyspaces.ts';
import { isAssigned, isFormatted, isJoined, joinedKeysIn, takerBefore, type Use, usesOf } from './uses.ts';

/** A program, and what is known around it. */
export interface Program {
  readonly text: string;
  readonly host: Host;
  readonly reading: HostReading;
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly databases: Databases;
  /** What comments may declare of statements and tables, without the `@`. */
  readonly annotations: ReadonlySet<string>;
  /** Those of its statements are wanted that only its tests hold. */
  readonly tests: boolean;
  readonly neighbourhood: Neighbourhood;
}

/** A program, with what becomes of the texts in it: worked out where a text has a name. */
export interface Seen extends Program {
  /** Where a name of a text stands. */
  readonly uses: (name: string) => readonly Use[];
  /** Those of them to which more is put. */
  readonly joinedUses: (name: string) => readonly Use[];
  /** What takes the value that stands at some place, by whatever call. */
  readonly takerAt: (place: number) => string | undefined;
  /** Whether a name is given several texts. */
  readonly isGivenOften: (name: string) => boolean;
  /** Whether values are put into what has a name. */
  readonly isFormatted: (name: string) => boolean;
  readonly functions: () => Functions;
  /** Whether a function of it puts more to what it is handed at some place. */
  readonly joins: (callee: string, place: number) => boolean;
  /** The keys under which it keeps texts to which it puts more. */
  readonly joinedKeys: () => ReadonlySet<string>;
  /** The ends of statements in it of which it cannot be told to what they are put. */
  readonly looseEndings: () => LooseEndings;
  /** Whom its calls speak with, where it speaks with several. */
  readonly receivers: () => Receivers;
  readonly sessions: () => SessionKeyspaces;
  /** What its names stand for that are given the name of a table. */
  readonly constants: () => Constants;
}

/** `beginnings` are the texts in it that may be statements, by their tokens. */
export function seenIn(program: Program, beginnings: readonly number[]): Seen {
  const { text, host, reading } = program;
  const functions = once(() => functionsIn(text));
  const place = { text, host, reading, functions };
  const allUses = once(() => usesOf(text, reading, namesOf(program, beginnings)));
  const uses = (name: string): readonly Use[] => allUses().get(plainName(name)) ?? NO_USES;
  /** Of the uses of a name: asked for by each text that has it. */
  const ofUses = <T>(judge: (found: readonly Use[]) => T): ((name: string) => T) => {
    const judged = remembered(judge);
    return (name) => judged(uses(name));
  };
  const origins = once(() => originsIn(program.path, text, host));
  const originOf = (name: string): Databases | undefined => {
    const origin = origins()(name);
    return origin && program.neighbourhood.databasesAt(origin.paths, origin.name);
  };
  const joins = remembered((callee: string) => remembered((at: number) => joinsArgument(place, callee, at)));
  return {
    ...program,
    uses,
    joinedUses: ofUses((found) => found.filter((use) => isJoined(text, host, use))),
    takerAt: remembered((at: number) => takerBefore(text, at)),
    isGivenOften: ofUses((found) => found.filter((use) => isAssigned(text, use)).length > 1),
    isFormatted: ofUses((found) => found.some((use) => isFormatted(text, use))),
    functions,
    joins: (callee, at) => joins(callee)(at),
    joinedKeys: once(() => joinedKeysIn(text)),
    looseEndings: once(() => looseEndingsIn(place, beginnings)),
    receivers: once(() => receiversIn(text, importsOfCassandra(text, host), originOf)),
    sessions: once(() => sessionKeyspacesIn(text)),
    constants: once(() => constantsIn(text, host, reading)),
  };
}

/** What the texts that begin at some tokens are called. */
function namesOf({ text, host, reading: { tokens } }: Program, beginnings: readonly number[]): ReadonlySet<string> {
  const words = wordsOf(text, tokens);
  return new Set(
    beginnings.flatMap((at) => {
      const name = nameOf(text, words, tokens, host, at);
      return name === undefined ? [] : [plainName(name)];
    }),
  );
}

/** Without the sign of PHP. */
const plainName = (name: string): string => name.replace(/^\$/, '');

const NO_USES: readonly Use[] = [];

/** Where a name stands for a text: everywhere, or where it is given several texts, in the function of this one. */
export const reachOf = ({ text, functions, isGivenOften }: Seen, name: string, start: number): Stretch =>
  isGivenOften(name) ? functions().around(start) : { start: 0, end: text.length };

/** Where a name stands that may be that of a text at an offset: without a look at all of them, since hundreds of texts may share a name. */
export function usesInReach(program: Seen, name: string, start: number): readonly Use[] {
  const found = program.uses(name);
  const reach = reachOf(program, name, start);
  return found.slice(firstFrom(found, reach.start), firstFrom(found, reach.end));
}

const firstFrom = (uses: readonly Use[], offset: number): number =>
  firstIndex(uses.length, (at) => uses[at]!.start >= offset);
