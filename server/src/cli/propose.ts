import { printType } from '../catalog/index.ts';
import { targetName } from '../config/target.ts';
import { growthOf } from '../modeling/growth.ts';
import type { Proposal } from '../modeling/proposal.ts';
import { proposalsOf } from '../rules/proposal-fixes.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { Segment } from '../syntax/segment.ts';
import type { WorkspaceFile } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { applyEdits, writeWhole } from './edits.ts';
import { COMMON_OPTIONS } from './help.ts';
import { openInput, type Input } from './input.ts';
import type { ExitCode } from './main.ts';
import { choice, isSet, PROJECT_OPTIONS, readArguments } from './options.ts';
import { paint } from './report/paint.ts';
import { counted } from './report/pretty.ts';
import { placeOf, rangeIn } from './report/report.ts';

const HELP = `For each query its tables cannot serve, and each table that grows for ever: what to do, best first.

Usage: cql-analyzer propose [OPTIONS] [PATH...]

Options:
  --format FORMAT          pretty (default), json, cql (a migration with its undo)
  --write                  apply the best proposal of each query to the files
${COMMON_OPTIONS}`;

/** Findings that proposals answer. */
const ANSWERED: ReadonlySet<string> = new Set([
  'unrestricted-partition-key',
  'partition-key-inequality',
  'missing-bucket',
  'allow-filtering',
  'clustering-gap',
  'order-by-not-clustering',
]);

/** Findings of which some are answered by a table: a refusal for how columns are restricted, BETWEEN before 6.0. */
const PERHAPS_ANSWERED: ReadonlySet<string> = new Set([
  'syntax',
  'refused',
  'newer-syntax',
  'same-instant',
  'client-side-join',
]);

/** A query or table with a finding, and what to do about it. */
interface ProposedFor {
  readonly file: WorkspaceFile;
  readonly segment: number;
  /** Of what is found wrong, else of the statement; in the document. */
  readonly start: number;
  readonly context: RuleContext;
  readonly proposals: readonly Proposal[];
}

/** `cql-analyzer propose`. */
export function runPropose(argv: readonly string[]): ExitCode {
  const args = readArguments('propose', argv, {
    ...PROJECT_OPTIONS,
    format: { type: 'string' },
    write: { type: 'boolean' },
  });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const format = choice(args, 'format', ['pretty', 'json', 'cql'], 'pretty');
  const input = openInput(args);
  if (input.files.length === 0) process.stderr.write('There are no .cql files here.\n');
  const proposed = proposedIn(input);
  if (format === 'json') process.stdout.write(jsonOf(input, proposed));
  else if (format === 'cql') process.stdout.write(migrationOf(proposed));
  else process.stdout.write(prettyOf(proposed));
  if (isSet(args, 'write')) write(input, proposed);
  return 0;
}

function proposedIn({ project, files }: Input): readonly ProposedFor[] {
  const { workspace } = project;
  const growing = queriesOfGrowing(workspace);
  return files.flatMap((file) => {
    const answered = new Map<number, ProposedFor | undefined>();
    const propose = (segment: number, start: number, certain: boolean): void => {
      if (answered.get(segment) !== undefined || (answered.has(segment) && !certain)) return;
      const context = workspace.contexts(file.uri, segment)[0];
      const proposals = context === undefined ? [] : proposalsOf(context);
      const [first] = proposals;
      const useful = context !== undefined && first !== undefined && (certain || first.kind !== 'keep');
      answered.set(segment, useful ? { file, segment, start, context, proposals } : undefined);
    };
    for (const { finding, segment, start } of workspace.findings(file.uri)) {
      if (ANSWERED.has(finding.code)) propose(segment, start, true);
      else if (PERHAPS_ANSWERED.has(finding.code)) propose(segment, start, false);
    }
    for (const segment of growing.get(file.uri) ?? []) {
      const index = file.document.indexOf(segment);
      if (index >= 0) propose(index, file.document.startOf(index) + segment.begin, false);
    }
    return [...answered.values()].filter((one) => one !== undefined).toSorted((a, b) => a.segment - b.segment);
  });
}

/** The queries of tables whose declared numbers speak of growth: the finding stands at the table. */
function queriesOfGrowing(workspace: Workspace): ReadonlyMap<string, readonly Segment[]> {
  const { surroundings } = workspace;
  const queries = new Map<string, Segment[]>();
  for (const { tables } of surroundings.catalog.keyspaces()) {
    for (const table of tables.values()) {
      if (growthOf(table, surroundings)?.rows === undefined) continue;
      for (const { uri, segment, statement } of surroundings.usesOf(table)) {
        if (statement.kind === 'select') queries.set(uri, [...(queries.get(uri) ?? []), segment]);
      }
    }
  }
  return queries;
}

const isJoin = ({ context: { statement } }: ProposedFor): boolean =>
  statement.kind === 'select' && statement.joins !== undefined;

function textOf({ context: { segment, statement } }: ProposedFor): string {
  return segment.text.slice(statement.span.start, statement.span.end);
}

