const token =
  /--[^\n\r]*|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_]\w*|;|\s+|[^]/g;

/**
 * Cuts a text at the semicolons that end statements: not those in strings, names, comments, batches and transactions.
 * The pieces keep their comments; those that hold nothing else are left out.
 */
export function statementsOf(text: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let words: string[] = [];
  const finish = (end: number) => {
    if (words.length > 0) statements.push(closed(text.slice(start, end)));
    start = end + 1;
    words = [];
  };
  for (const match of text.matchAll(token)) {
    const [piece] = match;
    if (piece === ';' && !isOpenBlock(words)) finish(match.index);
    else if (piece !== ';' && !/^(?:--|\/\/|\/\*|\s)/.test(piece)) words.push(piece.toUpperCase());
  }
  finish(text.length);
  return statements;
}

/** The server's lexer wants the end of a line comment's line. */
function closed(statement: string): string {
  const text = statement.trim();
  return /(?:--|\/\/)[^\n\r]*$/.test(text) ? `${text}\n` : text;
}

function isOpenBlock(words: readonly string[]): boolean {
  if (words[0] !== 'BEGIN') return false;
  const [beforeLast, last] = words.slice(-2);
  return !(beforeLast === 'APPLY' && last === 'BATCH') && !(beforeLast === 'COMMIT' && last === 'TRANSACTION');
}
