import { verdict } from '../../analysis/verdict.ts';
import { sceneOf } from '../../names/scene.ts';
import type { Statement } from '../../syntax/ast.ts';
import { openDocument } from '../../syntax/index.ts';
import { edited } from '../../text/edited.ts';
import { statementAt } from '../at.ts';
import type { Subject } from '../subject.ts';
import { expandStar } from './expand-star.ts';
import { addIfExists } from './if-exists.ts';
import { insertAsUpdate, updateAsInsert } from './insert-as-update.ts';
import { nameMarkers } from './name-markers.ts';
import { qualifyNames } from './qualify.ts';
import type { Change, Refactoring, Rewriter, Written } from './refactoring.ts';
import { sortOptions } from './sort-options.ts';

export type { Refactoring } from './refactoring.ts';

/** Other ways to write the statement at an offset; only those that Cassandra takes, or refuses for the reason for which it refuses the statement. */
export function refactoringsAt(subject: Subject, caret: number): readonly Refactoring[] {
  const { uri, document, project } = subject;
  // A caret behind the `;` is still at its statement.
  const isBehind = statementAt(subject, caret) === undefined && document.slice(caret - 1, caret) === ';';
  const offset = isBehind ? caret - 1 : caret;
  const at = statementAt(subject, offset);
  const segment = at && document.segments[at.index];
  const context = at && subject.contexts(at.index)[0];
  if (segment === undefined || context === undefined || segment.errors.length > 0) return [];
  const scene = sceneOf(project, { uri, document, index: at!.index });
  const whole = at!.statement;
  const written: Written = { context, scene, segment, whole, statement: innermost(whole, offset - at!.from) };
  return REWRITERS.flatMap((rewrite): readonly Refactoring[] => {
    const found = rewrite(written);
    if (found === undefined) return [];
    if ('obstacle' in found) return [found];
    if (!isAsGood(written, found.changes)) return [];
    const edits = found.changes.map(({ start, end, text }) => ({ at: { uri, segment, span: { start, end } }, text }));
    return [{ title: found.title, edits }];
  });
}

const REWRITERS: readonly Rewriter[] = [
  expandStar,
  qualifyNames,
  addIfExists,
  insertAsUpdate,
  updateAsInsert,
  nameMarkers,
  sortOptions,
];

/** The statement of a batch that an offset lies in; the batch itself around them. */
const innermost = (statement: Statement, offset: number): Statement =>
  (statement.kind === 'batch' ? statement.statements : []).find(
    ({ span }) => span.start <= offset && offset <= span.end,
  ) ?? statement;

/** Whether the text reads as one statement that is not refused, or not for another reason than before. */
function isAsGood({ segment, context, whole }: Written, changes: readonly Change[]): boolean {
  const { segments } = openDocument(edited(segment.text, changes));
  const [now, ...rest] = segments;
  const statement = now?.statement();
  if (now === undefined || statement === undefined || now.errors.length > 0) return false;
  if (rest.some(({ begin, end }) => begin < end) || (whole.kind === 'batch' && statement.kind !== 'batch'))
    return false;
  const after = verdict(statement, context.session, now.features);
  const before = context.verdict;
  return after.kind !== 'refused' || (before.kind === 'refused' && after.message === before.message);
}
