import type { Random } from '../conformance/generate/random.ts';
import type { Query } from './model.ts';
import { type Asked, askedOf, type Project } from './project.ts';
import type { Proposal } from './propose.ts';

/** A table that is there and lacks a column which its query wants, and the proposal that adds it. */
export interface Widened {
  readonly query: Query;
  /** Makes the table without the column. */
  readonly ddl: string;
  readonly proposal: Proposal;
}

/** So many tables of a project get such a copy at most. */
const BASES = 2;

/** Asks again, with tables in the schema that are proposed ones less a column. */
export async function widenedOf(
  project: Project,
  asked: readonly Asked[],
  release: string,
  random: Random,
): Promise<readonly Widened[]> {
  const narrow = random
    .shuffled([...project.writes.keys()])
    .flatMap((base) => {
      const all = asked.filter(({ query }) => query.base === base);
      const [one] = random.shuffled(all).flatMap((each) => narrowedOf(each, random) ?? []);
      return one === undefined ? [] : [one];
    })
    .slice(0, BASES);
  if (narrow.length === 0) return [];
  const declared = narrow.map(({ query: { base }, ddl }) => `-- @copy-of ${base.written}\n${ddl};\n`);
  const schema = [project.files['schema.cql']!, ...declared].join('\n');
  const again = await askedOf({ ...project, files: { ...project.files, 'schema.cql': schema } }, release);
  return narrow.flatMap(({ query, table, ddl }) => {
    const proposals = again.find((one) => one.query === query)?.proposals ?? [];
    const proposal = proposals.find((one) => one.kind === 'alter-table' && one.table === table);
    return proposal === undefined ? [] : [{ query, ddl, proposal }];
  });
}

/** The first new table of the base's own values, less a column outside of its key, under another name. */
function narrowedOf(
  { query, proposals }: Asked,
  random: Random,
): (Omit<Widened, 'proposal'> & { readonly table: string }) | undefined {
  const plain = proposals.find(
    ({ kind, derived, title }) => kind === 'new-table' && derived.length === 0 && !/keys only|fewer rows/.test(title),
  );
  const [ddl] = plain?.ddl ?? [];
  if (ddl === undefined) return undefined;
  const [head, ...rest] = ddl.split('\n');
  const key = rest.find((line) => /^\s*PRIMARY KEY\b/i.test(line))!;
  const values = rest.filter((line) => /^ {2}("?\w+"?) .*,$/.test(line) && !key.includes(nameOf(line)));
  if (values.length === 0) return undefined;
  const left = random.pick(values);
  const prefix = plain!.table!.includes('.') ? plain!.table!.slice(0, plain!.table!.indexOf('.') + 1) : '';
  const table = `${prefix}narrow_of_${query.base.name}`;
  const lines = [head!.replace(plain!.table!, table), ...rest.filter((line) => line !== left)];
  return { query, table, ddl: lines.join('\n') };
}

const nameOf = (line: string): string => /("?\w+"?)/.exec(line)![1]!;
