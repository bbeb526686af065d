import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { statementsOf } from './statements.ts';

/** A text of the project that holds CQL, cut into statements. */
export interface OwnText {
  readonly id: string;
  readonly script: readonly string[];
}

const root = resolve(import.meta.dirname, '../..');

/** Every CQL text of rule pages, guides, examples and tests; what holds templates is left out, statement by statement. */
export function ownTexts(): readonly OwnText[] {
  const texts = [
    ...files('docs/**/*.md', 'README.md', 'server/README.md').flatMap((path) => fencesOf(path, read(path))),
    ...files('examples/**/*.cql', 'test/**/*.cql').map((path) => ({ id: path, text: read(path) })),
    ...files('test/**/*.ts').flatMap((path) => literalsOf(path, read(path))),
  ];
  const seen = new Set<string>();
  return texts
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map(({ id, text }) => ({ id, script: statementsOf(text).filter(isPlain) }))
    .filter(({ script }) => script.length > 0);
}

interface Text {
  readonly id: string;
  readonly text: string;
}

function files(...patterns: readonly string[]): readonly string[] {
  const found = globSync(patterns, {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|conformance|vscode|editors)$/.test(path),
  });
  return found.toSorted();
}

function read(path: string): string {
  return readFileSync(resolve(root, path), 'utf8');
}

const fence = /^(`{3,})cql\b[^\n]*\n([\s\S]*?)^\1/gm;

/** The CQL fences of a page, put together under each heading: they are one example. */
function fencesOf(path: string, page: string): readonly Text[] {
  return page.split(/^(?=#{1,6} )/m).flatMap((section, index) => {
    const pieces = [...section.matchAll(fence)].map(([, , text]) => withoutCarets(text ?? ''));
    return pieces.length === 0 ? [] : [{ id: `${path} section ${index + 1}`, text: pieces.join(';\n') }];
  });
}

function withoutCarets(text: string): string {
  return text.replaceAll(/^\s*(?:--|\/\/)?\s*\^[^\n]*\n?/gm, '');
}

const literal = /`((?:[^`\\]|\\[^])*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
const beginsLikeCql =
  /^\s*(?:select|insert|update|delete|begin|create|alter|drop|truncate|use|grant|revoke|list|describe|add|comment|security)\s/i;

/** The literals of a test that read like CQL: both sides are asked the same, so nothing is lost where one is not. */
function literalsOf(path: string, source: string): readonly Text[] {
  return [...source.matchAll(literal)].flatMap((match) => {
    const text = (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\\(['"`\\])/g, '$1').replaceAll('\\n', '\n');
    if (!beginsLikeCql.test(text)) return [];
    const line = source.slice(0, match.index).split('\n').length;
    return [{ id: `${path}:${line}`, text: withoutCarets(text) }];
  });
}

/** Templates stand for what nobody knows. */
function isPlain(cql: string): boolean {
  return !/\$\{|\{\{|<%|%s|\$\w+\$|<\w+>(?!\s*[,()])|\\u|\|/.test(
    cql.replaceAll(/\b(?:list|set|map|tuple|frozen|vector)\s*</gi, ''),
  );
}
