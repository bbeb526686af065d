import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { CONFIGURATION_FILE } from '../config/configuration.ts';
import { edited } from '../text/edited.ts';
import { beforeLineBreak, lineStartsOf, positionAt } from '../text/lines.ts';
import type { PlacesIn, Positions } from './positions.ts';

/** A text that is no CQL, with its lines. */
export interface PlainText extends PlacesIn {
  readonly text: string;
}

/** The configuration files that are open, as the editor has them; what is judged goes by what is saved. */
export interface SettingsTexts {
  open(uri: string, text: string): void;
  change(uri: string, changes: readonly TextDocumentContentChangeEvent[]): void;
  close(uri: string): void;
  of(uri: string): PlainText | undefined;
  all(): Iterable<readonly [uri: string, text: PlainText]>;
}

/** Whether a document is a configuration file of ours. */
export const isConfigurationFile = (uri: string): boolean => uri.endsWith(`/${CONFIGURATION_FILE}`);

export function settingsTexts(positions: Positions): SettingsTexts {
  const texts = new Map<string, PlainText>();
  return {
    open: (uri, text) => void texts.set(uri, plainText(text)),
    change(uri, changes) {
      for (const change of changes) {
        const before = texts.get(uri);
        if (before === undefined) return;
        if (!('range' in change)) texts.set(uri, plainText(change.text));
        else {
          const start = positions.offset(before, change.range.start);
          const end = positions.offset(before, change.range.end);
          texts.set(uri, plainText(edited(before.text, [{ start, end, text: change.text }])));
        }
      }
    },
    close: (uri) => void texts.delete(uri),
    of: (uri) => texts.get(uri),
    all: () => texts,
  };
}

function plainText(text: string): PlainText {
  const starts = lineStartsOf(text);
  return {
    text,
    positionAt: (offset) => positionAt(text, offset),
    offsetAt({ line, character }) {
      const start = line === 0 ? 0 : (starts[line - 1] ?? text.length);
      const next = starts[line];
      return Math.min(start + character, next === undefined ? text.length : beforeLineBreak(text, next));
    },
    written: (start, end) => text.slice(start, end),
  };
}
