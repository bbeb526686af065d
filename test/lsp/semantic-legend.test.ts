import { readFileSync } from 'node:fs';
import { SemanticTokenModifiers, SemanticTokenTypes } from 'vscode-languageserver-protocol';
import { expect, test } from 'vitest';
import { LEGEND } from '../../server/src/lsp/semantic-legend.ts';

interface Named {
  readonly id: string;
}

test('what is not in the protocol is contributed to VS Code', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly contributes: {
      readonly semanticTokenTypes: readonly Named[];
      readonly semanticTokenModifiers: readonly Named[];
    };
  };
  const standard = (names: object): readonly unknown[] => Object.values(names);
  const own = (all: readonly string[], known: readonly unknown[]) => all.filter((name) => !known.includes(name));
  expect(own(LEGEND.tokenTypes, standard(SemanticTokenTypes))).toEqual(
    contributes.semanticTokenTypes.map(({ id }) => id),
  );
  expect(own(LEGEND.tokenModifiers, standard(SemanticTokenModifiers))).toEqual(
    contributes.semanticTokenModifiers.map(({ id }) => id),
  );
});
