import { fixesOf } from '../rules/index.ts';
import type { Finding, Fix } from '../rules/rule.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Subject } from './subject.ts';

/** A way out of a finding, offered at its place. */
export interface OfferedFix {
  readonly fix: Fix;
  readonly finding: Finding;
  readonly segment: number;
}

/** The fixes of a finding at its segment, best first, and last the comment that silences it. */
export function fixesFor(subject: Subject, segment: number, finding: Finding): readonly OfferedFix[] {
  const { uri, document } = subject;
  const fixes = fixesOf(subject.contexts(segment)[0] ?? { uri, segment: document.segments[segment]! }, finding);
  const ignore: Fix = {
    id: 'ignore',
    title: `Ignore \`${finding.code}\` here`,
    kind: 'quickfix',
    safe: false,
    preferred: false,
    leaves: '',
    edits: () => [],
  };
  return [...fixes, ignore].map((fix) => ({ fix: silencing(fix, subject, segment, finding), finding, segment }));
}

/** With the comment that says why the text may stay. */
function silencing(fix: Fix, subject: Subject, index: number, { code }: Finding): Fix {
  const { leaves } = fix;
  if (leaves === undefined) return fix;
  return {
    ...fix,
    edits: () => [...fix.edits(), commentBefore(subject, index, `cql-analyzer: ignore ${code} ${leaves}`.trimEnd())],
  };
}

function commentBefore({ uri, document }: Subject, index: number, comment: string): Edit {
  const segment = document.segments[index]!;
  const lineStart = segment.text.lastIndexOf('\n', segment.begin - 1) + 1;
  const indent = /^[ \t]*/.exec(segment.text.slice(lineStart, segment.begin))![0];
  // A statement that begins behind another on its line gets the comment on a line of its own.
  const ownLine = /^[ \t]*$/.test(segment.text.slice(lineStart, segment.begin)) && (lineStart > 0 || index === 0);
  const eol = segment.text.includes('\r\n') ? '\r\n' : '\n';
  const text = `-- ${comment}${eol}${indent}`;
  return {
    at: { uri, segment, span: { start: segment.begin, end: segment.begin } },
    text: ownLine ? text : `${eol}${text}`,
  };
}
