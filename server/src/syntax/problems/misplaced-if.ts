import * as T from '../generated/token-types.ts';
import { type Broken, textAt } from './broken.ts';
import { type Candidate, shown } from './candidate.ts';

/** `CREATE TABLE t IF NOT EXISTS (…)`, `DROP IF EXISTS TABLE t`: IF EXISTS stands before the name. */
export function* misplacedIf(broken: Broken): Generator<Candidate> {
  const { at, end, text, tokens } = broken;
  const { types, starts, ends } = tokens;
  const statement = types[0];
  if (types[at] !== T.IF || (statement !== T.CREATE && statement !== T.DROP && statement !== T.ALTER)) return;
  const not = types[at + 1] === T.NOT ? 1 : 0;
  const last = at + 1 + not;
  if (last >= end || types[last] !== T.EXISTS) return;
  const words = text.slice(starts[at], ends[last]);
  const removed = { start: ends[at - 1]!, end: ends[last]! };
  // The words for the kind of thing end before its name.
  const kind = at === 1 ? last + 1 : 1;
  const name = kind + (TWO_WORDS.has(types[kind]!) ? 2 : 1);
  if (name >= end || (at !== 1 && at < name)) return;
  const place = { start: starts[name]!, end: starts[name]! };
  const fix = {
    title: `Move ${shown(words)} before ${shown(textAt(broken, name))}`,
    edits: [
      { span: removed, text: '' },
      { span: place, text: `${words} ` },
    ],
  };
  yield {
    repair: { at, removed: last + 1 - at, inserted: [] },
    weight: 32,
    message: `${words.toUpperCase()} stands before the name.`,
    span: { start: starts[at]!, end: ends[last]! },
    fix: { ...fix, edits: fix.edits.toSorted((a, b) => a.span.start - b.span.start) },
  };
}

/** MATERIALIZED VIEW, CUSTOM INDEX. */
const TWO_WORDS: ReadonlySet<number> = new Set([T.MATERIALIZED, T.CUSTOM]);
