import { printType } from '../catalog/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { serverName, targetName } from '../text/release.ts';
import { BACKFILL_STEPS } from '../modeling/writes/backfill.ts';
import type { Proposal, WriteChange } from '../modeling/proposal/proposal.ts';
import type { OriginalStatement } from '../workspace/original.ts';
import { writeTexts } from './edits.ts';
import { Failure } from './failure.ts';
import { openInput, sayWhenEmpty, type Input } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { proposedIn, type ProposedFor } from '../workspace/proposed.ts';
import { settle, type Settled } from '../workspace/settle.ts';
import { joinsTables } from '../rules/proposal-fixes.ts';
import { isPrintable, printable, printableJson, printableLines } from '../text/printable.ts';
import { choice, isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';
import { paint } from './report/paint.ts';
import { counted } from './report/counted.ts';
import { newShared, type Shared } from './report/shared.ts';
import { placeOf, rangeIn } from './report/report.ts';
import { puttingBack, statementText } from './report/statement-text.ts';

const HELP = `For each query its tables cannot serve, and each table that grows for ever: what to do, best first.

Usage: cql-analyzer propose [OPTIONS] [PATH...]

Options:
  --format FORMAT          pretty (default), json, cql (a migration with its undo)
  --write                  apply the best proposal of each query to the files, with the writes that keep its table in
                           step: to all of them, or to none
${PROJECT_OPTIONS_HELP}`;

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
  const input = openInput(args, 'cql files and programs');
  if (isSet(args, 'write') && input.standardInput !== undefined)
    throw new Failure('propose: --write changes files; standard input is none.');
  sayWhenEmpty(input);
  proposeForWhatIsMeant(input);
  const settles = format === 'cql' || isSet(args, 'write');
  const found = proposedIn(input.project.workspace, input.files);
  const proposed = settles ? [...found] : found;
  if (format === 'json') process.stdout.write(jsonOf(input, proposed));
  else if (format !== 'cql') process.stdout.write(prettyOf(proposed));
  if (!settles) return 0;
  // Settling changes the workspace, so what is shown of it comes first.
  const before = new Map([...input.project.workspace.files()].map((file) => [file.uri, file]));
  const settled = settle(input.project.workspace, input.files, [...proposed]);
  if (settled === undefined) throw new Failure('propose: the proposals do not go together; nothing is written.');
  const writes = isSet(args, 'write');
  if (writes) {
    const changed = [...settled.texts].map(([uri, now]) => {
      const { path, document } = before.get(uri)!;
      return { uri, path, before: document.text(), now };
    });
    writeTexts(input.project, changed);
  }
  if (format === 'cql') process.stdout.write(migrationOf(settled.applied, writes ? settled.changed : []));
  if (writes) process.stderr.write(writtenOf(settled));
  return 0;
}

/** What is written into files must be taken by the server that these files seem to be for, whatever they are judged for. */
function proposeForWhatIsMeant({ project: { workspace } }: Input): void {
  const { configuration, surroundings } = workspace;
  const { writtenFor: target } = surroundings;
  if (target === undefined || targetName(target) === targetName(configuration.target)) return;
  workspace.retarget(target);
  const server = serverName({ target });
  process.stderr.write(
    `The project seems to be written for ${server}, so this is proposed for ${server}; --target says otherwise.\n`,
  );
}

const isJoin = ({ context }: ProposedFor): boolean => joinsTables(context.statement);

function textOf({ file, segment, context: { statement } }: ProposedFor): string {
  const from = file.document.startOf(segment);
  return statementText(file, from + statement.span.start, from + statement.span.end);
}

function jsonOf({ project }: Input, proposed: Iterable<ProposedFor>): string {
  const shared = newShared<WriteChange>();
  const answer = {
    version: 1,
    target: targetName(project.workspace.configuration.target),
    queries: Array.from(proposed, (one) => {
      const { file, context, segment } = one;
      const from = file.document.startOf(segment);
      const { span } = context.statement;
      return {
        path: file.path,
        range: rangeIn(file, from + span.start, from + span.end).range,
        cql: context.segment.text.slice(span.start, span.end),
        // A JOIN has no access path: only its first table would be looked at.
        ...(context.path !== undefined &&
          !isJoin(one) && {
            access: { partitions: context.path.partitions.kind, why: context.path.why },
          }),
        proposals: one.proposals.map((proposal, index) => proposalJson(project, proposal, index + 1, shared)),
      };
    }),
  };
  const sharedWrites = Array.from(shared.lists(), (changes) => writesJson(project, changes));
  return `${printableJson({ ...answer, ...(sharedWrites.length > 0 && { sharedWrites }) }, 2)}\n`;
}

const writesJson = (project: Input['project'], changes: readonly WriteChange[]): readonly object[] =>
  changes.flatMap(({ at, replacement, steps }) => {
    const place = placeOf({ project }, at);
    return place === undefined ? [] : [{ ...place, replacement, steps }];
  });

function proposalJson(
  project: Input['project'],
  proposal: Proposal,
  rank: number,
  shared: Shared<WriteChange>,
): object {
  const { changes } = proposal.sync();
  const sharedWrites = shared.indexOf(changes);
  return {
    rank,
    kind: proposal.kind,
    title: proposal.title,
    why: proposal.why,
    ...(proposal.price !== undefined && { price: proposal.price }),
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
    writes: sharedWrites === undefined ? writesJson(project, changes) : [],
    ...(sharedWrites !== undefined && { sharedWrites }),
    ...(proposal.backfill !== undefined && {
      backfill: { why: proposal.backfill.why, commands: proposal.backfill.commands },
    }),
    ...(proposal.size !== undefined && { size: proposal.size }),
    notes: notesOf(proposal),
  };
}

