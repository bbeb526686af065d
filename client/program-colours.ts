import { DecorationRangeBehavior, Range, ThemeColor, window, type Disposable, type TextEditor } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** Which colour of ours a type of the server's tokens has, and which with a modifier. */
const COLOURS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  number: 'number',
  namespace: 'table',
  class: 'table',
  interface: 'table',
  type: 'table',
  index: 'column',
  property: 'column',
  'property.partitionKey': 'key',
  'property.clusteringColumn': 'key',
  function: 'function',
};

/** Five numbers a token, as the protocol writes them; type and modifiers by the legend that the server gave. */
interface Tokens {
  readonly data: readonly number[];
}

/**
 * Colours the statements in the strings of programs. As semantic tokens of the document they would take the place of those of the
 * language's own server, since the editor shows the tokens of one alone: so they are decorations, laid over what is there.
 */
export function programColours(client: LanguageClient): Disposable {
  const decorations = new Map(
    [...new Set(Object.values(COLOURS))].map((name) => [
      name,
      window.createTextEditorDecorationType({
        color: new ThemeColor(`cqlAnalyzer.${name}Foreground`),
        rangeBehavior: DecorationRangeBehavior.ClosedClosed,
      }),
    ]),
  );
  /** Editors that show colours of ours. */
  const painted = new WeakSet<TextEditor>();
  const paint = async (editor: TextEditor): Promise<void> => {
    const { document } = editor;
    if (document.languageId === 'cql' || document.uri.scheme !== 'file' || !client.isRunning()) return;
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    const { version } = document;
    const tokens = await client.sendRequest<Tokens | null>('textDocument/semanticTokens/full', { textDocument });
    // What is typed meanwhile is told by the server in its turn.
    if (document.version !== version) return;
    const data = tokens?.data ?? [];
    if (data.length === 0 && !painted.has(editor)) return;
    painted.add(editor);
    const ranges = rangesIn(data, client);
    for (const [name, decoration] of decorations) editor.setDecorations(decoration, ranges.get(name) ?? []);
  };
  const paintAll = (): void => {
    for (const editor of window.visibleTextEditors) void paint(editor).catch(() => undefined);
  };
  const parts = [
    ...decorations.values(),
    window.onDidChangeVisibleTextEditors(paintAll),
    client.onNotification('cqlAnalyzer/programsChanged', paintAll),
  ];
  return {
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

function rangesIn(data: readonly number[], client: LanguageClient): ReadonlyMap<string, readonly Range[]> {
  const legend = client.initializeResult?.capabilities.semanticTokensProvider?.legend;
  const ranges = new Map<string, Range[]>();
  let line = 0;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [lines, characters, length, type, modifiers] = data.slice(at, at + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const name = legend?.tokenTypes[type] ?? '';
    const modified = legend?.tokenModifiers.find(
      (modifier, bit) => (modifiers & (1 << bit)) !== 0 && `${name}.${modifier}` in COLOURS,
    );
    const colour = COLOURS[modified === undefined ? name : `${name}.${modified}`];
    if (colour === undefined) continue;
    const own = ranges.get(colour) ?? [];
    ranges.set(colour, own);
    own.push(new Range(line, character, line, character + length));
  }
  return ranges;
}
