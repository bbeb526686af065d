import { verdict } from '../../analysis/verdict.ts';
import { defaultIndexName, type Index, type Table } from '../../catalog/index.ts';
import type { Edit } from '../../modeling/proposal/proposal.ts';
import { jsonKeyText } from '../../names/json-keys.ts';
import { sceneOf, type Scene } from '../../names/scene.ts';
import { symbolOf, type NameSymbol } from '../../names/symbol.ts';
import { openDocument, type Segment } from '../../syntax/index.ts';
import { atOnce, type Steps } from '../../text/steps.ts';
import { nameAt, type NameAt } from '../at.ts';
import { referencesOf, type Reference, type Scenes } from '../references.ts';
import type { Subject } from '../subject.ts';
import { ambiguityOf } from './ambiguous.ts';
import { annotationEdits } from './annotated.ts';
import { alterOf, migrationsAround, nextMigration } from './migration.ts';
import { inPlaceOf, inQuotes, isFileName, isWordOfCql, type NewName, problemOfName, readNewName } from './new-name.ts';

/** What would get another name; offsets in the document. */
export interface Renamable {
  readonly kind: 'renamable';
  readonly start: number;
  readonly end: number;
  /** What the name is now, as it is written. */
  readonly placeholder: string;
}

export interface Refused {
  readonly kind: 'refused';
  /** For a person. */
  readonly reason: string;
}

export interface Rename {
  readonly kind: 'rename';
  readonly edits: readonly Edit[];
  /** A migration that has to run, since those that declare the thing have run. */
  readonly newFile?: { readonly uri: string; readonly text: string };
}

/** What is changed where migrations declare a thing: a further one is written, or they are changed themselves. */
export type InMigrations = 'alter' | 'declarations';

/** Whether what is named at an offset can get another name; `undefined` where nothing is named. */
export function prepareRename(
  subject: Subject,
  offset: number,
  inMigrations: InMigrations = 'alter',
): Renamable | Refused | undefined {
  const name = nameAt(subject, offset);
  // What the program calls it is for its own language to change.
  if (name === undefined || name.occurrence.putIn === true) return undefined;
  const { start, end } = name;
  const symbol = renamedAt(name);
  const scenes = scenesOf(subject);
  const references = symbol === undefined ? [] : atOnce(referencesOf(subject, symbol, scenes));
  const reason =
    symbol === undefined
      ? NO_NAME
      : (problemOf(subject, symbol, references, scenes) ??
        problemOfMigrations(subject, symbol, migrationsOf(subject, symbol, references, inMigrations)));
  if (reason !== undefined) return refused(reason);
  return { kind: 'renamable', start, end, placeholder: subject.document.slice(start, end) };
}

/** What has to be changed so that what is named at an offset has another name everywhere. */
export function* renameAt(
  subject: Subject,
  offset: number,
  typed: string,
  inMigrations: InMigrations = 'alter',
): Steps<Rename | Refused> {
  const name = nameAt(subject, offset);
  const symbol = name === undefined || name.occurrence.putIn === true ? undefined : renamedAt(name);
  if (symbol === undefined) return refused(NO_NAME);
  const scenes = scenesOf(subject);
  const references = yield* referencesOf(subject, symbol, scenes);
  const read = readNewName(typed, /[A-Z]/.test(symbol.name) && !areCapitalsPlain(references, scenes));
  if (read === undefined) return refused('A name cannot be empty.');
  if (read.name === symbol.name) return { kind: 'rename', edits: [] };
  const to = needsQuotes(symbol, references, read) ? inQuotes(read) : read;
  const migrations = migrationsOf(subject, symbol, references, inMigrations);
  const reason =
    problemOf(subject, symbol, references, scenes) ??
    problemOfMigrations(subject, symbol, migrations) ??
    problemOfName(symbol.kind, to) ??
    problemOfUses(subject, symbol, references, to) ??
    takenBy(subject, symbol, to.name);
  if (reason !== undefined) return refused(reason);
  const alter = migrations.length === 0 ? undefined : alterOf(symbol, to.name);
  if (alter !== undefined) return inNewMigration(subject, symbol, to, alter, references, migrations);
  const edits = references.map((reference) => editOf(reference, to));
  return { kind: 'rename', edits: [...edits, ...annotationEdits(subject, symbol, to.text)] };
}

/** What has the name; one that a tool fills in is changed where it is filled in. */
const renamedAt = ({ scene, occurrence }: NameAt): NameSymbol | undefined =>
  occurrence.template === true ? undefined : symbolOf(scene, occurrence);

