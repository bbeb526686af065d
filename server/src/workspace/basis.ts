import { namesOfTables } from '../catalog/project/needs.ts';
import type { ProjectChanges, Table } from '../catalog/index.ts';
import { stemOf, type CertainCopy } from '../modeling/evidence/copies.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import type { Copies } from './copies.ts';
import type { Basis, JudgedView, SegmentAnalysis } from './file.ts';

/** Of what no change of the project makes wrong. */
export const NO_BASIS: Basis = { id: 0, keys: [], others: [], before: false };

/** Notes what one analysis asks. */
export interface Notes {
  /** What an analysis of before rested on, where its schema has not changed since. */
  readonly last: Basis | undefined;
  readonly keys: Set<string>;
  readonly others: Set<string>;
  before: boolean;
  /** How often rules asked about anything but the schema. */
  asked: number;
  other(key: string): void;
  /** The table was asked for its copies. */
  copies(table: Table, answer: readonly CertainCopy[]): void;
}

/** What a table was told of its copies, and the key under which analyses rest on that. */
interface AskedCopies {
  readonly key: string;
  readonly stem: string;
  readonly answer: readonly CertainCopy[];
}

/** The uses of all tables with this name. */
export const usesOfTable = (name: string): string => `uses\0${name}`;

/** Those with the word IF. */
export const usesWithIfOfTable = (name: string): string => `if\0${name}`;

/** All statements of a file. */
export const statementsOf = (uri: string): string => `file\0${uri}`;

/** What the statements of a file agree to call a table that one of them calls otherwise. */
export const spellingIn = (uri: string, name: string): string => `spelling\0${uri}\0${name}`;

/** What programs say beside their statements, and the functions in which these stand. */
export const TEXTS_OF_PROGRAMS = 'programs';

/** All bases of a workspace's analyses, and which of them a change concerns. */
export class Bases {
  /** Of statements about which nothing is to be said, by what they rest on. */
  readonly #clean = new Map<string, SegmentAnalysis>();
  readonly #byKey = new Map<string, Basis[]>();
  readonly #copies = new Map<Table, AskedCopies>();
  /** How often each basis has changed, by its number. */
  readonly #changes = [0];
  /** How often the schema in it has. */
  readonly #changesOfSchema = [0];
  #asked = 0;
  #limit = MANY;

  notes(keys: Iterable<string>, last?: Basis): Notes {
    const notes: Notes = {
      last,
      keys: new Set(keys),
      others: new Set(),
      before: false,
      asked: 0,
      other(key) {
        notes.asked += 1;
        notes.others.add(key);
      },
      copies: (table, answer) => {
        let asked = this.#copies.get(table);
        if (asked === undefined) {
          this.#asked += 1;
          this.#copies.set(table, (asked = { key: `copies\0${this.#asked}`, stem: stemOf(table.name), answer }));
        }
        notes.other(asked.key);
      },
    };
    return notes;
  }

  /** How often each basis has changed, by its number: analyses of before a change are to be made again. */
  get changes(): readonly number[] {
    return this.#changes;
  }

  /** An analysis that rests on what was noted; where there is nothing to say, one for all statements that rest on the same. */
  analysis(
    notes: Notes,
    said: Pick<SegmentAnalysis, 'findings' | 'directives'>,
    views: readonly JudgedView[] = [],
  ): SegmentAnalysis {
    if (notes.asked === 0 && said.findings.length + said.directives.length === 0) return this.#cleanOn(notes);
    const basis = restsOn(notes, notes.last) ? notes.last! : this.#cleanOn(notes).basis;
    if (notes.asked === 0) return { ...said, basis };
    return { ...said, basis, judged: { changes: this.#changesOfSchema[basis.id]!, views } };
  }

  #cleanOn({ keys, others, before }: Notes): SegmentAnalysis {
    const [all, beside] = [[...keys], [...others]];
    const id = `${before ? 'before' : ''}\n${all.join('\n')}\n\n${beside.join('\n')}`;
    let clean = this.#clean.get(id);
    if (clean === undefined) {
      const basis = this.#indexed({ id: this.#changes.length, keys: all, others: beside, before });
      this.#changes.push(0);
      this.#changesOfSchema.push(0);
      this.#clean.set(id, (clean = { ...NOTHING, basis }));
    }
    return clean;
  }

  /** What was made of a statement in the schemas that it sees, where these have not changed since. */
  judged({ basis, judged }: SegmentAnalysis): readonly JudgedView[] | undefined {
    return judged?.changes === this.#changesOfSchema[basis.id] ? judged?.views : undefined;
  }

  #indexed(basis: Basis): Basis {
    for (const key of keysOf(basis)) {
      const bases = this.#byKey.get(key);
      if (bases === undefined) this.#byKey.set(key, [basis]);
      else bases.push(basis);
    }
    return basis;
  }

  /** Lets go of what no analysis rests on any more, where that may be much. */
  prune(files: Iterable<{ readonly analyses: { known(): readonly SegmentAnalysis[] } }>): void {
    if (this.#clean.size < this.#limit) return;
    const alive = new Set<Basis>();
    for (const { analyses } of files) for (const { basis } of analyses.known()) alive.add(basis);
    const keys = new Set([...alive].flatMap(keysOf));
    for (const [id, { basis }] of this.#clean) if (!alive.has(basis)) this.#clean.delete(id);
    for (const [table, { key }] of this.#copies) if (!keys.has(key)) this.#copies.delete(table);
    this.#byKey.clear();
    for (const basis of alive) this.#indexed(basis);
    this.#limit = MANY + 2 * alive.size;
  }

  clear(): void {
    this.#clean.clear();
    this.#byKey.clear();
    this.#copies.clear();
  }

  /** Notes that something changed: what rests on it is to be found out again. */
  outdate(changed: Iterable<string>): void {
    const keys = new Set(changed);
    const found = new Set<Basis>();
    for (const key of keys) for (const basis of this.#byKey.get(key) ?? []) found.add(basis);
    for (const basis of found) {
      this.#changes[basis.id]! += 1;
      if (basis.keys.some((key) => keys.has(key))) this.#changesOfSchema[basis.id]! += 1;
    }
  }

  /**
   * The keys of tables that have other copies than before. Only a table of the same entity can have become one, or one that a comment
   * declares.
   */
  changedCopies({ keys }: ProjectChanges, copies: Copies, surroundings: Surroundings): readonly string[] {
    const stems = new Set(Array.from(namesOfTables(keys), stemOf));
    const changed: string[] = [];
    for (const [table, { key, stem, answer }] of this.#copies) {
      const mayDiffer = copies.areDeclared || answer.some(({ declared }) => declared) || stems.has(stem);
      if (!mayDiffer || sameCopies(answer, copies.of(table, surroundings))) continue;
      changed.push(key);
      this.#copies.delete(table);
    }
    return changed;
  }
}

const keysOf = ({ keys, others }: Basis): readonly string[] => [...keys, ...others];

const restsOn = ({ keys, others, before }: Notes, basis: Basis | undefined): boolean =>
  basis !== undefined &&
  before === basis.before &&
  keys.size === basis.keys.length &&
  others.size === basis.others.length &&
  basis.others.every((key) => others.has(key));

const sameCopies = (a: readonly CertainCopy[], b: readonly CertainCopy[]): boolean =>
  a.length === b.length && a.every(({ table, declared }, at) => table === b[at]!.table && declared === b[at]!.declared);

const NOTHING = { findings: [], directives: [] };

/** So many bases are kept without a look at whether they are needed. */
const MANY = 1000;
