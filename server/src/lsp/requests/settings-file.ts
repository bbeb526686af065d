import {
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  type Hover,
  type HoverParams,
  type TextDocumentIdentifier,
} from 'vscode-languageserver';
import { settingsHoverAt, settingsItemsAt, type SettingsItem } from '../../config/settings-help.ts';
import { RULES } from '../../rules/index.ts';
import { rangeOf, type Desk } from '../desk.ts';
import { markupOf } from '../plain-text.ts';
import type { RequestHandler } from '../request.ts';
import type { PlainText } from '../settings-texts.ts';

/** A request that configuration files answer in their way. */
export const orInSettings = <P extends { readonly textDocument: TextDocumentIdentifier }, R>(
  inSettings: (desk: Desk, file: PlainText, params: P) => R,
  elsewhere: RequestHandler<P, R>,
): RequestHandler<P, R> => ({
  answer(desk, params) {
    const file = desk.settingsTexts.of(desk.projects.normalUri(params.textDocument.uri));
    return file === undefined ? elsewhere.answer(desk, params) : inSettings(desk, file, params);
  },
});

export function settingsCompletion(desk: Desk, file: PlainText, { position }: CompletionParams): CompletionList {
  const items = settingsItemsAt(file.text, desk.positions.offset(file, position), RULES);
  return {
    isIncomplete: false,
    items: items.map((item, index) => ({
      label: item.label,
      kind: KINDS[item.kind],
      documentation: markupOf(desk.client.suggestionFormat, item.about),
      sortText: String(index).padStart(5, '0'),
      textEdit: { range: rangeOf(desk, file, item.start, item.end), newText: item.text },
    })),
  };
}

export function settingsHover(desk: Desk, file: PlainText, { position }: HoverParams): Hover | null {
  const found = settingsHoverAt(file.text, desk.positions.offset(file, position), RULES);
  if (found === undefined) return null;
  const { start, end, markdown } = found;
  return { contents: markupOf(desk.client.hoverFormat, markdown), range: rangeOf(desk, file, start, end) };
}

const KINDS: Readonly<Record<SettingsItem['kind'], CompletionItemKind>> = {
  setting: CompletionItemKind.Property,
  table: CompletionItemKind.Module,
  rule: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
};
