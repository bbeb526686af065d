import {
  databasesOf,
  extract,
  hostOf,
  newReader,
  isTestPath,
  type Databases,
  type Embedded,
  type Extraction,
  type Host,
  type HostName,
} from '../embedded/index.ts';
import type { Configuration } from '../config/settings.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import { openDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';
import type { Span } from '../text/span.ts';

/** What is known of a file that is a program. */
export interface ProgramCode {
  readonly host: HostName;
  readonly extraction: Extraction;
  /** It speaks with ScyllaDB. */
  readonly scylla: boolean;
  /** Its segments, those that declare something left blank; the same for the same. */
  undeclared(segments: readonly Segment[]): readonly Segment[];
}

interface ProgramState {
  readonly path: string;
  readonly host: Host;
  readonly databases: Databases;
  /** Absent where only its neighbours ask for it. */
  readonly text: string | undefined;
  /** It was asked whether names are those of tables. */
  asksTables: boolean;
}

/**
 * The programs of a project: which of them speak with Cassandra, and what statements stand in them. What is found in one depends on its
 * neighbours in the folder and on the tables of the schema, so it is found when all of them are known.
 */
export class Programs {
  readonly #states = new Map<string, ProgramState>();
  /** How many programs of a folder speak with Cassandra and with others. */
  readonly #folders = new Map<string, { cassandra: number; other: number }>();
  readonly #stale = new Set<string>();
  readonly #reader = newReader();
  #tables: ReadonlySet<string> = new Set();
  #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    for (const [uri, { text }] of this.#states) if (text !== undefined) this.#stale.add(uri);
  }

  /** Takes the text of a program. */
  set(uri: string, path: string, text: string): void {
    const host = hostOf(path);
    if (host === undefined) return;
    this.#put(uri, { path, host, databases: databasesOf(text, host), text, asksTables: false });
    this.#stale.add(uri);
  }

  /** Notes what a program that holds no statements says of its neighbours. */
  note(uri: string, path: string, databases: Databases): void {
    const host = hostOf(path);
    if (host !== undefined) this.#put(uri, { path, host, databases, text: undefined, asksTables: false });
  }

  remove(uri: string): void {
    const state = this.#states.get(uri);
    if (state === undefined) return;
    this.#count(state, -1);
    this.#states.delete(uri);
    this.#stale.delete(uri);
  }

  /** What would be found in a program with another text. */
  extractionOf(uri: string, text: string): Extraction | undefined {
    const state = this.#states.get(uri);
    return state === undefined ? undefined : this.#codeOf({ ...state }, text).extraction;
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
    for (const [uri, { asksTables, text }] of this.#states)
      if ((asksTables || changes) && text !== undefined) this.#stale.add(uri);
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
      const state = this.#states.get(uri);
      if (state?.text === undefined) continue;
      yield { uri, path: state.path, text: state.text, code: this.#codeOf(state, state.text) };
    }
  }

  /** What programs declare is schema where the project says so, or nothing else declares a table. */
  get declare(): boolean {
    return this.#configuration['embedded.schema'] || this.#tables.size === 0;
  }

  get areStale(): boolean {
    return this.#stale.size > 0;
  }

  #codeOf(state: ProgramState, text: string): ProgramCode {
    const { host, path, databases } = state;
    const isLeftOut =
      !this.#configuration['embedded.languages'].includes(host.name) ||
      (!this.#configuration['embedded.tests'] && isTestPath(path));
    if (isLeftOut) return { host: host.name, extraction: NOTHING, scylla: false, undeclared: (segments) => segments };
    const folder = this.#folders.get(folderOf(path));
    state.asksTables = false;
    const extraction = extract(
      {
        text,
        host,
        path,
        databases,
        neighbourhood: {
          besideCassandra: folder !== undefined && folder.cassandra > 0 && folder.other === 0,
          isTable: (name) => {
            state.asksTables = true;
            return this.#tables.has(name);
          },
        },
      },
      this.#reader,
    );
    return { host: host.name, extraction, scylla: databases.scylla, undeclared: onceFor(withoutDeclarations) };
  }

  #put(uri: string, state: ProgramState): void {
    const before = this.#states.get(uri);
    if (before !== undefined) this.#count(before, -1);
    this.#states.set(uri, state);
    this.#count(state, 1);
  }

  /** Counts what a program speaks with; where that makes a difference to its folder, the programs of this are stale. */
  #count({ path, databases }: ProgramState, by: 1 | -1): void {
    if (!databases.cassandra && !databases.other) return;
    const name = folderOf(path);
    const before = this.#folders.get(name) ?? { cassandra: 0, other: 0 };
    const now = {
      cassandra: before.cassandra + (databases.cassandra ? by : 0),
      other: before.other + (databases.other ? by : 0),
    };
    this.#folders.set(name, now);
    const isBeside = ({ cassandra, other }: typeof now): boolean => cassandra > 0 && other === 0;
    if (isBeside(before) === isBeside(now)) return;
    for (const [uri, one] of this.#states)
      if (one.text !== undefined && folderOf(one.path) === name) this.#stale.add(uri);
  }
}

/** What a function gives, as long as it is asked for the same. */
function onceFor<T, R>(work: (of: T) => R): (of: T) => R {
  let last: { readonly of: T; readonly result: R } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, result: work(of) };
    return last.result;
  };
}

function withoutDeclarations(segments: readonly Segment[]): readonly Segment[] {
  const [blank] = openDocument('').segments;
  return segments.some(declares) ? segments.map((segment) => (declares(segment) ? blank! : segment)) : segments;
}

const declares = ({ firstType }: Segment): boolean => DECLARING.has(firstType);

const DECLARING: ReadonlySet<number> = new Set([T.CREATE, T.ALTER, T.DROP]);

const NOTHING: Extraction = { statements: [], directives: [] };

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Whether statements were found in a program that are more than begun. */
export const holdsStatements = ({ extraction }: ProgramCode): boolean =>
  extraction.statements.some(({ draft }) => !draft);

/** The statement of a program at an offset. */
export function embeddedAt({ extraction: { statements } }: ProgramCode, offset: number): Embedded | undefined {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (statements[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  const found = statements[low];
  return found !== undefined && found.start <= offset ? found : undefined;
}

/** A span of a program with all of the escapes and signs of markers in which it begins or ends. */
export function wholeSpan(code: ProgramCode, { start, end }: Span): Span {
  const signs = embeddedAt(code, start)?.pieces.filter(({ kind }) => kind === 'escape' || kind === 'marker') ?? [];
  const around = (offset: number): Span | undefined => signs.find((sign) => sign.start < offset && offset < sign.end);
  return { start: around(start)?.start ?? start, end: around(end)?.end ?? end };
}

/** The name of the table or view that a statement makes; told by its tokens, so that nothing has to be parsed for it. */
export function madeTable({ text, tokens, firstType }: Segment): string | undefined {
  if (firstType !== T.CREATE) return undefined;
  const { types } = tokens;
  let at = 1;
  if (types[at] === T.MATERIALIZED) at += 1;
  if (types[at] !== T.TABLE && types[at] !== T.COLUMNFAMILY && types[at] !== T.VIEW) return undefined;
  at += 1;
  if (types[at] === T.IF) at += 3;
  if (types[at + 1] === T.DOT) at += 2;
  const type = types[at];
  return type !== undefined && isName(type) ? nameOfToken({ text, tokens, nodes: NO_NODES }, at).name : undefined;
}

const NO_NODES = new Int32Array(0);
