import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTextOf } from '../../server/src/lsp/plain-text.ts';
import { hoverAt } from '../../server/src/service/hover.ts';
import { codeBlock, codeSpan, link, sentenceMarkdown } from '../../server/src/service/markdown.ts';
import { subjectOf } from '../../server/src/lsp/subject.ts';
import { workspaceOf } from '../fixtures.ts';

/** What is outside of code in Markdown, as CommonMark finds code: fences first, then spans by runs of back-ticks. */
function outsideOfCode(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined && run !== undefined && !line.slice(run.length).includes('`')) fence = run;
    else if (fence !== undefined && run !== undefined && run.length >= fence.length && line.trim() === run)
      fence = undefined;
    else if (fence === undefined) lines.push(line);
  }
  let text = lines.join('\n');
  let out = '';
  for (;;) {
    const open = /(?<=(?<!\\)(?:\\\\)*)`+/.exec(text);
    if (open === null) return out + text;
    const close = text.slice(open.index + open[0].length).search(new RegExp(`(?<!\`)${open[0]}(?!\`)`));
    out += text.slice(0, open.index);
    text = text.slice(open.index + open[0].length + Math.max(0, close < 0 ? 0 : close + open[0].length));
  }
}

const EVIL = [
  'a` [x](command:evil) `b',
  '```',
  '\n```\n[x](command:evil)',
  '![x](http://e/x.png)',
  '<img src=x>',
  '**b** _c_',
  '` ',
  '#',
  '\\`',
];

describe('code in Markdown', () => {
  test('spans and blocks end where the code ends', () => {
    expect(codeSpan('a')).toBe('`a`');
    expect(codeSpan('a`b``c')).toBe('```a`b``c```');
    expect(codeSpan('`')).toBe('`` ` ``');
    expect(link('a](b) <c>', 'file:///a(b) c#L1')).toBe('[a\\]\\(b\\) \\<c\\>](file:///a%28b%29%20c#L1)');
    expect(codeBlock('a\n```\nb')).toBe('````cql\na\n```\nb\n````');
    expect(sentenceMarkdown('Reads `a_b` of [c] *now*.')).toBe('Reads `a_b` of \\[c\\] \\*now\\*.');
    expect(plainTextOf(sentenceMarkdown('Reads `a_b` of [c] *now*.'))).toBe('Reads a_b of [c] *now*.');
    expect(plainTextOf('a\n\n---\n\n[b](https://c): d')).toBe('a\n\nb: d');
    expect(plainTextOf(`x\n\n${codeBlock('a\n```\n**b**')}\n\n**y**`)).toBe('x\n\na\n```\n**b**\n\ny');
  });

  test('no sentence and no code makes anything but text of a name', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVIL, 'a', ' '), { minLength: 1, maxLength: 6 }), (parts) => {
        const name = parts.join('');
        for (const markdown of [codeSpan(name), codeBlock(name), sentenceMarkdown(`Reads \`${name}\` and \`b\`.`)])
          expect(outsideOfCode(markdown)).not.toMatch(/(?<!\\)[[\]<!]/);
      }),
    );
  });
});

test.each(EVIL)('a hover of what is called %s', (name) => {
  const quoted = `"${name}"`;
  const text = `CREATE TYPE shop.${quoted} (${quoted} int);
CREATE TABLE shop.t (${quoted} int, b int, PRIMARY KEY (${quoted}, b));
CREATE INDEX ${quoted} ON shop.t (b);
CREATE FUNCTION shop.${quoted}(a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';
SELECT b FROM shop.t WHERE ${quoted} = 1 ORDER BY b;
SELECT shop.${quoted}(b) FROM shop.t;
SELECT b FROM shop.${quoted} WHERE b = 1;
`;
  const workspace = workspaceOf({ 'a.cql': text });
  const subject = subjectOf(workspace, workspace.file('a.cql')!);
  const seen = new Set<string>();
  for (let offset = 0; offset < text.length; offset++) {
    const markdown = hoverAt(subject, offset)?.markdown;
    if (markdown === undefined) continue;
    seen.add(markdown);
    // The places where a table is used are links of ours.
    const others = outsideOfCode(markdown).replaceAll(/^- \[(?:\\.|[^\]\\])*\]\([^\s()<>]+\)/gm, '');
    expect(others).not.toMatch(/(?<!\\)[[\]<!]|http:\/\//);
  }
  expect(seen.size).toBeGreaterThan(3);
});
