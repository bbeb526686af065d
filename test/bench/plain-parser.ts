import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CharStream, CommonTokenStream, type Lexer, type Parser, type TokenStream } from 'antlr4ng';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = 'artifacts/plain-parser';

/** Parses a text with what antlr-ng makes of our grammar, used as its documentation shows: the peer of the benchmark. */
export async function plainParser(): Promise<(text: string) => void> {
  const tool = 'node_modules/antlr-ng/dist/cli/runner.js';
  const options = ['-Dlanguage=TypeScript', '-v', 'false', '-l', 'false', '-o', OUT, '--exact-output-dir', 'true'];
  execFileSync(process.execPath, [tool, ...options, 'grammar/CqlLexer.g4', 'grammar/CqlParser.g4'], { cwd: ROOT });
  const { CqlLexer } = (await import(/* @vite-ignore */ `${ROOT}${OUT}/CqlLexer.ts`)) as {
    CqlLexer: new (input: CharStream) => Lexer;
  };
  const { CqlParser } = (await import(/* @vite-ignore */ `${ROOT}${OUT}/CqlParser.ts`)) as {
    CqlParser: new (input: TokenStream) => Parser & { root(): unknown };
  };
  return (text) => {
    const parser = new CqlParser(new CommonTokenStream(new CqlLexer(CharStream.fromString(text))));
    parser.removeErrorListeners();
    parser.root();
  };
}
