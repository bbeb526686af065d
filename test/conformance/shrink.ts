/** Whether a script still shows what it is kept for. */
export type Holds = (script: readonly string[]) => Promise<boolean>;

export interface ShrinkLimits {
  /** How many scripts may be tried. */
  readonly trials: number;
  /** When to stop, in milliseconds since 1970. */
  readonly deadline: number;
}

/**
 * Makes a script that ends in the statement of interest smaller while it still shows it: statements before it go, then pieces
 * of what is left. Gives `undefined` when the script does not show it at all.
 */
export async function shrunk(
  script: readonly string[],
  holds: Holds,
  limits: ShrinkLimits,
): Promise<readonly string[] | undefined> {
  let trials = 0;
  const spent = () => trials >= limits.trials || Date.now() > limits.deadline;
  const still: Holds = async (candidate) => {
    if (spent()) return false;
    trials++;
    return holds(candidate);
  };
  const sliced = slice(script);
  let best = sliced;
  if (!(await still(sliced))) {
    if (sliced.length === script.length || !(await still(script))) return undefined;
    best = script;
  }
  const reduce = async (at: number): Promise<void> => {
    const tokens = await withoutParts(tokensOf(best[at] ?? ''), Infinity, (parts) =>
      still(best.with(at, joined(parts))),
    );
    best = best.with(at, joined(tokens));
  };
  // The statement of interest first: it costs least, and what it no longer names can then go from the schema.
  await reduce(best.length - 1);
  best = await withoutParts(best, best.length - 1, still);
  for (let round = 0; round < 3 && !spent(); round++) {
    const before = best;
    for (let index = best.length - 1; index >= 0 && !spent(); index--) await reduce(index);
    best = await withoutParts(best, best.length - 1, still);
    if (best.length === before.length && best.every((cql, index) => cql === before[index])) break;
  }
  return best;
}

/** Leaves out parts, large pieces first, as long as the rest holds; parts from `fixed` on stay. */
async function withoutParts(parts: readonly string[], fixed: number, holds: Holds): Promise<readonly string[]> {
  let best = parts;
  const free = () => Math.min(best.length, fixed - (parts.length - best.length));
  for (let size = Math.ceil(free() / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = Math.max(0, free() - size); ; start = Math.max(0, start - size)) {
      const candidate = [...best.slice(0, start), ...best.slice(Math.min(start + size, free()))];
      if (candidate.length < best.length && candidate.length > 0 && (await holds(candidate))) best = candidate;
      if (start === 0) break;
    }
  }
  return best;
}

/** The statements that the last one depends on, as far as names tell. */
function slice(script: readonly string[]): readonly string[] {
  const last = script.at(-1) ?? '';
  const needed = new Set(namesOf(last));
  const kept: string[] = [last];
  for (const cql of script.slice(0, -1).toReversed()) {
    const [, keyspace] = /^create\s+keyspace\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(cql) ?? [];
    const isNeeded =
      keyspace === undefined
        ? /^use\b/i.test(cql) || subjectsOf(cql).some((name) => needed.has(name))
        : kept.some((other) => namesOf(other).includes(keyspace));
    if (!isNeeded) continue;
    kept.unshift(cql);
    if (keyspace === undefined && !/^use\b/i.test(cql)) for (const name of namesOf(cql)) needed.add(name);
  }
  return kept;
}

const subject =
  /\b(?:table|columnfamily|type|view|function|aggregate|index|on|from|role|user)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:\w+\.)?"?(\w+)"?|\b(?:sfunc|finalfunc)\s+(\w+)/gi;

/** The objects that a schema statement is about, and those that it stands on; not their keyspaces. */
function subjectsOf(cql: string): readonly string[] {
  return [...cql.matchAll(subject)].map((match) => match[1] ?? match[2] ?? '');
}

const word = /[A-Za-z_]\w*/g;

/** The words that the generator's names look like: they end in digits. */
function namesOf(cql: string): readonly string[] {
  return [...cql.matchAll(word)].map(([name]) => name).filter((name) => /\d$/.test(name));
}

const piece =
  /--[^\n\r]*[\n\r]?|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|expr\(|[0-9a-f]{8}-[0-9a-f-]{27}|[\w.µ]+|[<>!+-]=|\s+|[^]/gi;

/** Tokens, each with the blanks behind it. */
function tokensOf(cql: string): readonly string[] {
  const tokens: string[] = [];
  for (const [text] of cql.matchAll(piece)) {
    if (/^\s+$/.test(text) && tokens.length > 0) tokens.push(`${tokens.pop() ?? ''}${text}`);
    else tokens.push(text);
  }
  return tokens;
}

function joined(tokens: readonly string[]): string {
  return tokens.join('').trim();
}
