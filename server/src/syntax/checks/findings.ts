import { contains, type Span } from '../../text/span.ts';
import { checkHidden } from './hidden.ts';
import { inspect } from './index.ts';
import type { Report } from './report.ts';
import { checkTokens } from './tokens.ts';
import { hashComments, markdownFences, strangeCharacters } from './strange.ts';
import { weavingIn } from './woven.ts';
import { UNTERMINATED_QUOTED, UNTERMINATED_STRING } from '../generated/token-types.ts';
import type { FeatureUse, SyntaxProblem } from '../segment.ts';
import type { Ending } from '../lexing/split.ts';
import type { SyntaxTree } from '../tree.ts';

/** What a segment's text alone tells: what is wrong with it, and what not every server knows. */
export interface Findings {
  readonly errors: readonly SyntaxProblem[];
  readonly features: readonly FeatureUse[];
}

/**
 * Puts together what the parser, the checks and the splitter say about a statement, so that one mistake gives one message.
 *
 * A slip of the letters (a quote that is missing, a character that CQL does not have) is the cause of what the parser meets at it or
 * behind it. The checks speak only about statements that parse, and a missing `;` is told only where nothing else is.
 */
export function findingsOf(tree: SyntaxTree, parsed: readonly SyntaxProblem[], ending: Ending, end: number): Findings {
  const { problems, features } = parsed.length > 0 ? { problems: parsed, features: NO_FEATURES } : inspected(tree);
  const weaving = problems.length > 0 ? weavingIn(tree) : undefined;
  if (weaving !== undefined) return { errors: [wovenAt(weaving)], features: NO_FEATURES };
  if (parsed.length > 0) return { errors: causesOf(tree, parsed), features: NO_FEATURES };
  const errors =
    problems.length === 0 && ending === 'missing' ? [missingSemicolon(end)] : problems.slice(0, MOST_FOUND);
  return errors.length === 0 && features.length === 0 ? NOTHING : { errors, features };
}

/** What the checks say; of a statement with a text that is not closed no more than that. */
function inspected(tree: SyntaxTree): ReturnType<typeof inspect> {
  const { problems, features } = inspect(tree);
  const unclosed = problems.find(({ span }) => isUnclosed(tree, span));
  return { problems: unclosed === undefined ? problems : [unclosed], features };
}

const wovenAt = (span: Span): SyntaxProblem => ({
  message: 'A value must take the place of this.',
  span,
  isWoven: true,
  fixes: [],
});

/** Whoever made one mistake a hundred times need not be told a thousand times. */
const MOST_FOUND = 100;

function causesOf(tree: SyntaxTree, parsed: readonly SyntaxProblem[]): readonly SyntaxProblem[] {
  const comments = hashComments(tree.text, tree.tokens);
  if (comments !== undefined) return [comments];
  const misfit = parsed[0]!.span;
  const fences = markdownFences(tree.text, tree.tokens);
  if (fences !== undefined && fences.span.start <= misfit.end) return [fences];
  const slips = reportOn(tree);
  checkTokens(slips);
  const causes = [
    ...slips.problems.filter(({ span }) => !isExplained(span, parsed) && tree.text[span.start - 1] !== '\\'),
    ...strangeCharacters(tree.text, tree.tokens, (span) => isExplained(span, parsed)),
  ].filter(({ span }) => span.start <= misfit.end);
  const hidden = reportOn(tree);
  checkHidden(hidden);
  // A comment without an end swallows what the statement lacks.
  const lacking = misfit.start >= (tree.tokens.ends.at(-1) ?? 0);
  if (
    lacking &&
    hidden.problems.some(({ span }) => span.start >= misfit.start && tree.text.startsWith('/*', span.start))
  ) {
    return hidden.problems.slice(0, MOST);
  }
  const said = causes.some(({ span }) => misfit.start <= span.end + 1 || isUnclosed(tree, span)) ? causes : parsed;
  return [...said, ...hidden.problems].slice(0, MOST);
}

/** Whether a text that is not closed begins here: nothing behind its first mark can be judged. */
function isUnclosed({ tokens }: SyntaxTree, { start }: Span): boolean {
  const type = tokens.types[tokens.starts.indexOf(start)];
  return type === UNTERMINATED_STRING || type === UNTERMINATED_QUOTED;
}

const reportOn = (tree: SyntaxTree): Report => ({ tree, problems: [], features: [], referencesEnd: 0 });

/** The parser has told of the same place already, and knows what was meant. */
const isExplained = (span: Span, parsed: readonly SyntaxProblem[]): boolean =>
  parsed.some((problem) => problem.fixes.length > 0 && contains(problem.span, span));

const missingSemicolon = (end: number): SyntaxProblem => {
  const span = { start: end, end };
  return {
    message: 'A `;` is missing at the end of this statement.',
    span,
    isEnd: true,
    fixes: [{ title: 'Add `;`', edits: [{ span, text: ';' }] }],
  };
};

const NO_FEATURES: readonly FeatureUse[] = [];
const NOTHING: Findings = { errors: [], features: NO_FEATURES };

/** So many mistakes of one statement are worth reading. */
const MOST = 10;
