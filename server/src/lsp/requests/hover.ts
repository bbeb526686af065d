import type { Hover, HoverParams } from 'vscode-languageserver';
import { hoverAt } from '../../service/hover.ts';
import { describeRules } from '../../service/rule-summaries.ts';
import { wholeSpan } from '../../workspace/programs.ts';
import { rangeOf } from '../desk.ts';
import { markupOf } from '../plain-text.ts';
import { aboutDocument } from '../request.ts';
import { orInSettings, settingsHover } from './settings-file.ts';

/** What stands at a place, and in short the rules that found something there: what they found editors show by themselves. */
const statementHover = aboutDocument<HoverParams, Hover | null>(null, (asked, { position }) => {
  const { subject, positions, client, workspace } = asked;
  const offset = positions.offset(subject.document, position);
  const found = workspace.findings(subject.uri).filter(({ start, end }) => start <= offset && offset <= end);
  const place = hoverAt(subject, offset);
  const span = place ?? found[0];
  if (span === undefined) return null;
  const { start, end } = asked.code === undefined ? span : wholeSpan(asked.code, span);
  const rules = describeRules(found.map(({ finding }) => finding.code));
  const markdown = [place?.markdown ?? '', rules].filter((part) => part !== '').join('\n\n---\n\n');
  return {
    contents: markupOf(client.hoverFormat, markdown),
    range: rangeOf(asked, subject.document, start, end),
  };
});

export const hover = orInSettings(settingsHover, statementHover);
