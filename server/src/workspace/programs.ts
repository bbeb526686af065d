import {
  databasesOf,
  extract,
  folderOf,
  foldersAround,
  hostOf,
  newReader,
  isTestPath,
  mappedName,
  plainTableName,
  readHost,
  type Databases,
  type EarlierReading,
  type Embedded,
  type Extraction,
  type Host,
  type HostName,
  type HostReading,
} from '../embedded/index.ts';
import type { Configuration } from '../config/settings.ts';
import { areSame, factsAfter, factsOf, type ProgramFacts } from './program-facts.ts';
import type { Connecting } from './program-hints.ts';
import { annotationNames } from '../modeling/evidence/annotations.ts';
import * as T from '../syntax/generated/token-types.ts';
import { HOLDS_TEMPLATE } from '../syntax/lower/names.ts';
import { openDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { firstIndex } from '../text/occupied.ts';
import type { Span } from '../text/span.ts';

/** What is known of a file that is a program. */
export interface ProgramCode {
  readonly host: HostName;
  readonly extraction: Extraction;
  /** It speaks with ScyllaDB, by its imports or the dependencies of its module: drivers of ScyllaDB are imported by Cassandra's names. */
  readonly scylla: boolean;
  /** Its segments, those left blank that are no part of the schema; the same for the same. */
  schemaOf(segments: readonly Segment[]): readonly Segment[];
}

interface ProgramState {
  readonly path: string;
  readonly host: Host;
  readonly facts: ProgramFacts;
  /** Absent where only its neighbours ask for it. */
  readonly text: string | undefined;
  /** It was asked whether names are those of tables. */
  asksTables: boolean;
  /** The names of which it was asked whether another program joins more to them. */
  asksJoined: Set<string>;
}

interface SpeakingState extends ProgramState {
  readonly text: string;
}

const isSpeaking = (state: ProgramState): state is SpeakingState => state.text !== undefined;

/**
 * The programs of a project: which of them speak with Cassandra, and what statements stand in them. What is found in one depends on its
 * neighbours in the folder and on the tables of the schema, so it is found when all of them are known.
 */
export class Programs {
  readonly #states = new Map<string, ProgramState>();
  /** The same by their paths. */
  readonly #byPath = new Map<string, ProgramState>();
  /** The programs, by their URIs, in which something else may be found where the one at a path speaks with others. */
  readonly #importing = new Map<string, Set<string>>();
  /** Those of them that may hold statements: few, where a project is large. */
  readonly #speaking = new Map<string, SpeakingState>();
  /** How many programs of a folder speak with Cassandra and with others. */
  readonly #folders = new Map<string, Speakers>();
  /** The same of a folder with all below it. */
  readonly #trees = new Map<string, Speakers>();
  /** How many programs of a folder, with all below it, open sessions in a keyspace. */
  readonly #sessions = new Map<string, Map<string, number>>();
  /** The folders that list what their programs depend on, and what they say by that. */
  readonly #modules = new Map<string, Databases>([['', NOTHING_SAID]]);
  /** How many programs join more to a name. */
  readonly #joined = new Map<string, number>();
  /** How many programs speak of a table outside of statements. */
  readonly #spoken = new Map<string, number>();
  readonly #stale = new Set<string>();
  readonly #reader = newReader();
  /** The program that was read last: it is the one that changes, or in which fixes are tried. */
  #lastRead: (EarlierReading & { readonly uri: string }) | undefined;
  #tables: ReadonlySet<string> = new Set();
  #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    for (const uri of this.#speaking.keys()) this.#stale.add(uri);
  }

  /** Takes the text of a program. */
  set(uri: string, path: string, text: string): void {
    const host = hostOf(path);
    if (host === undefined) return;
    const before = this.#speaking.get(uri);
    const facts = factsAfter(path, host, text, before?.path === path ? before : undefined);
    this.#put(uri, { path, host, facts, text, ...NOTHING_ASKED() });
    this.#stale.add(uri);
  }

  /** Notes what a program that holds no statements says of its neighbours. */
  note(uri: string, path: string, text: string): void {
    const host = hostOf(path);
    if (host === undefined) return;
    const facts = factsOf(path, host, text, databasesOf(text, host));
    this.#put(uri, { path, host, facts, text: undefined, ...NOTHING_ASKED() });
  }

  /** Notes what a file that lists dependencies says of the programs of its folder and below it; the last of a folder adds to it. */
  noteModule(path: string, databases: Databases): void {
    const folder = folderOf(path);
    const before = this.#modules.get(folder) ?? NOTHING_SAID;
    this.#modules.set(folder, {
      cassandra: before.cassandra || databases.cassandra,
      scylla: before.scylla || databases.scylla,
      other: before.other || databases.other,
    });
    for (const [uri, { path: own }] of this.#speaking) if (own.startsWith(folder)) this.#stale.add(uri);
  }

  /** Takes all that another knows. */
  takeFrom(other: Programs): void {
    for (const [folder, said] of other.#modules) this.#modules.set(folder, said);
    for (const [uri, state] of other.#states) {
      this.#put(uri, { ...state });
      if (state.text !== undefined) this.#stale.add(uri);
    }
  }

  remove(uri: string): void {
    const state = this.#states.get(uri);
    if (state === undefined) return;
    this.#countJoined(state.facts.joined, -1);
    this.#countSpeaker(state, -1);
    this.#countSpoken(state.facts.spoken, -1);
    this.#states.delete(uri);
    this.#byPath.delete(state.path);
    this.#staleAround(state.path);
    this.#speaking.delete(uri);
    this.#stale.delete(uri);
  }

  /** The statements that would begin at some offsets of a program with another text, where it differs in its texts and comments alone. */
  rewritten(uri: string, text: string, starts: ReadonlySet<number>): readonly Embedded[] | undefined {
    const state = this.#speaking.get(uri);
    if (state === undefined) return undefined;
    const before = this.#readingOf(uri, state);
    const reading = readHost(text, state.host, { text: state.text, reading: before });
    if (reading.tokens.count !== before.tokens.count) return undefined;
    return this.#extracted(uri, { ...state, text }, reading, starts).statements;
  }

  /** Whether a program names a table outside of statements, so that it may write it by other means. */
  speaksOf(table: string): boolean {
    return (this.#spoken.get(plainTableName(table)) ?? 0) > 0;
  }

  /** Whether a program tells a mapper to read and write a table. */
  maps(table: string): boolean {
    return (this.#spoken.get(mappedName(table)) ?? 0) > 0;
  }

  /** Of all that are known, those without statements among them. */
  *paths(): Iterable<string> {
    for (const { path } of this.#states.values()) yield path;
  }

  /** What a program says of the server by the way in which it connects. */
  connectingOf(uri: string): Connecting | undefined {
    return this.#states.get(uri)?.facts.connecting;
  }

  textOf(uri: string): string | undefined {
    return this.#states.get(uri)?.text;
  }

  get areThere(): boolean {
    return this.#states.size > 0;
  }

  /** Takes the names of the tables that the schema files declare. */
  know(tables: ReadonlySet<string>): void {
    if (tables.size === this.#tables.size && [...tables].every((name) => this.#tables.has(name))) return;
    const declared = this.declare;
    this.#tables = tables;
    const changes = declared !== this.declare;
    for (const [uri, { asksTables }] of this.#speaking) if (asksTables || changes) this.#stale.add(uri);
  }

  /** Reads the programs again in which something else may be found now. */
  *read(): Iterable<{
    readonly uri: string;
    readonly path: string;
    readonly text: string;
    readonly code: ProgramCode;
  }> {
    const stale = [...this.#stale];
    this.#stale.clear();
    for (const uri of stale) {
      const state = this.#speaking.get(uri);
      if (state === undefined) continue;
      yield { uri, path: state.path, text: state.text, code: this.#codeOf(uri, state) };
    }
  }

  /** What programs declare is schema where the project says so, or nothing else declares a table. */
  get declare(): boolean {
    return this.#configuration['embedded.schema'] || this.#tables.size === 0;
  }

  get areStale(): boolean {
    return this.#stale.size > 0;
  }

  #codeOf(uri: string, state: SpeakingState): ProgramCode {
    const { host, path, facts } = state;
    const isLeftOut =
      !this.#configuration['embedded.languages'].includes(host.name) ||
      (!this.#configuration['embedded.tests'] && isTestPath(path));
    if (isLeftOut) return { host: host.name, extraction: NOTHING, scylla: false, schemaOf: (segments) => segments };
    state.asksTables = false;
    state.asksJoined = new Set();
    const extraction = this.#extracted(uri, state, this.#readingOf(uri, state));
    const { declare } = this;
    return {
      host: host.name,
      extraction,
      scylla: facts.databases.scylla || this.#modules.get(this.#moduleOf(path))?.scylla === true,
      schemaOf: onceFor((segments) => onlySchema(segments, extraction, declare)),
    };
  }

  #readingOf(uri: string, { text, host }: SpeakingState): HostReading {
    const last = this.#lastRead?.uri === uri ? this.#lastRead : undefined;
    if (last?.text === text) return last.reading;
    const reading = readHost(text, host, last);
    this.#lastRead = { uri, text, reading };
    return reading;
  }

  #extracted(uri: string, state: SpeakingState, reading: HostReading, starts?: ReadonlySet<number>): Extraction {
    const { text, host, path } = state;
    return extract(
      {
        text,
        host,
        reading,
        path,
        databases: this.#databasesOf(state),
        tests: this.#configuration['embedded.tests'],
        annotations: ANNOTATED,
        neighbourhood: {
          besideCassandra: isBeside(this.#folders.get(folderOf(path))) || this.#isOfCassandra(this.#moduleOf(path)),
          besideOther: this.#isOfOther(this.#moduleOf(path)),
          isTable: (name) => {
            state.asksTables = true;
            return this.#tables.has(name);
          },
          declaresTables: () => {
            state.asksTables = true;
            return this.#tables.size === 0;
          },
          isJoined: (name) => {
            state.asksJoined.add(name);
            return (this.#joined.get(name) ?? 0) > (state.facts.joined.has(name) ? 1 : 0);
          },
          session: () => this.#sessionOf(this.#moduleOf(path)),
          databasesAt: (paths, name) => this.#databasesAt(paths, name, uri),
        },
      },
      this.#reader,
      starts,
    );
  }

  /** With whom the first program speaks that lies at one of some paths, or a name of it; who asks is read again where that changes. */
  #databasesAt(paths: readonly string[], name: string, uri: string): Databases | undefined {
    for (const path of paths) {
      const importing = this.#importing.get(path) ?? new Set();
      this.#importing.set(path, importing.add(uri));
      const state = this.#byPath.get(path);
      if (state === undefined) continue;
      const { shares, databases } = state.facts;
      if (shares?.cassandra.has(name) === true) return { ...databases, other: false };
      if (shares?.other.has(name) === true) return { ...databases, cassandra: false };
      return this.#databasesOf(state);
    }
    return undefined;
  }

  #staleAround(path: string): void {
    for (const uri of this.#importing.get(path) ?? []) if (this.#speaking.has(uri)) this.#stale.add(uri);
  }

  /** With whom a program speaks: by a layer alone, with that of its module. */
  #databasesOf({ path, facts: { databases } }: ProgramState): Databases {
    if (!databases.layer) return databases;
    const cassandra = this.#isOfCassandra(this.#moduleOf(path));
    return { ...databases, cassandra, other: !cassandra };
  }

  #put(uri: string, state: ProgramState): void {
    const before = this.#states.get(uri);
    this.#states.set(uri, state);
    this.#byPath.set(state.path, state);
    if (isSpeaking(state)) this.#speaking.set(uri, state);
    else this.#speaking.delete(uri);
    if (before?.path === state.path && before.facts === state.facts) return;
    const isSame = before !== undefined && saysTheSame(before, state);
    if (before !== undefined) {
      this.#countJoined(before.facts.joined, -1, state.facts.joined);
      this.#countSpoken(before.facts.spoken, -1);
      if (!isSame) this.#countSpeaker(before, -1);
    }
    this.#countJoined(state.facts.joined, 1, before?.facts.joined);
    this.#countSpoken(state.facts.spoken, 1);
    if (isSame) return;
    this.#countSpeaker(state, 1);
    this.#staleAround(state.path);
  }

  /**
   * Counts what a program speaks with; where that makes a difference to its folder or to a module around it, the programs of these are
   * stale.
   */
  #countSpeaker({ path, facts: { databases, keyspaces } }: ProgramState, by: 1 | -1): void {
    if (!databases.cassandra && !databases.other) return;
    const name = folderOf(path);
    const wasBeside = isBeside(this.#folders.get(name));
    addTo(this.#folders, name, databases, by);
    const changed = wasBeside === isBeside(this.#folders.get(name)) ? [] : [name];
    for (const folder of foldersAround(name)) {
      const was = this.#speakersOf(folder);
      const session = this.#sessionOf(folder);
      addTo(this.#trees, folder, databases, by);
      for (const keyspace of keyspaces) this.#countSession(folder, keyspace, by);
      const now = this.#speakersOf(folder);
      const isSame = was.cassandra === now.cassandra && was.other === now.other && session === this.#sessionOf(folder);
      if (!isSame && this.#modules.has(folder)) changed.push(folder);
    }
    if (changed.length === 0) return;
    for (const [uri, { path: own }] of this.#speaking)
      if (changed.some((folder) => own.startsWith(folder))) this.#stale.add(uri);
  }

  #countSession(folder: string, keyspace: string, by: 1 | -1): void {
    const opened = this.#sessions.get(folder) ?? new Map<string, number>();
    this.#sessions.set(folder, opened);
    const now = (opened.get(keyspace) ?? 0) + by;
    if (now > 0) opened.set(keyspace, now);
    else opened.delete(keyspace);
  }

  /** The one keyspace in which the programs of a folder, with all below it, open sessions. */
  #sessionOf(folder: string): string | undefined {
    const opened = this.#sessions.get(folder);
    return opened?.size === 1 ? opened.keys().next().value : undefined;
  }

  #countSpoken(names: ReadonlySet<string>, by: 1 | -1): void {
    for (const name of names) this.#spoken.set(name, (this.#spoken.get(name) ?? 0) + by);
  }

  /** Counts who joins more to names; who was asked of one for which that makes a difference is stale. */
  #countJoined(names: ReadonlySet<string>, by: 1 | -1, kept?: ReadonlySet<string>): void {
    const changed = new Set<string>();
    for (const name of names) {
      if (kept?.has(name) === true) continue;
      const now = (this.#joined.get(name) ?? 0) + by;
      this.#joined.set(name, now);
      if (now <= 2) changed.add(name);
    }
    if (changed.size === 0) return;
    for (const [uri, { asksJoined }] of this.#speaking)
      for (const name of asksJoined) if (changed.has(name)) this.#stale.add(uri);
  }

  /** The folder of the nearest file that lists what a program depends on; the project's where there is none. */
  #moduleOf(path: string): string {
    return foldersAround(folderOf(path)).find((folder) => this.#modules.has(folder)) ?? '';
  }

  /** Programs of a module, or what it depends on, speak with Cassandra, and nothing in it with another database. */
  #isOfCassandra(module: string): boolean {
    const { cassandra, other } = this.#speakersOf(module);
    return cassandra && !other;
  }

  /** The same of another database, where a file says what the module is. */
  #isOfOther(module: string): boolean {
    return this.#modules.has(module) && this.#speakersOf(module).other;
  }

  /** With whom the programs of a module speak, or what it depends on. */
  #speakersOf(module: string): Pick<Databases, 'cassandra' | 'other'> {
    const said = this.#modules.get(module) ?? NOTHING_SAID;
    const { cassandra, other } = this.#trees.get(module) ?? NOBODY;
    return { cassandra: cassandra > 0 || said.cassandra, other: other > 0 || said.other };
  }
}

/** How many programs speak with Cassandra, and how many with others. */
interface Speakers {
  readonly cassandra: number;
  readonly other: number;
}

/** Whether two states of a program say the same of whom it speaks with. */
const saysTheSame = ({ path, facts: one }: ProgramState, { path: now, facts: other }: ProgramState): boolean =>
  path === now &&
  one.databases.cassandra === other.databases.cassandra &&
  one.databases.other === other.databases.other &&
  areSame(one.keyspaces, other.keyspaces) &&
  areSame(one.shares?.cassandra ?? NO_NAMES, other.shares?.cassandra ?? NO_NAMES) &&
  areSame(one.shares?.other ?? NO_NAMES, other.shares?.other ?? NO_NAMES);

const NO_NAMES: ReadonlySet<string> = new Set();

const NOTHING_ASKED = (): Pick<ProgramState, 'asksTables' | 'asksJoined'> => ({
  asksTables: false,
  asksJoined: new Set(),
});

const NOBODY: Speakers = { cassandra: 0, other: 0 };
const NOTHING_SAID: Databases = { cassandra: false, scylla: false, other: false };

const isBeside = ({ cassandra, other }: Speakers = NOBODY): boolean => cassandra > 0 && other === 0;

function addTo(speakers: Map<string, Speakers>, folder: string, databases: Databases, by: 1 | -1): void {
  const { cassandra, other } = speakers.get(folder) ?? NOBODY;
  speakers.set(folder, {
    cassandra: cassandra + (databases.cassandra ? by : 0),
    other: other + (databases.other ? by : 0),
  });
}

/** What a function gives, as long as it is asked for the same. */
function onceFor<T, R>(work: (of: T) => R): (of: T) => R {
  let last: { readonly of: T; readonly result: R } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, result: work(of) };
    return last.result;
  };
}

/** Without what is no part of the schema: all that a program declares, or of this what it drops and what is not known whole. */
function onlySchema(segments: readonly Segment[], { statements }: Extraction, declare: boolean): readonly Segment[] {
  if (!segments.some(declares)) return segments;
  const [blank] = openDocument('').segments;
  let start = 0;
  return segments.map((segment) => {
    const at = start + segment.begin;
    start += segment.text.length;
    if (!declares(segment)) return segment;
    const known = embeddedIn(statements, at)?.known;
    const counts = declare && known !== undefined && known !== 'in part' && segment.firstType !== T.DROP;
    return counts && !namesHole(segment) ? segment : blank!;
  });
}

/** Whether what a statement declares has a name that only the running program knows; that of a keyspace says nothing. */
function namesHole(segment: Segment): boolean {
  const { types } = segment.tokens;
  for (let token = 0; token < types.length && types[token] !== T.LPAREN && types[token] !== T.WITH; token += 1)
    if (isHole(segment, token) && types[token + 1] !== T.DOT) return true;
  return false;
}

/** Whether a name is put in, or a part of one in quotes. */
const isHole = ({ text, tokens: { types, starts, ends, stands } }: Segment, token: number): boolean =>
  (types[token] === T.TEMPLATE && stands?.has(starts[token]!) !== true) ||
  (types[token] === T.QUOTED && HOLDS_TEMPLATE.test(text.slice(starts[token], ends[token])));

const declares = ({ firstType }: Segment): boolean => DECLARING.has(firstType);

const DECLARING: ReadonlySet<number> = new Set([T.CREATE, T.ALTER, T.DROP]);

const ANNOTATED: ReadonlySet<string> = new Set(annotationNames());

const NOTHING: Extraction = { statements: [], directives: [] };

/** Whether statements were found in a program that are more than begun. */
export const holdsStatements = ({ extraction }: ProgramCode): boolean =>
  extraction.statements.some(({ draft }) => !draft);

/** The statement of a program at an offset. */
export const embeddedAt = ({ extraction: { statements } }: ProgramCode, offset: number): Embedded | undefined =>
  embeddedIn(statements, offset);

function embeddedIn(statements: readonly Embedded[], offset: number): Embedded | undefined {
  const found = statements[firstIndex(statements.length, (at) => statements[at]!.end > offset)];
  return found !== undefined && found.start <= offset ? found : undefined;
}

/** A span of a program with all of the escapes and signs of markers in which it begins or ends. */
export function wholeSpan(code: ProgramCode, { start, end }: Span): Span {
  const signs = embeddedAt(code, start)?.pieces.filter(({ kind }) => kind === 'escape' || kind === 'marker') ?? [];
  const around = (offset: number): Span | undefined => signs.find((sign) => sign.start < offset && offset < sign.end);
  return { start: around(start)?.start ?? start, end: around(end)?.end ?? end };
}

/** Whether a statement writes a table whose name, or a part of it, is put in. */
export function writesUnknownTable(segment: Segment): boolean {
  const {
    tokens: { types },
    firstType,
  } = segment;
  if (!WRITING.has(firstType)) return false;
  for (let token = 0; token < types.length; token += 1) {
    const before = types[token - 1] ?? 0;
    if (!isHole(segment, token) || types[token + 1] === T.DOT) continue;
    if (before === T.INTO || before === T.UPDATE || before === T.FROM || before === T.DOT) return true;
  }
  return false;
}

const WRITING: ReadonlySet<number> = new Set([T.INSERT, T.UPDATE, T.DELETE, T.BEGIN]);
