import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex } from '../../server/src/syntax/lexing/lexer.ts';
import type { TokenTable } from '../../server/src/syntax/token-table.ts';
import { soup } from './cql-soup.ts';
import { type Row, grammarTokens } from './grammar-lexer.ts';

describe('the lexer cuts texts as the grammar does', () => {
  test('of random pieces', () => {
    const numRuns = Number(process.env['CQL_LEXER_RUNS'] ?? 3000);
    fc.assert(
      fc.property(soup(14), (text) => {
        expect(tokens(text)).toEqual(grammarTokens(text));
      }),
      { numRuns },
    );
  });
});

function tokens(text: string): { readonly visible: Row[]; readonly hidden: Row[] } {
  const { visible, hidden } = lex(text);
  return { visible: rows(visible), hidden: rows(hidden) };
}

const rows = ({ types, starts, ends, count }: TokenTable): Row[] =>
  Array.from({ length: count }, (_, i) => [types[i]!, starts[i]!, ends[i]!]);
