import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDocument, type SyntaxDocument } from '../../server/src/syntax/index.ts';
import { throwing } from './dice.ts';
import { generate } from './generate.ts';
import { startServer, type Answer, type Server } from './server.ts';
import { QUICK, median, percentile, table } from './statistics.ts';

// What an editor waits for while somebody reads and types: requests to the running server, answered over its pipe, in a file of 10,000
// statements and in a project of 1,000 files. Every few requests a letter is typed, as it is in life. Behind the time that an answer
// takes stands that for which the server had a processor: on a busy machine it waits for one.

const STATEMENTS = QUICK ? 200 : 10_000;
const FILES = QUICK ? 20 : 1000;
const ROUNDS = QUICK ? 5 : 200;
const SCREEN = 50;
const FOLDER = resolve('artifacts/bench/requests');

const isDdl = (text: string): boolean => /^\s*(?:create|alter|drop)\b/i.test(text);
const dice = throwing(11);
/** Of letters: numbers would make migrations of the files, which rename leaves as they are. */
const fileName = (file: number): string =>
  `q${[...file.toString(10)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`;

const rows = [['milliseconds', 'requests', 'median', 'p99', 'worst', 'worked: median', 'p99', 'worst', 'wanted']];
const row = (what: string, answers: readonly Answer[], wanted: string): void => {
  const figures = [answers.map(({ time }) => time), answers.map(({ worked }) => worked ?? Number.NaN)].flatMap(
    (times) => [median(times), percentile(times, 99), Math.max(...times)].map((figure) => figure.toFixed(1)),
  );
  rows.push([what, String(answers.length), ...figures, wanted]);
};

await ofOneFile();
await ofManyFiles();
console.log(table(rows));

async function ofOneFile(): Promise<void> {
  const generated = generate({ seed: 7, length: STATEMENTS * 150, short: true });
  const statements = openDocument(generated).segments.slice(0, STATEMENTS);
  const text = statements.map((segment) => segment.text).join('');
  const server = await startedOn(new Map([['all.cql', text]]));
  const path = join(FOLDER, 'all.cql');
  await server.open(path, text);
  const about = `${(text.length / 1e6).toFixed(1)} MB, ${STATEMENTS} statements`;
  const editor = editorOf(server, path, openDocument(text));
  await editor.read(about);
  const { textDocument } = editor;
  const full = await server.ask('textDocument/semanticTokens/full', { textDocument });
  row(`${about}: tokens, the first time`, [full], '50');
  let { resultId: previousResultId } = full.result as { readonly resultId: string };
  const deltas: Answer[] = [];
  const typed: Answer[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    typed.push(await editor.type());
    const delta = await server.ask('textDocument/semanticTokens/full/delta', { textDocument, previousResultId });
    ({ resultId: previousResultId } = delta.result as { readonly resultId: string });
    deltas.push(delta);
  }
  row(`${about}: tokens, what is new`, deltas, '5');
  row(`${about}: a letter, and all it changes`, typed, '20');
  for (const [what, method] of [
    ['tokens, all', 'semanticTokens/full'],
    ['outline', 'documentSymbol'],
    ['folds', 'foldingRange'],
    ['lenses', 'codeLens'],
  ] as const) {
    const answers: Answer[] = [];
    for (let round = 0; round < Math.min(ROUNDS, 10); round++) {
      await editor.type();
      answers.push(await server.ask(`textDocument/${method}`, { textDocument }));
    }
    row(`${about}: ${what}`, answers, what === 'tokens, all' ? '50' : '');
  }
  const formats: Answer[] = [];
  for (let round = 0; round < Math.min(ROUNDS, 5); round++) {
    await editor.type();
    const options = { tabSize: 2, insertSpaces: true };
    formats.push(await server.ask('textDocument/formatting', { textDocument, options }));
  }
  row(`${about}: formatting`, formats, '200');
  await server.stop();
}