function jsonOf({ project }: Input, proposed: readonly ProposedFor[]): string {
  const answer = {
    version: 1,
    target: targetName(project.workspace.configuration.target),
    queries: proposed.map((one) => {
      const { file, context, segment } = one;
      const from = file.document.startOf(segment);
      const { span } = context.statement;
      return {
        path: file.path,
        range: rangeIn(file, from + span.start, from + span.end).range,
        cql: textOf(one),
        // A JOIN has no access path: only its first table would be looked at.
        ...(context.path !== undefined &&
          !isJoin(one) && {
            access: { partitions: context.path.partitions.kind, why: context.path.why },
          }),
        proposals: one.proposals.map((proposal, index) => proposalJson(project, proposal, index + 1)),
      };
    }),
  };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

function proposalJson(project: Input['project'], proposal: Proposal, rank: number): object {
  return {
    rank,
    kind: proposal.kind,
    title: proposal.title,
    why: proposal.why,
    ...(proposal.table !== undefined && { table: proposal.table }),
    ddl: proposal.ddl,
    undo: proposal.undo,
    queries: proposal.queries,
    ...(proposal.binds !== undefined && { binds: proposal.binds }),
    ...(proposal.merge !== undefined && { merge: proposal.merge }),
    ...(proposal.clientFilter.length > 0 && { clientFilter: proposal.clientFilter }),
    ...(proposal.select !== undefined && { select: proposal.select }),
    derived: proposal.derived.map(({ type, ...derived }) => ({ ...derived, type: printType(type) })),
    ...(proposal.copySelect !== undefined && { copy: { select: proposal.copySelect } }),
    writes: proposal.writes.flatMap(({ at, replacement, steps }) => {
      const place = placeOf({ project }, at);
      return place === undefined ? [] : [{ ...place, replacement, steps }];
    }),
    ...(proposal.backfill !== undefined && { backfill: proposal.backfill }),
    ...(proposal.size !== undefined && { size: proposal.size }),
    notes: proposal.notes,
  };
}

/** The DDL of the best proposals, and behind it, commented out, what undoes it. */
function migrationOf(proposed: readonly ProposedFor[]): string {
  const best = unique(proposed.flatMap(({ proposals }) => proposals[0] ?? []));
  const statements = best.flatMap(({ title, ddl }) => (ddl.length === 0 ? [] : [`-- ${title}`, ...ddl.map(ended), '']));
  const undo = best.toReversed().flatMap(({ undo: steps }) => steps.map((step) => `-- ${ended(step)}`));
  return [...statements, ...(undo.length > 0 ? ['-- To undo:', ...undo] : []), ''].join('\n');
}

/** Two queries may want the same table. */
function unique(proposals: readonly Proposal[]): readonly Proposal[] {
  const seen = new Set<string>();
  return proposals.filter(({ ddl }) => !seen.has(ddl.join()) && seen.add(ddl.join()));
}

const ended = (cql: string): string => (/;\s*$/.test(cql) ? cql : `${cql};`);

const MOST_ALTERNATIVES = 4;

function prettyOf(proposed: readonly ProposedFor[]): string {
  const blocks = proposed.map((one) => {
    const { file, start, context, proposals } = one;
    const { line } = file.document.positionAt(start);
    const [best, ...others] = proposals;
    return [
      `${paint('bold', `${file.path}:${line + 1}`)}: ${isJoin(one) ? 'joins tables' : (context.path?.why ?? 'it grows for ever')}`,
      ...indented(textOf(one), 4),
      ...(best === undefined ? [] : bestLines(best)),
      ...others.slice(0, MOST_ALTERNATIVES).map(({ title }) => `  ${paint('grey', 'or:')} ${title}`),
      '',
    ].join('\n');
  });
  return [...blocks, `${counted(proposed.length, 'statement')} with proposals\n`].join('\n');
}

function bestLines({ title, why, ddl, queries, notes, backfill }: Proposal): readonly string[] {
  return [
    `  ${paint('green', title)}`,
    ...(why === '' ? [] : [`  ${why}`]),
    ...ddl.flatMap((cql) => ['', ...indented(ended(cql), 4)]),
    ...(queries.length === 0 ? [] : ['', ...queries.flatMap((cql) => indented(ended(cql), 4))]),
    '',
    ...notes.map((note) => `  ${paint('grey', 'note:')} ${note}`),
    ...(backfill === undefined ? [] : [`  ${paint('grey', 'backfill:')} ${backfill.why}`]),
  ];
}

const indented = (text: string, by: number): readonly string[] =>
  text.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`));

function write({ project }: Input, proposed: readonly ProposedFor[]): void {
  const edits = proposed.flatMap(({ proposals }) => (proposals[0]?.preferred ? proposals[0].edits(false) : []));
  const texts = applyEdits(project, edits);
  for (const [uri, text] of texts) writeWhole(uri, text);
  process.stderr.write(`${counted(texts.size, 'file')} written\n`);
}
