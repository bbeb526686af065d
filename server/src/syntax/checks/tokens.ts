import { contains, type Span } from '../../text/span.ts';
import type { FeatureId } from '../features.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { tokenSpan } from '../lower/nodes.ts';
import { fold, isPlainName, quoteName, quoteString } from '../names.ts';
import type { SyntaxProblem } from '../segment.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, firstTokenOf } from '../tree.ts';
import { INDEX_HINTS } from '../token-classes.ts';
import { type Report, feature, problem, quoted, replace } from './report.ts';

/** Reports tokens that were read as what was meant: quotes that are missing or of the wrong kind, names that need quotes. */
export function checkTokens(report: Report): void {
  const { types } = report.tree.tokens;
  for (let token = 0; token < types.length; token++) {
    const type = types[token]!;
    if (type >= T.UNTERMINATED_QUOTED) checkSlip(report, token, type);
    else if (type === T.UNTERMINATED_STRING) unterminated(report, token);
    else if (type === T.MINUS) checkMinus(report, token);
    else if (type === T.IDENT) checkHintWord(report, token);
    else if (type <= T.UNSET && RESERVED_UNTIL_4.has(type) && isName(report, token)) {
      wordAsName(report, token, 'word-as-name');
    }
  }
}

/** `included_indexes` and `excluded_indexes` are words of 6.0 and options of its SELECT; in capitals they are names. */
function checkHintWord(report: Report, token: number): void {
  const { text, tokens } = report.tree;
  const { types, starts, ends } = tokens;
  if (ends[token]! - starts[token]! !== 'included_indexes'.length) return;
  if (!INDEX_HINTS.has(text.slice(starts[token], ends[token]))) return;
  const before = types[token - 1];
  const isOption = before === T.WITH || (before === T.AND && types.lastIndexOf(T.WITH, token) >= 0);
  if (isOption && types[token + 1] === T.EQ) return;
  wordAsName(report, token, 'index-hint-as-name');
}

function wordAsName(report: Report, token: number, id: FeatureId): void {
  const span = tokenSpan(report.tree, token);
  const name = quoteName(fold(report.tree.text.slice(span.start, span.end)));
  feature(report, id, span, replace(`Change to ${name}`, span, name));
}

function checkSlip(report: Report, token: number, type: number): void {
  const { tree } = report;
  const span = tokenSpan(tree, token);
  if (isReported(report.problems, span)) return;
  const text = tree.text.slice(span.start, span.end);
  switch (type) {
    case T.UNTERMINATED_QUOTED:
      problem(report, span, 'The closing `"` of this name is missing.');
      return;
    case T.BAD_NAME: {
      const name = quoteName(text);
      const message = `${quoted(text)} needs double quotes: only ASCII letters, digits and \`_\` make a bare name, a letter first.`;
      problem(report, span, message, replace(`Change to ${name}`, span, name));
      return;
    }
    case T.BACKTICKED: {
      const inner = text.slice(1, -1);
      const name = isPlainName(inner) ? inner : quoteName(inner);
      problem(
        report,
        span,
        'CQL has no back-ticks: names stand bare or in double quotes.',
        replace(`Change to ${name}`, span, name),
      );
      return;
    }
    case T.TYPOGRAPHIC_STRING: {
      const string = quoteString(text.slice(1, -1));
      problem(
        report,
        span,
        "Typographic quotes: CQL takes the plain `'` only.",
        replace(`Change to ${string}`, span, string),
      );
      return;
    }
    case T.TYPOGRAPHIC_QUOTED: {
      const name = quoteName(text.slice(1, -1));
      problem(
        report,
        span,
        'Typographic quotes: CQL takes the plain `"` only.',
        replace(`Change to ${name}`, span, name),
      );
      return;
    }
    case T.TYPOGRAPHIC_OPERATOR: {
      const operator = OPERATORS[text];
      const fixes = operator === undefined ? undefined : replace(`Change to ${operator}`, span, operator);
      problem(report, span, `CQL writes ${quoted(text)} as \`${operator}\`.`, fixes);
    }
  }
}

function unterminated(report: Report, token: number): void {
  const { tree } = report;
  const span = tokenSpan(tree, token);
  const dollars = tree.text.startsWith('$$', span.start);
  const quote = dollars ? '`$$`' : "`'`";
  problem(
    report,
    { start: span.start, end: span.start + (dollars ? 2 : 1) },
    `The closing ${quote} of this text is missing.`,
  );
}

/** The lexer of 4.0 and later knows -nan, -infinity and -P1Y: whatever begins like them must be one. */
function checkMinus(report: Report, token: number): void {
  const { tree } = report;
  const { start, end } = tokenSpan(tree, token);
  if (!BEGINS_CONSTANT.test(tree.text.charAt(end))) return;
  report.inPlaceholders ??= tokensInPlaceholders(tree);
  if (!report.inPlaceholders.has(token)) joinedMinus(report, start);
}

/** The tokens of placeholders such as `<your-name>`. */
function tokensInPlaceholders(tree: SyntaxTree): ReadonlySet<number> {
  const within = new Set<number>();
  for (let node = 0; node * NODE_SIZE < tree.nodes.length; node++) {
    if (tree.nodes[node * NODE_SIZE] !== R.placeholder) continue;
    const end = endTokenOf(tree, node);
    for (let token = firstTokenOf(tree, node); token < end; token++) within.add(token);
  }
  return within;
}

/** Reports a `-` that no blank divides from what is subtracted. */
export function joinedMinus(report: Report, start: number): void {
  const end = start + 1;
  feature(report, 'joined-minus', { start, end }, replace('Insert a blank', { start: end, end }, ' '));
}

const BEGINS_CONSTANT = /[inINP]/;

const isReported = (problems: readonly SyntaxProblem[], span: Span): boolean =>
  problems.some((other) => contains(other.span, span));

/** Whether a word stands as a name, and not for itself. */
function isName(report: Report, token: number): boolean {
  const { nodes } = report.tree;
  for (let node = 1; node * NODE_SIZE < nodes.length; node++) {
    if (nodes[node * NODE_SIZE] !== R.unreserved || firstTokenOf(report.tree, node) !== token) continue;
    return nodes[(node - 1) * NODE_SIZE] !== R.placeholder;
  }
  return false;
}

/** DEFAULT, MBEAN, MBEANS, REPLACE and UNSET were reserved before 4.0. */
const RESERVED_UNTIL_4: ReadonlySet<number> = new Set([T.DEFAULT, T.MBEAN, T.MBEANS, T.REPLACE, T.UNSET]);

const OPERATORS: Readonly<Record<string, string>> = {
  '\u2264': '<=',
  '\u2265': '>=',
  '\u2260': '!=',
  '\u21d0': '<=',
  '\u21d2': '>=',
};
