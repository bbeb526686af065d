import type { Edit } from '../modeling/proposal/proposal.ts';
import { contains, type Span } from '../text/span.ts';
import { nearest } from './nearest.ts';
import type { CommentPlace, Finding, Fix, Rule } from './rule.ts';
import { directivesOf, type Directive } from './suppression.ts';

export const UNUSED_IGNORE = 'unused-ignore';

/** An ignore comment that silences nothing; found by the workspace, which knows all findings of the statement it is about. */
export const unusedIgnore: Rule = {
  code: UNUSED_IGNORE,
  summary: 'An ignore comment that silences nothing.',
  severities: ['warning'],
  profile: 'recommended',
  tags: ['text'],
  check: () => [],
  fixesOfComment: (place, finding) => [
    finding.meant === undefined ? removal(place, finding) : correction(place, finding),
  ],
};

/** The findings about a directive, given the codes that its statement really has, and those that there are. */
export function unusedDirective(
  directive: Directive,
  given: ReadonlySet<string>,
  codes: readonly string[],
): readonly Finding[] {
  if (directive.codes.length === 0) {
    return [
      {
        code: UNUSED_IGNORE,
        severity: 'warning',
        span: directive.span,
        message: 'This comment names no rule to ignore: write `-- cql-analyzer: ignore <code> <reason>`.',
        related: [],
      },
    ];
  }
  const named = new Set(directive.codes.map(({ code }) => code));
  return directive.codes
    .filter(({ code }) => !given.has(code))
    .map(({ code, span }): Finding => {
      const said = { code: UNUSED_IGNORE, severity: 'warning' as const, span, related: [] };
      const isRule = codes.includes(code);
      const meant = isRule
        ? undefined
        : meantBy(
            code,
            [...given].filter((one) => !named.has(one)),
          );
      if (meant !== undefined)
        return { ...said, message: `There is no rule \`${code}\`: the statement has a finding \`${meant}\`.`, meant };
      const why = isRule ? `the statement has no finding \`${code}\`` : `there is no rule \`${code}\``;
      return { ...said, message: `There is nothing to ignore: ${why}. Remove the comment.`, tag: 'unnecessary' };
    });
}

/** The finding of the statement that a misspelt code means: the nearest, or the only one that begins with it. */
function meantBy(code: string, given: readonly string[]): string | undefined {
  const longer = given.filter((one) => one.startsWith(`${code}-`));
  return nearest(code, given) ?? (longer.length === 1 ? longer[0] : undefined);
}

/** The code that was meant, so that its finding is silenced. */
const correction = ({ uri, segment }: CommentPlace, { span, meant }: Finding): Fix => ({
  id: 'nearest',
  title: `Change to \`${meant}\``,
  kind: 'quickfix',
  safe: true,
  preferred: true,
  edits: () => [{ at: { uri, segment, span }, text: meant! }],
});

/** Of several codes the one goes, because the others may silence something. */
function removal({ uri, segment }: CommentPlace, finding: Finding): Fix {
  const directive = directivesOf(segment).find(({ span }) => contains(span, finding.span));
  const index = directive?.codes.findIndex(({ span }) => span.start === finding.span.start) ?? -1;
  const isOneOfSeveral = directive !== undefined && index >= 0 && directive.codes.length > 1;
  return {
    id: 'remove-comment',
    title: isOneOfSeveral ? `Remove \`${directive.codes[index]!.code}\` from the comment` : 'Remove the comment',
    kind: 'quickfix',
    safe: true,
    preferred: true,
    edits: () => {
      if (directive === undefined) return [];
      const at = (span: Span, text = ''): readonly Edit[] => [{ at: { uri, segment, span }, text }];
      if (!isOneOfSeveral) return at(...withBlanks(segment.text, directive.span));
      const [before, code, after] = [-1, 0, 1].map((by) => directive.codes[index + by]?.span);
      return at({ start: before?.end ?? code!.start, end: before === undefined ? after!.start : code!.end });
    },
  };
}

/** What goes with a comment: its line where it stands alone on that, else the blanks before it. */
function withBlanks(text: string, { start, end }: Span): [Span, string] {
  const from = text.slice(0, start).search(/[ \t]*$/);
  const ended = /^[ \t]*(\r\n|\r|\n)/.exec(text.slice(end));
  if (ended !== null && from > 0 && /[\r\n]/.test(text[from - 1]!))
    return [{ start: from, end: end + ended[0].length }, ''];
  const isApart = end === text.length || /[\s;,)]/.test(text[end]!);
  return [{ start: from, end }, isApart ? '' : ' '];
}
