import { type CassandraRelease, since } from '../../../text/release.ts';
import { parseFloating } from '../../java/numbers.ts';

/**
 * What the server says of a value of `speculative_retry` or `additional_write_policy`; both are called by the first one's name
 * (`SpeculativeRetryPolicy.fromString`).
 */
export const complaintAboutRetry = (text: string, release: CassandraRelease): string | undefined =>
  since(release, '4.0') ? complaintAboutPolicy(text) : complaintAboutParameter(text);

const invalid = (text: string): string => `Invalid value ${text} for option 'speculative_retry'`;

function complaintAboutPolicy(text: string): string | undefined {
  const kind = kindOf(text);
  if (typeof kind === 'string' || kind === undefined) {
    return kind === undefined ? complaintAboutHybrid(text) : undefined;
  }
  return kind.complaint;
}

type Kind = 'ALWAYS' | 'NEVER' | 'PERCENTILE' | 'FIXED';

/** A simple policy; nothing where the text is none. */
function kindOf(text: string): Kind | { readonly complaint: string } | undefined {
  if (/^always$/i.test(text)) return 'ALWAYS';
  if (/^(?:never|none)$/i.test(text)) return 'NEVER';
  const percentile = /^([0-9.]+)p(?:ercentile)?$/i.exec(text);
  if (percentile !== null) {
    const value = parseFloating(percentile[1] ?? '');
    if (value === undefined) return { complaint: invalid(text) };
    if (value > 0 && value < 100) return 'PERCENTILE';
    return {
      complaint: `Invalid value ${text} for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)`,
    };
  }
  const fixed = /^([0-9.]+)ms$/i.exec(text);
  if (fixed === null) return undefined;
  return parseFloating(fixed[1] ?? '') === undefined ? { complaint: invalid(text) } : 'FIXED';
}

function complaintAboutHybrid(text: string): string | undefined {
  const match = /^(?:MIN|MAX)\(([0-9.]+[a-z]+)\s*,\s*([0-9.]+[a-z]+)\)$/i.exec(text);
  const kinds = match?.slice(1).map(kindOf);
  if (kinds === undefined || !kinds.every((kind) => typeof kind === 'string')) return invalid(text);
  const [first, second] = kinds;
  if (first !== second) return undefined;
  return `${invalid(text)}: MIN()/MAX() arguments should be of different types, but both are of type ${first}`;
}

/** 3.11 knows fewer forms (`SpeculativeRetryParam.fromString`). */
function complaintAboutParameter(text: string): string | undefined {
  const match = /^(.*?)(ms|percentile)$/i.exec(text);
  if (match === null) return /^(?:none|always)$/i.test(text) ? undefined : invalid(text);
  const value = parseFloating(match[1] ?? '');
  if (value === undefined) return invalid(text);
  if (match[2]?.toLowerCase() === 'ms' || (value >= 0 && value <= 100)) return undefined;
  return `Invalid value ${text} for PERCENTILE option 'speculative_retry': must be between 0.0 and 100.0`;
}