/** Each statement is read once for a rename. */
function scenesOf({ project }: Subject): Scenes {
  const known = new Map<Segment, Scene>();
  return (mention) => {
    const segment = mention.document.segments[mention.index]!;
    let scene = known.get(segment);
    if (scene === undefined) known.set(segment, (scene = sceneOf(project, mention)));
    return scene;
  };
}

/** The migrations that declare a thing and stay as they are, since they have run. */
function migrationsOf(
  { project }: Subject,
  { kind }: NameSymbol,
  references: readonly Reference[],
  inMigrations: InMigrations,
): readonly string[] {
  const declaring = references.find(({ occurrence }) => occurrence.role === 'declaration');
  if (kind === 'local' || declaring === undefined || inMigrations === 'declarations') return [];
  return migrationsAround(project, declaring.uri);
}

/** Why a further migration cannot give a thing another name, whichever it is. */
function problemOfMigrations(subject: Subject, symbol: NameSymbol, migrations: readonly string[]): string | undefined {
  const { kind, keyspace, name } = symbol;
  if (migrations.length === 0 || alterOf(symbol, name) !== undefined) return undefined;
  const isView = kind === 'table' && subject.project.final.table(keyspace, name)?.kind === 'view';
  const called = `${/^[ai]/.test(kind) ? 'an' : 'a'} ${isView ? 'view' : kind}`;
  return `Cassandra cannot give ${called} another name, and migrations declare ${name}. ${WHERE_NONE_RAN}`;
}

/** Whether some name is declared with capitals and without quotes where the thing is, so that they are looks alone. */
function areCapitalsPlain(references: readonly Reference[], scenes: Scenes): boolean {
  const declaring = references.find(({ occurrence }) => occurrence.role === 'declaration');
  return (
    declaring?.mention.document.segments.some(
      (segment, index) =>
        segment.statement()?.kind.startsWith('create-') === true &&
        scenes({ ...declaring.mention, index }).occurrences.some(
          ({ role, quoted, start, end }) =>
            role === 'declaration' && !quoted && /[A-Z]/.test(segment.text.slice(start, end)),
        ),
    ) === true
  );
}

const WHERE_NONE_RAN =
  'Where none of them has run yet, `rename-migrations = "declarations"` in cql-analyzer.toml has them changed themselves.';

const NO_NAME = 'This is no name of something that could have another one.';

const refused = (reason: string): Refused => ({ kind: 'refused', reason });

/** Why a thing cannot get another name, whichever it is. */
function problemOf(
  subject: Subject,
  symbol: NameSymbol,
  references: readonly Reference[],
  scenes: Scenes,
): string | undefined {
  const { kind, keyspace, name } = symbol;
  const { final } = subject.project;
  if (final.keyspace(kind === 'keyspace' ? name : keyspace)?.system === true) return `${name} belongs to Cassandra.`;
  if (kind === 'local') {
    return references.some(({ occurrence }) => occurrence.kind === 'parameter')
      ? `The body of the function uses ${name}, and what it says there is not CQL.`
      : undefined;
  }
  if (!references.some(({ occurrence }) => occurrence.role === 'declaration'))
    return `Nothing in this project declares ${name}.`;
  const index = calledIndex(subject, symbol);
  return index === undefined
    ? ambiguityOf(subject, symbol, scenes)
    : `The index ${index} is called by a name that it has from ${name}.`;
}

/** Its CREATE INDEX says its name. */
function isNamed({ location }: Index): boolean {
  const statement = location?.segment.statement();
  return statement?.kind === 'create-index' && statement.name !== undefined;
}

/** An index that has its name from the table and its columns, and is called by that name somewhere. */
function calledIndex(subject: Subject, { kind, keyspace, of, name }: NameSymbol): string | undefined {
  const table = subject.project.final.table(keyspace, (kind === 'column' ? of : kind === 'table' ? name : '') ?? '');
  const named = (table?.indexes ?? []).filter(
    (index) =>
      !isNamed(index) &&
      index.name === defaultIndexName(table!.name, index.targets) &&
      (kind === 'table' || index.targets.some(({ column }) => column === name)),
  );
  return named.find((index) => !subject.mentions(index.name)[Symbol.iterator]().next().done)?.name;
}

