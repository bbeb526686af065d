import type { CompletionList, CompletionParams } from 'vscode-languageserver';
import { completionsAt } from '../../service/completion.ts';
import { completionOf } from '../convert.ts';
import { aboutDocument } from '../request.ts';

export const completion = aboutDocument<CompletionParams, CompletionList | null>(null, (asked, { position }) => {
  const { subject, positions } = asked;
  return {
    isIncomplete: false,
    items: completionsAt(subject, positions.offset(subject.document, position)).map((entry, index) =>
      completionOf(asked, subject.document, entry, index),
    ),
  };
});
