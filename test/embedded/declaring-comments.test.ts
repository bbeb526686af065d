import { expect, test } from 'vitest';
import { extractionOf } from './reading.ts';

// Comments of a program that declare something of the statement below them.

const SELECT = '"SELECT a FROM s.t WHERE b = ?"';
const CREATE = '"CREATE TABLE s.t (a int PRIMARY KEY)"';

const declared = (path: string, text: string): readonly string[] =>
  extractionOf(path, `import cassandra from 'cassandra-driver';\n${text}`, {
    besideCassandra: true,
    besideOther: false,
    isTable: () => true,
  }).directives.map(({ start, end }) => `import cassandra from 'cassandra-driver';\n${text}`.slice(start, end));

test.each([
  ['above a call', 'a.js', `// @query find weight 12\nclient.execute(${SELECT});`, ['// @query find weight 12']],
  ['above a text', 'a.js', `client.execute(\n  // @query find weight 12\n  ${SELECT});`, ['// @query find weight 12']],
  [
    'above a call whose text stands on the next line',
    'a.js',
    `/* @query find */\nconst rows = await client.execute(\n  ${SELECT},\n);`,
    ['/* @query find */'],
  ],
  ['among others', 'a.py', `# @query find\n# more of it\nsession.execute(${SELECT})`, ['# @query find']],
  ['of a table', 'a.py', `# @rate 6/minute\nsession.execute(${CREATE})`, ['# @rate 6/minute']],
  ['but not of another statement', 'a.js', `// @query find\nf();\nclient.execute(${SELECT});`, []],
  ['nor above an empty line', 'a.js', `// @query find\n\nclient.execute(${SELECT});`, []],
  ['nor of the table of a query', 'a.js', `// @rate 6/minute\nclient.execute(${SELECT});`, []],
  ['nor what is meant for others', 'a.js', `// @ts-ignore\nclient.execute(${CREATE});`, []],
  ['each once', 'a.js', `// @query a\nf(${SELECT});\nf(${SELECT});`, ['// @query a']],
])('%s', (_, path, text, comments) => {
  expect(declared(path, text)).toEqual(comments);
});