async function ofManyFiles(): Promise<void> {
  const texts = openDocument(generate({ seed: 5, length: FILES * 4000 })).segments.map((segment) => segment.text);
  const queries = texts.filter((text) => !isDdl(text));
  const files = new Map([['schema.cql', texts.filter(isDdl).join('')]]);
  for (let file = 1; file < FILES; file++)
    files.set(`${fileName(file)}.cql`, queries.filter((_, index) => index % (FILES - 1) === file - 1).join(''));
  const server = await startedOn(files);
  const path = join(FOLDER, `${fileName(1)}.cql`);
  const text = files.get(`${fileName(1)}.cql`)!;
  await server.open(path, text);
  // All files have been judged once.
  await server.ask('workspace/diagnostic', { previousResultIds: [] });
  const about = `${FILES} files`;
  const editor = editorOf(server, path, openDocument(text));
  await editor.read(about);
  const { textDocument } = editor;
  const answers = { references: [] as Answer[], rename: [] as Answer[] };
  for (let round = 0; round < ROUNDS; round++) {
    await editor.type();
    const position = editor.name();
    const context = { includeDeclaration: true };
    answers.references.push(await server.ask('textDocument/references', { textDocument, position, context }));
    // In a statement that the letter has broken there may be no name.
    const renamed = await server
      .ask('textDocument/rename', { textDocument, position, newName: 'zz_new' })
      .catch(() => undefined);
    if (renamed !== undefined) answers.rename.push(renamed);
  }
  row(`${about}: references`, answers.references, '100');
  row(`${about}: rename`, answers.rename, '100');
  await server.stop();
}

async function startedOn(files: ReadonlyMap<string, string>): Promise<Server> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
  return startServer(FOLDER);
}

/** An editor with one document, in which the same letter comes and goes behind a statement. */
function editorOf(server: Server, path: string, document: SyntaxDocument) {
  const textDocument = { uri: pathToFileURL(path).href };
  const reads = document.segments.flatMap((segment, index) =>
    /^\s*(?:select|update|delete)\b/i.test(segment.text.slice(segment.begin)) ? [index] : [],
  );
  let version = 1;
  let typedAt: ReturnType<SyntaxDocument['positionAt']> | undefined;
  /** The position of a table's name, or of a column's. */
  const name = () => {
    const index = dice.pick(reads);
    const segment = document.segments[index]!;
    const found = dice.pick([/\bwhere\s+\w/i, /\b(?:from|update)\s+\w+\.\w/i]).exec(segment.text)!;
    return document.positionAt(document.startOf(index) + found.index + found[0].length - 1);
  };
  const change = (start: object, end: object, text: string): void =>
    server.tell('textDocument/didChange', {
      textDocument: { ...textDocument, version: ++version },
      contentChanges: [{ range: { start, end }, text }],
    });
  /** Types a letter, or takes it back; gives the answer of the next request, which waits for all that it changes. */
  const type = (): Promise<Answer> => {
    if (typedAt === undefined) {
      const index = dice.pick(reads);
      typedAt = document.positionAt(document.startOf(index) + document.segments[index]!.begin);
      change(typedAt, typedAt, 'x');
    } else {
      change(typedAt, { line: typedAt.line, character: typedAt.character + 1 }, '');
      typedAt = undefined;
    }
    return server.ask('textDocument/diagnostic', { textDocument });
  };
  const read = async (about: string): Promise<void> => {
    const answers = new Map<string, Answer[]>();
    for (let round = -3; round < ROUNDS; round++) {
      if (round % 3 === 0) await type();
      const position = name();
      const line = Math.max(0, position.line - SCREEN / 2);
      const range = { start: { line, character: 0 }, end: { line: line + SCREEN, character: 0 } };
      const asked = { textDocument, position };
      for (const [what, method, params] of [
        ['completion', 'completion', asked],
        ['hover', 'hover', asked],
        ['definition', 'definition', asked],
        ['highlight', 'documentHighlight', asked],
        ['hints of a screen', 'inlayHint', { textDocument, range }],
        ['tokens of a screen', 'semanticTokens/range', { textDocument, range }],
      ] as const) {
        const answer = await server.ask(`textDocument/${method}`, params);
        if (round >= 0) answers.set(what, [...(answers.get(what) ?? []), answer]);
      }
    }
    for (const [what, list] of answers) row(`${about}: ${what}`, list, '5, 20');
  };
  return { textDocument, name, type, read };
}