/** Why some use of a thing cannot have the name that the thing may have. */
function problemOfUses(
  subject: Subject,
  { kind, keyspace, of = '', name }: NameSymbol,
  references: readonly Reference[],
  to: NewName,
): string | undefined {
  if (references.some(({ occurrence }) => occurrence.kind === 'user') && (to.text.startsWith('"') || isWordOfCql(to)))
    return `Cassandra takes neither quotes nor words of its own as the name of a USER; ROLE takes both.`;
  if (kind !== 'column' || isFileName(to)) return undefined;
  const indexes = subject.project.final.table(keyspace, of)?.indexes ?? [];
  const index = indexes.find(({ using, targets }) => using !== undefined && targets.some((one) => one.column === name));
  return index && `The index ${index.name} is on it, and takes columns with letters, digits and _ in their names only.`;
}

/** Whether the name has to be in quotes where the thing is named, though other names may be such words. */
function needsQuotes({ kind }: NameSymbol, references: readonly Reference[], to: NewName): boolean {
  if (to.text.startsWith('"') || (kind !== 'type' && !isWordOfCql(to))) return false;
  const written = new Map<Segment, string>();
  for (const { mention, occurrence } of references.toReversed()) {
    const segment = mention.document.segments[mention.index]!;
    const text = written.get(segment) ?? segment.text;
    written.set(segment, text.slice(0, occurrence.start) + to.text + text.slice(occurrence.end));
  }
  return [...written].some(
    ([{ errors }, text]) => errors.length === 0 && openDocument(text).segments.some((one) => one.errors.length > 0),
  );
}

/** What has the new name already. */
function takenBy(subject: Subject, symbol: NameSymbol, name: string): string | undefined {
  if (symbol.name === name) return undefined;
  const keyspace = subject.project.final.keyspace(symbol.kind === 'keyspace' ? name : symbol.keyspace);
  const there = `There is a ${symbol.kind} ${name} already.`;
  switch (symbol.kind) {
    case 'keyspace':
      return keyspace === undefined ? undefined : there;
    case 'table':
      return keyspace?.tables.has(name) === true ? there : undefined;
    case 'column':
      return hasColumn(keyspace?.tables.get(symbol.of ?? ''), name) ? there : undefined;
    case 'type':
      return keyspace?.types.has(name) === true ? there : undefined;
    case 'field':
      return keyspace?.types.get(symbol.of ?? '')?.fields.has(name) === true ? there : undefined;
    case 'function':
      return keyspace?.functions.has(name) === true ? there : undefined;
    case 'index':
      return keyspace?.indexes.has(name) === true ? there : undefined;
    default:
      return atOnce(referencesOf(subject, { ...symbol, name, key: keyNamed(symbol, name) })).length > 0
        ? there
        : undefined;
  }
}

const hasColumn = (table: Table | undefined, name: string): boolean => table?.columns.has(name) === true;

const keyNamed = ({ key, name: before }: NameSymbol, name: string): string =>
  `${key.slice(0, key.length - before.length)}${name}`;

function editOf({ uri, mention: { document, index }, occurrence }: Reference, to: NewName): Edit {
  const segment = document.segments[index]!;
  const { start, end } = occurrence;
  return {
    at: { uri, segment, span: { start, end } },
    text: occurrence.json === true ? jsonKeyText(to.name) : inPlaceOf(segment.text.slice(start, end), to),
  };
}

/** A new migration gives the new name, and what is no migration uses it. */
function inNewMigration(
  subject: Subject,
  symbol: NameSymbol,
  to: NewName,
  alter: string,
  references: readonly Reference[],
  migrations: readonly string[],
): Rename | Refused {
  const problem = refusalOf(subject, alter);
  if (problem !== undefined)
    return refused(
      `Cassandra refuses ${alter.slice(0, -1)}: ${problem.replace(/\.$/, '')}. Migrations declare ${symbol.name}. ${WHERE_NONE_RAN}`,
    );
  const uri = nextMigration(migrations.at(-1) ?? '', `rename_${symbol.name}_to_${to.name}`.replaceAll(/\W/g, '_'));
  if (uri === undefined) return refused(`Migrations declare ${symbol.name}; write ${alter} into the next one.`);
  return {
    kind: 'rename',
    edits: references.filter((one) => !migrations.includes(one.uri)).map((reference) => editOf(reference, to)),
    newFile: { uri, text: `${alter}\n` },
  };
}

/** What Cassandra says to a statement behind all that the project declares. */
function refusalOf(subject: Subject, cql: string): string | undefined {
  const [segment] = openDocument(cql).segments;
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) return undefined;
  const session = { ...subject.session(0), catalog: subject.project.final, keyspace: undefined };
  const answer = verdict(statement, session, segment.features);
  return answer.kind === 'refused' ? answer.message : undefined;
}
