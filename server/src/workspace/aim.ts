import { tellingIn, type Telling } from '../analysis/dialects/evidence.ts';
import {
  namedByFileFinding,
  namedReleaseFinding,
  unjudgedFinding,
  writtenForFinding,
  writtenForReleaseFinding,
} from '../rules/other-target.ts';
import type { Finding } from '../rules/rule.ts';
import { CREATE } from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Span } from '../text/span.ts';
import type { CassandraRelease, Target } from '../text/release.ts';
import type { WorkspaceFile } from './file.ts';
import type { Replaced } from './file-state.ts';
import { type Connecting, hintsOfPrograms } from './program-hints.ts';
import {
  type Hint,
  type PlacedTelling,
  releaseHint,
  type Unjudged,
  unjudgedBy,
  writtenFor,
  type WrittenFor,
} from './written-for.ts';

/** For which server a project is written, as its texts and the files beside them show, and where that is said. */
export class Aim {
  #hints: readonly Hint[] = [];
  /** Programs that tell by how they connect. */
  readonly #connecting = new Map<string, Connecting>();
  /** Statements that tell it. */
  readonly #tellings = new Map<Segment, Telling>();
  #found: WrittenFor | undefined;
  #unjudged: Unjudged | undefined;
  #namedRelease: CassandraRelease | undefined;
  #said: { readonly segment: Segment; readonly finding: Finding } | undefined;
  #isStale = false;
  readonly #files: () => Iterable<WorkspaceFile>;

  constructor(files: () => Iterable<WorkspaceFile>) {
    this.#files = files;
  }

  /** Something has changed since it was looked for. */
  get isStale(): boolean {
    return this.#isStale;
  }

  get writtenFor(): Target | undefined {
    return this.#found?.target;
  }

  /** The target to take: what files beside the texts say alone is only proposed. */
  get target(): Target | undefined {
    const found = this.#found;
    return found?.by === 'file' || found?.by === 'file against text' ? undefined : found?.target;
  }

  /** The release that the files beside the texts name by its number, where no target is set. */
  get namedRelease(): CassandraRelease | undefined {
    return this.#namedRelease;
  }

  get said(): { readonly segment: Segment; readonly finding: Finding } | undefined {
    return this.#said;
  }

  /** The project is written for a server of which nothing is known, so what it says is all that is said. */
  get isUnjudged(): boolean {
    return this.#unjudged !== undefined;
  }

  outdate(): void {
    this.#isStale = true;
  }

  hint(hints: readonly Hint[]): void {
    this.#hints = hints;
    this.#isStale = true;
  }

  /** Takes what a program says, or that it is gone. */
  noteProgram(uri: string, connecting: Connecting | undefined): void {
    if (connecting === undefined) {
      this.#isStale = this.#connecting.delete(uri) || this.#isStale;
      return;
    }
    const before = this.#connecting.get(uri);
    // What an edit leaves as it was is the same object.
    if (before === connecting) return;
    this.#connecting.set(uri, connecting);
    this.#isStale ||= JSON.stringify(before) !== JSON.stringify(connecting);
  }

  takeFrom(other: Aim): void {
    this.hint(other.#hints);
    for (const [uri, connecting] of other.#connecting) this.#connecting.set(uri, connecting);
    for (const [segment, telling] of other.#tellings) this.#tellings.set(segment, telling);
  }

  note({ gone, come }: Pick<Replaced, 'gone' | 'come'>): void {
    for (const segment of gone) this.#isStale = this.#tellings.delete(segment) || this.#isStale;
    for (const segment of come) {
      const telling = tellingIn(segment);
      if (telling !== undefined) this.#tellings.set(segment, telling);
      this.#isStale ||= telling !== undefined;
    }
    // What a file says is said at the first statement that makes something.
    const isMaking = ({ firstType }: Segment): boolean => firstType === CREATE;
    this.#isStale ||= this.#hints.length + this.#connecting.size > 0 && (gone.some(isMaking) || come.some(isMaking));
  }

  /** Looks for it, unless a target is set. */
  look(isSet: boolean): void {
    this.#isStale = false;
    const tellings = isSet ? [] : this.#placedTellings();
    const hints = [...this.#hints, ...hintsOfPrograms(this.#connecting.values())];
    this.#found = isSet ? undefined : writtenFor(tellings, hints);
    this.#unjudged = isSet ? undefined : unjudgedBy(tellings, hints);
    const hint = isSet ? undefined : releaseHint(hints);
    this.#namedRelease = hint !== undefined && NUMBERED.test(hint.text) ? hint.release : undefined;
    this.#said =
      this.#unjudged === undefined ? this.#found && this.#saidOf(this.#found) : this.#saidUnjudged(this.#unjudged);
  }

  /** In the order of paths. */
  #placedTellings(): readonly PlacedTelling[] {
    if (this.#tellings.size === 0) return [];
    return this.#schemasByPath().flatMap(({ uri, document }) =>
      document.segments.flatMap((segment, index) => {
        const telling = this.#tellings.get(segment);
        return telling === undefined ? [] : [{ uri, index, segment, ...telling }];
      }),
    );
  }

  /** The files of CQL that belong to the project; what programs hold may be for any server. */
  #schemasByPath(): readonly WorkspaceFile[] {
    return [...this.#files()]
      .filter(({ language, contributes, code }) => language === 'cql' && contributes && code === undefined)
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  #saidOf(found: WrittenFor): Aim['said'] {
    if (found.by === 'text') {
      const { segment, dialects, span } = found.telling;
      return { segment, finding: writtenForFinding(found.target, dialects, span) };
    }
    if (found.by === 'text and file') {
      const { segment, span } = found.telling;
      return { segment, finding: writtenForReleaseFinding(found.target, found.hint, span) };
    }
    const { target, hint } = found;
    if (found.by === 'file against text') {
      const { segment, span } = found.telling;
      return { segment, finding: namedReleaseFinding(target, hint, span) };
    }
    return this.#atFirstCreate((span) => namedByFileFinding(target, hint, span));
  }

  #saidUnjudged(by: Unjudged): Aim['said'] {
    if ('hint' in by) return this.#atFirstCreate((span) => unjudgedFinding(by.hint, span));
    const { segment, span } = by.telling;
    return { segment, finding: unjudgedFinding(undefined, span) };
  }

  #atFirstCreate(findingAt: (span: Span) => Finding): Aim['said'] {
    for (const { document } of this.#schemasByPath()) {
      const segment = document.segments.find(({ firstType }) => firstType === CREATE);
      if (segment === undefined) continue;
      const span = { start: segment.begin, end: segment.begin + 'CREATE'.length };
      return { segment, finding: findingAt(span) };
    }
    return undefined;
  }
}

/** `cassandra:5.0`: what an image without a number holds is another release each year. */
const NUMBERED = /:v?\d/;
