import type { Refused } from '../../analysis/judging/verdict-model.ts';
import type { RuleContext } from '../rule.ts';
import type { Advice, Refusal } from './advice.ts';
import { BATCHES } from './batches.ts';
import { COUNTERS } from './counters.ts';
import { KEYS } from './keys.ts';
import { OPTIONS } from './options.ts';
import { QUERIES } from './queries.ts';
import { SCHEMA } from './schema.ts';
import { VALUES } from './values.ts';

const ADVICE: ReadonlyMap<string, Advice> = new Map(
  [KEYS, BATCHES, COUNTERS, VALUES, SCHEMA, OPTIONS, QUERIES].flatMap((group) => Object.entries(group)),
);

export const adviceFor = ({ check }: Refused): Advice | undefined => ADVICE.get(check);

export const refusalIn = (context: RuleContext, refused: Refused): Refusal => ({
  context,
  refused,
  name: refused.names[0] ?? '',
});
