import { saysKeyspaces } from '../../catalog/index.ts';
import { ruleOf } from '../../rules/index.ts';
import type { Segment } from '../../syntax/segment.ts';
import { isLiteral } from '../../syntax/token-classes.ts';
import { printable } from '../../text/printable.ts';
import type { LocatedFinding, WorkspaceFile } from '../../workspace/file.ts';
import { fixesOfFinding, type Report } from './report.ts';

/** So many ways out are shown of one finding. */
const MOST_WAYS = 4;

/** So many statements that differ in their values alone are each told theirs; of those that say the same only the first is. */
const MOST_ALIKE = 5;

/** So many findings are told ways out that have to be tried; who has more reads no list of them. */
const MOST_TOLD = 1000;

/**
 * The titles of the ways out of the findings of a report, asked for one by one. Where many statements differ in their values alone, the
 * later ones are referred to an earlier one: nobody reads the same ways a thousand times, and each is tried before it is offered.
 */
export function waysIn(report: Report): (file: WorkspaceFile, located: LocatedFinding) => readonly string[] {
  const alike = new Map<string, { count: number; readonly first: string }>();
  const same = new Map<string, string>();
  let tries = 0;
  return (file, located) => {
    const { finding, segment: index, start } = located;
    const titles = (): readonly string[] =>
      fixesOfFinding(report, file, located)
        .slice(0, MOST_WAYS)
        .map(({ fix }) => fix.title);
    const tried = (): readonly string[] => {
      tries += 1;
      return tries > MOST_TOLD ? [`\`cql-analyzer propose ${printable(file.path)}\` tells`] : titles();
    };
    if (ruleOf(finding.code)?.answeredBy === undefined) return titles();
    const segment = file.document.segments[index]!;
    const { shape, words } = shapeOf(file, segment);
    const said = `${finding.code}\n${words}`;
    const told = same.get(said);
    if (told !== undefined) return [`as for ${told}, which says the same`];
    const { line, character } = file.document.positionAt(start);
    const place = `${printable(file.path)}:${line + 1}:${character + 1}`;
    const key = `${finding.code}\n${shape}`;
    const before = alike.get(key);
    if (before === undefined) alike.set(key, { count: 1, first: place });
    else before.count += 1;
    if (before !== undefined && before.count > MOST_ALIKE)
      return [`as for ${before.first}, which differs in its values alone`];
    const ways = tried();
    if (ways.length > 0) same.set(said, place);
    return ways;
  };
}

/**
 * The words of a statement, and its shape: the kinds of its literals stand in the place of their values. Of one file where its tables hang
 * on the keyspace in force.
 */
function shapeOf({ uri }: WorkspaceFile, segment: Segment): { readonly shape: string; readonly words: string } {
  const { text, tokens } = segment;
  const statement = segment.statement();
  const place = statement !== undefined && saysKeyspaces(statement) ? '' : uri;
  const words = Array.from(tokens.types, (_, at) => text.slice(tokens.starts[at], tokens.ends[at]));
  const shape = words.map((word, at) => (isLiteral(tokens.types[at]!) ? `${tokens.types[at]}` : word));
  return { shape: [place, ...shape].join(' '), words: [place, ...words].join(' ') };
}
