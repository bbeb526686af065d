import { isParseError, type Answer, type Refused } from './answer.ts';
import { sameMessage } from './messages.ts';

/** How the analyzer's answer to a statement stands to the server's. */
export type Outcome =
  | 'same'
  /** The server takes it, we refuse it. */
  | 'false-error'
  /** The server refuses it, we take it. */
  | 'miss'
  /** Both refuse it, for reasons of another kind. */
  | 'kind'
  /** Both refuse it, in other words. */
  | 'message'
  /** The server's answer says nothing about the statement: a fault of its own, or a matter of stored rows, of its surroundings or of chance. */
  | 'left-out';

/** Compares two answers to one statement; the words of parse errors are nobody's concern. */
export function compare(cql: string, server: Answer, ours: Answer): Outcome {
  if (server.ok) return ours.ok ? 'same' : 'false-error';
  if (!ours.ok && server.kind === ours.kind) {
    if (isParseError(server) || sameMessage(server.message, ours.message)) return 'same';
    return whyNoVerdict(cql, server) !== undefined ? 'left-out' : 'message';
  }
  if (whyNoVerdict(cql, server) !== undefined) return 'left-out';
  return ours.ok ? 'miss' : 'kind';
}

/** Whether the parsers agree that the statement is, or is not, of the language; both begin their refusals with a place. */
export function parsesAlike(server: Answer, ours: Answer): boolean {
  return isParseError(server) ? isParseError(ours) : !isParseError(ours) || (!server.ok && server.kind === 'syntax');
}

/** The kinds of answers that text and schema decide. */
const verdicts: ReadonlySet<string> = new Set(['syntax', 'invalid', 'config', 'already_exists', 'unauthorized']);

/**
 * What hangs on the rows that are there, on who asks, on the cluster's datacenters and how many of its nodes are up, or on the beans of
 * its process.
 */
const ofOthers: readonly RegExp[] = [
  // Another statement has given `system_auth` more replicas than there are nodes.
  /^Unable to perform authorization of super-user permission: Cannot achieve consistency level /,
  /^You have to be logged in and not anonymous to perform this request/,
  /^User \S+ has no \w+ permission on /,
  /^Only superusers are allowed to perf(?:orm|rom) /,
  /<mbean .*> doesn't exist$/,
  /^Unrecognized strategy option \{.*\} passed to (?:org\.apache\.cassandra\.locator\.)?NetworkTopologyStrategy/,
  /^Invalid value\(s\) for DATACENTERS /,
  /^Invalid CIDR group\(s\): /,
  /^List index -?\d+ out of bound, list has size \d+/,
  /^Attempted to (?:set|delete) an element (?:on|from) a list which is null/,
];

/** The server asks its network for what may be the name of a host. */
const ofNetwork = /Unable to make inet address from '(?=[^']*[a-z])[\w.-]+'/i;

/** What is said of values that are written only where the conditions hold, and of elements only where there is a list. */
const ofConditions: readonly RegExp[] = [
  /^Column .* is mandatory for this COMPACT STORAGE table/,
  /^Column value does not satisfy value constraint for column /,
  /^Value (?:does (?:not )?match regular expression |for column '.*' violated JSON constraint )/,
  /^Invalid empty or null value for column /,
  /^Request on table .* with (?:default )?ttl of /,
  /^ttl is too large\. /,
  /^Guardrail (?:collection_size|items_per_collection|column_value_size|\w+_term_size) violated: /,
  /^null is not supported inside (?:collections|vectors)/,
  /^Invalid negative list index /,
  /^In call to function \S+, value 0x\w* is not a valid binary representation/,
];

/** What is said of one of several conditions, if those that are compared before it hold. */
const ofSeveralConditions = /^Invalid comparison with (?:null|an empty \w+) for operator /;

/**
 * Where one operation or overloaded function stands within another, a start of the server decides which of the types
 * it could have is tried first, so that the same number fits at one start and does not at the next.
 */
const CALCULATIONS = /[-+*/%]\s+\S+\s+[-+*/%]\s|\)\s+[-+*/%]\s|\s[-+*/%]\s+\w+\(|\w\([^()]*\s[-+*/%]\s|\w\(\w+\(-?\d/;
const ofCalculations = /^(?:Unable to make (?:byte|short|int|long) from '-?\d+'|Invalid ASCII character )/;

/** What is formatted comes with the rows. */
const FORMATS = /^\s*select\b.*\bformat_(?:bytes|time)\b.*\bfrom\b/is;
const ofFormats = /^(?:unable to convert string '.*' to a value of type long|value must be non-negative)$/is;

/** Why nobody could foresee a refusal from text and schema: a fault of the server, or what is stored, around it or its chance; else `undefined`. */
export function whyNoVerdict(cql: string, answer: Refused): 'fault' | 'data' | undefined {
  if (ofNetwork.test(answer.message)) return 'data';
  // Values to write are computed from the text alone, those to read from rows.
  if (answer.kind === 'function') return /^\s*select\b|\bif\b/i.test(cql) ? 'data' : undefined;
  if (!verdicts.has(answer.kind)) return 'fault';
  // What a function of the select clause is given comes with the rows.
  const [, called = ''] =
    /^In call to function (?:system\.)?(\w+), value .* is not a valid binary/.exec(answer.message) ?? [];
  if (called !== '' && new RegExp(`^\\s*select\\b.*\\b${called}\\b.*\\bfrom\\b`, 'is').test(cql)) return 'data';
  if (/^The floor (?:on|cannot|function) /.test(answer.message) && /^\s*select\b.*\bfloor\b.*\bfrom\b/is.test(cql))
    return 'data';
  if (CALCULATIONS.test(cql) && ofCalculations.test(answer.message)) return 'data';
  if (FORMATS.test(cql) && ofFormats.test(answer.message)) return 'data';
  if (/\bif\b.*\b(?:and|if)\b/is.test(cql) && ofSeveralConditions.test(answer.message)) return 'data';
  const patterns = /\bif\b/i.test(cql) ? [...ofOthers, ...ofConditions] : ofOthers;
  return patterns.some((pattern) => pattern.test(answer.message)) ? 'data' : undefined;
}
