import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { readText } from '../disk/read-text.ts';
import { reasonOf } from '../disk/reason.ts';
import { isReserved } from '../syntax/parsing/vocabulary.ts';
import type { Segment } from '../syntax/segment.ts';
import { printableJson } from '../text/printable.ts';
import type { LocatedFinding } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Failure } from './failure.ts';
import type { FileReport } from './report/report.ts';

/**
 * How often each finding may stand, by what it is about: its rule, its table and the tokens of its statement. Lines and files do not
 * count, so that a finding stays known when something else changes or its statement moves.
 */
type Allowance = ReadonlyMap<string, number>;

/** A line of a baseline file. */
interface Entry {
  readonly rule: string;
  readonly table?: string;
  /** For a person, cut where it is long. */
  readonly statement: string;
  /** Of the whole of it. */
  readonly fingerprint: string;
  readonly count: number;
}

/** Reads a baseline file; throws a `Failure` for what is none. */
export function readBaseline(path: string): Allowance {
  const read = readText(path);
  if (read.kind === 'unreadable') throw new Failure(`${path}: ${read.why}.`);
  const allowance = new Map<string, number>();
  for (const entry of entriesIn(read.text, path)) allowance.set(entry.fingerprint, entry.count);
  return allowance;
}

/** Writes all findings of a report as a baseline file; gives how many there are. */
export function writeBaseline(path: string, workspace: Workspace, files: readonly FileReport[]): number {
  const entries = new Map<string, Entry>();
  let count = 0;
  for (const file of files) {
    for (const located of file.findings) {
      const entry = entryOf(workspace, file, located);
      const before = entries.get(entry.fingerprint);
      entries.set(entry.fingerprint, { ...entry, count: (before?.count ?? 0) + 1 });
      count++;
    }
  }
  // Sorted, so that two branches rarely change the same lines.
  const findings = [...entries.values()].toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const text = `{\n  "version": 1,\n  "findings": [${findings.map((entry) => `\n    ${printableJson(entry)}`).join(',')}\n  ]\n}\n`;
  try {
    // A pipe would wait for who reads it.
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) throw new Failure(`${path}: it is no regular file.`);
    writeFileSync(path, text);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${path}: ${reasonOf(error)}.`);
  }
  return count;
}

/** The report without the findings that a baseline allows, and how many these are. */
export function beyondBaseline(
  allowance: Allowance,
  workspace: Workspace,
  files: readonly FileReport[],
): { readonly files: readonly FileReport[]; readonly known: number } {
  const left = new Map(allowance);
  let known = 0;
  const beyond = files.map((file) => ({
    ...file,
    findings: file.findings.filter((located) => {
      const { fingerprint } = entryOf(workspace, file, located);
      const allowed = left.get(fingerprint) ?? 0;
      if (allowed === 0) return true;
      left.set(fingerprint, allowed - 1);
      known++;
      return false;
    }),
  }));
  return { files: beyond, known };
}

function entryOf(workspace: Workspace, { file }: FileReport, { finding, segment: index }: LocatedFinding): Entry {
  const segment = file.document.segments[index]!;
  const table = workspace.contexts(file.uri, index)[0]?.table;
  const name = table === undefined ? undefined : `${table.keyspace}.${table.name}`;
  const statement = textOf(segment) || segment.text.slice(finding.span.start, finding.span.end);
  const fingerprint = createHash('sha256')
    .update([finding.code, name ?? '', statement].join('\0'))
    .digest('hex')
    .slice(0, 16);
  return {
    rule: finding.code,
    ...(name !== undefined && { table: name }),
    statement: statement.length > LONGEST ? `${statement.slice(0, LONGEST - 1)}…` : statement,
    fingerprint,
    count: 1,
  };
}

/** The tokens of a statement: comments, white space and the case of reserved words may change. */
const textOf = ({ text, tokens: { types, starts, ends } }: Segment): string =>
  Array.from(types, (type, token) => {
    const word = text.slice(starts[token], ends[token]);
    return isReserved(type) ? word.toUpperCase() : word;
  })
    .join(' ')
    .replace(/(?: ;)+$/, '');

const sortKey = ({ rule, table, statement, fingerprint }: Entry): string =>
  [table ?? '', rule, statement, fingerprint].join('\0');

function entriesIn(text: string, path: string): readonly Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`${path}: this is no baseline; write one with --write-baseline.`);
  }
  const { version, findings } = (value ?? {}) as { readonly version?: unknown; readonly findings?: unknown };
  if (version !== 1 || !Array.isArray(findings) || !findings.every(isEntry))
    throw new Failure(`${path}: this is no baseline; write one with --write-baseline.`);
  return findings;
}

const isEntry = (value: unknown): value is Entry => {
  const { fingerprint, count } = (value ?? {}) as { readonly fingerprint?: unknown; readonly count?: unknown };
  return typeof fingerprint === 'string' && Number.isInteger(count) && (count as number) > 0;
};

const LONGEST = 120;
