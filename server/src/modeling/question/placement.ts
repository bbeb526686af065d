import type { Column, Location, Table } from '../../catalog/model.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Edit } from '../proposal/proposal.ts';
import type { Style } from '../proposal/style.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/**
 * New statements right behind the declaration of a table: after its CREATE, or after the ALTER that added one of the columns. Where
 * migrations declare it, behind the last statement of the newest one: those before it have run.
 */
export function insertAfter(
  table: Table,
  columns: readonly Column[],
  statements: readonly string[],
  style: Style,
  surroundings: Surroundings,
  label: string,
): readonly Edit[] {
  const declared = anchorOf(table, columns);
  if (declared === undefined) return [];
  const anchor = surroundings.newestMigration(declared) ?? declared;
  const { uri, segment } = anchor;
  const { newline, margin } = style;
  const text = statements.map((statement) => `${newline}${newline}${margin}${statement};`).join('');
  const at = (of: Segment, offset: number): Location => ({ uri, segment: of, span: { start: offset, end: offset } });
  const semicolon = segment.text.indexOf(';', segment.end);
  if (semicolon < 0) return [{ at: at(segment, segment.end), text: `;${text}`, label }];
  const next = following(uri, segment, surroundings);
  // A comment behind the `;` on the same line belongs to the statement before it.
  const comment = next === undefined ? null : /^[^\S\r\n]*(?:--|\/\/)[^\r\n]*/.exec(next.text);
  if (next !== undefined && comment !== null) return [{ at: at(next, comment[0].length), text, label }];
  return [{ at: at(segment, semicolon + 1), text, label }];
}

/** The last statement that a copy of these columns depends on. */
function anchorOf(table: Table, columns: readonly Column[]): Location | undefined {
  const added = columns.findLast(
    ({ location }) => location !== undefined && location.segment !== table.location?.segment,
  );
  return added?.location ?? table.location;
}

function following(uri: string, segment: Segment, surroundings: Surroundings): Segment | undefined {
  const segments = surroundings.fileOf(uri) ?? [];
  const index = segments.indexOf(segment);
  return index < 0 ? undefined : segments[index + 1];
}