const notesOf = ({ notes, sync }: Proposal): readonly string[] => [...notes, ...sync().notes];

/** The DDL of the best proposals, and behind it, commented out, what undoes it: the statements that read and wrote otherwise first. */
function migrationOf(applied: readonly Proposal[], changed: readonly OriginalStatement[]): string {
  const changes = applied.filter(({ ddl }) => ddl.length > 0);
  const statements = changes.flatMap(({ title, ddl }) => [
    `-- ${printable(title)}`,
    ...ddl.flatMap(statementLines),
    '',
  ]);
  const originals = new Map(changed.map(({ path, line, cql }) => [`${path}:${line}`, cql]));
  const back = [...originals].flatMap(([place, cql]) => [`${place} again`, ...linesOf(cql)]);
  const undo = [...back, ...changes.toReversed().flatMap(({ undo: steps }) => steps.flatMap(linesOf))];
  const comments = undo.map((line) => `-- ${printable(line)}`);
  return [...statements, ...(undo.length > 0 ? ['-- To undo:', ...comments] : []), ''].join('\n');
}

/** What was changed, at the lines where it stood before, and which writes were not. */
function writtenOf({ applied, changed, lost, texts }: Settled): string {
  const tables = new Set(applied.flatMap(({ ddl, table }) => (ddl.length > 0 && table !== undefined ? [table] : [])));
  // Of a table that is there, what it lacks is left to be written.
  const notes = new Set(
    applied.flatMap((proposal) => (proposal.kind === 'alter-table' ? notesOf(proposal) : proposal.sync().notes)),
  );
  for (const { what } of lost) notes.delete(what);
  const lines = [
    ...[...tables].map((table) => `${table}: in the schema`),
    ...changed.map(({ path, line, what }) => `${path}:${line}: ${what}`),
    ...lost.map(({ path, line, what }) => `${path}:${line}: left as it is. ${what}`),
    ...[...notes].map((note) => `note: ${note}`),
    ...(applied.length === 0
      ? ['No proposal is applied: each is a choice, or leaves something to be written by hand.']
      : []),
    `${counted(texts.size, 'file')} written`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** A statement of a migration; one that cannot be printed as it is would be another. */
const statementLines = (cql: string): readonly string[] =>
  isPrintable(cql)
    ? linesOf(cql)
    : [
        '-- left out, because it holds what cannot be printed; --format json has it:',
        ...linesOf(cql).map((line) => `-- ${printable(line)}`),
      ];

const linesOf = (cql: string): readonly string[] => ended(cql).split(/\r?\n/);

const ended = (cql: string): string => (/;\s*$/.test(cql) ? cql : `${cql};`);

const MOST_ALTERNATIVES = 4;

/** How a query finds its rows; of a table the first sentence of what is found wrong. */
const headOf = ({ context: { path }, found = '' }: ProposedFor): string =>
  path?.why ?? /^(?:`[^`]*`|[^`.]|\.(?! |$))*/.exec(found)![0];

function prettyOf(proposed: Iterable<ProposedFor>): string {
  const fills = new Set<string>();
  const blocks = Array.from(proposed, (one) => {
    const { file, start, context, proposals } = one;
    const { line } = file.document.positionAt(start);
    const [best, ...others] = proposals;
    if (best?.backfill !== undefined) [BACKFILL_STEPS, ...best.backfill.details].forEach((one) => fills.add(one));
    return [
      `${paint('bold', `${printable(file.path)}:${line + 1}`)}: ${isJoin(one) ? 'joins tables' : printable(headOf(one))}`,
      ...indented(textOf(one), 4),
      ...(best === undefined ? [] : bestLines(best, context.segment, puttingBack(file, start))),
      ...others
        .slice(0, MOST_ALTERNATIVES)
        .map(
          ({ title, price }) =>
            `  ${paint('grey', 'or:')} ${printable(title)}${price === undefined ? '' : `; ${printable(price)}`}`,
        ),
      '',
    ].join('\n');
  });
  const filling =
    fills.size === 0 ? [] : [`${paint('grey', 'To fill new tables:')} ${printable([...fills].join(' '))}\n`];
  return [...blocks, ...filling, `${counted(blocks.length, 'statement')} with proposals\n`].join('\n');
}

function bestLines(proposal: Proposal, segment: Segment, putBack: (cql: string) => string): readonly string[] {
  const { title, why, price, ddl, queries, sync } = proposal;
  // Of a write, what takes its place also keeps copies in step.
  const write = sync().changes.find(({ at }) => at.segment === segment)?.replacement;
  const instead = write === undefined ? queries : [write];
  return [
    `  ${paint('green', printable(title))}`,
    ...(why === '' ? [] : [`  ${printable(why)}`]),
    ...(price === undefined ? [] : [`  Price: ${printable(price)}.`]),
    ...ddl.flatMap((cql) => ['', ...indented(ended(cql), 4)]),
    ...(instead.length === 0 ? [] : ['', ...instead.flatMap((cql) => indented(ended(putBack(cql)), 4))]),
    '',
    ...notesOf(proposal).map((note) => `  ${paint('grey', 'note:')} ${printable(note)}`),
  ];
}

const indented = (text: string, by: number): readonly string[] =>
  printableLines(text).map((line) => (line.trim() === '' ? '' : `${' '.repeat(by)}${line.trimEnd()}`));
