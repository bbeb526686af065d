import type { Refused } from '../../analysis/judging/verdict-model.ts';
import type { RuleContext } from '../rule.ts';
import type { Advice, AdviceByCheck, Refusal } from './advice.ts';
import { BATCHES } from './batches.ts';
import { COUNTERS } from './counters.ts';
import { KEYS } from './keys.ts';
import { OPTIONS } from './options.ts';
import { QUERIES } from './queries.ts';
import { SCHEMA } from './schema.ts';
import { VALUES } from './values.ts';

const ADVICE: AdviceByCheck = Object.assign({}, KEYS, BATCHES, COUNTERS, VALUES, SCHEMA, OPTIONS, QUERIES);

export const adviceFor = ({ check }: Refused): Advice | undefined => ADVICE[check];

export const refusalIn = (context: RuleContext, refused: Refused): Refusal => ({
  context,
  refused,
  name: refused.names[0] ?? '',
});
