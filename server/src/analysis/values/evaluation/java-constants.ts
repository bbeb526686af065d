import type { CqlType } from '../../../catalog/model.ts';
import type { CassandraRelease } from '../../../text/release.ts';
import { valueOfText } from './constants.ts';
import type { Value } from './value.ts';

/** What a function gives whose body, in Java, does nothing but return a number, a truth value or a plain text. */
export function returnedConstant(body: string, returns: CqlType, release: CassandraRelease): Value | undefined {
  const [, number, word, text] = RETURN.exec(body) ?? [];
  const constant = number ?? word ?? text;
  return constant === undefined || returns.kind !== 'native' || !WRITTEN_ALIKE.has(returns.name)
    ? undefined
    : valueOfText(constant, returns, release);
}

const RETURN = /^\s*return\s+(?:(-?(?:0|[1-9]\d*)(?:\.\d+)?)[lLfFdD]?|(true|false)|"([^"\\]*)")\s*;\s*$/;

/** Java and CQL write their constants in the same way. */
const WRITTEN_ALIKE: ReadonlySet<string> = new Set(['int', 'bigint', 'float', 'double', 'boolean', 'text', 'ascii']);
