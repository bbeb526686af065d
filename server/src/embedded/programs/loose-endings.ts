import { leftOf } from '../hosts/beside.ts';
import { type Chain, chainAt, endOf, startOf } from './chains.ts';
import { functionName, type Functions } from '../hosts/functions.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';
import { type Literal, writtenIn } from '../hosts/literal.ts';

/** The ends of statements in a program of which it cannot be told to what they are put. */
export interface LooseEndings {
  /** One of them may be the end of a statement. */
  goOn(statement: string): boolean;
}

const NONE: LooseEndings = { goOn: () => false };

interface Place {
  readonly text: string;
  readonly host: Host;
  readonly reading: HostReading;
  readonly functions: () => Functions;
}

/** `beginnings` are the texts that may be statements, by their tokens: what is put to one of them, or to its name, is not loose. */
export function looseEndingsIn(place: Place, beginnings: readonly number[]): LooseEndings {
  const { text, host, reading } = place;
  const endings = reading.tokens.texts.flatMap(({ at, literal }) => {
    const leads = endingOf(text, literal);
    return leads === undefined || isSeparator(text, literal) ? [] : [{ at, literal, leads }];
  });
  if (endings.length === 0) return NONE;
  const chains = beginnings.map((at) => chainAt(text, reading, host, at));
  const holders = new Set(chains.flatMap((chain) => holdersOf(place, chain)));
  /** What stands where there is no condition yet, and what may stand behind one. */
  const loose = { conditions: false, more: false };
  let next = 0;
  for (const { at, literal, leads } of endings) {
    while (next < chains.length && chains[next]!.last < at) next += 1;
    if (next < chains.length && chains[next]!.first <= at) continue;
    if (isPutTo(holders, text, literal) || isBehind(text, chains[next - 1], literal)) continue;
    if (/^(?:and|allow)/i.test(leads)) loose.more = true;
    else loose.conditions = true;
  }
  return {
    goOn: (statement) =>
      READS_OR_CHANGES.test(statement) && (loose.more || (loose.conditions && !CONDITION.test(statement))),
  };
}

/** The names under which a program holds a text or puts it together, and the function that gives it. */
function holdersOf({ text, functions }: Place, chain: Chain): readonly string[] {
  const { name, receiver } = chain;
  // All of a function may stand on the line before the text.
  const around = functions().around(startOf(chain) + 1);
  return [name?.replace(/^[@$]+/, ''), receiver, functionName(text, around)].filter((one) => one !== undefined);
}

/** Whether an end stands behind a text to which more is put right there. */
function isBehind(text: string, chain: Chain | undefined, { start }: Literal): boolean {
  if (chain?.goesOn !== true) return false;
  const between = text.slice(endOf(chain), start);
  return between.length < NEAR && !/;|\n\s*\w+\s*=/.test(between);
}

/** The word with which a text goes on with a statement; what is put in may stand before it. */
function endingOf(text: string, { textStart, textEnd, marks: [mark] }: Literal): string | undefined {
  const hole = mark?.kind === 'hole' && text.slice(textStart, mark.start).trim() === '' ? mark.end : textStart;
  return ENDING.exec(text.slice(hole, Math.min(textEnd, hole + NEAR)))?.[1];
}

const ENDING =
  /^(?:\s|\\[nrt])*(?:%(?:\d\$)?[sv]\s+|\{\w*\}\s+)?(WHERE|where|AND|and(?=\s+\w+\s*(?:[=<>]|in\b|IN\b))|LIMIT|ORDER\s+BY|order\s+by|ALLOW\s+FILTERING|allow\s+filtering)\b/;

/** Whether a text stands between others alone: `conditions.join(" AND ")`, `" AND ".join(conditions)`. */
const isSeparator = (text: string, literal: Literal): boolean =>
  /^\s*and\s*$/i.test(writtenIn(text, literal)) &&
  (/^\s*\.\s*join\b/.test(text.slice(literal.end, literal.end + NEAR)) ||
    /\b(?:[jJ]oin|joinToString|mkString|implode|intersperse)\((?:[^()\n]*,\s*)?$/.test(
      leftOf(text, literal.start, NEAR),
    ));

/** Whether what a text is put to is one of some names: `q += "…"`, `q.append("…")`, `"${q} …"`, `"%s …" % q`. */
function isPutTo(holders: ReadonlySet<string>, text: string, { start, end, textStart, marks }: Literal): boolean {
  const [mark] = marks;
  const word =
    mark?.kind === 'hole' && text.slice(textStart, mark.start).trim() === ''
      ? WITHIN.exec(text.slice(mark.start, mark.end))
      : (BEFORE.exec(leftOf(text, start, NEAR)) ?? BEHIND.exec(text.slice(end, end + NEAR)));
  return word?.[1] !== undefined && holders.has(word[1]);
}

const GIVEN = '(?:\\([^()\\n]*\\))?';
const BEFORE = new RegExp(
  `(\\w+)${GIVEN}\\s*(?:\\+=?|\\.=?|<>|<<|\\.\\s*(?:append|Append|concat|plus|push_str|WriteString)\\()\\s*$`,
);
const WITHIN = new RegExp(`(\\w+)${GIVEN}[ \\t]*\\}?$`);
const BEHIND = new RegExp(`^\\s*(?:,|%\\s*\\(?|\\.\\s*format(?:ted)?\\()\\s*(?:\\w+\\.)*(\\w+)${GIVEN}\\s*[,)\\n;]`);
const NEAR = 160;

const READS_OR_CHANGES = /^\s*(?:SELECT|UPDATE|DELETE)\b/i;
const CONDITION = /\bWHERE\b/i;
