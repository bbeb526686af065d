import type { Answer } from './answer.ts';
import { whyNoVerdict, type Outcome } from './compare.ts';
import { oddOf, templateOf } from './messages.ts';
import { hear, newSaid, type Said } from './said.ts';
import { areSame, compareWarnings, type Warnings } from './warnings.ts';

/** One statement with both answers, and how they compare. */
export interface Case {
  readonly cql: string;
  readonly server: Answer;
  readonly ours: Answer;
  readonly outcome: Outcome | 'listed';
  /** The template of the refusal that the comparison is about: the server's, or ours where the server takes it. */
  readonly template: string;
  /** Where both take it and the server has executed it. */
  readonly warnings?: Warnings;
}

export interface TemplateCount {
  /** Refusals of the server with this template. */
  refusals: number;
  /** Those that we refuse, too. */
  found: number;
  sameKind: number;
  sameMessage: number;
}

/** Counts over all cases of one release. */
export interface Tally {
  statements: number;
  accepted: number;
  refused: number;
  /** Refusals that text and schema do not decide: faults of the server, and what depends on rows, logins, datacenters. */
  faults: number;
  ofData: number;
  listed: number;
  /** Of these those that the server refuses. */
  listedRefusals: number;
  /** Statements about something that the two sides already disagree on. */
  passedOver: number;
  falseErrors: number;
  misses: number;
  otherKinds: number;
  otherMessages: number;
  /** Statements that both take, with the same warnings and with others; those without any are not counted. */
  sameWarnings: number;
  otherWarnings: number;
  /** Warnings of the server that hang on the cluster. */
  warningsOfCluster: number;
  readonly templates: Map<string, TemplateCount>;
  readonly leftOutTemplates: Map<string, number>;
  readonly warningTemplates: Map<string, number>;
  readonly said: Said;
  /** The first cases of each disagreement, by outcome and template. */
  readonly examples: Map<string, Case[]>;
}

export function newTally(): Tally {
  return {
    statements: 0,
    accepted: 0,
    refused: 0,
    faults: 0,
    ofData: 0,
    listed: 0,
    listedRefusals: 0,
    passedOver: 0,
    falseErrors: 0,
    misses: 0,
    otherKinds: 0,
    otherMessages: 0,
    sameWarnings: 0,
    otherWarnings: 0,
    warningsOfCluster: 0,
    templates: new Map(),
    leftOutTemplates: new Map(),
    warningTemplates: new Map(),
    said: newSaid(),
    examples: new Map(),
  };
}

/** The case of two answers; `names` are masked in the template. */
export function caseOf(
  cql: string,
  server: Answer,
  ours: Answer,
  outcome: Case['outcome'],
  names: ReadonlySet<string>,
  odd = oddOf(names),
): Case {
  const refusal = server.ok ? ours : server;
  const template = refusal.ok ? '' : `${refusal.kind}: ${templateOf(refusal.message, names, odd)}`;
  return { cql, server, ours, outcome, template, ...warningsOf(server, ours, names, odd) };
}

/** The differences of warnings are templates as well. */
function warningsOf(
  server: Answer,
  ours: Answer,
  names: ReadonlySet<string>,
  odd: readonly string[],
): { readonly warnings?: Warnings } {
  if (!server.ok || server.prepared || !ours.ok) return {};
  if (server.warnings === undefined && ours.warnings === undefined) return {};
  const { missing, tooMuch, ...rest } = compareWarnings(server, ours);
  const templates = (texts: readonly string[]) => texts.map((text) => templateOf(text, names, odd));
  return { warnings: { ...rest, missing: templates(missing), tooMuch: templates(tooMuch) } };
}

const kept = 3;

export function count(tally: Tally, found: Case): void {
  const { cql, server, outcome, template, warnings } = found;
  tally.statements++;
  hear(tally.said, server);
  if (server.ok) tally.accepted++;
  else tally.refused++;
  if (warnings !== undefined) countWarnings(tally, warnings, found);
  if (outcome === 'left-out') {
    if (!server.ok && whyNoVerdict(cql, server) === 'data') tally.ofData++;
    else tally.faults++;
    tally.leftOutTemplates.set(template, (tally.leftOutTemplates.get(template) ?? 0) + 1);
    return;
  }
  if (outcome === 'listed') {
    tally.listed++;
    if (!server.ok) tally.listedRefusals++;
    return;
  }
  if (!server.ok) countRefusal(tally, template, outcome);
  switch (outcome) {
    case 'same':
      return;
    case 'false-error':
      tally.falseErrors++;
      break;
    case 'miss':
      tally.misses++;
      break;
    case 'kind':
      tally.otherKinds++;
      break;
    case 'message':
      tally.otherMessages++;
  }
  keep(tally, `${outcome} | ${template}`, found);
}

function keep({ examples }: Tally, key: string, found: Case): void {
  const cases = examples.get(key) ?? [];
  examples.set(key, cases);
  if (cases.length < kept) cases.push(found);
}

function countRefusal(tally: Tally, template: string, outcome: Outcome): void {
  const counts = tally.templates.get(template) ?? { refusals: 0, found: 0, sameKind: 0, sameMessage: 0 };
  tally.templates.set(template, counts);
  counts.refusals++;
  if (outcome !== 'miss') counts.found++;
  if (outcome === 'same' || outcome === 'message') counts.sameKind++;
  if (outcome === 'same') counts.sameMessage++;
}

function countWarnings(tally: Tally, warnings: Warnings, found: Case): void {
  const { same, missing, tooMuch, leftOut } = warnings;
  tally.warningsOfCluster += leftOut.length;
  if (areSame(warnings)) {
    if (same.length > 0) tally.sameWarnings++;
    return;
  }
  tally.otherWarnings++;
  for (const template of [
    ...missing.map((text) => `missing: ${text}`),
    ...tooMuch.map((text) => `too much: ${text}`),
  ]) {
    tally.warningTemplates.set(template, (tally.warningTemplates.get(template) ?? 0) + 1);
    keep(tally, `warning | ${template}`, found);
  }
}

type Numbers = { [Key in keyof Tally as Tally[Key] extends number ? Key : never]: number };

const numbers = Object.entries(newTally())
  .filter(([, value]) => typeof value === 'number')
  .map(([key]) => key as keyof Numbers);

/** The counts of several tallies together; examples stay with their own. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = newTally();
  for (const tally of tallies) {
    for (const key of numbers) sum[key] += tally[key];
    for (const [template, counts] of tally.templates) {
      const all = sum.templates.get(template) ?? { ...counts, refusals: 0, found: 0, sameKind: 0, sameMessage: 0 };
      sum.templates.set(template, all);
      all.refusals += counts.refusals;
      all.found += counts.found;
      all.sameKind += counts.sameKind;
      all.sameMessage += counts.sameMessage;
    }
  }
  return sum;
}
